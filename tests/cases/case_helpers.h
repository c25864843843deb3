// What the case tests share: meshes in their places, a world with one cloth in it, and measures of its state.
// Each case is a fault that users of some cloth system met; the limits are those of the case and stay as they are.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "frame.h"
#include "toile/toile.h"

namespace toile::test {

inline constexpr float kGravity = 9.81f;  // m/s²
inline constexpr float kPi = 3.14159265358979f;

using Points = std::vector<Vec3>;
using Vertices = std::vector<std::uint32_t>;

// ---- meshes

/// A sheet of width × height vertices, `lengthX` m wide, hanging: row 0 on top at y = 0, z = 0.
inline SurfaceMesh hangingSheet(std::uint32_t width, std::uint32_t height, float lengthX) {
  return makeGrid({width, height, lengthX / static_cast<float>(width - 1), GridCut::quads});
}

inline SurfaceMesh moved(SurfaceMesh mesh, Vec3 offset) {
  for (Vec3& p : mesh.positions) p += offset;
  return mesh;
}

/// The same lying: row 0 at z = 0, the others at z > 0, normals up. Exact: a swap of coordinates.
inline SurfaceMesh lying(SurfaceMesh mesh) {
  for (Vec3& p : mesh.positions) p = {p.x, p.z, -p.y};
  return mesh;
}

/// A square lying sheet of n × n vertices round (0, height, 0).
inline SurfaceMesh lyingSheet(std::uint32_t n, float length, float height) {
  return moved(lying(hangingSheet(n, n, length)), {-0.5f * length, height, -0.5f * length});
}

/// Vertices y·width … of one row of a grid.
inline Vertices gridRow(std::uint32_t width, std::uint32_t row) {
  Vertices vertices;
  for (std::uint32_t x = 0; x < width; ++x) vertices.push_back(row * width + x);
  return vertices;
}

/// The twelve corners and twenty faces of an icosahedron of radius 1, wound outwards.
inline SurfaceMesh icosahedron() {
  const float t = 0.5f * (1.0f + std::sqrt(5.0f));
  SurfaceMesh mesh;
  mesh.positions = {{-1, t, 0},  {1, t, 0},  {-1, -t, 0}, {1, -t, 0}, {0, -1, t},  {0, 1, t},
                    {0, -1, -t}, {0, 1, -t}, {t, 0, -1},  {t, 0, 1},  {-t, 0, -1}, {-t, 0, 1}};
  for (Vec3& p : mesh.positions) p = normalizedOr(p, {});
  mesh.faceVertices = {0, 11, 5,  0, 5,  1, 0, 1, 7, 0, 7,  10, 0, 10, 11, 1, 5, 9, 5, 11,
                       4, 11, 10, 2, 10, 7, 6, 7, 1, 8, 3,  9,  4, 3,  4,  2, 3, 2, 6, 3,
                       6, 8,  3,  8, 9,  4, 9, 5, 2, 4, 11, 6,  2, 10, 8,  6, 7, 9, 8, 1};
  return mesh;
}

/// Every triangle cut into four, new points moved to the unit sphere. Copies at one place stay copies, bit for bit.
inline SurfaceMesh cutOnSphere(const SurfaceMesh& coarse) {
  SurfaceMesh mesh;
  mesh.positions = coarse.positions;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> middles;
  const auto middle = [&](std::uint32_t a, std::uint32_t b) {
    const auto count = static_cast<std::uint32_t>(mesh.positions.size());
    const auto [found, isNew] = middles.try_emplace(std::minmax(a, b), count);
    if (isNew) mesh.positions.push_back(normalizedOr(mesh.positions[a] + mesh.positions[b], {}));
    return found->second;
  };
  for (std::size_t f = 0; f < coarse.faceVertices.size(); f += 3) {
    const std::uint32_t a = coarse.faceVertices[f], b = coarse.faceVertices[f + 1], c = coarse.faceVertices[f + 2];
    const std::uint32_t ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
    mesh.faceVertices.insert(mesh.faceVertices.end(), {a, ab, ca, b, bc, ab, c, ca, bc, ab, bc, ca});
  }
  return mesh;
}

/// An icosahedron cut `levels` times: 12, 42, 162, 642 … vertices on a sphere.
inline SurfaceMesh icosphere(int levels, float radius, Vec3 centre) {
  SurfaceMesh mesh = icosahedron();
  for (int level = 0; level < levels; ++level) mesh = cutOnSphere(mesh);
  for (Vec3& p : mesh.positions) p = centre + p * radius;
  return mesh;
}

// ---- one cloth in a world

struct OneCloth {
  World world;
  ClothId cloth;
  GarmentPtr garment;
  SurfaceMesh mesh;

  void run(int steps, float dt = kFrame) {
    for (int i = 0; i < steps; ++i) ASSERT_TRUE(world.step(dt));
  }
  Points positions() const {
    Points x(mesh.vertexCount());
    EXPECT_TRUE(world.readPositions(cloth, x));
    return x;
  }
  Points velocities() const {
    Points v(mesh.vertexCount());
    EXPECT_TRUE(world.readVelocities(cloth, v));
    return v;
  }
  std::vector<float> masses() const {
    std::vector<float> m(mesh.vertexCount());
    EXPECT_TRUE(world.readMasses(cloth, m));
    return m;
  }
  ClothStats stats() const {
    const Result<ClothStats> result = world.stats(cloth);
    EXPECT_TRUE(result.ok());
    return result.ok() ? result.value() : ClothStats{};
  }
  ColliderId add(const ColliderDef& def) {
    const Result<ColliderId> id = world.addCollider(def);
    EXPECT_TRUE(id.ok());
    return id.ok() ? id.value() : ColliderId{};
  }
};

struct OneClothDef {
  Vertices pinned;
  ClothParams params;
  GarmentDef garment;
  WorldDef world;
  Transform transform;
  bool enabled = true;
};

/// Throws through value() when something is refused: a test cannot go on then.
template <class T>
T need(Result<T> result) {
  if (!result.ok()) ADD_FAILURE() << result.error();
  return std::move(result).value();
}

inline GarmentPtr garmentOf(const SurfaceMesh& mesh, const GarmentDef& def = {}) {
  return need(Garment::build(mesh, def));
}

inline OneCloth oneCloth(const SurfaceMesh& mesh, const OneClothDef& def = {}) {
  OneCloth made{need(World::create(def.world)), {}, garmentOf(mesh, def.garment), mesh};
  ClothDef cloth;
  cloth.garment = made.garment;
  cloth.params = def.params;
  cloth.pinned = def.pinned;
  cloth.transform = def.transform;
  cloth.enabled = def.enabled;
  made.cloth = need(made.world.createCloth(cloth));
  return made;
}

/// No air, and no damping by a medium either: what the cases call "no drag".
inline void removeDrag(OneClothDef& def) {
  def.world.wind.airDensity = 0.0f;
  def.params.velocityDamping = 0.0f;
}

inline ColliderDef sphereAt(Vec3 centre, float radius) {
  ColliderDef def;
  def.shape = Sphere{radius};
  def.transform.translation = centre;
  return def;
}

inline ColliderDef boxAt(Vec3 centre, Vec3 halfExtents) {
  ColliderDef def;
  def.shape = Box{halfExtents};
  def.transform.translation = centre;
  return def;
}

// ---- measures

struct Edge2 {
  std::uint32_t a, b;
  float rest;
};

/// The edges of the mesh's polygons with their rest lengths: no quad's diagonals, nothing the solver says.
inline std::vector<Edge2> meshEdges(const SurfaceMesh& mesh) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
  std::size_t first = 0;
  for (std::size_t f = 0; f < mesh.faceCount(); ++f) {
    const std::size_t size = mesh.faceSizes.empty() ? 3 : mesh.faceSizes[f];
    for (std::size_t k = 0; k < size; ++k) {
      const std::uint32_t a = mesh.faceVertices[first + k], b = mesh.faceVertices[first + (k + 1) % size];
      pairs.insert(std::minmax(a, b));
    }
    first += size;
  }
  std::vector<Edge2> edges;
  for (const auto& [a, b] : pairs) edges.push_back({a, b, distance(mesh.positions[a], mesh.positions[b])});
  return edges;
}

/// Largest length over rest length − 1 of `edges`.
inline float maxStretch(const std::vector<Edge2>& edges, const Points& x) {
  float most = -1.0f;
  for (const Edge2& e : edges) most = std::max(most, distance(x[e.a], x[e.b]) / e.rest - 1.0f);
  return most;
}
inline float maxStretch(const OneCloth& one) { return maxStretch(meshEdges(one.mesh), one.positions()); }

inline bool allFinite(const Points& points) { return std::all_of(points.begin(), points.end(), isFinite); }
inline bool allFinite(const OneCloth& one) { return allFinite(one.positions()) && allFinite(one.velocities()); }

/// Middle of the points, each counting the same, in double.
inline std::array<double, 3> centroid(const Points& points) {
  std::array<double, 3> sum{};
  for (const Vec3 p : points) sum[0] += p.x, sum[1] += p.y, sum[2] += p.z;
  for (double& s : sum) s /= static_cast<double>(points.size());
  return sum;
}

inline float maxDifference(const Points& a, const Points& b) {
  float most = 0.0f;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, distance(a[i], b[i]));
  return most;
}

inline float maxSpeed(const Points& v) {
  float most = 0.0f;
  for (const Vec3 a : v) most = std::max(most, length(a));
  return most;
}

inline double rmsSpeed(const Points& v) {
  double sum = 0.0;
  for (const Vec3 a : v) sum += static_cast<double>(lengthSquared(a));
  return std::sqrt(sum / static_cast<double>(v.size()));
}

inline float lowest(const Points& x) {
  float low = x.front().y;
  for (const Vec3 p : x) low = std::min(low, p.y);
  return low;
}

inline float meanHeight(const Points& x, const Vertices& vertices) {
  double sum = 0.0;
  for (const std::uint32_t v : vertices) sum += static_cast<double>(x[v].y);
  return static_cast<float>(sum / static_cast<double>(vertices.size()));
}

/// Smallest signed distance of the points to a collider's surface, m.
inline float leastDistance(const Points& x, const ColliderDef& collider) {
  float least = 1e30f;
  for (const Vec3 p : x) least = std::min(least, signedDistance(collider.shape, applyInverse(collider.transform, p)));
  return least;
}

}  // namespace toile::test
