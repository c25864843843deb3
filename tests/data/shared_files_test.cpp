// Every shared file: what comes in is what its description says, or a named error.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/import.h"
#include "io/skeleton.h"
#include "test_data.h"
#include "toile/garment.h"

namespace toile {
namespace {

using ::testing::HasSubstr;

/// Counts of the data's own table: `vertices` as OBJ `v` lines or glTF accessor counts, triangles of all polygons,
/// quads, OBJ copies split at UV seams, distinct positions, edge components and boundary loops after welding.
struct Expected {
  const char* file;
  std::size_t vertices, triangles, quads, splits, duplicates, components, loops;
};

constexpr Expected kFiles[] = {
    {"garments/cipc_dress_knife_stage.obj", 15656, 29456, 0, 0, 0, 14, 14},
    {"garments/cipc_skirt16x64.obj", 1024, 1920, 0, 0, 0, 1, 2},
    {"garments/cipc_skirt4K.obj", 4004, 7496, 0, 0, 0, 1, 2},
    {"garments/cipc_stitchTest.obj", 6, 2, 0, 0, 0, 2, 2},
    {"garments/diffcloth_sock482.obj", 482, 944, 0, 2021, 0, 1, 1},
    {"garments/diffcloth_tshirt1000-tri.obj", 1426, 2745, 0, 4356, 0, 1, 4},
    {"garments/mh_female_elegantsuit01.obj", 2205, 4192, 2096, 241, 0, 2, 5},
    {"garments/mh_skirthelper.obj", 720, 1368, 684, 20, 0, 1, 2},
    {"garments/newton_unisex_shirt.obj", 6436, 12736, 0, 0, 0, 1, 4},
    {"characters/CesiumMan.glb", 3273, 4672, 0, 0, 935, 1, 0},
    {"characters/RiggedSimple.glb", 960, 892, 0, 0, 512, 1, 0},
    {"characters/mannequiny.glb", 12597, 13832, 0, 0, 5459, 60, 12},
    {"characters/simple_skin.gltf", 10, 8, 0, 0, 0, 1, 1},
    {"bodies/cipc_wm2_15k_mannequin.obj", 12811, 25472, 0, 0, 0, 8, 3},
    {"bodies/common_spot.obj", 2930, 5856, 0, 295, 0, 1, 0},
    {"bodies/mh_female_generic.obj", 13868, 27732, 13866, 2268, 0, 1, 0},
    {"bodies/mh_proxy741.obj", 741, 1460, 730, 241, 0, 1, 3},
    {"closed/cipc_cylinder3K.obj", 3007, 5754, 0, 0, 128, 1, 0},
    {"closed/cipc_sphere1K.obj", 1239, 2474, 0, 0, 0, 1, 0},
    {"closed/pbd_cube_5.obj", 152, 300, 0, 34, 0, 1, 0},
    {"ugly/assimp_box_without_lineending.obj", 8, 12, 6, 0, 0, 1, 0},
    {"ugly/mh_hair_ponytail01.obj", 3718, 5352, 2676, 331, 43, 28, 55},
    {"ugly/tinygltf_zero-sized-bin-chunk-440.glb", 3, 1, 0, 0, 0, 1, 1},
};

class SharedFile : public ::testing::TestWithParam<Expected> {};

TEST_P(SharedFile, HasTheCountsOfItsDescription) {
  const Expected& expected = GetParam();
  TOILE_DATA_OR_SKIP(path, expected.file);
  const Result<ImportedMesh> imported = importMesh(path);
  ASSERT_TRUE(imported.ok()) << imported.error();
  const SurfaceMesh& mesh = imported->mesh;
  EXPECT_EQ(mesh.vertexCount(), expected.vertices + expected.splits);
  EXPECT_EQ(imported->facts.splitVertices, expected.splits);
  EXPECT_EQ(imported->facts.quads, expected.quads);
  EXPECT_EQ(mesh.faceCount() + expected.quads, expected.triangles);
  for (const Vec3& p : mesh.positions) ASSERT_TRUE(isFinite(p));
}

/// A garment of the bind pose: skinning rounds, and what were copies of one point no longer are bit for bit.
TEST_P(SharedFile, WeldsToTheComponentsOfItsDescription) {
  const Expected& expected = GetParam();
  TOILE_DATA_OR_SKIP(path, expected.file);
  Result<ImportedMesh> imported = importMesh(path);
  ASSERT_TRUE(imported.ok()) << imported.error();
  if (path.extension() != ".obj") {
    Result<AnimatedModel> model = importAnimatedModel(path);
    ASSERT_TRUE(model.ok()) << model.error();
    imported->mesh.positions = model->bindPositions;
  }
  const auto garment = Garment::build(imported->mesh);
  ASSERT_TRUE(garment.ok()) << garment.error();
  const GarmentReport& report = (*garment)->report();
  EXPECT_EQ(report.weldedVertices, expected.splits + expected.duplicates);
  EXPECT_EQ(report.components, expected.components);
  EXPECT_EQ(report.boundaryLoops, expected.loops);
}

std::string nameOf(const ::testing::TestParamInfo<Expected>& info) {
  std::string name;
  for (const char* c = info.param.file; *c != '\0'; ++c)
    name += std::isalnum(static_cast<unsigned char>(*c)) ? *c : '_';
  return name;
}
INSTANTIATE_TEST_SUITE_P(Data, SharedFile, ::testing::ValuesIn(kFiles), nameOf);

#define EXPECT_REFUSED(file, reason)                          \
  do {                                                        \
    const Result<ImportedMesh> refused = importMesh(file);    \
    ASSERT_FALSE(refused.ok());                               \
    EXPECT_THAT(refused.error(), HasSubstr((file).string())); \
    EXPECT_THAT(refused.error(), HasSubstr(reason));          \
  } while (false)

TEST(UglyFile, NonFinitePositionsAreNamedOrCounted) {
  TOILE_DATA_OR_SKIP(path, "ugly/assimp_BoxWithInfinites.glb");
  EXPECT_REFUSED(path, "mesh 0 \"Mesh\" primitive 0: POSITION (accessor 2) element 0 is not finite (24 of 72 numbers)");
  ImportOptions options;
  options.allowNonFinite = true;
  const Result<ImportedMesh> counted = importMesh(path, options);
  ASSERT_TRUE(counted.ok());
  EXPECT_EQ(counted->facts.nonFiniteNumbers, 24u);
}

TEST(UglyFile, NodeLoop) {
  TOILE_DATA_OR_SKIP(path, "ugly/assimp_RecursiveNodes.gltf");
  EXPECT_REFUSED(path, "node 0: its parents form a loop");
}

TEST(UglyFile, EmptyFile) {
  TOILE_DATA_OR_SKIP(path, "ugly/assimp_invalid_empty.obj");
  EXPECT_REFUSED(path, "the file is empty");
}

TEST(UglyFile, IndexOutOfRange) {
  TOILE_DATA_OR_SKIP(path, "ugly/assimp_invalid_malformed.obj");
  EXPECT_REFUSED(path, "line 28: f: vertex index 0");
}

TEST(UglyFile, BrokenReferences) {
  TOILE_DATA_OR_SKIP(integer, "ugly/bounds/tinygltf_integer-out-of-bounds.gltf");
  EXPECT_REFUSED(integer, "bufferViews[0].byteLength is not an integer");
  TOILE_DATA_OR_SKIP(buffer, "ugly/bounds/tinygltf_invalid-buffer-index.gltf");
  EXPECT_REFUSED(buffer, "bufferView 1: buffer 1 does not exist");
  TOILE_DATA_OR_SKIP(view, "ugly/bounds/tinygltf_invalid-buffer-view-index.gltf");
  EXPECT_REFUSED(view, "accessors[0].bufferView is 1");
  TOILE_DATA_OR_SKIP(indices, "ugly/bounds/tinygltf_invalid-primitive-indices.gltf");
  EXPECT_REFUSED(indices, "accessors[0].bufferView is 1");
}

TEST(UglyFile, ConcavePolygonStaysWhole) {
  TOILE_DATA_OR_SKIP(path, "ugly/assimp_concave_polygon.obj");
  const Result<ImportedMesh> mesh = importMesh(path);
  ASSERT_TRUE(mesh.ok()) << mesh.error();
  ASSERT_EQ(mesh->mesh.faceSizes, std::vector<std::uint32_t>{66});
  EXPECT_EQ(mesh->mesh.vertexCount(), 64u);
  EXPECT_EQ(mesh->facts.degenerateFaces, 1u);  // it names two of its vertices twice
}

TEST(UglyFile, RunsOfSpacesAndDoubledFaces) {
  TOILE_DATA_OR_SKIP(spaces, "ugly/assimp_multiple_spaces.obj");
  const Result<ImportedMesh> mesh = importMesh(spaces);
  ASSERT_TRUE(mesh.ok()) << mesh.error();
  EXPECT_EQ(mesh->mesh.vertexCount(), 4u);
  EXPECT_EQ(mesh->mesh.positions[1], (Vec3{2, 3, 1}));
  EXPECT_EQ(mesh->facts.unusedVertices, 1u);
  TOILE_DATA_OR_SKIP(doubled, "ugly/assimp_regr_3429812.obj");
  const Result<ImportedMesh> faces = importMesh(doubled);
  ASSERT_TRUE(faces.ok()) << faces.error();
  EXPECT_EQ(faces->mesh.faceCount(), 3u);
  EXPECT_EQ(faces->parts.size(), 3u);
  const auto garment = Garment::build(faces->mesh);
  ASSERT_TRUE(garment.ok()) << garment.error();
  EXPECT_EQ((*garment)->report().duplicateTriangles, 2u);
}

/// Skins as described: weights sum to 1, every joint has a name to pin to, every clip moves something, and no bone
/// pulls a vertex far off (a wrong matrix order sends them metres away).
TEST(Character, SkinsAndClips) {
  struct Case {
    const char* file;
    std::size_t joints, clips;
    float duration;
  };
  for (const Case& c :
       {Case{"characters/CesiumMan.glb", 19, 1, 2.0f}, Case{"characters/RiggedSimple.glb", 4, 1, 0.0f},
        Case{"characters/mannequiny.glb", 45, 10, 0.0f}, Case{"characters/simple_skin.gltf", 2, 1, 5.5f}}) {
    TOILE_DATA_OR_SKIP(path, c.file);
    const Result<AnimatedModel> model = importAnimatedModel(path);
    ASSERT_TRUE(model.ok()) << model.error();
    const auto& nodes = model->skeleton.nodes;
    EXPECT_EQ(static_cast<std::size_t>(std::count_if(nodes.begin(), nodes.end(), [](auto& n) { return n.isJoint; })),
              c.joints);
    ASSERT_EQ(model->skeleton.clips.size(), c.clips);
    if (c.duration > 0.0f) {
      EXPECT_NEAR(model->skeleton.clips[0].duration, c.duration, 0.05f);
    }
    const SurfaceMesh& mesh = model->surface.mesh;
    Vec3 low = mesh.positions[0], high = low;
    for (const Vec3& p : mesh.positions) {
      low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
      high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
    }
    const float size = distance(low, high);
    for (std::size_t v = 0; v < mesh.vertexCount(); ++v) {
      float sum = 0.0f;
      for (std::size_t k = 0; k < model->influencesPerVertex; ++k) {
        sum += model->influenceWeights[v * model->influencesPerVertex + k];
      }
      ASSERT_NEAR(sum, 1.0f, 1e-6f);
    }
    for (const AnimationClip& clip : model->skeleton.clips) {
      std::size_t moved = 0;
      for (int k = 0; k <= 4; ++k) {
        const auto posed = posedPositions(*model, evaluate(model->skeleton, clip, clip.duration * 0.25f * k));
        for (std::size_t v = 0; v < posed.size(); ++v) {
          const float far = distance(posed[v], mesh.positions[v]);
          ASSERT_LT(far, 2.0f * size) << clip.name;
          moved += far > 1e-4f * size;
        }
      }
      EXPECT_GT(moved, 0u) << clip.name;
    }
  }
}

}  // namespace
}  // namespace toile
