// P35: normals follow the cloth, pinned vertices included, and are smooth over UV seams.
#include "cases/case_helpers.h"

namespace toile::test {
namespace {

constexpr std::uint32_t kSeamedSide = 11;
constexpr float kLength = 1.0f;

/// A hanging sheet whose middle column exists twice, for a UV seam. Triangles; normals to +z.
SurfaceMesh sheetWithSeam(std::vector<std::pair<std::uint32_t, std::uint32_t>>& copies) {
  SurfaceMesh mesh = makeGrid({kSeamedSide, kSeamedSide, kLength / (kSeamedSide - 1), GridCut::oneDiagonal});
  const std::uint32_t seam = kSeamedSide / 2;
  for (std::uint32_t y = 0; y < kSeamedSide; ++y) {
    const std::uint32_t old = y * kSeamedSide + seam, copy = static_cast<std::uint32_t>(mesh.positions.size());
    mesh.positions.push_back(mesh.positions[old]);
    mesh.uvs.push_back({mesh.uvs[old].x + 3.0f, mesh.uvs[old].y});
    copies.emplace_back(old, copy);
  }
  // Faces right of the seam use the copies.
  const std::size_t size = mesh.faceSizes.empty() ? 3 : mesh.faceSizes.front();
  for (std::size_t f = 0; f < mesh.faceVertices.size(); f += size) {
    float middle = 0.0f;
    for (std::size_t k = 0; k < size; ++k) middle += mesh.positions[mesh.faceVertices[f + k]].x;
    if (middle < 0.5f * kLength * static_cast<float>(size)) continue;
    for (std::size_t k = 0; k < size; ++k) {
      for (const auto& [old, copy] : copies) {
        if (mesh.faceVertices[f + k] == old) mesh.faceVertices[f + k] = copy;
      }
    }
  }
  mesh.normals.assign(mesh.positions.size(), {0.0f, 0.0f, 1.0f});
  return mesh;
}

float degrees(Vec3 a, Vec3 b) {
  const Vec3 u = normalizedOr(a, {}), v = normalizedOr(b, {});
  // From the chord: acos is blind below 0.03° in single precision.
  return 2.0f * std::asin(std::min(1.0f, 0.5f * distance(u, v))) * 180.0f / kPi;
}

/// `turn` = 1 is the half cylinder about an axis along y, bent away from the viewer.
Vec3 bent(Vec3 p, float turn) {
  const float angle = turn * kPi * (p.x / kLength - 0.5f), radius = kLength / (kPi * turn);
  return {0.5f * kLength + radius * std::sin(angle), p.y, radius * std::cos(angle) - radius};
}

class Seam {
 public:
  Seam() : mesh(sheetWithSeam(copies)) {
    OneClothDef def;
    def.pinned = gridRow(kSeamedSide, 0);
    for (const auto& [old, copy] : copies) {
      if (old < kSeamedSide) def.pinned.push_back(copy);
    }
    one = std::make_unique<OneCloth>(oneCloth(mesh, def));
  }
  Points normals() const {
    Points n(mesh.vertexCount());
    EXPECT_TRUE(one->world.readNormals(one->cloth, n));
    return n;
  }
  void check(const char* when) const {
    const Points n = normals(), x = one->positions();
    for (const auto& [old, copy] : copies) EXPECT_LT(degrees(n[old], n[copy]), 0.1f) << when << ", vertex " << old;
    for (const Vec3 a : n) EXPECT_NEAR(length(a), 1.0f, 1e-4f) << when;
    for (std::size_t f = 0; f < mesh.faceVertices.size(); f += 3) {
      const std::uint32_t* t = &mesh.faceVertices[f];
      const Vec3 geometric = cross(x[t[1]] - x[t[0]], x[t[2]] - x[t[0]]);
      for (int k = 0; k < 3; ++k) EXPECT_GT(dot(n[t[k]], geometric), 0.0f) << when << ", face " << f / 3;
    }
    ASSERT_EQ(one->garment->uvs().size(), mesh.uvs.size());
    EXPECT_TRUE(std::equal(mesh.uvs.begin(), mesh.uvs.end(), one->garment->uvs().begin())) << when;
  }

  std::vector<std::pair<std::uint32_t, std::uint32_t>> copies;
  SurfaceMesh mesh;
  std::unique_ptr<OneCloth> one;
};

TEST(Cases, P35_UntouchedNormalsAreTheImportedOnes) {
  const Seam seam;
  const Points n = seam.normals();
  for (std::size_t v = 0; v < n.size(); ++v) EXPECT_LT(degrees(n[v], seam.mesh.normals[v]), 0.1f) << "vertex " << v;
  seam.check("frame 0");
}

TEST(Cases, P35_BentNormalsAreSmoothOverTheSeam) {
  Seam seam;
  for (const float turn : {0.25f, 0.5f, 0.75f, 1.0f}) {
    Points x = seam.mesh.positions;
    for (Vec3& p : x) p = bent(p, turn);
    ASSERT_TRUE(seam.one->world.writePositions(seam.one->cloth, x));
    seam.check("bent");
  }
  // On the half cylinder the normals are radial, in the pinned row as everywhere; at the two straight edges they
  // are those of the last cell, half a cell (9°) off.
  const Points n = seam.normals(), x = seam.one->positions();
  for (std::size_t v = 0; v < n.size(); ++v) {
    const Vec3 radial{x[v].x - 0.5f * kLength, 0.0f, x[v].z + kLength / kPi};
    const float away = seam.mesh.positions[v].x - 0.5f * kLength;
    const bool edge = std::fabs(away) > 0.499f * kLength;
    // A vertex of the outer rows has two triangles of one cell and one of the other: 3° of the 18° between them.
    EXPECT_LT(degrees(n[v], radial), edge ? 9.1f : 3.1f) << "vertex " << v;
  }
}

TEST(Cases, P35_MovingNormalsAreSmoothOverTheSeam) {
  Seam seam;
  Points x = seam.mesh.positions;
  for (Vec3& p : x) p = bent(p, 0.5f);
  ASSERT_TRUE(seam.one->world.writePositions(seam.one->cloth, x));
  for (int frame = 0; frame < 60; ++frame) {
    seam.one->run(1);
    const Points n = seam.normals();
    for (const auto& [old, copy] : seam.copies) ASSERT_LT(degrees(n[old], n[copy]), 0.1f) << "frame " << frame;
    for (const Vec3 a : n) ASSERT_NEAR(length(a), 1.0f, 1e-4f) << "frame " << frame;
  }
}

}  // namespace
}  // namespace toile::test
