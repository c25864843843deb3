#include "viewer/gpu/renderer.h"

#include <algorithm>

#include "viewer/gpu/barrier.h"
#include "viewer/gpu/frame_block.h"

namespace toile::view {
namespace {

constexpr std::uint32_t kSmallest = 16, kLargest = 16384;
constexpr std::uint32_t kShadowSize = 2048;       // texels along each side
constexpr std::uint64_t kNoTime = 3'000'000'000;  // ns; a frame that is not done by then and again is lost

Status checkSize(std::uint32_t width, std::uint32_t height) {
  for (const std::uint32_t size : {width, height}) {
    if (size < kSmallest || size > kLargest)
      return Error{"picture: a size of " + std::to_string(size) + " pixels is outside 16 … 16384"};
  }
  return {};
}

}  // namespace

Renderer::Renderer(const Device& device)
    : device_(device), memory_(device), samples_(sampleCount(device)), pipelines_(device, samples_), arena_(memory_) {
  auto pool = described<VkCommandPoolCreateInfo>(VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO);
  pool.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
  pool.queueFamilyIndex = device.family();
  check(vkCreateCommandPool(device.get(), &pool, nullptr, &commandPool_), "vkCreateCommandPool");
  auto buffers = described<VkCommandBufferAllocateInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO);
  buffers.commandPool = commandPool_;
  buffers.commandBufferCount = 1;
  check(vkAllocateCommandBuffers(device.get(), &buffers, &commands_), "vkAllocateCommandBuffers");
  const auto fence = described<VkFenceCreateInfo>(VK_STRUCTURE_TYPE_FENCE_CREATE_INFO);
  check(vkCreateFence(device.get(), &fence, nullptr, &done_), "vkCreateFence");
  if (device.properties().limits.timestampComputeAndGraphics != VK_FALSE) {
    auto queries = described<VkQueryPoolCreateInfo>(VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO);
    queries.queryType = VK_QUERY_TYPE_TIMESTAMP;
    queries.queryCount = 4;
    check(vkCreateQueryPool(device.get(), &queries, nullptr, &queries_), "vkCreateQueryPool");
  }
  auto sampler = described<VkSamplerCreateInfo>(VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO);
  sampler.magFilter = sampler.minFilter = VK_FILTER_LINEAR;
  sampler.addressModeU = sampler.addressModeV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
  check(vkCreateSampler(device.get(), &sampler, nullptr, &fontSampler_), "vkCreateSampler");
  ImageWish wish{kShadowSize, kShadowSize, 2, kDepthFormat};
  wish.usage = VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT;
  shadows_ = std::make_unique<Image2D>(memory_, wish);
}

Renderer::~Renderer() {
  device_.waitIdle();
  vkDestroySampler(device_.get(), fontSampler_, nullptr);
  vkDestroyDescriptorPool(device_.get(), pool_, nullptr);
  vkDestroyQueryPool(device_.get(), queries_, nullptr);
  vkDestroyFence(device_.get(), done_, nullptr);
  vkDestroyCommandPool(device_.get(), commandPool_, nullptr);
}

Result<std::unique_ptr<Renderer>> Renderer::create(const Device& device, std::uint32_t width, std::uint32_t height,
                                                   const PanelFont* font) {
  if (Status sized = checkSize(width, height); !sized.ok()) return Error{sized.error()};
  std::unique_ptr<Renderer> renderer;
  const Status made = guarded([&] {
    renderer.reset(new Renderer(device));
    renderer->createTargets(width, height);
    const PanelFont blank{1, 1, {0xffffffffu}};
    renderer->createFont(font != nullptr ? *font : blank);
    renderer->createSets();
  });
  if (!made.ok()) return Error{made.error()};
  return renderer;
}

Status Renderer::resize(std::uint32_t width, std::uint32_t height) {
  if (width == width_ && height == height_) return {};
  if (Status sized = checkSize(width, height); !sized.ok()) return sized;
  return guarded([&] {
    waitForDevice();
    createTargets(width, height);
  });
}

void Renderer::createTargets(std::uint32_t width, std::uint32_t height) {
  ImageWish wish{width, height, 1, VK_FORMAT_R8G8B8A8_UNORM};
  wish.usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
  wish.mutableFormat = true;
  target_ = std::make_unique<Image2D>(memory_, wish);
  wish.format = kColourFormat, wish.usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
  wish.mutableFormat = false, wish.samples = samples_;
  colour_ = samples_ == VK_SAMPLE_COUNT_1_BIT ? nullptr : std::make_unique<Image2D>(memory_, wish);
  wish.format = kDepthFormat, wish.usage = VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT;
  depth_ = std::make_unique<Image2D>(memory_, wish);
  readBack_.reset();
  width_ = width, height_ = height;
}

void Renderer::createFont(const PanelFont& font) {
  ImageWish wish{font.width, font.height, 1, VK_FORMAT_R8G8B8A8_UNORM};
  wish.usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
  font_ = std::make_unique<Image2D>(memory_, wish);
  const std::uint64_t bytes = 4 * font.pixels.size();
  fontUpload_ = std::make_unique<Buffer>(memory_, bytes, VK_BUFFER_USAGE_TRANSFER_SRC_BIT);
  std::memcpy(fontUpload_->data(), font.pixels.data(), bytes);
  auto begin = described<VkCommandBufferBeginInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO);
  check(vkBeginCommandBuffer(commands_, &begin), "vkBeginCommandBuffer");
  useImage(commands_, font_->get(), VK_IMAGE_ASPECT_COLOR_BIT, kNothing, kCopiedTo);
  VkBufferImageCopy copy{};
  copy.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
  copy.imageExtent = {font.width, font.height, 1};
  vkCmdCopyBufferToImage(commands_, fontUpload_->get(), font_->get(), VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &copy);
  useImage(commands_, font_->get(), VK_IMAGE_ASPECT_COLOR_BIT, kCopiedTo, kSampled);
  submit(nullptr);
  waitForDevice();
  fontUpload_.reset();
}

void Renderer::createSets() {
  const VkDescriptorPoolSize sizes[]{{VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC, 4},
                                     {VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, 2},
                                     {VK_DESCRIPTOR_TYPE_SAMPLER, 1}};
  auto pool = described<VkDescriptorPoolCreateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO);
  pool.maxSets = 4;
  pool.poolSizeCount = 3;
  pool.pPoolSizes = sizes;
  check(vkCreateDescriptorPool(device_.get(), &pool, nullptr, &pool_), "vkCreateDescriptorPool");
  const VkDescriptorSetLayout layouts[]{pipelines_.frameSet, pipelines_.materialSet, pipelines_.lightSet,
                                        pipelines_.panelSet};
  VkDescriptorSet sets[4];
  auto info = described<VkDescriptorSetAllocateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO);
  info.descriptorPool = pool_;
  info.descriptorSetCount = 4;
  info.pSetLayouts = layouts;
  check(vkAllocateDescriptorSets(device_.get(), &info, sets), "vkAllocateDescriptorSets");
  frameSet_ = sets[0], materialSet_ = sets[1], lightSet_ = sets[2], panelSet_ = sets[3];
}

void Renderer::writeSets() {
  const auto block = [&](VkDescriptorSet set, std::uint64_t size) {
    const VkDescriptorBufferInfo buffer{arena_.buffer(), 0, size};
    auto write = described<VkWriteDescriptorSet>(VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET);
    write.dstSet = set;
    write.descriptorCount = 1;
    write.descriptorType = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC;
    write.pBufferInfo = &buffer;
    vkUpdateDescriptorSets(device_.get(), 1, &write, 0, nullptr);
  };
  const auto image = [&](VkDescriptorSet set, std::uint32_t binding, VkDescriptorType type, VkImageView view) {
    const VkDescriptorImageInfo info{fontSampler_, view, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL};
    auto write = described<VkWriteDescriptorSet>(VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET);
    write.dstSet = set;
    write.dstBinding = binding;
    write.descriptorCount = 1;
    write.descriptorType = type;
    write.pImageInfo = &info;
    vkUpdateDescriptorSets(device_.get(), 1, &write, 0, nullptr);
  };
  block(frameSet_, sizeof(FrameBlock));
  block(materialSet_, sizeof(MaterialBlock));
  block(lightSet_, sizeof(Matrix));
  block(panelSet_, sizeof(Vec4));
  image(frameSet_, 1, VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, shadows_->view(kDepthFormat));
  image(panelSet_, 1, VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, font_->view(VK_FORMAT_R8G8B8A8_UNORM));
  image(panelSet_, 2, VK_DESCRIPTOR_TYPE_SAMPLER, VK_NULL_HANDLE);
}

void Renderer::upload(const Stage& stage, const Look& look, const PanelList* panels) {
  const auto room = [](const auto& values) {
    return Arena::roomFor(values.size() * sizeof(typename std::decay_t<decltype(values)>::value_type));
  };
  std::uint64_t size = room(stage.positions) + room(stage.normals) + room(stage.tints) + room(stage.triangles) +
                       room(stage.marks) + (stage.parts.size() + 1) * Arena::roomFor(sizeof(MaterialBlock)) +
                       Arena::roomFor(sizeof(FrameBlock)) + 4 * Arena::roomFor(sizeof(Matrix));
  if (panels != nullptr) size += room(panels->vertices) + room(panels->indices);
  if (arena_.begin(size)) writeSets();
  at_ = {};
  at_.positions = arena_.put(std::span<const Vec3>(stage.positions));
  at_.normals = arena_.put(std::span<const Vec3>(stage.normals));
  at_.tints = arena_.put(std::span<const Rgba>(stage.tints));
  at_.triangles = arena_.put(std::span<const std::uint32_t>(stage.triangles));
  at_.marks = arena_.put(std::span<const Mark>(stage.marks));
  const FrameBlock block = frameBlock(stage, look, width_, height_);
  at_.frame = arena_.putBlock(block);
  for (int i : {0, 1}) at_.lights[i] = arena_.putBlock(block.lights[i]);
  at_.materials = arena_.putBlock(MaterialBlock{});  // of what has no part: ground, marks
  for (const StagePart& part : stage.parts) arena_.putBlock(materialBlock(part));
  if (panels == nullptr) return;
  at_.panels =
      arena_.putBlock(Vec4{2.0f / static_cast<float>(width_), -2.0f / static_cast<float>(height_), 0.0f, 0.0f});
  at_.panelVertices = arena_.put(std::span<const PanelVertex>(panels->vertices));
  at_.panelIndices = arena_.put(std::span<const std::uint16_t>(panels->indices));
}

void Renderer::stamp(std::uint32_t index) {
  if (queries_ != VK_NULL_HANDLE)
    vkCmdWriteTimestamp2(commands_, VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT, queries_, index);
}

void Renderer::submit(const Showing* showing) {
  check(vkEndCommandBuffer(commands_), "vkEndCommandBuffer");
  auto buffer = described<VkCommandBufferSubmitInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO);
  buffer.commandBuffer = commands_;
  auto wait = described<VkSemaphoreSubmitInfo>(VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO);
  auto signal = wait;
  auto info = described<VkSubmitInfo2>(VK_STRUCTURE_TYPE_SUBMIT_INFO_2);
  if (showing != nullptr) {
    wait.semaphore = showing->waitFor, wait.stageMask = VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT;
    signal.semaphore = showing->signal, signal.stageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT;
    info.waitSemaphoreInfoCount = info.signalSemaphoreInfoCount = 1;
    info.pWaitSemaphoreInfos = &wait;
    info.pSignalSemaphoreInfos = &signal;
  }
  info.commandBufferInfoCount = 1;
  info.pCommandBufferInfos = &buffer;
  check(vkResetFences(device_.get(), 1, &done_), "vkResetFences");
  check(vkQueueSubmit2(device_.queue(), 1, &info, done_), "vkQueueSubmit2");
  pending_ = true;
}

void Renderer::waitForDevice() {
  if (!pending_) return;
  // A software device may take seconds for a large picture; a lost one says so itself.
  for (int tries = 0;; ++tries) {
    const VkResult result = vkWaitForFences(device_.get(), 1, &done_, VK_TRUE, kNoTime);
    if (result == VK_SUCCESS) break;
    if (result != VK_TIMEOUT || tries == 40) check(result == VK_TIMEOUT ? VK_ERROR_DEVICE_LOST : result, "drawing");
  }
  pending_ = false;
}

void Renderer::readTimes() {
  if (queries_ == VK_NULL_HANDLE) return;
  std::array<std::uint64_t, 4> stamps{};
  if (vkGetQueryPoolResults(device_.get(), queries_, 0, 4, sizeof stamps, stamps.data(), sizeof stamps[0],
                            VK_QUERY_RESULT_64_BIT) != VK_SUCCESS)
    return;
  const double ms = 1e-6 * static_cast<double>(device_.properties().limits.timestampPeriod);
  const auto between = [&](std::size_t i) { return ms * static_cast<double>(stamps[i + 1] - stamps[i]); };
  times_ = {between(0), between(1), between(2)};
}

Status Renderer::wait() {
  return guarded([&] { waitForDevice(); });
}

Status Renderer::draw(const Stage& stage, const Look& look, const PanelList* panels) {
  return drawAndShow(stage, look, panels, {});
}

Status Renderer::drawAndShow(const Stage& stage, const Look& look, const PanelList* panels, const Showing& showing) {
  return guarded([&] {
    const bool drawnBefore = pending_ || times_.shadows >= 0.0;
    waitForDevice();
    if (drawnBefore) readTimes();
    upload(stage, look, panels);
    auto begin = described<VkCommandBufferBeginInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO);
    begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
    check(vkBeginCommandBuffer(commands_, &begin), "vkBeginCommandBuffer");
    if (queries_ != VK_NULL_HANDLE) vkCmdResetQueryPool(commands_, queries_, 0, 4);
    stamp(0);
    recordShadows(stage);
    stamp(1);
    recordScene(stage);
    stamp(2);
    if (panels != nullptr) recordPanels(*panels);
    stamp(3);
    useImage(commands_, target_->get(), VK_IMAGE_ASPECT_COLOR_BIT, kDrawnInto, kCopiedFrom);
    if (showing.record) showing.record(commands_, target_->get());
    submit(showing.record ? &showing : nullptr);
  });
}

Result<Image> Renderer::read() {
  Image image;
  const Status done = guarded([&] {
    waitForDevice();
    readTimes();
    const std::uint64_t bytes = std::uint64_t{4} * width_ * height_;
    if (!readBack_) readBack_ = std::make_unique<Buffer>(memory_, bytes, VK_BUFFER_USAGE_TRANSFER_DST_BIT);
    auto begin = described<VkCommandBufferBeginInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO);
    check(vkBeginCommandBuffer(commands_, &begin), "vkBeginCommandBuffer");
    VkBufferImageCopy copy{};
    copy.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
    copy.imageExtent = {width_, height_, 1};
    vkCmdCopyImageToBuffer(commands_, target_->get(), VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, readBack_->get(), 1, &copy);
    auto barrier = described<VkMemoryBarrier2>(VK_STRUCTURE_TYPE_MEMORY_BARRIER_2);
    barrier.srcStageMask = VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT, barrier.srcAccessMask = VK_ACCESS_2_TRANSFER_WRITE_BIT;
    barrier.dstStageMask = VK_PIPELINE_STAGE_2_HOST_BIT, barrier.dstAccessMask = VK_ACCESS_2_HOST_READ_BIT;
    auto info = described<VkDependencyInfo>(VK_STRUCTURE_TYPE_DEPENDENCY_INFO);
    info.memoryBarrierCount = 1;
    info.pMemoryBarriers = &barrier;
    vkCmdPipelineBarrier2(commands_, &info);
    submit(nullptr);
    waitForDevice();
    image.width = width_, image.height = height_;
    image.pixels.resize(std::size_t{3} * width_ * height_);
    const auto* from = reinterpret_cast<const std::uint8_t*>(readBack_->data());
    for (std::size_t i = 0; i < std::size_t{width_} * height_; ++i)
      std::copy_n(from + 4 * i, 3, image.pixels.data() + 3 * i);
  });
  if (!done.ok()) return Error{done.error()};
  return image;
}

}  // namespace toile::view
