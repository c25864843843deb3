// P22: meshes that repeat vertices for UVs and normals must not burst along those seams.
#include <numeric>

#include "cases/case_helpers.h"
#include "io/gltf_builder.h"

namespace toile::test {
namespace {

/// A cube of side 0.4 m with four vertices of its own for each side.
SurfaceMesh hardCube() {
  SurfaceMesh mesh;
  for (int axis = 0; axis < 3; ++axis) {
    for (const float side : {-1.0f, 1.0f}) {
      const auto first = static_cast<std::uint32_t>(mesh.positions.size());
      for (const auto& [u, v] : {std::pair{-1.0f, -1.0f}, {1.0f, -1.0f}, {1.0f, 1.0f}, {-1.0f, 1.0f}}) {
        float c[3] = {side, side, side};
        c[(axis + 1) % 3] = u, c[(axis + 2) % 3] = v;
        mesh.positions.push_back(Vec3{c[0], c[1], c[2]} * 0.2f);
        float n[3] = {0.0f, 0.0f, 0.0f};
        n[axis] = side;
        mesh.normals.push_back({n[0], n[1], n[2]});
      }
      const std::uint32_t b = side > 0.0f ? 1u : 3u, d = side > 0.0f ? 3u : 1u;
      for (const std::uint32_t k : {0u, b, 2u, 0u, 2u, d}) mesh.faceVertices.push_back(first + k);
    }
  }
  return mesh;
}

/// The icosahedron as a flat net: its faces hang together along the 19 edges of a tree, which leaves 22 copies of
/// its 12 corners. Cut once: 42 places, 63 vertices.
SurfaceMesh icosphereNet() {
  const SurfaceMesh solid = icosahedron();
  const Vertices& f = solid.faceVertices;
  std::vector<std::uint32_t> copy(f.size());  // of each face's corner; faces joined by the tree share theirs
  std::iota(copy.begin(), copy.end(), 0u);
  std::vector<bool> reached(f.size() / 3, false);
  Vertices queue = {0};
  reached[0] = true;
  for (std::size_t next = 0; next < queue.size(); ++next) {
    const std::size_t a = queue[next];
    for (std::size_t b = 0; b < reached.size(); ++b) {
      if (reached[b]) continue;
      std::vector<std::pair<std::size_t, std::size_t>> shared;
      for (std::size_t i = 3 * a; i < 3 * a + 3; ++i) {
        for (std::size_t j = 3 * b; j < 3 * b + 3; ++j) {
          if (f[i] == f[j]) shared.emplace_back(i, j);
        }
      }
      if (shared.size() != 2) continue;
      for (const auto& [i, j] : shared) copy[j] = copy[i];
      reached[b] = true;
      queue.push_back(static_cast<std::uint32_t>(b));
    }
  }
  SurfaceMesh net;
  std::map<std::uint32_t, std::uint32_t> vertexOf;
  for (std::size_t i = 0; i < f.size(); ++i) {
    const auto [found, isNew] = vertexOf.try_emplace(copy[i], static_cast<std::uint32_t>(net.positions.size()));
    if (isNew) net.positions.push_back(solid.positions[f[i]]);
    net.faceVertices.push_back(found->second);
  }
  net = cutOnSphere(net);
  for (Vec3& p : net.positions) p *= 0.3f;
  for (std::size_t v = 0; v < net.positions.size(); ++v) net.uvs.push_back({0.01f * static_cast<float>(v), 0.5f});
  return net;
}

/// Rings of 16 with the seam column twice and each pole 17 times.
SurfaceMesh uvSphere() {
  constexpr std::uint32_t kAround = 16, kRings = 8;
  SurfaceMesh mesh;
  for (std::uint32_t ring = 0; ring <= kRings; ++ring) {
    for (std::uint32_t k = 0; k <= kAround; ++k) {
      const float u = static_cast<float>(k) / kAround, v = static_cast<float>(ring) / kRings;
      const bool pole = ring == 0 || ring == kRings;
      const float across = pole ? 0.0f : 0.3f * std::sin(kPi * v),
                  angle = 2.0f * kPi * static_cast<float>(k % kAround) / kAround;
      mesh.positions.push_back({across * std::cos(angle), 0.3f * std::cos(kPi * v), across * std::sin(angle)});
      mesh.uvs.push_back({u, v});
    }
  }
  const std::uint32_t row = kAround + 1;
  for (std::uint32_t ring = 0; ring < kRings; ++ring) {
    for (std::uint32_t k = 0; k < kAround; ++k) {
      const std::uint32_t a = ring * row + k, b = a + 1, c = a + row, d = c + 1;
      if (ring > 0) mesh.faceVertices.insert(mesh.faceVertices.end(), {a, b, d});
      if (ring + 1 < kRings) mesh.faceVertices.insert(mesh.faceVertices.end(), {a, d, c});
    }
  }
  return mesh;
}

/// Written as glTF would have it, and read again.
SurfaceMesh throughGlb(const SurfaceMesh& mesh) {
  GltfBuilder file;
  json attributes = {{"POSITION", file.addPositions(mesh.positions)}};
  std::vector<float> normals, uvs;
  for (const Vec3 n : mesh.normals) normals.insert(normals.end(), {n.x, n.y, n.z});
  for (const Vec2 t : mesh.uvs) uvs.insert(uvs.end(), {t.x, t.y});
  if (!normals.empty()) attributes["NORMAL"] = file.add(normals, kFloat, "VEC3", 3);
  if (!uvs.empty()) attributes["TEXCOORD_0"] = file.add(uvs, kFloat, "VEC2", 2);
  const std::vector<std::uint16_t> indices(mesh.faceVertices.begin(), mesh.faceVertices.end());
  const json primitives = json::array({{{"attributes", attributes}, {"indices", file.addIndices(indices)}}});
  file.addNode({{"mesh", file.addMesh(primitives)}});
  return need(file.import()).mesh;
}

float areaOf(const SurfaceMesh& mesh) {
  float area = 0.0f;
  for (std::size_t f = 0; f < mesh.faceVertices.size(); f += 3) {
    const Vec3 a = mesh.positions[mesh.faceVertices[f]];
    area += 0.5f *
            length(cross(mesh.positions[mesh.faceVertices[f + 1]] - a, mesh.positions[mesh.faceVertices[f + 2]] - a));
  }
  return area;
}

/// Drops the mesh on a floor with one vertex that has copies held.
void expectHoldsTogether(const SurfaceMesh& original, std::size_t vertices, std::size_t places) {
  const SurfaceMesh mesh = moved(throughGlb(original), {0.0f, 0.6f, 0.0f});
  ASSERT_EQ(mesh.vertexCount(), vertices);
  std::map<std::array<float, 3>, Vertices> copies;
  for (std::uint32_t v = 0; v < vertices; ++v) {
    copies[{mesh.positions[v].x, mesh.positions[v].y, mesh.positions[v].z}].push_back(v);
  }
  ASSERT_EQ(copies.size(), places) << "the test's own mesh";

  OneCloth one = oneCloth(mesh);
  EXPECT_EQ(one.garment->particleCount(), places);
  EXPECT_EQ(one.garment->vertexCount(), vertices);
  EXPECT_NEAR(one.garment->report().mass, areaOf(mesh) * Fabric{}.arealDensity, 1e-5 * one.garment->report().mass);
  one.add(planeCollider({}, {0.0f, 1.0f, 0.0f}));
  const auto seam = std::find_if(copies.begin(), copies.end(), [](const auto& c) { return c.second.size() > 1; });
  ASSERT_NE(seam, copies.end());
  ASSERT_TRUE(one.world.pin(one.cloth, Vertices{seam->second.front()}));
  for (const std::uint32_t v : seam->second) EXPECT_TRUE(need(one.world.isPinned(one.cloth, v))) << "copy " << v;

  for (int frame = 0; frame < 120; ++frame) {
    one.run(1);
    const Points x = one.positions();
    ASSERT_TRUE(allFinite(x)) << "frame " << frame;
    for (const auto& [place, group] : copies) {
      for (const std::uint32_t v : group) {
        ASSERT_LE(distance(x[v], x[group.front()]), 1e-6f) << "frame " << frame << ", vertex " << v;
      }
    }
    for (const std::uint32_t v : seam->second) ASSERT_EQ(x[v], mesh.positions[v]) << "frame " << frame;
  }
  EXPECT_GT(maxDifference(one.positions(), mesh.positions), 0.05f) << "the rest has to fall";
}

TEST(Cases, P22_CubeWithHardNormalsHoldsTogether) { expectHoldsTogether(hardCube(), 24, 8); }
TEST(Cases, P22_IcosphereWithUvSeamHoldsTogether) { expectHoldsTogether(icosphereNet(), 63, 42); }
TEST(Cases, P22_UvSphereHoldsTogether) { expectHoldsTogether(uvSphere(), 9 * 17, 7 * 16 + 2); }

TEST(Cases, P22_VerticesOneMillimetreApartStayApart) {
  SurfaceMesh mesh;
  for (const float x : {0.0f, 0.1f, 0.101f, 0.2f}) {
    mesh.positions.push_back({x, 0.0f, 0.0f});
    mesh.positions.push_back({x, 0.1f, 0.0f});
  }
  mesh.faceVertices = {0, 2, 3, 0, 3, 1, 4, 6, 7, 4, 7, 5};
  const GarmentPtr garment = garmentOf(mesh);
  EXPECT_EQ(garment->particleCount(), 8u);
  EXPECT_EQ(garment->report().components, 2u);
}

}  // namespace
}  // namespace toile::test
