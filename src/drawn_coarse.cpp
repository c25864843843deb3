#include "drawn_coarse.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>

#include "garment_data.h"
#include "math/bits.h"
#include "math/double_vec.h"
#include "topology/grid_layout.h"
#include "topology/simplify.h"

namespace toile {
namespace {

/// Of `particles` (ascending) at most `count`, each as far from those before it as can be.
std::vector<std::uint32_t> spreadOut(const std::vector<std::uint32_t>& particles, const GarmentData& data,
                                     std::size_t count) {
  if (particles.size() <= count) return particles;
  std::vector<std::uint32_t> chosen;
  std::vector<float> nearest(particles.size(), std::numeric_limits<float>::infinity());
  std::size_t next = 0;
  while (chosen.size() < count) {
    chosen.push_back(particles[next]);
    const Vec3 here = data.restPositions[particles[next]];
    for (std::size_t i = 0; i < particles.size(); ++i) {
      nearest[i] = std::min(nearest[i], lengthSquared(data.restPositions[particles[i]] - here));
    }
    next = static_cast<std::size_t>(std::max_element(nearest.begin(), nearest.end()) - nearest.begin());
  }
  return chosen;
}

/// Where a border turns by more than 40°: cut off, a drawn corner would hang in the air.
std::vector<std::uint32_t> borderCorners(const GarmentData& data) {
  std::vector<std::array<std::uint32_t, 2>> beside(data.particleCount, {kNone, kNone});
  std::vector<std::uint8_t> sides(data.particleCount, 0);
  for (const Edge& edge : data.topology.edges) {
    if (edge.triangleCount != 1) continue;
    for (const auto& [p, q] : {std::pair{edge.a, edge.b}, std::pair{edge.b, edge.a}}) {
      if (sides[p] < 2) beside[p][sides[p]] = q;
      if (sides[p] < 3) ++sides[p];
    }
  }
  std::vector<std::uint32_t> corners;
  for (std::uint32_t p = 0; p < data.particleCount; ++p) {
    if (sides[p] != 2) continue;
    const DoubleVec3 here = toDouble(data.restPositions[p]);
    const DoubleVec3 a = toDouble(data.restPositions[beside[p][0]]) - here;
    const DoubleVec3 b = toDouble(data.restPositions[beside[p][1]]) - here;
    if (dot(a, b) > -0.766 * length(a) * length(b)) corners.push_back(p);
  }
  return corners;
}

void markHeld(const GarmentData& data, const SimulatedMesh& simulated, std::vector<std::uint8_t>& held) {
  std::vector<std::uint32_t> particles;
  for (std::uint32_t p = 0; p < data.particleCount; ++p) {
    if (data.fixed[p] != 0) particles.push_back(p);
  }
  const std::vector<std::uint32_t> corners = borderCorners(data);
  if (corners.size() <= simulated.vertices / 8) particles.insert(particles.end(), corners.begin(), corners.end());
  for (const std::uint32_t v : simulated.kept) {
    if (data.particleOfVertex[v] != kNone) particles.push_back(data.particleOfVertex[v]);
  }
  std::sort(particles.begin(), particles.end());
  particles.erase(std::unique(particles.begin(), particles.end()), particles.end());
  for (const std::uint32_t p : spreadOut(particles, data, std::max<std::size_t>(4, simulated.vertices / 4)))
    held[p] = 1;
}

/// Vertices of one particle and one UV are one node. firstVertex[node] names the first of them.
NodeMesh nodesOf(const GarmentData& data, std::vector<std::uint32_t>& firstVertex) {
  NodeMesh nodes;
  nodes.particleCount = data.particleCount;
  nodes.held.assign(data.particleCount, 0);
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, std::uint32_t> known;
  std::vector<std::uint32_t> nodeOfVertex(data.particleOfVertex.size(), kNone);
  for (std::uint32_t v = 0; v < nodeOfVertex.size(); ++v) {
    const std::uint32_t p = data.particleOfVertex[v];
    if (p == kNone) continue;
    const Vec2 uv = data.uvs.empty() ? Vec2{} : data.uvs[v];
    const auto [entry, made] = known.try_emplace({p, bitsOf(uv.x), bitsOf(uv.y)}, firstVertex.size());
    if (made) {
      firstVertex.push_back(v);
      nodes.positions.push_back(data.restPositions[p]);
      nodes.particle.push_back(p);
    }
    nodeOfVertex[v] = entry->second;
  }
  for (const auto& t : data.topology.triangleVertices) {
    nodes.triangles.push_back({nodeOfVertex[t[0]], nodeOfVertex[t[1]], nodeOfVertex[t[2]]});
  }
  return nodes;
}

std::optional<GridLayout> gridOf(const SurfaceMesh& mesh, const GarmentData& data) {
  // Copies would need their own UVs: what has seams is no plain grid.
  if (data.particleCount != mesh.vertexCount() || mesh.faceSizes.empty()) return {};
  std::vector<std::array<std::uint32_t, 4>> quads(mesh.faceCount());
  for (std::size_t f = 0; f < quads.size(); ++f) {
    if (mesh.faceSizes[f] != 4) return {};
    for (std::size_t k = 0; k < 4; ++k) quads[f][k] = data.particleOfVertex[mesh.faceVertices[4 * f + k]];
  }
  return findGrid(quads, data.particleCount);
}

/// The largest of the sizes at most kFewer smaller in each direction whose particles make whole blocks, or what is
/// given: then all stretches of the solver's order are of one length, and its runs have fewer gaps (topology/runs).
void fitBlocks(std::uint32_t& width, std::uint32_t& height) {
  constexpr std::uint32_t kFewer = 3, kSmall = 16;
  if (width < kSmall || height < kSmall) return;
  std::uint32_t best = 0;
  const std::uint32_t fullWidth = width, fullHeight = height;
  for (std::uint32_t w = fullWidth - kFewer; w <= fullWidth; ++w) {
    for (std::uint32_t h = fullHeight - kFewer; h <= fullHeight; ++h) {
      if (w * h % kBlock == 0 && w * h > best) best = w * h, width = w, height = h;
    }
  }
}

/// A grid stays a grid, of fewer rows and columns: its rows keep their warp and weft, and the solver loads grids as
/// whole vectors.
CoarseMesh thinnedGrid(const GarmentData& data, const GridLayout& grid, const SimulatedMesh& simulated) {
  const double share = std::sqrt(static_cast<double>(simulated.vertices) / (double(grid.width) * grid.height));
  std::uint32_t width = std::clamp(static_cast<std::uint32_t>(grid.width * share + 0.5), 2u, grid.width);
  width = std::min(width, simulated.vertices / 2);
  std::uint32_t height = std::clamp(simulated.vertices / width, 2u, grid.height);
  if (width < grid.width || height < grid.height) fitBlocks(width, height);
  std::vector<std::uint8_t> held(data.particleCount, 0);
  markHeld(data, simulated, held);
  std::vector<std::uint32_t> wantedColumns, wantedRows;
  for (std::uint32_t i = 0; i < grid.particles.size(); ++i) {
    if (held[grid.particles[i]] == 0) continue;
    wantedColumns.push_back(i % grid.width), wantedRows.push_back(i / grid.width);
  }
  std::sort(wantedColumns.begin(), wantedColumns.end());
  const std::vector<std::uint32_t> columns = thinRows(grid.width, width, wantedColumns);
  const std::vector<std::uint32_t> rows = thinRows(grid.height, height, wantedRows);
  CoarseMesh coarse;
  for (const std::uint32_t row : rows) {
    for (const std::uint32_t column : columns) {
      const std::uint32_t p = grid.particles[std::size_t{row} * grid.width + column];
      coarse.mesh.positions.push_back(data.restPositions[p]);
      if (!data.uvs.empty()) coarse.mesh.uvs.push_back(data.uvs[data.vertexOfParticle[p]]);
      coarse.drawnVertexOf.push_back(data.vertexOfParticle[p]);
    }
  }
  for (std::uint32_t y = 0; y + 1 < height; ++y) {
    for (std::uint32_t x = 0; x + 1 < width; ++x) {
      const std::uint32_t corner = y * width + x;
      coarse.mesh.faceSizes.push_back(4);
      coarse.mesh.faceVertices.insert(coarse.mesh.faceVertices.end(),
                                      {corner, corner + 1, corner + width + 1, corner + width});
    }
  }
  return coarse;
}

}  // namespace

Result<CoarseMesh> simplifiedMesh(const SurfaceMesh& mesh, const Garment& drawn, const SimulatedMesh& simulated) {
  const GarmentData& data = drawn.data();
  if (const auto grid = gridOf(mesh, data)) return thinnedGrid(data, *grid, simulated);
  std::vector<std::uint32_t> firstVertex;
  NodeMesh nodes = nodesOf(data, firstVertex);
  markHeld(data, simulated, nodes.held);
  const auto simplified = simplify(nodes, simulated.vertices);
  if (!simplified) return Error{simplified.error()};
  const auto& triangles = *simplified;
  std::vector<std::uint32_t> coarseOfNode(nodes.positions.size(), kNone);
  for (const auto& t : triangles) {
    for (const std::uint32_t n : t) coarseOfNode[n] = 0;
  }
  CoarseMesh coarse;
  for (std::uint32_t n = 0; n < coarseOfNode.size(); ++n) {
    if (coarseOfNode[n] == kNone) continue;
    coarseOfNode[n] = static_cast<std::uint32_t>(coarse.mesh.positions.size());
    coarse.mesh.positions.push_back(nodes.positions[n]);
    if (!data.uvs.empty()) coarse.mesh.uvs.push_back(data.uvs[firstVertex[n]]);
    coarse.drawnVertexOf.push_back(firstVertex[n]);
  }
  for (const auto& t : triangles) {
    for (const std::uint32_t n : t) coarse.mesh.faceVertices.push_back(coarseOfNode[n]);
  }
  return coarse;
}

}  // namespace toile
