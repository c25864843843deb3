#include "backends/gpu/contact.h"

#include <algorithm>
#include <bit>

#include "contact_group.h"
#include "math/bits.h"
#include "step_parts.h"

namespace toile {
namespace {

/// Of the hash grid, a feature: an entry, and its cell (include/cells.wgsl).
constexpr std::uint32_t kFeatureWords = 5 + 3;
/// Of the mean edge: pairs nearer than this are listed, no particle moves by half of it without a new search. Larger
/// means fewer searches and more pairs; from 0.7 on a level sheet of right triangles lists its own neighbours.
constexpr float kReachOfEdge = 0.5f;
/// More than 1/(1 − 0.49): what is not listed is still a thickness apart when a search is due, which it is from a
/// quarter of the reach on that each of the two goes.
constexpr float kReachOfThickness = 2.0f;
/// Of the mean edge: no thickness is less (collision/self/surface.cpp).
constexpr float kLeastOfEdge = 2e-3f;
/// There is room for so many at first.
std::size_t firstPairs(const GarmentData& data) { return std::size_t{16} * data.particleCount + 4096; }

std::uint32_t bucketsOf(std::uint32_t features) { return std::bit_ceil(std::max(256u, features)); }

}  // namespace

std::uint64_t gpuContactBytes(const GarmentData& data) {
  const auto features = static_cast<std::uint32_t>(data.topology.edges.size() + data.topology.triangles.size());
  const std::uint64_t grid = 4 * (std::uint64_t{2} * bucketsOf(features) + std::uint64_t{kFeatureWords} * features);
  const std::uint64_t surface = std::uint64_t{12} * features + std::uint64_t{16} * data.particleCount;
  return std::max<std::uint64_t>(
      {grid, surface, kGpuPairBytes * firstPairs(data), sizeof(GpuGather) * data.paddedCount});
}

std::uint64_t gpuMostPairs(std::size_t cloths, std::uint64_t storageBytes) {
  return storageBytes / (cloths * kGpuPairBytes);
}

void GpuContact::makeSurface() {
  const Topology& topology = data_.topology;
  for (const Edge& edge : topology.edges) surface_.insert(surface_.end(), {edge.a, edge.b});
  for (const auto& triangle : topology.triangles) surface_.insert(surface_.end(), triangle.begin(), triangle.end());
  for (std::uint32_t p = 0; p < data_.particleCount; ++p) {
    const Vec3 rest = data_.restPositions[p];
    const float scale = data_.thicknessScale.empty() ? 1.0f : data_.thicknessScale[p];
    surface_.insert(surface_.end(), {bitsOf(rest.x), bitsOf(rest.y), bitsOf(rest.z), bitsOf(scale)});
  }
  job_.particles = data_.particleCount, job_.padded = data_.paddedCount;
  job_.edges = static_cast<std::uint32_t>(topology.edges.size());
  job_.triangles = static_cast<std::uint32_t>(topology.triangles.size());
  job_.buckets = bucketsOf(features());
  job_.gridWords = 2 * job_.buckets + kFeatureWords * features();
  wanted_ = firstPairs(data_);
}

float GpuContact::thicknessOf(const Cloth& cloth) {
  if (!cloth.params.selfCollision.enabled || !cloth.enabled || cloth.frozen) return -1.0f;
  return contactMember(cloth, 0).thickness;
}

bool GpuContact::prepare(std::span<Cloth* const> cloths, const GpuLimits& limits) {
  float thickest = 0.0f;
  bool any = false;
  for (const Cloth* cloth : cloths) {
    const float thickness = thicknessOf(*cloth);
    if (thickness < 0.0f) continue;
    any = true;
    meanEdge_ = cloth->meanEdgeLength;
    thickest = std::max(thickest, thickness);
  }
  if (!any) return false;
  if (surface_.empty()) makeSurface();
  const GpuContactJob before = job_;
  float scale = 1.0f;
  for (const float s : data_.thicknessScale) scale = std::max(scale, s);
  job_.least = kLeastOfEdge * meanEdge_;
  job_.reach = std::max(kReachOfEdge * meanEdge_, kReachOfThickness * std::max(thickest * scale, job_.least));
  job_.capacity =
      static_cast<std::uint32_t>(std::min<std::uint64_t>(wanted_, gpuMostPairs(cloths.size(), limits.storageBytes)));
  groups_ = limits.groups;
  changed_ = job_.capacity != before.capacity || job_.reach != before.reach || job_.least != before.least;
  return true;
}

void GpuContact::take(std::size_t pairs) {
  // A fold that closes doubles their number within a step or two.
  if (pairs > job_.capacity / 2) wanted_ = std::max(wanted_, 3 * pairs);
}

void writeContact(const Cloth& cloth, GpuCloth& block) {
  if (!cloth.params.selfCollision.enabled) return;
  const ContactMember member = contactMember(cloth, 0);
  block.flags |= kGpuSelfCollides;
  block.contactThickness = member.thickness;
  block.contactHold = member.frictionStatic;
  block.contactDrag = std::min(member.frictionDynamic, member.frictionStatic);
}

}  // namespace toile
