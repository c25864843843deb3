// The sort and the hash grid, each alone: against std::stable_sort, and against looking at every pair.
#include "backends/gpu/search.h"

#include <array>
#include <cstring>
#include <numeric>

#include "backends/vulkan/buffer.h"
#include "backends/vulkan/pipelines.h"
#include "backends/vulkan/queue.h"
#include "searchShaders.h"
#include "tests/vulkan/pair.h"

namespace toile::test {
namespace {

using Pair = std::array<std::uint32_t, 2>;

/// Runs a plan once. Buffers are the host's own, which software and real devices read alike.
class Searcher {
 public:
  explicit Searcher(const VulkanDevice::Impl& gpu)
      : gpu_(gpu), pipelines_(gpu, {gpuSearchKernels(), searchShaders, kGpuSearchBufferCount, 1}), queue_(gpu) {
    EXPECT_EQ(pipelines_.create(), VK_SUCCESS);
    EXPECT_EQ(queue_.create(), VK_SUCCESS);
  }
  ~Searcher() { gpu_.vk.vkDestroyDescriptorPool(gpu_.handles.device, pool_, nullptr); }

  VulkanBuffer& buffer(GpuSearchBuffer which) { return buffers_[static_cast<std::size_t>(which)]; }
  void make(GpuSearchBuffer which, std::size_t bytes) {
    ASSERT_EQ(buffer(which).makeHost(gpu_, std::max<std::size_t>(bytes, 16), true), VK_SUCCESS);
  }
  template <class T>
  std::span<T> view(GpuSearchBuffer which, std::size_t count) {
    return {reinterpret_cast<T*>(buffer(which).mapped()), count};
  }

  void run(const GpuSearch& search) {
    ASSERT_EQ(uniforms_.makeHost(gpu_, search.values.size() * kGpuUniformStride, false), VK_SUCCESS);
    for (std::size_t i = 0; i < search.values.size(); ++i)
      std::memcpy(uniforms_.mapped() + i * kGpuUniformStride, &search.values[i], sizeof(GpuSearchValues));
    make(GpuSearchBuffer::counts, search.countWords * 4);
    ASSERT_EQ(pipelines_.makeSets(2, pool_, sets_), VK_SUCCESS);
    for (const bool swapped : {false, true}) bind(swapped);
    ASSERT_EQ(queue_.begin(VulkanQueue::dispatches), VK_SUCCESS);
    for (const GpuSearchDispatch& dispatch : search.dispatches) record(dispatch);
    ASSERT_EQ(queue_.end(VulkanQueue::dispatches), VK_SUCCESS);
    ASSERT_EQ(queue_.submit({VulkanQueue::dispatches}), VK_SUCCESS);
    ASSERT_EQ(queue_.wait(), VK_SUCCESS);
  }

 private:
  void bind(bool swapped) {
    std::array<VulkanPipelines::Bound, kGpuSearchBufferCount> bound;
    bound[0] = {uniforms_.handle(), sizeof(GpuSearchValues)};
    for (std::size_t b = 1; b < kGpuSearchBufferCount; ++b) bound[b] = {buffers_[b].handle(), VK_WHOLE_SIZE};
    if (swapped) std::swap(bound[1], bound[2]);
    pipelines_.bind(sets_[swapped ? 1 : 0], bound);
  }
  void record(const GpuSearchDispatch& dispatch) {
    const VkCommandBuffer commands = queue_.commands(VulkanQueue::dispatches);
    vulkanBarrier(gpu_.vk, commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT,
                  VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
    VkPipeline pipeline = VK_NULL_HANDLE;
    ASSERT_EQ(pipelines_.get(dispatch.kernel, pipeline), VK_SUCCESS);
    gpu_.vk.vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    gpu_.vk.vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipelines_.layout(), 0, 1,
                                    &sets_[dispatch.swapped ? 1 : 0], 1, &dispatch.values);
    gpu_.vk.vkCmdDispatch(commands, dispatch.groups, 1, 1);
  }

  const VulkanDevice::Impl& gpu_;
  VulkanPipelines pipelines_;
  VulkanQueue queue_;
  std::array<VulkanBuffer, kGpuSearchBufferCount> buffers_;
  VulkanBuffer uniforms_;
  VkDescriptorPool pool_ = VK_NULL_HANDLE;
  std::array<VkDescriptorSet, 2> sets_{};
};

void makeAll(Searcher& searcher, std::size_t count, std::size_t buckets, std::size_t pairs) {
  searcher.make(GpuSearchBuffer::source, 8 * count);
  searcher.make(GpuSearchBuffer::sorted, 8 * count);
  searcher.make(GpuSearchBuffer::points, 16 * count);
  searcher.make(GpuSearchBuffer::ranges, 8 * buckets);
  searcher.make(GpuSearchBuffer::offsets, 4 * (count + 1));
  searcher.make(GpuSearchBuffer::pairs, 8 * pairs);
}

void expectSorted(const VulkanDevicePtr& device, const std::vector<std::uint32_t>& keys, std::uint32_t bits,
                  const char* what) {
  const auto count = static_cast<std::uint32_t>(keys.size());
  Searcher searcher(device->impl());
  makeAll(searcher, count, 1, 1);
  std::vector<Pair> pairs(count);
  for (std::uint32_t i = 0; i < count; ++i) pairs[i] = {keys[i], i};
  const auto view = searcher.view<Pair>(GpuSearchBuffer::source, count);
  std::copy(pairs.begin(), pairs.end(), view.begin());
  searcher.run(planSort(count, bits));
  std::stable_sort(pairs.begin(), pairs.end(), [](const Pair& a, const Pair& b) { return a[0] < b[0]; });
  EXPECT_TRUE(std::equal(pairs.begin(), pairs.end(), view.begin())) << what << ", " << count << " keys";
}

TEST(VulkanSearch, SortsAsTheStandardLibraryDoes) {
  TOILE_DEVICE_OR_SKIP(device);
  std::minstd_rand random(3);
  for (const std::uint32_t count : {1u, 2u, 255u, 256u, 1023u, 1024u, 1025u, 9000u}) {
    std::vector<std::uint32_t> keys(count);
    for (std::uint32_t& key : keys) key = static_cast<std::uint32_t>(random()) * 2654435761u;
    expectSorted(device, keys, 32, "random");
  }
  const std::uint32_t count = 6000;
  std::vector<std::uint32_t> keys(count, 0xdeadbeefu);
  expectSorted(device, keys, 32, "all equal");
  std::iota(keys.begin(), keys.end(), 0u);
  expectSorted(device, keys, 32, "in order");
  std::reverse(keys.begin(), keys.end());
  expectSorted(device, keys, 32, "in reverse order");
  // The same digit in all places but one: whole workgroups fall into one bin, and bins change at their borders.
  for (std::uint32_t i = 0; i < count; ++i) keys[i] = i % 1024 == 1023 ? 0u : 0xffffffffu - (i / 1024 << 28);
  expectSorted(device, keys, 32, "one digit");
  for (std::uint32_t i = 0; i < count; ++i) keys[i] = (i * 7919u) % 4096u;
  expectSorted(device, keys, 12, "twelve bits");
}

std::vector<Pair> nearByLooking(const std::vector<Vec3>& points, float radius) {
  std::vector<Pair> pairs;
  for (std::uint32_t i = 0; i < points.size(); ++i) {
    for (std::uint32_t j = i + 1; j < points.size(); ++j) {
      const Vec3 d = points[j] - points[i];
      if (dot(d, d) < radius * radius) pairs.push_back({i, j});
    }
  }
  return pairs;
}

void expectNear(const VulkanDevicePtr& device, const std::vector<Vec3>& points, float radius, const char* what) {
  std::vector<Pair> expected = nearByLooking(points, radius);
  const auto count = static_cast<std::uint32_t>(points.size());
  const auto capacity = static_cast<std::uint32_t>(expected.size() + 10);
  const GpuSearch search = planNear(count, radius, capacity);
  Searcher searcher(device->impl());
  makeAll(searcher, count, search.values[0].buckets, capacity);
  const auto view = searcher.view<std::array<float, 4>>(GpuSearchBuffer::points, count);
  for (std::uint32_t i = 0; i < count; ++i) view[i] = {points[i].x, points[i].y, points[i].z, 1.0f};
  searcher.run(search);
  ASSERT_EQ(searcher.view<std::uint32_t>(GpuSearchBuffer::offsets, count + 1)[count], expected.size()) << what;
  const auto found = searcher.view<Pair>(GpuSearchBuffer::pairs, expected.size());
  std::vector<Pair> pairs(found.begin(), found.end());
  EXPECT_TRUE(std::is_sorted(pairs.begin(), pairs.end(), [](const Pair& a, const Pair& b) { return a[0] < b[0]; }));
  std::sort(pairs.begin(), pairs.end());
  EXPECT_TRUE(pairs == expected) << what;
}

TEST(VulkanSearch, FindsEveryPairThatIsNear) {
  TOILE_DEVICE_OR_SKIP(device);
  std::minstd_rand random(11);
  std::uniform_real_distribution<float> unit(-1.0f, 1.0f);
  std::vector<Vec3> cloud(700), sheet, heap(300, Vec3{-3.2f, 0.1f, 7.0f});
  for (Vec3& p : cloud) p = {unit(random), unit(random), unit(random)};
  // Lattice points at coordinates that are multiples of the radius: every one lies on the borders of cells.
  for (int i = 0; i < 600; ++i)
    sheet.push_back({0.0625f * static_cast<float>(i % 40 - 20), 0.0625f * static_cast<float>(i / 40 - 15), 0.0f});
  for (std::size_t i = 0; i < heap.size(); i += 2) heap[i] += Vec3{unit(random), unit(random), unit(random)} * 0.01f;
  expectNear(device, cloud, 0.2f, "cloud");
  expectNear(device, sheet, 0.125f, "sheet");
  expectNear(device, heap, 0.01f, "heap");
  for (Vec3& p : cloud) p += Vec3{5000.0f, -3000.0f, 1000.0f};
  expectNear(device, cloud, 0.2f, "far from the origin");
}

}  // namespace
}  // namespace toile::test
