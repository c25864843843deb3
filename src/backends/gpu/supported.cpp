#include "backends/gpu/supported.h"

#include <algorithm>
#include <string>

#include "backends/gpu/blocks.h"
#include "backends/gpu/contact.h"
#include "backends/gpu/solids.h"
#include "impacts.h"
#include "step_parts.h"

namespace toile {
namespace {

constexpr const char* kNotYet = " is not solved on the GPU yet";

Status checkParameters(const Cloth& cloth, const GpuLimits& limits) {
  if (cloth.params.selfCollision.enabled && !limits.selfCollision)
    return Error{std::string("ClothParams::selfCollision") + kNotYet};
  if (cloth.params.coarseLevels > 0) return Error{std::string("ClothParams::coarseLevels") + kNotYet};
  if (cloth.params.sleep.enabled) return Error{std::string("ClothParams::sleep") + kNotYet};
  return {};
}

/// A collider that goes farther than it is thick asks for passes whose number the positions decide (impacts.h).
bool isFast(Cloth& cloth, const StepInput& input) {
  for (std::uint32_t substep = 0; substep < input.substeps; ++substep) {
    cloth.motions.clear();
    for (const ColliderRecord& collider : input.colliders) {
      if (canMeet(cloth, collider)) cloth.motions.push_back(motionOf(collider, substepTime(input, substep)));
    }
    if (fastTravel(cloth, input.h) > 0.0f) return true;
  }
  return false;
}

bool moves(const ColliderRecord& collider) {
  const Transform &a = collider.def.transform, &b = collider.target;
  return !(a.translation == b.translation) || a.rotation.x != b.rotation.x || a.rotation.y != b.rotation.y ||
         a.rotation.z != b.rotation.z || a.rotation.w != b.rotation.w;
}

Status checkColliders(Cloth& cloth, const StepInput& input) {
  bool anyMoves = false;
  for (std::size_t i = 0; i < input.colliders.size(); ++i) {
    const ColliderRecord& collider = input.colliders[i];
    if (!canMeet(cloth, collider)) continue;
    if (collider.body != nullptr) return Error{"collider " + std::to_string(i + 1) + ": a mesh body" + kNotYet};
    anyMoves = anyMoves || moves(collider);
  }
  if (anyMoves && isFast(cloth, input))
    return Error{std::string("a collider that goes farther than it is thick in 1/60 s") + kNotYet};
  return {};
}

Status checkSize(const Cloth& cloth, const GpuLimits& limits, const GpuOptions& options) {
  const GarmentData& data = cloth.data();
  std::uint64_t words = 0, values = 0, most = 0, corrections = 0;
  for (const ConstraintSet& set : data.sets) {
    words += std::uint64_t{set.count} * set.arity;
    values += std::uint64_t{set.count} * std::max(set.parameterCount + 1, set.lambdaCount);
    if (options.jacobi > 0.0f) {
      corrections = std::max(corrections, std::uint64_t{16} * set.count * set.arity);
      most = std::max(most, std::uint64_t{set.count});
    }
    for (const ColourRange& colour : set.colours) most = std::max(most, std::uint64_t{colour.blockCount} * kBlock);
  }
  std::uint64_t contact = 0;
  if (cloth.params.selfCollision.enabled) {
    contact = gpuContactBytes(data);
    const std::uint64_t edges = data.topology.edges.size();
    most = std::max({most, edges + data.topology.triangles.size(), edges + data.particleCount});
  }
  const std::uint64_t bytes =
      std::max({4 * words, 4 * values, corrections, contact, std::uint64_t{32} * data.paddedCount});
  if (bytes > limits.storageBytes || most > std::uint64_t{64} * limits.groups ||
      data.paddedCount > std::uint64_t{64} * limits.groups) {
    return Error{"the garment is larger than this device takes: " + std::to_string(bytes >> 20) + " MiB in one buffer"};
  }
  return {};
}

}  // namespace

/// Every batch holds those of the whole world.
Status solidsSupportedOnGpu(const StepInput& input, const GpuLimits& limits) {
  const std::uint64_t bytes = gpuSolidsBytes(input.colliders);
  if (bytes <= std::min(limits.storageBytes, kGpuMostSolidsBytes)) return {};
  return Error{"hulls and volumes are more than this device takes: " + std::to_string(bytes >> 20) +
               " MiB in one buffer"};
}

Status supportedOnGpu(Cloth& cloth, const StepInput& input, const GpuLimits& limits, const GpuOptions& options) {
  if (!cloth.enabled || cloth.frozen) return {};
  if (Status s = checkParameters(cloth, limits); !s) return s;
  if (Status s = checkColliders(cloth, input); !s) return s;
  return checkSize(cloth, limits, options);
}

}  // namespace toile
