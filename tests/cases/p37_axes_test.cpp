// P37: what goes out comes in again as it was: not mirrored, not lying on its side.
#include <unistd.h>

#include <filesystem>

#include "cases/case_helpers.h"
#include "io/export.h"
#include "io/import.h"

namespace toile::test {
namespace {

Result<ImportedMesh> objFromText(std::string_view text, const ImportOptions& options = {}) {
  return importMeshFromMemory(std::as_bytes(std::span<const char>(text.data(), text.size())), MeshFormat::obj,
                              "case.obj", options);
}

/// An upright L with one arm longer than the other, in the file's own coordinates: `up` along z or y.
std::string letterL(UpAxis up) {
  std::string text;
  // Corners as (right, up) in tenths of a metre; depth 0.
  for (const auto& [right, above] : {std::pair{0, 0}, {4, 0}, {4, 2}, {2, 2}, {2, 7}, {0, 7}, {0, 2}, {2, 0}}) {
    const std::string a = std::to_string(0.1 * right), b = std::to_string(0.1 * above);
    text += up == UpAxis::y ? "v " + a + " " + b + " 0\n" : "v " + a + " 0 " + b + "\n";
  }
  return text + "f 1 8 4 7\nf 8 2 3 4\nf 7 4 5 6\n";
}

/// Twice the area of the L seen from its front, positive as drawn, in the file's coordinates.
double signedArea(const Points& x, UpAxis up) {
  const std::uint32_t loop[] = {0, 7, 1, 2, 3, 4, 5, 6};
  double sum = 0.0;
  for (std::size_t k = 0; k < 8; ++k) {
    const Vec3 a = x[loop[k]], b = x[loop[(k + 1) % 8]];
    const double ah = up == UpAxis::y ? a.y : a.z, bh = up == UpAxis::y ? b.y : b.z;
    sum += static_cast<double>(a.x) * bh - static_cast<double>(b.x) * ah;
  }
  return sum;
}

/// The file's own numbers: read without any change of axes.
Points rawPositions(const std::filesystem::path& path) { return need(importMesh(path)).mesh.positions; }

void cycle(UpAxis up) {
  ImportOptions in;
  in.space.up = up;
  ExportOptions out;
  out.space.up = up;
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() /
      ("toile_p37_" + std::to_string(::getpid()) + (up == UpAxis::y ? "y" : "z") + ".obj");
  const SurfaceMesh mesh = need(objFromText(letterL(up), in)).mesh;
  ASSERT_EQ(mesh.positions, need(objFromText(letterL(UpAxis::y))).mesh.positions) << "both files say the same L";

  // Baked for a second in free fall, with a turn so that all three axes count.
  OneClothDef def;
  removeDrag(def);
  OneCloth one = oneCloth(mesh, def);
  Points v = mesh.positions;
  for (Vec3& p : v) p = cross({0.2f, 0.3f, 0.0f}, p);
  ASSERT_TRUE(one.world.writeVelocities(one.cloth, v));
  one.run(60);
  SurfaceMesh baked = mesh;
  baked.positions = one.positions();
  ASSERT_TRUE(writeObj(path, baked, out));
  const Points first = rawPositions(path);

  // Gravity acted down the file's own axis.
  const auto height = [&](const Points& x) { return centroid(x)[up == UpAxis::y ? 1 : 2]; };
  const Points start = need(objFromText(letterL(up))).mesh.positions;
  EXPECT_NEAR(height(first) - height(start), -4.905, 0.05);

  for (int k = 0; k < 3; ++k) {
    const ImportedMesh again = need(importMesh(path, in));
    ASSERT_EQ(again.mesh.vertexCount(), mesh.vertexCount());
    EXPECT_LE(maxDifference(again.mesh.positions, baked.positions), 1e-6f) << "cycle " << k;
    EXPECT_EQ(again.mesh.faceVertices, mesh.faceVertices);
    ASSERT_TRUE(writeObj(path, again.mesh, out));
    EXPECT_LE(maxDifference(rawPositions(path), first), 1e-6f) << "cycle " << k;
  }
  // Not mirrored: the L still reads as an L from its front (it has turned by some 20° only).
  EXPECT_GT(signedArea(start, up) * signedArea(rawPositions(path), up), 0.0);
  std::filesystem::remove(path);
}

TEST(Cases, P37_YUpComesBackAsItWas) { cycle(UpAxis::y); }
TEST(Cases, P37_ZUpComesBackAsItWas) { cycle(UpAxis::z); }

TEST(Cases, P37_ConversionIsARotation) {
  for (const UpAxis up : {UpAxis::y, UpAxis::z}) {
    FileSpace space;
    space.up = up;
    const auto columns = [&](auto convert) {
      return dot(cross(convert(space, Vec3{1, 0, 0}), convert(space, Vec3{0, 1, 0})), convert(space, Vec3{0, 0, 1}));
    };
    EXPECT_EQ(columns(directionFromFile), 1.0f);
    EXPECT_EQ(columns(directionToFile), 1.0f);
  }
}

}  // namespace
}  // namespace toile::test
