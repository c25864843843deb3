#include "topology/simplify.h"

#include <meshoptimizer.h>

#include <algorithm>

#include "topology/improve.h"
#include "topology/topology.h"

namespace toile {
namespace {

/// Edge collapses are chosen by the error of planes (Garland & Heckbert 1997), and a flat sheet has none: long slivers
/// would do as well as anything. Positions are therefore roughened by this part of the edges' length, so that a
/// collapse costs about the square of the distance it reaches over, alike in every direction.
constexpr float kRoughness = 0.25f;
constexpr int kTries = 8;

/// −1 … 1, the same for the same numbers everywhere.
float scattered(std::uint32_t i, std::uint32_t axis) {
  std::uint32_t h = i * 0x9E3779B9u + axis * 0x7FEB352Du;
  h = (h ^ (h >> 16)) * 0x85EBCA6Bu;
  h = (h ^ (h >> 13)) * 0xC2B2AE35u;
  h ^= h >> 16;
  return static_cast<float>(h >> 8) * (2.0f / 16777216.0f) - 1.0f;
}

/// Positions as meshoptimizer gets them. Behind the nodes stand two copies of each held one that no triangle names:
/// three vertices at one place it takes for a knot that has to stay.
std::vector<Vec3> roughened(const NodeMesh& mesh) {
  std::vector<float> sum(mesh.particleCount, 0.0f), count(mesh.particleCount, 0.0f);
  for (const auto& triangle : mesh.triangles) {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t a = triangle[k], b = triangle[(k + 1) % 3];
      const float length = distance(mesh.positions[a], mesh.positions[b]);
      sum[mesh.particle[a]] += length, sum[mesh.particle[b]] += length;
      count[mesh.particle[a]] += 1.0f, count[mesh.particle[b]] += 1.0f;
    }
  }
  std::vector<Vec3> positions = mesh.positions;
  std::vector<std::uint8_t> seen(mesh.particleCount, 0);
  for (std::size_t n = 0; n < mesh.positions.size(); ++n) {
    const std::uint32_t p = mesh.particle[n];
    const float reach = count[p] > 0.0f ? kRoughness * sum[p] / count[p] : 0.0f;
    positions[n] += Vec3{reach * scattered(p, 0), reach * scattered(p, 1), reach * scattered(p, 2)};
    if (mesh.held[p] == 0 || seen[p] != 0) continue;
    seen[p] = 1;
    positions.push_back(positions[n]), positions.push_back(positions[n]);
  }
  return positions;
}

std::size_t countParticles(const NodeMesh& mesh, std::span<const std::uint32_t> corners) {
  std::vector<std::uint8_t> used(mesh.particleCount, 0);
  for (const std::uint32_t n : corners) used[mesh.particle[n]] = 1;
  return static_cast<std::size_t>(std::count(used.begin(), used.end(), 1));
}

}  // namespace

Result<std::vector<std::array<std::uint32_t, 3>>> simplify(const NodeMesh& mesh, std::uint32_t budget) {
  std::vector<std::uint32_t> all;
  for (const auto& triangle : mesh.triangles) all.insert(all.end(), triangle.begin(), triangle.end());
  std::vector<std::uint32_t> best = all, corners(all.size());
  std::size_t bestCount = countParticles(mesh, all);
  const std::vector<Vec3> positions = roughened(mesh);
  // Triangles are asked for, particles are wanted: their ratio depends on the borders and is found by trying.
  double target = 2.0 * budget;
  for (int i = 0; i < kTries && bestCount > budget; ++i) {
    const auto wanted = std::min(all.size(), 3 * std::max<std::size_t>(1, static_cast<std::size_t>(target)));
    corners.resize(all.size());
    corners.resize(meshopt_simplify(corners.data(), all.data(), all.size(), &positions[0].x, positions.size(),
                                    sizeof(Vec3), wanted, 1e9f, 0, nullptr));
    const std::size_t count = countParticles(mesh, corners);
    const bool stuck = corners.size() > wanted + wanted / 8;
    if (!corners.empty() && count < bestCount) best = corners, bestCount = count;
    if (stuck || corners.empty()) break;
    target *= 0.995 * budget / static_cast<double>(count);
  }
  std::vector<std::array<std::uint32_t, 3>> triangles(best.size() / 3);
  for (std::size_t t = 0; t < triangles.size(); ++t) triangles[t] = {best[3 * t], best[3 * t + 1], best[3 * t + 2]};
  if (bestCount < countParticles(mesh, all)) improveTriangles(mesh, triangles);
  return triangles;
}

}  // namespace toile
