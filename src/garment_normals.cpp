#include "garment_normals.h"

#include "math/double_vec.h"
#include "topology/topology.h"

namespace toile {

namespace {

/// A zero normal says nothing and agrees with nothing but another one.
bool agree(Vec3 a, Vec3 b) {
  const DoubleVec3 u = toDouble(a), v = toDouble(b);
  const double product = length(u) * length(v);
  if (!(product > 0.0)) return !(length(u) > 0.0) && !(length(v) > 0.0);
  return dot(u, v) >= kSmoothCosine * product;
}

}  // namespace

std::vector<std::uint32_t> groupNormals(std::span<const std::uint32_t> particleOfVertex, std::size_t particleCount,
                                        std::span<const Vec3> importedNormals, std::uint32_t& groupCount) {
  groupCount = 0;
  std::vector<std::uint32_t> group(particleOfVertex.size(), kNone);
  // Groups of one particle as a list: their first vertices, linked by `next`.
  std::vector<std::uint32_t> head(particleCount, kNone), next(particleOfVertex.size(), kNone);
  for (std::uint32_t v = 0; v < particleOfVertex.size(); ++v) {
    const std::uint32_t p = particleOfVertex[v];
    if (p == kNone) continue;
    for (std::uint32_t first = head[p]; first != kNone && group[v] == kNone; first = next[first]) {
      if (importedNormals.empty() || agree(importedNormals[first], importedNormals[v])) group[v] = group[first];
    }
    if (group[v] != kNone) continue;
    group[v] = groupCount++;
    next[v] = head[p];
    head[p] = v;
  }
  return group;
}

}  // namespace toile
