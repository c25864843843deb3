#include "backends/gpu/contact.h"

#include <algorithm>
#include <bit>

#include "contact_group.h"
#include "math/bits.h"
#include "step_parts.h"

namespace toile {
namespace {

constexpr std::uint32_t kContactWords = 8, kGatherWords = 8, kLimitWord = 4;
constexpr std::uint32_t kEntryWords = 4;  // of the hash grid
constexpr std::uint32_t kNeed = 0, kLeastGap = 2;
/// Of the mean edge: pairs nearer than this are listed, no particle moves by half of it without a new search. Larger
/// means fewer searches and more pairs; from 0.7 on a level sheet of right triangles lists its own neighbours.
constexpr float kReachOfEdge = 0.5f;
constexpr float kReachOfThickness = 1.5f;
/// Of the mean edge: no thickness is less (collision/self/surface.cpp).
constexpr float kLeastOfEdge = 2e-3f;
/// There is room for so many pairs a particle at first.
constexpr std::size_t kPairsOfParticle = 16;

}  // namespace

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
  job_.buckets = std::bit_ceil(std::max(256u, features()));
  job_.gridWords = 2 * job_.buckets + kEntryWords * features();
  wanted_ = kPairsOfParticle * data_.particleCount + 4096;
}

float GpuContact::thicknessOf(const Cloth& cloth) {
  if (!cloth.params.selfCollision.enabled || !cloth.enabled || cloth.frozen) return -1.0f;
  return contactMember(cloth, 0).thickness;
}

bool GpuContact::prepare(std::span<Cloth* const> cloths, std::uint64_t storageBytes) {
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
      static_cast<std::uint32_t>(std::min<std::uint64_t>(wanted_, storageBytes / (cloths.size() * kGpuPairBytes)));
  changed_ = job_.capacity != before.capacity || job_.reach != before.reach || job_.least != before.least;
  return true;
}

void GpuContact::take(std::size_t pairs) {
  // A fold that closes doubles their number within a step or two.
  if (pairs > job_.capacity / 2) wanted_ = std::max(wanted_, 3 * pairs);
}

std::vector<std::uint32_t> freshContacts() {
  std::vector<std::uint32_t> words(kContactWords);
  words[kNeed] = 1;
  words[kLeastGap] = bitsOf(3e38f);
  return words;
}

std::vector<std::uint32_t> freshGather(std::size_t particles) {
  std::vector<std::uint32_t> words(kGatherWords * particles);
  for (std::size_t p = 0; p < particles; ++p) words[kGatherWords * p + kLimitWord] = bitsOf(1.0f);
  return words;
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
