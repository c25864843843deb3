// Distances of all capsules, blended where they meet (polynomial smooth minimum, Quilez 2013), sampled on a lattice;
// the surface by naive surface nets (Gibson 1998, Constrained Elastic Surface Nets): a vertex in each cell that the
// surface passes through, in the middle of where it cuts the cell's edges, and a square across each edge that it cuts.
#include "scenes/skin.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace toile {
namespace {

struct Bone {
  Shape shape;
  Transform place;  ///< world
  std::uint32_t node;
  float reach;  ///< m, from its origin
};

float reachOf(const Shape& shape) {
  if (const auto* sphere = std::get_if<Sphere>(&shape)) return sphere->radius;
  if (const auto* capsule = std::get_if<Capsule>(&shape)) return capsule->radius + capsule->halfLength;
  if (const auto* tapered = std::get_if<TaperedCapsule>(&shape))
    return std::max(tapered->radiusBottom, tapered->radiusTop) + tapered->halfLength;
  return -1.0f;
}

std::vector<Bone> bonesOf(const Scene& scene, std::span<const Transform> places) {
  std::vector<Bone> bones;
  for (const SceneCollider& collider : scene.colliders) {
    const float reach = collider.node.empty() || collider.body ? -1.0f : reachOf(collider.def.shape);
    if (reach < 0.0f) continue;
    std::uint32_t node = 0;
    while (scene.nodes[node].name != collider.node) ++node;
    bones.push_back({collider.def.shape, compose(places[node], collider.def.transform), node, reach});
  }
  return bones;
}

float distanceTo(const Bone& bone, Vec3 p) { return signedDistance(bone.shape, applyInverse(bone.place, p)); }

float blended(const std::vector<Bone>& bones, Vec3 p, float blend) {
  float least = 1e9f;
  for (const Bone& bone : bones) {
    if (distance(bone.place.translation, p) > bone.reach + least + blend) continue;
    const float d = distanceTo(bone, p), near = std::max(blend - std::fabs(d - least), 0.0f);
    least = std::min(d, least) - (blend > 0.0f ? 0.25f * near * near / blend : 0.0f);
  }
  return least;
}

/// Distances on a lattice.
class Lattice {
 public:
  Lattice(const std::vector<Bone>& bones, const SkinBody& skin) : cell_(skin.cell) {
    Vec3 low{1e9f, 1e9f, 1e9f}, high{-1e9f, -1e9f, -1e9f};
    for (const Bone& bone : bones) {
      const Vec3 c = bone.place.translation;
      const float reach = bone.reach + 2.0f * skin.cell + skin.blend;
      low = {std::min(low.x, c.x - reach), std::min(low.y, c.y - reach), std::min(low.z, c.z - reach)};
      high = {std::max(high.x, c.x + reach), std::max(high.y, c.y + reach), std::max(high.z, c.z + reach)};
    }
    // Off whatever is round in metres: a sample right on the surface would put several vertices at one place.
    low_ = low - Vec3{0.371f, 0.413f, 0.297f} * cell_;
    const Vec3 size = high - low;
    for (const float side : {size.x, size.y, size.z}) counts_[at_++] = static_cast<std::size_t>(side / cell_) + 3;
    if (!small()) return;
    values_.resize(counts_[0] * counts_[1] * counts_[2]);
    for (std::size_t i = 0; i < values_.size(); ++i) values_[i] = blended(bones, pointAt(i), skin.blend);
  }
  bool small() const {
    return static_cast<double>(counts_[0]) * static_cast<double>(counts_[1]) * static_cast<double>(counts_[2]) <= 1e7;
  }
  std::size_t count(std::size_t axis) const { return counts_[axis]; }
  std::size_t stride(std::size_t axis) const {
    return axis == 0 ? 1 : axis == 1 ? counts_[0] : counts_[0] * counts_[1];
  }
  Vec3 pointAt(std::size_t i) const {
    const std::size_t x = i % counts_[0], y = i / counts_[0] % counts_[1], z = i / (counts_[0] * counts_[1]);
    return low_ + Vec3{static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)} * cell_;
  }
  float operator[](std::size_t i) const { return values_[i]; }
  bool inside(std::size_t i) const { return values_[i] < 0.0f; }
  /// Where the surface cuts the way between two neighbours.
  Vec3 cut(std::size_t a, std::size_t b) const {
    const Vec3 p = pointAt(a);
    return p + (pointAt(b) - p) * (values_[a] / (values_[a] - values_[b]));
  }

 private:
  Vec3 low_;
  float cell_;
  std::array<std::size_t, 3> counts_{};
  std::size_t at_ = 0;
  std::vector<float> values_;
};

constexpr std::uint32_t kNoVertex = 0xffffffffu;

/// The vertex of the cell whose lowest corner is i, where the surface passes through it.
bool cellVertex(const Lattice& lattice, std::size_t i, Vec3& vertex) {
  std::uint32_t cuts = 0;
  Vec3 sum;
  for (std::size_t corner = 0; corner < 8; ++corner) {
    std::size_t a = i;
    for (std::size_t axis = 0; axis < 3; ++axis) a += (corner >> axis & 1u) != 0 ? lattice.stride(axis) : 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if ((corner >> axis & 1u) != 0) continue;
      const std::size_t b = a + lattice.stride(axis);
      if (lattice.inside(a) == lattice.inside(b)) continue;
      sum += lattice.cut(a, b);
      ++cuts;
    }
  }
  if (cuts != 0) vertex = sum * (1.0f / static_cast<float>(cuts));
  return cuts != 0;
}

SurfaceMesh surfaceNet(const Lattice& lattice) {
  SurfaceMesh mesh;
  std::vector<std::uint32_t> vertexOf(lattice.count(0) * lattice.count(1) * lattice.count(2), kNoVertex);
  const auto forCells = [&](std::size_t first, auto&& body) {
    for (std::size_t z = first; z + 1 < lattice.count(2); ++z) {
      for (std::size_t y = first; y + 1 < lattice.count(1); ++y) {
        for (std::size_t x = first; x + 1 < lattice.count(0); ++x) {
          body(x + y * lattice.stride(1) + z * lattice.stride(2));
        }
      }
    }
  };
  forCells(0, [&](std::size_t i) {
    Vec3 vertex;
    if (!cellVertex(lattice, i, vertex)) return;
    vertexOf[i] = static_cast<std::uint32_t>(mesh.positions.size());
    mesh.positions.push_back(vertex);
  });
  forCells(1, [&](std::size_t i) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const std::size_t u = lattice.stride((axis + 1) % 3), v = lattice.stride((axis + 2) % 3);
      const bool inside = lattice.inside(i);
      if (inside == lattice.inside(i + lattice.stride(axis))) continue;
      // Round the edge, seen from its end: counter-clockwise where the inside is at its start.
      std::array<std::uint32_t, 4> square{vertexOf[i - u - v], vertexOf[i - v], vertexOf[i], vertexOf[i - u]};
      if (!inside) std::swap(square[1], square[3]);
      mesh.faceSizes.push_back(4);
      mesh.faceVertices.insert(mesh.faceVertices.end(), square.begin(), square.end());
    }
  });
  return mesh;
}

/// The nearest bones lead, others less the farther they are beyond the nearest; none beyond `width`.
SkinnedSurface::Influence influenceOf(const std::vector<Bone>& bones, Vec3 p, float width) {
  std::vector<std::pair<float, std::uint32_t>> near;  // distance and node, the nearest bone of each node
  for (const Bone& bone : bones) {
    const float d = distanceTo(bone, p);
    const auto same = std::find_if(near.begin(), near.end(), [&](const auto& n) { return n.second == bone.node; });
    if (same == near.end())
      near.emplace_back(d, bone.node);
    else
      same->first = std::min(same->first, d);
  }
  std::sort(near.begin(), near.end());
  SkinnedSurface::Influence influence;
  float sum = 0.0f;
  for (std::size_t k = 0; k < std::min<std::size_t>(near.size(), 4); ++k) {
    const float part = std::max(1.0f - (near[k].first - near[0].first) / width, 0.0f);
    influence.node[k] = near[k].second, influence.weight[k] = part * part;
    sum += part * part;
  }
  for (float& weight : influence.weight) weight /= sum;
  return influence;
}

}  // namespace

void SkinnedSurface::place(std::span<const Transform> before, std::span<const Transform> now,
                           std::vector<Vec3>& vertices) const {
  std::vector<Transform> motions;
  for (std::size_t n = 0; n < now.size(); ++n) motions.push_back(compose(now[n], inverse(before[n])));
  vertices.resize(mesh.positions.size());
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    vertices[v] = {};
    for (std::size_t k = 0; k < 4; ++k) {
      const float weight = influences[v].weight[k];
      if (weight > 0.0f) vertices[v] += apply(motions[influences[v].node[k]], mesh.positions[v]) * weight;
    }
  }
}

Result<SkinnedSurface> makeSkin(const Scene& scene, const SkinBody& skin, std::span<const Transform> places) {
  const std::vector<Bone> bones = bonesOf(scene, places);
  if (bones.empty()) return Error{"skin: no sphere and no capsule follows a node"};
  const Lattice lattice(bones, skin);
  if (!lattice.small()) return Error{"skin: more than 10⁷ cells: take larger ones"};
  SkinnedSurface surface;
  surface.mesh = surfaceNet(lattice);
  for (const Vec3 p : surface.mesh.positions) {
    surface.influences.push_back(influenceOf(bones, p, 2.0f * (skin.blend + skin.cell)));
  }
  return surface;
}

}  // namespace toile
