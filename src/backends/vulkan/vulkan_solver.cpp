// The public class.
#include "backends/vulkan/solver.h"

namespace toile {

VulkanSolver::VulkanSolver(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Result<std::unique_ptr<VulkanSolver>> VulkanSolver::create(World& world, VulkanDevicePtr device,
                                                           const VulkanSolverDef& def) {
  if (!device) return Error{"VulkanSolver: device is null"};
  if (!(def.jacobi >= 0.0f && def.jacobi <= 2.0f)) return Error{"VulkanSolverDef::jacobi must be 0 … 2"};
  auto impl = std::make_unique<Impl>(world, std::move(device), def);
  if (const VkResult result = impl->create(); result != VK_SUCCESS)
    return Error{"Vulkan: " + impl->gpu.name + ": " + vulkanError(result)};
  return std::unique_ptr<VulkanSolver>(new VulkanSolver(std::move(impl)));
}

VulkanSolver::~VulkanSolver() { (void)readBack(); }

Status VulkanSolver::supports(float dt) const {
  if (impl_->lost) return Error{impl_->reason};
  const Status status = impl_->session->supports(dt);
  if (impl_->lost) return Error{impl_->reason};
  return status;
}

Status VulkanSolver::step(float dt) { return impl_->step(dt); }

Status VulkanSolver::wait() {
  if (impl_->lost) return Error{impl_->reason};
  if (const VkResult result = impl_->wait(); result != VK_SUCCESS) return impl_->lose(result);
  return {};
}

Status VulkanSolver::readBack() {
  if (!impl_->lost) impl_->world.bringAllHome();
  if (impl_->lost) return Error{impl_->reason};
  return {};
}

Status VulkanSolver::draw(const GarmentPtr& garment) {
  if (!garment) return Error{"VulkanSolver::draw: garment is null"};
  return impl_->wantDrawn(garment, nullptr);
}

Status VulkanSolver::draw(const DrawnGarmentPtr& drawn) {
  if (!drawn) return Error{"VulkanSolver::draw: drawn is null"};
  return impl_->wantDrawn(drawn->simulated(), drawn);
}

namespace {
constexpr const char* kNotDrawn =
    "VulkanSolver: the cloth is not drawn: call draw() with its garment, then step() (or it is not on the device)";
}

Result<VulkanDrawnMesh> VulkanSolver::drawnMesh(ClothId id) const {
  if (impl_->lost) return Error{impl_->reason};
  std::size_t index = 0;
  const VulkanDrawn* drawn = impl_->drawnOf(id, index);
  if (drawn == nullptr) return Error{kNotDrawn};
  return VulkanDrawnMesh{drawn->buffer(GpuDrawBuffer::positions).handle(),
                         drawn->buffer(GpuDrawBuffer::normals).handle(),
                         drawn->buffer(GpuDrawBuffer::tangents).handle(),
                         drawn->triangles().handle(),
                         VkDeviceSize{16} * index * drawn->vertexCount(),
                         drawn->vertexCount(),
                         drawn->indexCount()};
}

Status VulkanSolver::readDrawn(ClothId id, const DrawnFrame& frame) {
  if (impl_->lost) return Error{impl_->reason};
  std::size_t index = 0;
  const VulkanDrawn* drawn = impl_->drawnOf(id, index);
  if (drawn == nullptr) return Error{kNotDrawn};
  for (const std::size_t size : {frame.positions.size(), frame.normals.size(), frame.tangents.size()}) {
    if (size != 0 && size != drawn->vertexCount()) {
      return Error{"VulkanSolver::readDrawn: a span of " + std::to_string(size) + ", there are " +
                   std::to_string(drawn->vertexCount()) + " vertices"};
    }
  }
  if (!frame.compression.empty()) return Error{"VulkanSolver::readDrawn: compression is not made on the GPU yet"};
  if (const VkResult result = impl_->readDrawn(*drawn, index, frame); result != VK_SUCCESS) return impl_->lose(result);
  return {};
}

VulkanStats VulkanSolver::stats() const { return impl_->stats; }
bool VulkanSolver::lost() const { return impl_->lost; }

Result<VulkanParticles> VulkanSolver::particles(ClothId id) const {
  if (impl_->lost) return Error{impl_->reason};
  const auto place = impl_->session->find(id);
  if (!place || impl_->generation != impl_->session->generation())
    return Error{"VulkanSolver: the cloth is not on the device before the first step"};
  for (std::size_t i = 0; i < impl_->batches.size(); ++i) {
    if (impl_->session->batches()[i].get() != place->batch) continue;
    const auto& buffers = impl_->batches[i].buffers;
    return VulkanParticles{buffers[static_cast<std::size_t>(GpuBuffer::x)].handle(),
                           buffers[static_cast<std::size_t>(GpuBuffer::velocity)].handle(),
                           place->index * place->batch->stateBytes(), place->batch->garment()->data().particleCount};
  }
  return Error{"VulkanSolver: no such cloth"};
}

}  // namespace toile
