#include "collision/self/surface.h"

#include <algorithm>
#include <cmath>

#include "collision/self/flat_build.h"

namespace toile::self {
namespace {

/// Part of the mean edge that a particle may be off from where it was expected before its pairs are searched again.
/// Wider lists more pairs, narrower searches more often (docs/performance.md).
constexpr float kMarginPart = 0.15f;
/// Least distance kept where no thickness is asked for, in mean edges: room for rounding.
constexpr float kLeastThickness = 2e-3f;

/// Sorts middles of triangles so that sixteen in a row are a compact patch: halved along the longest axis, at whole
/// patches.
class PatchOrder {
 public:
  struct Entry {
    Vec3 middle;
    std::uint32_t triangle;
  };
  static void sort(std::span<Entry> entries) {
    if (entries.size() <= kRow) return;
    Vec3 low = entries[0].middle, high = low;
    for (const Entry& e : entries) {
      low = {std::min(low.x, e.middle.x), std::min(low.y, e.middle.y), std::min(low.z, e.middle.z)};
      high = {std::max(high.x, e.middle.x), std::max(high.y, e.middle.y), std::max(high.z, e.middle.z)};
    }
    const Vec3 size = high - low;
    const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    const auto before = [axis](const Entry& a, const Entry& b) {
      const float p[3] = {a.middle.x, a.middle.y, a.middle.z}, q[3] = {b.middle.x, b.middle.y, b.middle.z};
      return p[axis] != q[axis] ? p[axis] < q[axis] : a.triangle < b.triangle;
    };
    const std::size_t half = (entries.size() / kRow + 1) / 2 * kRow;
    std::nth_element(entries.begin(), entries.begin() + static_cast<std::ptrdiff_t>(half), entries.end(), before);
    sort(entries.first(half)), sort(entries.subspan(half));
  }
};

std::vector<std::uint32_t> patchOrder(const SurfaceInput& input) {
  std::vector<PatchOrder::Entry> entries;
  for (std::uint32_t t = 0; t < input.triangles.size(); ++t) {
    const auto& c = input.triangles[t];
    entries.push_back({(input.rest[c[0]] + input.rest[c[1]] + input.rest[c[2]]) * (1.0f / 3.0f), t});
  }
  PatchOrder::sort(entries);
  std::vector<std::uint32_t> result;
  result.reserve(entries.size());
  // Which end of a patch the halving leaves first is nobody's promise: names decide.
  for (std::size_t i = 0; i < entries.size(); ++i) {
    result.push_back(entries[i].triangle);
    if (result.size() % kRow == 0 || i + 1 == entries.size())
      std::sort(result.end() - static_cast<std::ptrdiff_t>((i % kRow) + 1), result.end());
  }
  return result;
}

template <std::size_t corners>
class RowWriter {
 public:
  explicit RowWriter(std::vector<FeatureRow<corners>>& rows) : rows_(rows) {}
  void begin() { full_ = true; }
  void add(const std::array<std::uint32_t, corners>& particles) {
    if (full_) rows_.emplace_back();
    FeatureRow<corners>& row = rows_.back();
    for (std::size_t k = 0; k < corners; ++k) {
      const auto place = row.particle + k * kRow;
      std::fill(place + row.count, place + (row.count == 0 ? kRow : row.count + 1), particles[k]);
    }
    full_ = ++row.count == kRow;
  }
  std::uint32_t size() const { return static_cast<std::uint32_t>(rows_.size()); }

 private:
  std::vector<FeatureRow<corners>>& rows_;
  bool full_ = true;
};

/// The edges of a surface by their lower particle, to find those of a triangle.
class EdgeFinder {
 public:
  EdgeFinder(const SurfaceInput& input) : start_(input.rest.size() + 1, 0) {
    for (const auto& edge : input.edges) ++start_[std::min(edge[0], edge[1]) + 1];
    for (std::size_t i = 1; i < start_.size(); ++i) start_[i] += start_[i - 1];
    edges_.resize(input.edges.size());
    std::vector<std::uint32_t> next(start_.begin(), start_.end() - 1);
    for (std::uint32_t e = 0; e < input.edges.size(); ++e) {
      const auto& edge = input.edges[e];
      edges_[next[std::min(edge[0], edge[1])]++] = {std::max(edge[0], edge[1]), e};
    }
  }
  std::uint32_t find(std::uint32_t a, std::uint32_t b) const {
    for (std::uint32_t i = start_[std::min(a, b)]; i < start_[std::min(a, b) + 1]; ++i) {
      if (edges_[i].first == std::max(a, b)) return edges_[i].second;
    }
    return kNoFeature;
  }

 private:
  std::vector<std::uint32_t> start_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges_;
};

/// Far corners of the first two triangles at each edge, in joint particles.
std::vector<std::array<std::uint32_t, 2>> oppositeCorners(const SurfaceInput& input, const EdgeFinder& finder) {
  std::vector<std::array<std::uint32_t, 2>> opposites(input.edges.size(), {kNoFeature, kNoFeature});
  for (const auto& c : input.triangles) {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t edge = finder.find(c[k], c[(k + 1) % 3]);
      if (edge == kNoFeature) continue;
      auto& corners = opposites[edge];
      (corners[0] == kNoFeature ? corners[0] : corners[1]) = input.firstParticle + c[(k + 2) % 3];
    }
  }
  return opposites;
}

/// The triangle beyond each edge of each triangle, where there is exactly one.
std::vector<std::array<std::uint32_t, 3>> trianglesBeyond(const SurfaceInput& input, const EdgeFinder& finder) {
  std::vector<std::array<std::uint32_t, 3>> at(input.edges.size(), {kNoFeature, kNoFeature, 0});
  const auto edgeOf = [&](std::uint32_t t, std::size_t k) {
    return finder.find(input.triangles[t][k], input.triangles[t][(k + 1) % 3]);
  };
  for (std::uint32_t t = 0; t < input.triangles.size(); ++t) {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t edge = edgeOf(t, k);
      if (edge == kNoFeature) continue;
      if (at[edge][2] < 2) at[edge][at[edge][2]] = t;
      ++at[edge][2];
    }
  }
  std::vector<std::array<std::uint32_t, 3>> beyond(input.triangles.size(), {kNoFeature, kNoFeature, kNoFeature});
  for (std::uint32_t t = 0; t < input.triangles.size(); ++t) {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t edge = edgeOf(t, k);
      if (edge != kNoFeature && at[edge][2] == 2) beyond[t][k] = at[edge][at[edge][0] == t ? 1 : 0];
    }
  }
  return beyond;
}

/// Regions asked for flatness: dear to make, so those of an earlier cloth of the same garment are repeated.
class FlatAdder {
 public:
  void add(ContactSurface& surface, const SurfaceInput& input, std::uint32_t firstCluster,
           std::span<const std::uint32_t> order, const EdgeFinder& finder) {
    FlatPlace begin = endOf(surface, input.firstParticle);
    begin.cluster = firstCluster;
    const auto known = std::find_if(made_.begin(), made_.end(), [&](const Made& made) {
      return made.triangles == input.triangles.data() && made.rest == input.rest.data();
    });
    if (known != made_.end()) return repeatFlatRegions(surface.flat, known->begin, known->end, begin);
    addFlatRegions(surface, input, firstCluster, order, trianglesBeyond(input, finder));
    made_.push_back({input.triangles.data(), input.rest.data(), begin, endOf(surface, input.firstParticle)});
  }

 private:
  struct Made {
    const void *triangles, *rest;
    FlatPlace begin, end;
  };
  std::vector<Made> made_;
};

void addClusters(ContactSurface& surface, const SurfaceInput& input, std::uint32_t index, FlatAdder& flat) {
  const EdgeFinder finder(input);
  const std::vector<std::array<std::uint32_t, 2>> corners = oppositeCorners(input, finder);
  RowWriter<2> opposites(surface.opposites);
  std::vector<std::uint8_t> vertexTaken(input.rest.size(), 0), edgeTaken(input.edges.size(), 0);
  RowWriter<1> vertices(surface.vertices);
  RowWriter<2> edges(surface.edges);
  RowWriter<3> triangles(surface.triangles);
  const std::vector<std::uint32_t> order = patchOrder(input);
  const std::uint32_t first = input.firstParticle;
  const auto firstCluster = static_cast<std::uint32_t>(surface.clusters.size());
  for (std::size_t begin = 0; begin < order.size(); begin += kRow) {
    Cluster cluster;
    cluster.surface = index;
    cluster.vertexBegin = vertices.size(), cluster.edgeBegin = edges.size(), cluster.triangleBegin = triangles.size();
    vertices.begin(), edges.begin(), opposites.begin(), triangles.begin();
    for (std::size_t i = begin; i < std::min(begin + kRow, order.size()); ++i) {
      const auto& c = input.triangles[order[i]];
      triangles.add({first + c[0], first + c[1], first + c[2]});
      for (std::size_t k = 0; k < 3; ++k) {
        if (vertexTaken[c[k]] == 0) vertices.add({first + c[k]});
        vertexTaken[c[k]] = 1;
        const std::uint32_t edge = finder.find(c[k], c[(k + 1) % 3]);
        if (edge == kNoFeature || edgeTaken[edge] != 0) continue;
        edges.add({first + c[k], first + c[(k + 1) % 3]});
        opposites.add(corners[edge]);
        edgeTaken[edge] = 1;
      }
    }
    cluster.vertexEnd = vertices.size(), cluster.edgeEnd = edges.size(), cluster.triangleEnd = triangles.size();
    surface.clusters.push_back(cluster);
  }
  flat.add(surface, input, firstCluster, order, finder);
}

}  // namespace

ContactSurface makeContactSurface(std::span<const SurfaceInput> inputs, std::uint32_t particleCount) {
  ContactSurface surface;
  surface.particleCount = particleCount;
  surface.surfaceOf.assign(particleCount, kNoFeature);
  surface.rest.assign(4 * std::size_t{particleCount}, 0.0f);
  surface.half.assign(particleCount, 0.0f);
  surface.margin.assign(particleCount, 0.0f);
  FlatAdder flat;
  for (std::uint32_t s = 0; s < inputs.size(); ++s) {
    const SurfaceInput& input = inputs[s];
    surface.surfaces.push_back({input.group, input.mask, input.frictionStatic, input.frictionDynamic, input.meanEdge});
    for (std::uint32_t i = 0; i < input.rest.size(); ++i) {
      const std::uint32_t p = input.firstParticle + i;
      const float scale = input.thicknessScale.empty() ? 1.0f : input.thicknessScale[i];
      surface.surfaceOf[p] = s;
      surface.half[p] = 0.5f * std::max(input.thickness * scale, kLeastThickness * input.meanEdge);
      surface.margin[p] = kMarginPart * input.meanEdge;
      float* rest = &surface.rest[4 * std::size_t{p}];
      rest[0] = input.rest[i].x, rest[1] = input.rest[i].y, rest[2] = input.rest[i].z, rest[3] = static_cast<float>(s);
    }
    addClusters(surface, input, s, flat);
  }
  return surface;
}

}  // namespace toile::self
