// P32: relative indices count back from what has been read so far, in every mixture of forms.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/gltf_builder.h"

namespace toile {
namespace {

using ::testing::HasSubstr;

Result<ImportedMesh> read(const std::string& text) {
  return importMeshFromMemory(test::asBytes(text), MeshFormat::obj, "case.obj");
}

const std::string kFirst = "v 0 0 0\nv 1 0 0\nv 0 1 0\n", kSecond = "v 5 0 0\nv 6 0 0\nv 5 1e0 1e-3\n";

TEST(P32ObjIndices, RelativeIsTheSameAsAbsolute) {
  const auto absolute = read(kFirst + kSecond + "f 1 2 3\nf 4 5 6\n");
  const auto relative = read(kFirst + "f -3 -2 -1\n" + kSecond + "f -3 -2 -1\n");
  ASSERT_TRUE(absolute.ok() && relative.ok());
  EXPECT_EQ(relative->mesh.positions, absolute->mesh.positions);
  EXPECT_EQ(relative->mesh.faceVertices, absolute->mesh.faceVertices);
}

TEST(P32ObjIndices, MixedFormsCommentsAndSpaces) {
  const std::string attributes = "vt 0.5 0.25\nvn 0 0 1\n";
  const auto plain = read(kFirst + "f 1 2 3\n");
  ASSERT_TRUE(plain.ok());
  for (const char* face : {"f 1/1/1 2/1/1 3/1/1", "f 1//1 2//1 3//1", "f 1/1 2/1 3/1", "f -3//-1 -2//-1 -1//-1",
                           "f -3/-1/1 2 3//-1", "f\t1/1\t2/1 \t 3/1 # a comment", "f 1 2 3# glued", "f 1/ 2/ 3/"}) {
    const auto mesh = read(kFirst + attributes + face + "\n");
    ASSERT_TRUE(mesh.ok()) << face << ": " << mesh.error();
    EXPECT_EQ(mesh->mesh.positions, plain->mesh.positions) << face;
    EXPECT_EQ(mesh->mesh.faceVertices, plain->mesh.faceVertices) << face;
  }
  std::string windows = kFirst + attributes + "f 1/1/1 2//1 3/1";
  for (std::size_t at = 0; (at = windows.find('\n', at)) != windows.npos; at += 2) windows.replace(at, 1, "\r\n");
  const auto crlf = read(windows);
  ASSERT_TRUE(crlf.ok()) << crlf.error();
  EXPECT_EQ(crlf->mesh.faceVertices, plain->mesh.faceVertices);
  EXPECT_EQ(crlf->mesh.uvs[0], (Vec2{0.5f, 0.25f}));
}

TEST(P32ObjIndices, ZeroAndOutOfRangeAreErrorsWithALine) {
  const auto zero = read(kFirst + "f 0 1 2\n");
  ASSERT_FALSE(zero.ok());
  EXPECT_THAT(zero.error(), HasSubstr("case.obj: line 4: f: vertex index 0"));
  const auto high = read(kFirst + "f 1 2 99\n");
  ASSERT_FALSE(high.ok());
  EXPECT_EQ(high.error(), "case.obj: line 4: f: vertex index 99 is out of range (the file has 3)");
  const auto low = read(kFirst + "\nf -1 -2 -4\n");
  ASSERT_FALSE(low.ok());
  EXPECT_EQ(low.error(), "case.obj: line 5: f: vertex index -4 is out of range (3 read so far)");
}

}  // namespace
}  // namespace toile
