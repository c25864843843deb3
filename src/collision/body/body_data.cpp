#include "collision/body/body_data.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace toile {
namespace {

using Corners = std::array<std::uint32_t, 3>;

std::uint64_t everyThirdBit(std::uint64_t a) {
  a &= 0x1fffff;
  a = (a | a << 32) & 0x1f00000000ffffu;
  a = (a | a << 16) & 0x1f0000ff0000ffu;
  a = (a | a << 8) & 0x100f00f00f00f00fu;
  a = (a | a << 4) & 0x10c30c30c30c30c3u;
  return (a | a << 2) & 0x1249249249249249u;
}

/// Triangles in the order of their middles: sixteen in a row are a compact patch.
std::vector<std::uint32_t> leafOrder(const BodyData& data, std::span<const Corners> triangles) {
  std::vector<Vec3> middles;
  for (const Corners& t : triangles) {
    Vec3 middle;
    for (const std::uint32_t c : t) middle += data.restVertices[data.vertexOfCorner[c]] * (1.0f / 3.0f);
    middles.push_back(middle);
  }
  return mortonOrder(middles);
}

/// Names corners in the order of the leaves.
void renameCorners(BodyData& data, std::vector<Corners>& triangles) {
  std::vector<std::uint32_t> name(data.vertexOfCorner.size(), kNoTriangle);
  std::uint32_t count = 0;
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    if (t % kBodyRow == 0) data.firstCorner.push_back(count);
    for (std::uint32_t& c : triangles[t]) {
      if (name[c] == kNoTriangle) name[c] = count++;
      c = name[c];
    }
  }
  data.firstCorner.push_back(count);
  data.cornerCount = count;
  std::vector<std::uint32_t> vertexOf(count);
  for (std::size_t c = 0; c < name.size(); ++c) {
    if (name[c] != kNoTriangle) vertexOf[name[c]] = data.vertexOfCorner[c];
  }
  data.vertexOfCorner = std::move(vertexOf);
  for (std::uint32_t& c : data.cornerOfVertex) c = c == kNoTriangle ? c : name[c];
}

void findRings(BodyData& data, std::span<const Corners> triangles) {
  data.ringStart.assign(data.cornerCount + 1, 0);
  data.onBorder.assign(data.cornerCount, 0);
  for (const Corners& t : triangles) {
    for (const std::uint32_t c : t) ++data.ringStart[c + 1];
  }
  for (std::uint32_t c = 0; c < data.cornerCount; ++c) data.ringStart[c + 1] += data.ringStart[c];
  data.ring.resize(3 * triangles.size());
  std::vector<std::uint32_t> next(data.ringStart.begin(), data.ringStart.end() - 1);
  for (std::uint32_t t = 0; t < triangles.size(); ++t) {
    for (std::size_t k = 0; k < 3; ++k) {
      data.ring[next[triangles[t][k]]++] = t;
      if (data.neighbours[t][k] != kNoTriangle) continue;
      data.onBorder[triangles[t][k]] = data.onBorder[triangles[t][(k + 1) % 3]] = 1;
    }
  }
}

void fillLeaves(BodyData& data, std::span<const Corners> triangles) {
  data.leaves.resize((triangles.size() + kBodyRow - 1) / kBodyRow);
  for (std::size_t t = 0; t < data.leaves.size() * kBodyRow; ++t) {
    const Corners& corners = triangles[std::min(t, triangles.size() - 1)];
    for (std::size_t k = 0; k < 3; ++k) data.leaves[t / kBodyRow].corner[k][t % kBodyRow] = corners[k];
  }
  data.levelRows = {static_cast<std::uint32_t>(data.leaves.size())};
  while (data.levelRows.back() > 1) data.levelRows.push_back((data.levelRows.back() + kBodyRow - 1) / kBodyRow);
}

float meanEdgeOf(const BodyData& data, std::span<const Corners> triangles) {
  double sum = 0.0;
  for (const Corners& t : triangles) {
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3 a = data.restVertices[data.vertexOfCorner[t[k]]],
                 b = data.restVertices[data.vertexOfCorner[t[(k + 1) % 3]]];
      sum += static_cast<double>(distance(a, b));
    }
  }
  return static_cast<float>(sum / static_cast<double>(3 * triangles.size()));
}

}  // namespace

std::vector<std::uint32_t> mortonOrder(std::span<const Vec3> points) {
  if (points.empty()) return {};
  Vec3 low = points[0], high = low;
  for (const Vec3 p : points) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  const float size = std::max({high.x - low.x, high.y - low.y, high.z - low.z, 1e-20f});
  const auto cell = [&](float a) { return static_cast<std::uint64_t>(std::clamp(a / size, 0.0f, 1.0f) * 1048575.0f); };
  std::vector<std::pair<std::uint64_t, std::uint32_t>> order;
  order.reserve(points.size());
  for (std::uint32_t i = 0; i < points.size(); ++i) {
    const Vec3 p = points[i] - low;
    order.emplace_back(everyThirdBit(cell(p.x)) | everyThirdBit(cell(p.y)) << 1 | everyThirdBit(cell(p.z)) << 2, i);
  }
  std::sort(order.begin(), order.end());
  std::vector<std::uint32_t> result;
  result.reserve(order.size());
  for (const auto& entry : order) result.push_back(entry.second);
  return result;
}

TurnedOver findNeighbours(std::span<const Corners> triangles, std::vector<Corners>& neighbours, BodyReport& report) {
  struct Side {
    std::uint32_t low, high, triangle, k;
    bool forwards;
    bool operator<(const Side& o) const {
      return std::tie(low, high, triangle, k) < std::tie(o.low, o.high, o.triangle, o.k);
    }
  };
  std::vector<Side> sides;
  for (std::uint32_t t = 0; t < triangles.size(); ++t) {
    for (std::uint32_t k = 0; k < 3; ++k) {
      const std::uint32_t a = triangles[t][k], b = triangles[t][(k + 1) % 3];
      sides.push_back({std::min(a, b), std::max(a, b), t, k, a < b});
    }
  }
  std::sort(sides.begin(), sides.end());
  neighbours.assign(triangles.size(), {kNoTriangle, kNoTriangle, kNoTriangle});
  report.openEdges = report.crowdedEdges = 0;
  TurnedOver turned;
  for (std::size_t i = 0, end = 0; i < sides.size(); i = end) {
    while (end < sides.size() && sides[end].low == sides[i].low && sides[end].high == sides[i].high) ++end;
    const Side &a = sides[i], &b = sides[i + (end - i > 1 ? 1 : 0)];
    if (end - i == 1) ++report.openEdges;
    if (end - i > 2) ++report.crowdedEdges;
    if (end - i != 2) continue;
    if (a.forwards == b.forwards && turned.a == kNoTriangle) turned = {a.triangle, b.triangle};
    neighbours[a.triangle][a.k] = b.triangle, neighbours[b.triangle][b.k] = a.triangle;
  }
  report.closed = report.openEdges == 0 && report.crowdedEdges == 0;
  return turned;
}

void arrangeBody(BodyData& data, std::span<const Corners> triangles) {
  std::vector<Corners> ordered;
  for (const std::uint32_t t : leafOrder(data, triangles)) ordered.push_back(triangles[t]);
  data.triangleCount = static_cast<std::uint32_t>(ordered.size());
  renameCorners(data, ordered);
  (void)findNeighbours(ordered, data.neighbours, data.report);
  findRings(data, ordered);
  fillLeaves(data, ordered);
  data.meanEdge = meanEdgeOf(data, ordered);
}

}  // namespace toile
