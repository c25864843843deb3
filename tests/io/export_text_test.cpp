// OBJ and USDA: text that reads back to the same bits.
#include <gmock/gmock.h>
#include <tiny_obj_loader.h>

#include <cstdlib>

#include "export_fixture.h"

namespace toile::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

tinyobj::ObjReader readObj(const std::filesystem::path& path) {
  tinyobj::ObjReader reader;
  tinyobj::ObjReaderConfig config;
  config.triangulate = false;
  EXPECT_TRUE(reader.ParseFromFile(path.string(), config)) << reader.Error();
  return reader;
}

void expectFrame(const tinyobj::ObjReader& reader, const Bake& bake, std::size_t frame) {
  const tinyobj::attrib_t& attributes = reader.GetAttrib();
  ASSERT_EQ(attributes.vertices.size(), 30u);
  ASSERT_EQ(attributes.normals.size(), 30u);
  ASSERT_EQ(attributes.texcoords.size(), 20u);
  for (std::size_t i = 0; i < 10; ++i) {
    // tinyobj's own number parser is off by some units in the last place.
    const Vec3 p{attributes.vertices[3 * i], attributes.vertices[3 * i + 1], attributes.vertices[3 * i + 2]};
    EXPECT_LE(distance(p, bake.positions[frame][i]), 1e-6f);
    const Vec3 n{attributes.normals[3 * i], attributes.normals[3 * i + 1], attributes.normals[3 * i + 2]};
    EXPECT_LE(distance(n, bake.normals[frame][i]), 1e-6f);
  }
  std::vector<std::uint32_t> corners;
  for (const tinyobj::shape_t& shape : reader.GetShapes()) {
    for (const tinyobj::index_t& index : shape.mesh.indices) {
      EXPECT_EQ(index.vertex_index, index.normal_index);
      EXPECT_EQ(index.vertex_index, index.texcoord_index);
      corners.push_back(static_cast<std::uint32_t>(index.vertex_index));
    }
  }
  EXPECT_EQ(corners, bake.mesh.faceVertices);
}

TEST(ExportObj, SequenceHasOneNumberedFileAFrame) {
  const Folder folder;
  const Bake bake = waving(3, 24.0);
  ASSERT_TRUE(write(folder / "a.obj", bake).ok());
  EXPECT_THAT(folder.names(), ElementsAre("a.0001.obj", "a.0002.obj", "a.0003.obj"));
  expectFrame(readObj(folder / "a.0001.obj"), bake, 0);
  expectFrame(readObj(folder / "a.0003.obj"), bake, 2);
}

TEST(ExportObj, SingleFrameKeepsTheName) {
  const Folder folder;
  const Bake bake = waving(1, 24.0);
  ASSERT_TRUE(write(folder / "a.obj", bake).ok());
  EXPECT_THAT(folder.names(), ElementsAre("a.obj"));
  expectFrame(readObj(folder / "a.obj"), bake, 0);
}

TEST(ExportObj, PartsAreGroupsWithTheirMaterials) {
  const Folder folder;
  ASSERT_TRUE(write(folder / "a.obj", waving(1, 24.0)).ok());
  const std::string text = readText(folder / "a.obj");
  EXPECT_THAT(text, HasSubstr("g left\nusemtl wool\nf 1/1/1 3/3/3 4/4/4 2/2/2\ng right\nusemtl silk\nf 5/5/5"));
}

/// The numbers of all lines that start with `keyword`, by the C library's correctly rounding parser.
std::vector<float> numbersOf(const std::string& text, const std::string& keyword) {
  std::vector<float> numbers;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind(keyword + " ", 0) != 0) continue;
    const char* at = line.c_str() + keyword.size();
    for (char* end = nullptr;; at = end) {
      const float number = std::strtof(at, &end);
      if (end == at) break;
      numbers.push_back(number);
    }
  }
  return numbers;
}

std::vector<float> flat(const std::vector<Vec3>& vectors) {
  std::vector<float> out;
  for (const Vec3& v : vectors) out.insert(out.end(), {v.x, v.y, v.z});
  return out;
}

TEST(ExportObj, RestMeshKeepsOrderAndEveryBit) {
  const Folder folder;
  Bake bake = waving(3, 24.0);
  SurfaceMesh mesh = bake.mesh;
  mesh.positions = bake.positions[2];
  ASSERT_TRUE(writeObj(folder / "a.obj", mesh).ok());
  const std::string text = readText(folder / "a.obj");
  EXPECT_EQ(numbersOf(text, "v"), flat(mesh.positions));
  std::vector<float> uvs;
  for (const Vec2& uv : mesh.uvs) uvs.insert(uvs.end(), {uv.x, uv.y});
  EXPECT_EQ(numbersOf(text, "vt"), uvs);
  EXPECT_EQ(text.find("vn "), std::string::npos);
  EXPECT_THAT(text, HasSubstr("f 1/1 3/3 4/4 2/2\n"));
}

TEST(ExportObj, P37_UpAxisTurnsAndUnitScales) {
  const Folder folder;
  SurfaceMesh mesh;
  mesh.positions = {{1, 0, 0}, {0, 2, 0}, {0, 0, 3}};
  mesh.normals = {{0, 1, 0}, {0, 1, 0}, {0, 0, 1}};
  mesh.faceVertices = {0, 1, 2};
  ExportOptions options;
  options.space = {UpAxis::z, 0.5};
  ASSERT_TRUE(writeObj(folder / "a.obj", mesh, options).ok());
  const std::string text = readText(folder / "a.obj");
  EXPECT_THAT(numbersOf(text, "v"), ElementsAre(2, 0, 0, 0, 0, 4, 0, -6, 0));
  EXPECT_THAT(numbersOf(text, "vn"), ElementsAre(0, 0, 1, 0, 0, 1, 0, -1, 0));
  EXPECT_THAT(text, HasSubstr("f 1//1 2//2 3//3\n"));  // a rotation: the winding stays
}

TEST(ExportObj, FlipVIsOnlyDoneWhenAsked) {
  const Folder folder;
  SurfaceMesh mesh;
  mesh.positions = {{1, 0, 0}, {0, 2, 0}, {0, 0, 3}};
  mesh.uvs = {{0, 0}, {1, 0.25f}, {0.5f, 1}};
  mesh.faceVertices = {0, 1, 2};
  ExportOptions options;
  options.flipV = true;
  ASSERT_TRUE(writeObj(folder / "a.obj", mesh, options).ok());
  EXPECT_THAT(numbersOf(readText(folder / "a.obj"), "vt"), ElementsAre(0, 1, 1, 0.75f, 0.5f, 0));
}

/// All numbers between the brackets or parentheses of the first `[…]` after `key`.
std::vector<float> listAfter(const std::string& text, const std::string& key) {
  const std::size_t found = text.find(key);
  EXPECT_NE(found, std::string::npos) << key;
  std::vector<float> numbers;
  if (found == std::string::npos) return numbers;
  const char* at = text.c_str() + text.find('[', found + key.size()) + 1;
  while (*at != ']' && *at != '\0') {
    char* end = nullptr;
    const float number = std::strtof(at, &end);
    if (end == at) {
      ++at;
    } else {
      numbers.push_back(number);
      at = end;
    }
  }
  return numbers;
}

TEST(ExportUsda, HeaderSaysWhatTheNumbersMean) {
  for (const UpAxis up : {UpAxis::y, UpAxis::z}) {
    const Folder folder;
    ExportOptions options;
    options.space = {up, 0.01};
    ASSERT_TRUE(write(folder / "a.usda", waving(3, 23.976), options).ok());
    const std::string text = readText(folder / "a.usda");
    EXPECT_EQ(text.rfind("#usda 1.0\n(\n", 0), 0u);
    for (const char* line : {"defaultPrim = \"strip\"", "startTimeCode = 0\n", "endTimeCode = 2\n",
                             "timeCodesPerSecond = 23.976\n", "metersPerUnit = 0.01\n", "def Mesh \"strip\"",
                             "uniform token subdivisionScheme = \"none\"", "interpolation = \"vertex\""}) {
      EXPECT_THAT(text, HasSubstr(line));
    }
    EXPECT_THAT(text, HasSubstr(up == UpAxis::z ? "upAxis = \"Z\"" : "upAxis = \"Y\""));
  }
}

TEST(ExportUsda, SamplesKeepEveryBit) {
  const Folder folder;
  const Bake bake = waving(3, 24.0);
  ASSERT_TRUE(write(folder / "a.usda", bake).ok());
  EXPECT_THAT(folder.names(), ElementsAre("a.usda"));
  const std::string text = readText(folder / "a.usda");
  const std::size_t normals = text.find("normals.timeSamples");
  const std::size_t extents = text.find("extent.timeSamples");
  ASSERT_LT(normals, extents);
  ASSERT_NE(extents, std::string::npos);
  for (std::size_t k = 0; k < 3; ++k) {
    const std::string key = "\n        " + std::to_string(k) + ": ";
    EXPECT_EQ(listAfter(text.substr(0, normals), key), flat(bake.positions[k]));
    EXPECT_EQ(listAfter(text.substr(normals, extents - normals), key), flat(bake.normals[k]));
    std::vector<float> box(6);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const std::vector<float> all = flat(bake.positions[k]);
      box[axis] = box[axis + 3] = all[axis];
      for (std::size_t i = axis; i < all.size(); i += 3) {
        box[axis] = std::min(box[axis], all[i]);
        box[axis + 3] = std::max(box[axis + 3], all[i]);
      }
    }
    EXPECT_EQ(listAfter(text.substr(extents), key), box);
  }
  EXPECT_EQ(listAfter(text, "faceVertexCounts = "), (std::vector<float>{4, 4, 4}));
  EXPECT_EQ(listAfter(text, "faceVertexIndices = "),
            std::vector<float>(bake.mesh.faceVertices.begin(), bake.mesh.faceVertices.end()));
  EXPECT_EQ(listAfter(text, "primvars:st = ").size(), 20u);
  EXPECT_EQ(listAfter(text,
                      "def GeomSubset \"silk\"\n    {\n        uniform token elementType = \"face\"\n"
                      "        uniform token familyName = \"materialBind\"\n        int[] indices = "),
            (std::vector<float>{1, 2}));
  EXPECT_EQ(std::count(text.begin(), text.end(), '{'), std::count(text.begin(), text.end(), '}'));
}

TEST(ExportUsda, NamesBecomeIdentifiers) {
  const Folder folder;
  Bake bake = waving(1, 24.0);
  bake.info.name = "2 \"caps\"";
  bake.parts[0].material = bake.parts[1].material = "a b";
  ASSERT_TRUE(write(folder / "a.usda", bake, {}, false).ok());
  const std::string text = readText(folder / "a.usda");
  EXPECT_THAT(text, HasSubstr("def Mesh \"_2__caps_\""));
  EXPECT_THAT(text, HasSubstr("def GeomSubset \"a_b\""));
  EXPECT_THAT(text, HasSubstr("def GeomSubset \"a_b_2\""));
  EXPECT_EQ(text.find("normal3f"), std::string::npos);
}

}  // namespace
}  // namespace toile::test
