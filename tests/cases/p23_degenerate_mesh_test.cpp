// P23: loose vertices and faces without area must be counted, not stop the import or give NaN.
#include "cases/case_helpers.h"
#include "io/import.h"

namespace toile::test {
namespace {

Result<ImportedMesh> importObjText(std::string_view text, const ImportOptions& options = {}) {
  return importMeshFromMemory(std::as_bytes(std::span<const char>(text.data(), text.size())), MeshFormat::obj,
                              "case.obj", options);
}

const Points kGood = {{0.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}};

/// Vertex 3 is used by nothing, 4 lies between 0 and 1, 5 is at the place of 1.
const char* const kBad =
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 2 2 0\nv 0.5 0 0\nv 1 0 0\n"
    "f 1 2 3\n"   // the good part
    "f 1 1 2\n"   // a repeated index
    "f 1 5 2\n"   // collinear
    "f 2 6 3\n";  // two vertices at one place

SurfaceMesh cleanMesh() {
  SurfaceMesh mesh;
  mesh.positions = kGood;
  mesh.faceVertices = {0, 1, 2};
  return mesh;
}

std::size_t linesWith(const std::vector<std::string>& lines, const std::string& word, const std::string& count) {
  return static_cast<std::size_t>(std::count_if(lines.begin(), lines.end(), [&](const std::string& line) {
    return line.find(word) != std::string::npos && line.find(count) != std::string::npos;
  }));
}

TEST(Cases, P23_LooseVertexAloneIsHarmless) {
  SurfaceMesh mesh = cleanMesh();
  mesh.positions.push_back({2.0f, 2.0f, 0.0f});
  OneCloth one = oneCloth(mesh);
  EXPECT_EQ(one.garment->report().looseVertices, 1u);
  EXPECT_EQ(linesWith(one.garment->report().warnings(), "no usable face", "1"), 1u);
  one.run(100);
  EXPECT_TRUE(allFinite(one));
  EXPECT_EQ(one.positions()[3], mesh.positions[3]) << "a loose vertex is drawn at its rest place";
}

TEST(Cases, P23_BadFacesAreCountedAndLeftOut) {
  const ImportedMesh imported = need(importObjText(kBad));
  ASSERT_EQ(imported.mesh.vertexCount(), 6u);
  ASSERT_EQ(imported.mesh.faceCount(), 4u) << "the import loses nothing";
  for (const bool gravity : {true, false}) {
    OneClothDef def;
    if (!gravity) def.world.gravity = {};
    OneCloth bad = oneCloth(imported.mesh, def), clean = oneCloth(cleanMesh(), def);
    const GarmentReport& report = bad.garment->report();
    EXPECT_EQ(report.degenerateFaces, 3u);
    EXPECT_EQ(linesWith(report.warnings(), "without area", "3"), 1u);
    EXPECT_GE(report.looseVertices, 1u);
    EXPECT_EQ(linesWith(report.warnings(), "no usable face", std::to_string(report.looseVertices)), 1u);
    ASSERT_TRUE(bad.world.writeVelocities(bad.cloth, Points(6, Vec3{0.1f, 0.0f, 0.3f})));
    ASSERT_TRUE(clean.world.writeVelocities(clean.cloth, Points(3, Vec3{0.1f, 0.0f, 0.3f})));
    for (int step = 0; step < 100; ++step) {
      bad.run(1);
      clean.run(1);
      const Points x = bad.positions(), expected = clean.positions();
      ASSERT_TRUE(allFinite(bad)) << "step " << step;
      for (std::size_t v = 0; v < 3; ++v) ASSERT_LE(distance(x[v], expected[v]), 1e-6f) << "step " << step;
      ASSERT_EQ(x[5], x[1]) << "copies stay together";
      ASSERT_EQ(x[3], imported.mesh.positions[3]) << "the loose vertex stays";
    }
  }
}

}  // namespace
}  // namespace toile::test
