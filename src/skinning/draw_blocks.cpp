#include "skinning/draw_blocks.h"

#include <algorithm>

#include "kernels/draw_kernels.h"
#include "skinning/frames.h"
#include "skinning/phong.h"
#include "skinning/rings.h"

namespace toile {
namespace {

// Normals nearer to the coarse surface's than this are drawn as that: 0.5°, as kSmoothCosine.
constexpr double kPlainCosine = 0.99996192;

struct VertexFrame {
  PhongPoint at;
  std::array<double, 2> along{};   // the tangent's parts along the edges
  std::array<double, 3> normal{};  // its parts along normal, tangent and their cross product
  double handedness = 1.0;
};

std::vector<DoubleVec3> coarseNormals(const GarmentData& coarse) {
  std::vector<DoubleVec3> normals(coarse.particleCount);
  for (const auto& t : coarse.topology.triangles) {
    const DoubleVec3 a = toDouble(coarse.restPositions[t[0]]);
    const DoubleVec3 area = cross(toDouble(coarse.restPositions[t[1]]) - a, toDouble(coarse.restPositions[t[2]]) - a);
    for (const std::uint32_t p : t) normals[p] = normals[p] + area;
  }
  for (DoubleVec3& n : normals) n = length(n) > 0.0 ? n * (1.0 / length(n)) : DoubleVec3{0.0, 1.0, 0.0};
  return normals;
}

/// Parts of v along the edges, least squares: v lies about in their plane.
std::array<double, 2> partsAlong(const PhongTriangle& t, DoubleVec3 v) {
  const DoubleVec3 e = t.x[1] - t.x[0], f = t.x[2] - t.x[0];
  const double ee = dot(e, e), ef = dot(e, f), ff = dot(f, f), determinant = ee * ff - ef * ef;
  if (!(determinant > 1e-12 * ee * ff)) return {ee > 0.0 ? 1.0 / std::sqrt(ee) : 0.0, 0.0};
  const double u = dot(v, e), w = dot(v, f);
  return {(u * ff - w * ef) / determinant, (w * ee - u * ef) / determinant};
}

/// The frame whose normal and tangent are these at rest (both unit, perpendicular).
VertexFrame frameOf(const PhongTriangle& triangle, const PhongPoint& at, DoubleVec3 normal, DoubleVec3 tangent,
                    double handedness) {
  VertexFrame frame;
  frame.at = at;
  frame.handedness = handedness;
  const DoubleVec3 n = phongNormal(triangle, at);
  // The direction in the coarse surface's tangent plane that becomes `tangent` when it is made ⊥ `normal`.
  const double facing = dot(n, normal);
  DoubleVec3 level =
      std::fabs(facing) > 0.1 ? tangent - normal * (dot(n, tangent) / facing) : tangent - n * dot(n, tangent);
  if (!(length(level) > 1e-6)) level = cross(n, normal);
  // The edges' plane is not quite that plane: take what lies straight above it along n.
  const DoubleVec3 flat = cross(triangle.x[1] - triangle.x[0], triangle.x[2] - triangle.x[0]);
  const double tilt = dot(flat, n);
  if (std::fabs(tilt) > 0.1 * length(flat)) level = level - n * (dot(flat, level) / tilt);
  frame.along = partsAlong(triangle, level);
  const DoubleVec3 e = triangle.x[1] - triangle.x[0], f = triangle.x[2] - triangle.x[0];
  DoubleVec3 t = e * frame.along[0] + f * frame.along[1];
  t = t - n * dot(n, t);
  t = length(t) > 0.0 ? t * (1.0 / length(t)) : t;
  frame.normal = {facing, dot(normal, t), dot(normal, cross(n, t))};
  return frame;
}

std::vector<VertexFrame> framesOf(const DrawInput& input, DrawnReport& report) {
  const GarmentData &drawn = input.drawn, &coarse = input.coarse;
  const std::vector<DoubleVec3> corner = coarseNormals(coarse);
  const std::size_t count = drawn.restVertices.size();
  std::vector<Vec3> normals(count);
  std::vector<Vec4> tangents(count);
  smoothNormals(drawn, drawn.restVertices, normals);
  if (!drawn.uvs.empty()) smoothTangents(drawn, drawn.restVertices, normals, tangents);
  std::vector<VertexFrame> frames(count);
  for (std::size_t v = 0; v < count; ++v) {
    const std::uint32_t p = drawn.particleOfVertex[v];
    const DoubleVec3 place = toDouble(drawn.restVertices[v]);
    Bound bound;
    if (p != kNone) {
      bound = input.binding.bound[p];
    } else {
      bound.triangle = 0;  // loose: carried along, seen by nobody
    }
    PhongTriangle triangle;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t c = coarse.topology.triangles[bound.triangle][k];
      triangle.x[k] = toDouble(coarse.restPositions[c]), triangle.n[k] = corner[c];
    }
    const PhongPoint at = phongInverse(triangle, place, {bound.b1, bound.b2, 0.0});
    const DoubleVec3 n = p != kNone ? toDouble(normals[v]) : phongNormal(triangle, at);
    const DoubleVec3 e = triangle.x[1] - triangle.x[0];
    const bool have = !drawn.uvs.empty() && p != kNone;
    DoubleVec3 t = have ? DoubleVec3{tangents[v].x, tangents[v].y, tangents[v].z} : e - n * dot(n, e);
    if (!have && length(t) > 0.0) t = t * (1.0 / length(t));
    frames[v] = frameOf(triangle, at, n, t, have ? tangents[v].w : 1.0);
    if (p == kNone) continue;
    report.restError = std::max(report.restError, static_cast<float>(length(phongPosition(triangle, at) - place)));
    report.farthestOffset = std::max(report.farthestOffset, static_cast<float>(std::fabs(at.offset)));
    if (frames[v].normal[0] < kPlainCosine) ++report.detailVertices;
  }
  return frames;
}

void fillBlocks(const DrawInput& input, const std::vector<VertexFrame>& frames, DrawnData& data) {
  const std::size_t count = frames.size();
  data.blockCount = static_cast<std::uint32_t>((count + kBlock - 1) / kBlock);
  const bool narrow = input.coarse.paddedCount <= 65536;
  data.values.resize(std::size_t{data.blockCount} * kDrawValues * kBlock);
  data.detail.assign(data.blockCount, kNone);
  const std::size_t corners = std::size_t{data.blockCount} * 3 * kBlock;
  narrow ? data.corners16.resize(corners) : data.corners32.resize(corners);
  for (std::uint32_t block = 0; block < data.blockCount; ++block) {
    bool plain = true;
    for (std::size_t lane = 0; lane < kBlock; ++lane) {
      const std::size_t v = std::min<std::size_t>(block * std::size_t{kBlock} + lane, count - 1);
      const VertexFrame& frame = frames[v];
      const std::uint32_t p = input.drawn.particleOfVertex[v];
      const std::uint32_t t = p == kNone ? 0 : input.binding.bound[p].triangle;
      for (std::size_t k = 0; k < 3; ++k) {
        const std::uint32_t c = input.coarse.topology.triangles[t][k];
        const std::size_t at = (block * std::size_t{3} + k) * kBlock + lane;
        narrow ? void(data.corners16[at] = static_cast<std::uint16_t>(c)) : void(data.corners32[at] = c);
      }
      const double values[kDrawValues] = {frame.at.b1,    frame.at.b2,    frame.at.offset,
                                          frame.along[0], frame.along[1], frame.handedness};
      for (std::size_t k = 0; k < kDrawValues; ++k) {
        data.values[(std::size_t{block} * kDrawValues + k) * kBlock + lane] = static_cast<float>(values[k]);
      }
      plain = plain && frame.normal[0] >= kPlainCosine;
    }
    if (plain) continue;
    data.detail[block] = static_cast<std::uint32_t>(data.details.size() / (kDetailValues * kBlock));
    for (std::size_t k = 0; k < kDetailValues; ++k) {
      for (std::size_t lane = 0; lane < kBlock; ++lane) {
        const std::size_t v = std::min<std::size_t>(block * std::size_t{kBlock} + lane, count - 1);
        data.details.push_back(static_cast<float>(frames[v].normal[k]));
      }
    }
  }
}

}  // namespace

void layOutDrawing(const DrawInput& input, DrawnData& data) {
  fillBlocks(input, framesOf(input, data.report), data);
  data.rings = buildRings(input.coarse.topology.triangles, input.coarse.particleCount, input.coarse.particleCount);
}

// x of the rest metric is warp, y is weft (RestMetric::triangles): inverted, they lie along the edges like this.
std::vector<MaterialAxes> materialAxes(const GarmentData& coarse) {
  std::vector<MaterialAxes> axes;
  for (const auto& q : coarse.rest.triangles) {
    const double ex = q[1].x - q[0].x, ey = q[1].y - q[0].y, fx = q[2].x - q[0].x, fy = q[2].y - q[0].y;
    const double determinant = ex * fy - fx * ey;
    axes.push_back({{static_cast<float>(fy / determinant), static_cast<float>(-ey / determinant)},
                    {static_cast<float>(-fx / determinant), static_cast<float>(ex / determinant)}});
  }
  return axes;
}

std::array<std::uint32_t, 3> DrawnData::corners(std::size_t vertex) const {
  std::array<std::uint32_t, 3> result{};
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t at = (vertex / kBlock * 3 + k) * kBlock + vertex % kBlock;
    result[k] = corners16.empty() ? corners32[at] : corners16[at];
  }
  return result;
}

std::array<float, 3> DrawnData::weights(std::size_t vertex) const {
  const float* at = &values[vertex / kBlock * kDrawValues * kBlock + vertex % kBlock];
  return {1.0f - at[0] - at[kBlock], at[0], at[kBlock]};
}

}  // namespace toile
