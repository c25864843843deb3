#include "collision/self/flat_build.h"

#include <algorithm>
#include <cmath>

namespace toile::self {
namespace {

/// Part of the smallest rest area that a triangle has to show: what is steeper than about 70° is searched.
constexpr float kShownPart = 0.35f;
/// At rest a region's border turns at least this much (sine) round its centre at each edge, so that bending it need not
/// spoil the star; triangles show at least this part of their area.
constexpr float kBorderTurn = 0.1f, kRestShown = 0.5f;
constexpr std::size_t kMostVertices = 256;  // local names have eight bits
constexpr float kLeastArea = 1e-30f;        // m²: what rounds away when it is squared

class RegionMaker {
 public:
  RegionMaker(const SurfaceInput& input, std::span<const std::array<std::uint32_t, 3>> neighbours)
      : input_(input), neighbours_(neighbours), inside_(input.triangles.size(), 0), local_(input.rest.size(), 0) {}

  /// Adds triangles to `seeds` until the border is a star. False where that does not end.
  bool make(const std::vector<std::uint32_t>& seeds) {
    triangles_ = seeds;
    ++stamp_;
    for (const std::uint32_t t : triangles_) inside_[t] = stamp_;
    if (!findView()) return false;
    const std::size_t most = 2 * seeds.size() + 32;
    for (bool grown = true; grown;) {
      if (!roundOff(grown) || triangles_.size() > most) return false;
    }
    return allShow() && nameVertices();
  }

  void write(FlatRegions& flat, FlatRegion& region) const {
    region.leastArea = kShownPart * smallestArea_;
    region.vertexBegin = static_cast<std::uint32_t>(flat.vertices.size());
    for (std::size_t i = 0; i < padded(vertices_.size()); ++i) {
      flat.vertices.push_back(input_.firstParticle + vertices_[i < vertices_.size() ? i : 0]);
    }
    region.vertexEnd = static_cast<std::uint32_t>(flat.vertices.size());
    region.triangleBegin = static_cast<std::uint32_t>(flat.triangles.size());
    for (std::size_t row = 0; row < triangles_.size(); row += kRow) {
      for (std::size_t k = 0; k < 3; ++k) {
        for (std::size_t i = row; i < row + kRow; ++i) {
          const auto& corners = input_.triangles[triangles_[i < triangles_.size() ? i : row]];
          flat.triangles.push_back(name(corners[k]));
        }
      }
    }
    region.triangleEnd = static_cast<std::uint32_t>(flat.triangles.size());
    region.borderBegin = static_cast<std::uint32_t>(flat.borders.size());
    for (std::size_t row = 0; row < border_.size(); row += kRow) {
      for (std::size_t k = 0; k < 2; ++k) {
        for (std::size_t i = row; i < row + kRow; ++i) {
          flat.borders.push_back(name(border_[i < border_.size() ? i : row][k]));
        }
      }
      flat.borderUsed.push_back(static_cast<std::uint8_t>(std::min<std::size_t>(kRow, border_.size() - row)));
    }
    region.borderEnd = static_cast<std::uint32_t>(flat.borders.size());
  }

 private:
  static std::size_t padded(std::size_t count) { return (count + kRow - 1) / kRow * kRow; }
  std::uint8_t name(std::uint32_t particle) const { return static_cast<std::uint8_t>(local_[particle]); }
  Vec3 at(std::uint32_t particle) const { return input_.rest[particle]; }
  Vec3 normalOf(std::uint32_t t) const {
    const auto& c = input_.triangles[t];
    return cross(at(c[1]) - at(c[0]), at(c[2]) - at(c[0]));
  }

  bool findView() {
    Vec3 sum, middle;
    for (const std::uint32_t t : triangles_) {
      const auto& c = input_.triangles[t];
      sum += normalOf(t);
      middle += (at(c[0]) + at(c[1]) + at(c[2])) * (1.0f / 3.0f);
    }
    normal_ = normalizedOr(sum, {});
    middle = middle * (1.0f / static_cast<float>(triangles_.size()));
    centre_ = input_.triangles[triangles_[0]][0];
    for (const std::uint32_t t : triangles_) {
      for (const std::uint32_t p : input_.triangles[t]) {
        if (lengthSquared(at(p) - middle) < lengthSquared(at(centre_) - middle)) centre_ = p;
      }
    }
    return lengthSquared(normal_) > 0.5f;
  }

  /// One round: triangles beyond edges of the border that turn too little. False where there is none to add.
  bool roundOff(bool& grown) {
    grown = false;
    border_.clear();
    for (std::size_t i = 0, count = triangles_.size(); i < count; ++i) {
      const auto& corners = input_.triangles[triangles_[i]];
      for (std::size_t k = 0; k < 3; ++k) {
        const std::uint32_t beyond = neighbours_[triangles_[i]][k];
        if (beyond != kNoFeature && inside_[beyond] == stamp_) continue;
        const std::uint32_t a = corners[k], b = corners[(k + 1) % 3];
        border_.push_back({a, b});
        const Vec3 from = at(a) - at(centre_), way = at(b) - at(a);
        const float turn = dot(cross(from, way), normal_);
        const float least = kBorderTurn * kBorderTurn * lengthSquared(from) * lengthSquared(way);
        if (turn >= 0.0f && turn * turn >= least && a != centre_) continue;
        if (beyond == kNoFeature) return false;
        inside_[beyond] = stamp_, grown = true;
        triangles_.push_back(beyond);
      }
    }
    return true;
  }

  bool allShow() {
    smallestArea_ = 1e30f;
    for (const std::uint32_t t : triangles_) {
      const Vec3 n = normalOf(t);
      if (!(dot(n, normal_) >= kRestShown * length(n))) return false;
      smallestArea_ = std::min(smallestArea_, length(n));
    }
    return smallestArea_ > kLeastArea;
  }

  bool nameVertices() {
    vertices_ = {centre_};
    for (const std::uint32_t t : triangles_) {
      for (const std::uint32_t p : input_.triangles[t]) vertices_.push_back(p);
    }
    std::sort(vertices_.begin() + 1, vertices_.end());
    vertices_.erase(std::unique(vertices_.begin() + 1, vertices_.end()), vertices_.end());
    vertices_.erase(std::remove(vertices_.begin() + 1, vertices_.end(), centre_), vertices_.end());
    if (vertices_.size() > kMostVertices) return false;
    for (std::uint32_t i = 0; i < vertices_.size(); ++i) local_[vertices_[i]] = i;
    return true;
  }

  const SurfaceInput& input_;
  std::span<const std::array<std::uint32_t, 3>> neighbours_;
  std::vector<std::uint32_t> inside_, local_;
  std::uint32_t stamp_ = 0, centre_ = 0;
  Vec3 normal_;
  float smallestArea_ = 0.0f;
  std::vector<std::uint32_t> triangles_, vertices_;
  std::vector<std::array<std::uint32_t, 2>> border_;
};

/// Clusters that share a particle with each cluster, itself included, sorted; counted from the surface's first.
std::vector<std::vector<std::uint32_t>> neighbouringClusters(const SurfaceInput& input,
                                                             std::span<const std::uint32_t> order) {
  std::vector<std::vector<std::uint32_t>> at(input.rest.size()), near((order.size() + kRow - 1) / kRow);
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    for (const std::uint32_t p : input.triangles[order[i]]) {
      if (at[p].empty() || at[p].back() != i / kRow) at[p].push_back(i / kRow);
    }
  }
  for (const auto& clusters : at) {
    for (const std::uint32_t c : clusters) near[c].insert(near[c].end(), clusters.begin(), clusters.end());
  }
  for (auto& clusters : near) {
    std::sort(clusters.begin(), clusters.end());
    clusters.erase(std::unique(clusters.begin(), clusters.end()), clusters.end());
  }
  return near;
}

class SurfaceRegions {
 public:
  SurfaceRegions(ContactSurface& surface, const SurfaceInput& input, std::uint32_t firstCluster,
                 std::span<const std::uint32_t> order, std::span<const std::array<std::uint32_t, 3>> neighbours)
      : flat_(surface.flat),
        order_(order),
        first_(firstCluster),
        near_(neighbouringClusters(input, order)),
        maker_(input, neighbours) {}

  void add() {
    numberPairs();
    for (std::uint32_t c = 0; c < near_.size(); ++c) addRegion(near_[c], c, kNoFeature);
    for (std::uint32_t a = 0; a < near_.size(); ++a) {
      for (const std::uint32_t b : near_[a]) {
        if (b < a) continue;
        const std::vector<std::uint32_t> both = a == b ? std::vector{a} : std::vector{a, b};
        addRegion(both, a, pairOf(a, b));
      }
    }
  }

 private:
  /// All pairs that have a neighbour in common.
  void numberPairs() {
    std::vector<std::vector<std::uint32_t>> with(near_.size());
    for (const auto& group : near_) {
      for (const std::uint32_t a : group) {
        for (const std::uint32_t b : group) {
          if (b >= a) with[a].push_back(b);
        }
      }
    }
    if (flat_.nearStart.empty()) flat_.nearStart.push_back(0);
    for (std::uint32_t a = 0; a < with.size(); ++a) {
      auto& others = with[a];
      std::sort(others.begin(), others.end());
      others.erase(std::unique(others.begin(), others.end()), others.end());
      for (const std::uint32_t b : others)
        flat_.nearCluster.push_back(first_ + b), flat_.nearOwner.push_back(first_ + a);
      flat_.nearStart.push_back(static_cast<std::uint32_t>(flat_.nearCluster.size()));
    }
    flat_.regionOfPair.resize(flat_.nearCluster.size(), kNoFeature);
  }

  std::uint32_t pairOf(std::uint32_t a, std::uint32_t b) const { return flat_.pairOf(first_ + a, first_ + b); }

  void addRegion(const std::vector<std::uint32_t>& clusters, std::uint32_t cluster, std::uint32_t forPair) {
    std::vector<std::uint32_t> seeds;
    for (const std::uint32_t c : clusters) {
      const auto begin = order_.begin() + c * kRow;
      seeds.insert(seeds.end(), begin, begin + std::min<std::ptrdiff_t>(kRow, order_.end() - begin));
    }
    if (!maker_.make(seeds)) return;
    FlatRegion region;
    region.cluster = first_ + cluster;
    maker_.write(flat_, region);
    region.pairBegin = static_cast<std::uint32_t>(flat_.proves.size());
    for (const std::uint32_t a : clusters) {
      for (const std::uint32_t b : clusters) {
        if (b >= a) flat_.proves.push_back(pairOf(a, b));
      }
    }
    region.pairEnd = static_cast<std::uint32_t>(flat_.proves.size());
    if (forPair != kNoFeature) flat_.regionOfPair[forPair] = static_cast<std::uint32_t>(flat_.regions.size());
    if (forPair == kNoFeature) flat_.around.push_back(static_cast<std::uint32_t>(flat_.regions.size()));
    flat_.regions.push_back(region);
  }

  FlatRegions& flat_;
  std::span<const std::uint32_t> order_;
  std::uint32_t first_ = 0;
  std::vector<std::vector<std::uint32_t>> near_;
  RegionMaker maker_;
};

}  // namespace

void addFlatRegions(ContactSurface& surface, const SurfaceInput& input, std::uint32_t firstCluster,
                    std::span<const std::uint32_t> order, std::span<const std::array<std::uint32_t, 3>> neighbours) {
  SurfaceRegions(surface, input, firstCluster, order, neighbours).add();
}

FlatPlace endOf(const ContactSurface& surface, std::uint32_t firstParticle) {
  const FlatRegions& flat = surface.flat;
  return {flat.regions.size(),   flat.vertices.size(),   flat.triangles.size(),
          flat.borders.size(),   flat.borderUsed.size(), flat.proves.size(),
          flat.nearOwner.size(), flat.around.size(),     static_cast<std::uint32_t>(surface.clusters.size()),
          firstParticle};
}

void repeatFlatRegions(FlatRegions& flat, const FlatPlace& begin, const FlatPlace& end, const FlatPlace& to) {
  // Each list's own part again, what it names moved on.
  const auto repeat = [](auto& list, std::size_t first, std::size_t last, auto moved) {
    for (std::size_t i = first; i < last; ++i) list.push_back(moved(list[i]));
  };
  const auto by = [](std::size_t from, std::size_t at) {
    return [shift = static_cast<std::uint32_t>(at - from)](std::uint32_t name) {
      return name == kNoFeature ? kNoFeature : name + shift;
    };
  };
  const auto same = [](std::uint8_t name) { return name; };
  const auto region = by(begin.regions, to.regions), vertex = by(begin.vertices, to.vertices);
  const auto triangle = by(begin.triangles, to.triangles), border = by(begin.borders, to.borders);
  const auto proof = by(begin.proves, to.proves), pair = by(begin.pairs, to.pairs);
  const auto cluster = by(begin.cluster, to.cluster), particle = by(begin.particle, to.particle);
  repeat(flat.regions, begin.regions, end.regions, [&](FlatRegion r) {
    r.vertexBegin = vertex(r.vertexBegin), r.vertexEnd = vertex(r.vertexEnd);
    r.triangleBegin = triangle(r.triangleBegin), r.triangleEnd = triangle(r.triangleEnd);
    r.borderBegin = border(r.borderBegin), r.borderEnd = border(r.borderEnd);
    r.pairBegin = proof(r.pairBegin), r.pairEnd = proof(r.pairEnd);
    r.cluster = cluster(r.cluster);
    return r;
  });
  repeat(flat.vertices, begin.vertices, end.vertices, particle);
  repeat(flat.triangles, begin.triangles, end.triangles, same);
  repeat(flat.borders, begin.borders, end.borders, same);
  repeat(flat.borderUsed, begin.borderRows, end.borderRows, same);
  repeat(flat.proves, begin.proves, end.proves, pair);
  repeat(flat.nearCluster, begin.pairs, end.pairs, cluster);
  repeat(flat.nearOwner, begin.pairs, end.pairs, cluster);
  repeat(flat.regionOfPair, begin.pairs, end.pairs, region);
  repeat(flat.around, begin.around, end.around, region);
  // One start a cluster and the end of the last.
  repeat(flat.nearStart, begin.cluster + 1, end.cluster + std::size_t{1}, pair);
}

}  // namespace toile::self
