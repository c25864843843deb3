#include "backends/gpu/drawing.h"

#include "kernels/draw_kernels.h"

namespace toile {
namespace {

constexpr std::uint32_t kLoose = 0x80000000u;
constexpr std::uint32_t kDrawWidth = 64;

constexpr GpuKernelInfo kDrawKernels[] = {
    {"vertices", "place", 0, 0, kDrawWidth},
    {"vertices", "frames", 0, 0, kDrawWidth},
    {"phong", "rings", 0, 0, kDrawWidth},
    {"phong", "skin", 0, 0, kDrawWidth},
};

std::uint32_t drawGroups(std::uint32_t count) { return (count + kDrawWidth - 1) / kDrawWidth; }

/// The place where what is appended next will lie.
std::uint32_t here(const std::vector<std::uint32_t>& words) { return static_cast<std::uint32_t>(words.size()); }
std::uint32_t here(const std::vector<float>& floats) { return static_cast<std::uint32_t>(floats.size()); }

/// Each vertex's particle; loose vertices' rest positions go to the values.
void appendSources(const GarmentData& data, GpuDrawing& drawing) {
  drawing.uniform.sources = here(drawing.corners);
  drawing.uniform.rest = here(drawing.values);
  std::uint32_t loose = 0;
  for (std::size_t v = 0; v < data.particleOfVertex.size(); ++v) {
    if (data.particleOfVertex[v] != kNone) {
      drawing.corners.push_back(data.particleOfVertex[v]);
      continue;
    }
    drawing.corners.push_back(kLoose + loose++);
    const Vec3 rest = data.restVertices[v];
    drawing.values.insert(drawing.values.end(), {rest.x, rest.y, rest.z});
  }
}

/// The triangles round every vertex's normal group; vertices of a group share one list.
void appendNormalRings(const GarmentData& data, GpuDrawing& drawing) {
  std::vector<std::vector<std::uint32_t>> ofGroup(data.normalGroupCount);
  for (std::size_t t = 0; t < data.drawTriangles.size(); t += 3) {
    for (std::size_t k = 0; k < 3; ++k) {
      auto& list = ofGroup[data.normalGroup[data.drawTriangles[t + k]]];
      list.insert(list.end(), &data.drawTriangles[t], &data.drawTriangles[t] + 3);
    }
  }
  const std::size_t count = data.normalGroup.size();
  std::vector<std::uint32_t> words;
  drawing.uniform.rings = here(drawing.corners);
  const std::uint32_t first = here(drawing.corners) + static_cast<std::uint32_t>(count) + 1;
  for (std::size_t v = 0; v < count; ++v) {
    drawing.corners.push_back(first + here(words));
    if (data.normalGroup[v] == kNone) continue;
    const auto& list = ofGroup[data.normalGroup[v]];
    words.insert(words.end(), list.begin(), list.end());
  }
  drawing.corners.push_back(first + here(words));
  drawing.corners.insert(drawing.corners.end(), words.begin(), words.end());
}

/// Every vertex's own triangles, and what their edges count for along u and v (smoothTangents).
void appendSpans(const GarmentData& data, GpuDrawing& drawing) {
  if (data.uvs.empty()) return;
  const std::size_t count = data.particleOfVertex.size();
  std::vector<std::vector<std::uint32_t>> ofVertex(count);
  for (std::size_t t = 0; t < data.drawTriangles.size(); t += 3) {
    for (std::size_t k = 0; k < 3; ++k) ofVertex[data.drawTriangles[t + k]].push_back(static_cast<std::uint32_t>(t));
  }
  drawing.uniform.hasTangents = 1;
  drawing.uniform.axes = here(drawing.values);
  drawing.uniform.spans = here(drawing.corners);
  std::uint32_t spans = 0;
  for (const auto& triangles : ofVertex) {
    drawing.corners.push_back(spans);
    spans += here(triangles);
  }
  drawing.corners.push_back(spans);
  drawing.uniform.spanTriangles = here(drawing.corners);
  for (const auto& triangles : ofVertex) {
    for (const std::uint32_t t : triangles) {
      const std::uint32_t* corner = &data.drawTriangles[t];
      drawing.corners.insert(drawing.corners.end(), corner, corner + 3);
      const Vec2 d1 = data.uvs[corner[1]] - data.uvs[corner[0]], d2 = data.uvs[corner[2]] - data.uvs[corner[0]];
      const float side = d1.x * d2.y - d2.x * d1.y < 0.0f ? -1.0f : 1.0f;
      drawing.values.insert(drawing.values.end(), {d2.y * side, -d1.y * side, -d2.x * side, d1.x * side});
    }
  }
}

/// Neighbours of each particle, in the order of the CPU's kernel.
void appendParticleRings(const RingSet& rings, std::uint32_t particleCount, GpuDrawing& drawing) {
  std::vector<std::vector<std::uint32_t>> ring(particleCount);
  for (std::uint32_t block = 0; block < rings.blockCount(); ++block) {
    for (std::size_t lane = 0; lane < kBlock; ++lane) {
      const std::uint32_t p = rings.particles[block * kBlock + lane];
      if (p >= particleCount) continue;
      for (std::uint32_t row = rings.firstRow[block]; row < rings.firstRow[block + 1]; ++row)
        ring[p].push_back(rings.neighbours[std::size_t{row} * kBlock + lane]);
      while (!ring[p].empty() && ring[p].back() == p) ring[p].pop_back();  // no area
    }
  }
  drawing.uniform.rings = here(drawing.corners);
  std::uint32_t at = here(drawing.corners) + particleCount + 1;
  for (const auto& own : ring) {
    drawing.corners.push_back(at);
    at += here(own);
  }
  drawing.corners.push_back(at);
  for (const auto& own : ring) drawing.corners.insert(drawing.corners.end(), own.begin(), own.end());
}

/// The parts of a drawn vertex's normal; those of the coarse surface's where it has none of its own.
float detailPart(const DrawnData& drawn, std::size_t vertex, std::size_t k) {
  const std::uint32_t entry = drawn.detail[vertex / kBlock];
  if (entry == kNone) return k == 0 ? 1.0f : 0.0f;
  return drawn.details[(std::size_t{entry} * kDetailValues + k) * kBlock + vertex % kBlock];
}

}  // namespace

std::span<const GpuKernelInfo> gpuDrawKernels() { return kDrawKernels; }

GpuDrawing makeGpuDrawing(const GarmentData& data) {
  GpuDrawing drawing;
  drawing.uniform.vertices = static_cast<std::uint32_t>(data.particleOfVertex.size());
  drawing.uniform.particles = data.particleCount, drawing.uniform.padded = data.paddedCount;
  appendSources(data, drawing);
  appendNormalRings(data, drawing);
  appendSpans(data, drawing);
  drawing.dispatches[0] = {0, drawGroups(drawing.uniform.vertices)};
  drawing.dispatches[1] = {1, drawGroups(drawing.uniform.vertices)};
  drawing.triangles = data.drawTriangles;
  return drawing;
}

GpuDrawing makeGpuDrawing(const DrawnData& drawn) {
  GpuDrawing drawing;
  const GarmentData& data = drawn.simulated->data();
  const std::size_t count = drawn.restVertices.size();
  drawing.uniform.vertices = static_cast<std::uint32_t>(count);
  drawing.uniform.particles = data.particleCount, drawing.uniform.padded = data.paddedCount;
  drawing.uniform.hasTangents = 1;
  drawing.uniform.sources = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    for (std::size_t v = 0; v < count; ++v) drawing.corners.push_back(drawn.corners(v)[k]);
  }
  for (std::size_t k = 0; k < kDrawValues; ++k) {
    for (std::size_t v = 0; v < count; ++v)
      drawing.values.push_back(drawn.values[(v / kBlock * kDrawValues + k) * kBlock + v % kBlock]);
  }
  for (std::size_t k = 0; k < kDetailValues; ++k) {
    for (std::size_t v = 0; v < count; ++v) drawing.values.push_back(detailPart(drawn, v, k));
  }
  appendParticleRings(drawn.rings, data.particleCount, drawing);
  drawing.dispatches[0] = {2, drawGroups(data.particleCount)};
  drawing.dispatches[1] = {3, drawGroups(drawing.uniform.vertices)};
  drawing.triangles = drawn.triangles;
  return drawing;
}

std::vector<float> drawingPlaces(std::span<Cloth* const> cloths) {
  std::vector<float> places;
  for (const Cloth* cloth : cloths) {
    const Vec3 origin = cloth->transform.translation;
    const Vec3 x = rotate(cloth->transform.rotation, {1.0f, 0.0f, 0.0f});
    const Vec3 y = rotate(cloth->transform.rotation, {0.0f, 1.0f, 0.0f});
    const Vec3 z = rotate(cloth->transform.rotation, {0.0f, 0.0f, 1.0f});
    places.insert(places.end(), {x.x, y.x, z.x, origin.x, x.y, y.y, z.y, origin.y, x.z, y.z, z.z, origin.z});
  }
  return places;
}

}  // namespace toile
