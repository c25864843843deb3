// The cloths of a world on a GPU, through Vulkan 1.1 (library toile::vulkan). The CPU needs nothing of this; where
// there is no device, VulkanDevice::create says so and World::step goes on as ever.
//
//   auto device = toile::VulkanDevice::create();
//   auto solver = device.ok() ? toile::VulkanSolver::create(world, *device) : …error…;
//   each frame: if (!solver->step(dt)) world.step(dt);
#pragma once

#include <vulkan/vulkan_core.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "toile/world.h"

namespace toile {

struct VulkanDeviceDef {
  std::string name{};         ///< taken is a device whose name contains this; empty: any
  bool allowSoftware = true;  ///< take a processor's own driver (lavapipe, SwiftShader) where there is nothing better
  bool validate = false;  ///< with VK_LAYER_KHRONOS_validation and its checks of synchronization; an error without it
};

/// A device of the caller's. All handles stay the caller's own and must outlive everything made of them.
struct VulkanHandles {
  PFN_vkGetInstanceProcAddr getInstanceProcAddr = nullptr;
  VkInstance instance = VK_NULL_HANDLE;  ///< for Vulkan 1.1 at least
  VkPhysicalDevice physicalDevice = VK_NULL_HANDLE;
  VkDevice device = VK_NULL_HANDLE;
  VkQueue queue = VK_NULL_HANDLE;  ///< that takes compute; solvers submit to it in the calls that are made of them
  std::uint32_t queueFamily = 0;
};

/// A device with a compute queue. Not thread safe.
class VulkanDevice {
 public:
  /// The best device there is: discrete before integrated before virtual before software. Errors: no Vulkan library, no
  /// device, none of that name, one without what is needed; the message says which.
  static Result<std::shared_ptr<VulkanDevice>> create(const VulkanDeviceDef& def = {});
  /// The caller's own.
  static Result<std::shared_ptr<VulkanDevice>> adopt(const VulkanHandles& handles);
  /// Names of all devices, best first; empty where there is no Vulkan library.
  static std::vector<std::string> list();

  ~VulkanDevice();
  VulkanDevice(const VulkanDevice&) = delete;
  VulkanDevice& operator=(const VulkanDevice&) = delete;

  const std::string& name() const;
  bool isSoftware() const;
  const VulkanHandles& handles() const;
  /// What the validation layer found so far (VulkanDeviceDef::validate).
  const std::vector<std::string>& validationMessages() const;

  struct Impl;
  Impl& impl() const { return *impl_; }  ///< for the library's own parts

 private:
  explicit VulkanDevice(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};
using VulkanDevicePtr = std::shared_ptr<VulkanDevice>;

/// Of the last step.
struct VulkanStats {
  std::size_t batches = 0;  ///< cloths of one garment are solved together
  std::size_t dispatches = 0;
  std::size_t barriers = 0;
  /// That its dispatches read and write, each access counted once, no cache assumed. Contact of cloth against itself
  /// counts with the pairs of the step before, its searches are left out.
  std::uint64_t bytes = 0;
  std::uint64_t uploaded = 0;     ///< bytes copied to the device
  std::uint64_t constraints = 0;  ///< solved, all passes of all substeps
  /// Cloth against itself, as WorldStats::contact tells of steps on the CPU; of the last step that is done. Binding and
  /// shortened are summed over substeps.
  ContactStats contact{};
  double deviceMilliseconds = 0.0;  ///< its dispatches took, of the last step that is done; 0 where no clock is
  double hostMilliseconds = 0.0;    ///< preparing, recording and submitting it
};

/// Where a cloth's particles lie on the device, for a renderer or a ray tracer. Valid until cloths come or go.
struct VulkanParticles {
  VkBuffer positions = VK_NULL_HANDLE;   ///< x y z (m, world) and inverse mass, four floats a particle
  VkBuffer velocities = VK_NULL_HANDLE;  ///< m/s, four floats each
  VkDeviceSize offset = 0;               ///< bytes, of the cloth's first particle in both
  std::uint32_t count = 0;               ///< particles; Garment::particleOfVertex leads to them
};

/// Where a cloth's drawn mesh lies on the device: vertex, normal and index buffers, or what a bottom-level acceleration
/// structure is refitted from. Valid until cloths come or go. Written by each step; submissions to the same queue after
/// step() see it.
struct VulkanDrawnMesh {
  VkBuffer positions = VK_NULL_HANDLE;  ///< m, world; four floats a vertex, the fourth is 1
  VkBuffer normals = VK_NULL_HANDLE;    ///< unit; four floats, the fourth is 0
  VkBuffer tangents = VK_NULL_HANDLE;   ///< unit, along u; the fourth is the handedness. Undefined without UVs.
  VkBuffer indices = VK_NULL_HANDLE;    ///< 32 bits, three a triangle, from 0 on for every cloth
  VkDeviceSize offset = 0;              ///< bytes, of the cloth's first vertex in the first three
  std::uint32_t vertexCount = 0;
  std::uint32_t indexCount = 0;
};

struct VulkanSolverDef {
  /// 1, 0 … 2. Not 0: constraints of a kind are solved all at once (Jacobi) instead of colour after colour, for
  /// comparison: each takes this part of its correction, over the number of constraints that the most asked of its
  /// particles has. Converges slower (docs/gpu.md); from about 1.5 on it may diverge.
  float jacobi = 0.0f;
};

/// Moves all cloths of a world on a device, as World::step does on the CPU: the same garments, order of kinds, colours
/// and parameters, within rounding. Not thread safe: no call on the world or another solver of the device may overlap.
///
/// Positions and velocities stay on the device. The world's calls that read a cloth's state read that cloth back first
/// (and wait), those that write it send it to the device with the next step; World::step reads all back. A cloth the
/// device cannot solve is an error of step(), which then has changed nothing (docs/gpu.md lists what is missing).
class VulkanSolver {
 public:
  /// The world must outlive the solver.
  static Result<std::unique_ptr<VulkanSolver>> create(World& world, VulkanDevicePtr device,
                                                      const VulkanSolverDef& def = {});
  /// Reads all cloths back.
  ~VulkanSolver();
  VulkanSolver(const VulkanSolver&) = delete;
  VulkanSolver& operator=(const VulkanSolver&) = delete;

  /// Whether step(dt) would be refused, and why. Changes nothing.
  Status supports(float dt) const;
  /// As World::step. Returns once the work is submitted; the next step, or whatever reads state, waits for it. Contacts
  /// and frozen cloths are known when it is done. Errors change nothing; where the device is lost or out of memory, the
  /// cloths are where they were read back last, and World::step goes on from there.
  Status step(float dt);
  /// Until the last step is done.
  Status wait();
  /// Copies all cloths' states into the world.
  Status readBack();

  /// From the next step on the drawn mesh of all cloths of this garment is made after each step: the garment's own
  /// vertices …
  Status draw(const GarmentPtr& garment);
  /// … or what is drawn over it, as World::readDrawn does.
  Status draw(const DrawnGarmentPtr& drawn);
  /// After that step.
  Result<VulkanDrawnMesh> drawnMesh(ClothId cloth) const;
  /// Copies a cloth's drawn mesh back, as it was after the last step. Spans of the drawn vertices, or empty; no
  /// compression.
  Status readDrawn(ClothId cloth, const DrawnFrame& frame);

  VulkanStats stats() const;
  bool lost() const;  ///< the device is gone; steps are refused
  /// After the first step.
  Result<VulkanParticles> particles(ClothId cloth) const;

  struct Impl;

 private:
  explicit VulkanSolver(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace toile
