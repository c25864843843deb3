// What all writers promise alike: counts of frames, refusals, and that nothing half-done is left behind.
#include "io/export.h"

#include <gmock/gmock.h>
#include <sys/resource.h>

#include <csignal>
#include <limits>

#include "export_fixture.h"
#include "io/export_triangles.h"

namespace toile::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* kFormats[] = {"a.glb", "a.pc2", "a.mdd", "a.obj", "a.usda"};

TEST(Export, P34_FrameCountKeepsBothEnds) {
  EXPECT_EQ(frameCount(3.0, 24.0), 73u);
  EXPECT_EQ(frameCount(3.0, 25.0), 76u);
  EXPECT_EQ(frameCount(3.0, 30.0), 91u);
  EXPECT_EQ(frameCount(3.0, 60.0), 181u);
  EXPECT_EQ(frameCount(3.0, 23.976), 72u);
  EXPECT_EQ(frameCount(3.0, 24000.0 / 1001.0), 72u);
  EXPECT_EQ(frameCount(0.0, 24.0), 1u);
  EXPECT_EQ(frameCount(0.1, 30.0), 4u);  // 0.1 is not a binary fraction
  EXPECT_EQ(frameCount(0.7, 10.0), 8u);  // 0.7 · 10 is 7, or 6.999… with other rounding
}

TEST(Export, FrameCountOfNonsenseIsZero) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double bad : {-1.0, infinity, -infinity, std::nan("")}) {
    EXPECT_EQ(frameCount(bad, 24.0), 0u);
    EXPECT_EQ(frameCount(1.0, bad), 0u);
  }
  EXPECT_EQ(frameCount(1.0, 0.0), 0u);
}

TEST(Export, ExtensionsDecide) {
  for (const char* name : kFormats) EXPECT_TRUE(canExport(name));
  EXPECT_TRUE(canExport("A.GLB"));
  for (const char* name : {"a", "a.gltf", "a.abc", "glb", ".glb"}) EXPECT_FALSE(canExport(name)) << name;
  const Bake bake = waving(2, 24.0);
  EXPECT_THAT(write("a.fbx", bake).error(), HasSubstr("a.fbx: no animation format"));
}

TEST(Export, BadSettingsAreNamed) {
  const Folder folder;
  Bake bake = waving(1, 24.0);
  bake.info.framesPerSecond = 0.0;
  EXPECT_THAT(write(folder / "a.pc2", bake).error(), HasSubstr("frames per second must be positive"));
  bake = waving(0, 24.0);
  EXPECT_THAT(write(folder / "a.pc2", bake).error(), HasSubstr("at least one frame"));
  bake = waving(1, 24.0);
  ExportOptions options;
  options.space.metresPerUnit = -1.0;
  EXPECT_THAT(write(folder / "a.pc2", bake, options).error(), HasSubstr("metres per unit must be positive"));
  bake.mesh.faceVertices[5] = 10;
  EXPECT_THAT(write(folder / "a.pc2", bake).error(), HasSubstr("corner 5 names vertex 10 of 10"));
  bake = waving(1, 24.0);
  bake.parts[1].firstVertex = 5;
  bake.parts[1].vertexCount = 5;
  EXPECT_THAT(write(folder / "a.glb", bake).error(), HasSubstr("part 1 (\"right\") has a face with vertex 4"));
  EXPECT_THAT(folder.names(), IsEmpty());
}

TEST(Export, RefusedFramesNameFrameAndVertexAndChangeNothing) {
  for (const char* name : kFormats) {
    const Folder folder;
    const Bake bake = waving(2, 24.0);
    auto writer = openAnimationWriter(folder / name, bake.mesh, bake.parts, bake.info);
    ASSERT_TRUE(writer.ok()) << writer.error();
    std::vector<Vec3> broken = bake.positions[0];
    broken[7].y = std::numeric_limits<float>::quiet_NaN();
    EXPECT_THAT((*writer)->addFrame(broken, bake.normals[0]).error(),
                HasSubstr(std::string(name) + ": frame 0: position of vertex 7 is not finite"));
    EXPECT_THAT((*writer)->addFrame(bake.positions[0], broken).error(), HasSubstr("normal of vertex 7"));
    broken.pop_back();
    EXPECT_THAT((*writer)->addFrame(broken, {}).error(), HasSubstr("9 positions, but the mesh 10 vertices"));
    EXPECT_THAT((*writer)->finish().error(), HasSubstr("0 of 2 announced frames"));
    ASSERT_TRUE((*writer)->addFrame(bake.positions[0], bake.normals[0]).ok());
    EXPECT_THAT((*writer)->addFrame(bake.positions[1], {}).error(), HasSubstr("lacks normals, but frame 0 has them"));
    ASSERT_TRUE((*writer)->addFrame(bake.positions[1], bake.normals[1]).ok());
    EXPECT_THAT((*writer)->addFrame(bake.positions[1], bake.normals[1]).error(), HasSubstr("only 2 frames"));
    ASSERT_TRUE((*writer)->finish().ok());
    EXPECT_FALSE((*writer)->finish().ok());
    EXPECT_FALSE((*writer)->addFrame(bake.positions[1], bake.normals[1]).ok());

    // The refusals left no trace: the same bytes as of a bake without them.
    const Folder clean;
    ASSERT_TRUE(write(folder / (std::string("b") + (name + 1)).c_str(), bake).ok());
    for (const std::string& file : folder.names()) {
      if (file[0] != 'a') continue;
      EXPECT_EQ(readText(folder / file.c_str()), readText(folder / ("b" + file.substr(1)).c_str())) << file;
    }
  }
}

TEST(Export, GivingUpLeavesNothingAndKeepsTheOldFile) {
  for (const char* name : kFormats) {
    const Folder folder;
    Bake bake = waving(3, 24.0);
    bake.info.frameCount = 1;
    { std::ofstream(folder / name) << "old"; }
    {
      auto writer = openAnimationWriter(folder / name, bake.mesh, bake.parts, bake.info);
      ASSERT_TRUE(writer.ok());
      ASSERT_TRUE((*writer)->addFrame(bake.positions[0], {}).ok());
    }
    EXPECT_THAT(folder.names(), ElementsAre(name));
    EXPECT_EQ(readText(folder / name), "old");
    bake.positions.resize(1);
    ASSERT_TRUE(write(folder / name, bake).ok());
    EXPECT_THAT(folder.names(), ElementsAre(name));
    EXPECT_NE(readText(folder / name), "old");
  }
}

TEST(Export, MissingFolderIsNamedWithTheReason) {
  for (const char* name : kFormats) {
    const Folder folder;
    const std::filesystem::path path = folder / "missing" / name;
    EXPECT_THAT(write(path, waving(2, 24.0)).error(),
                ::testing::AllOf(HasSubstr("missing"), HasSubstr("No such file or directory")));
  }
}

/// Files of this process cannot grow beyond a limit: as good as a full disk.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) {
    handler_ = std::signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &old_);
    const rlimit limit{bytes, old_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    setrlimit(RLIMIT_FSIZE, &old_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  rlimit old_{};
  void (*handler_)(int) = nullptr;
};

TEST(Export, FullDiskIsReportedAndCleanedUp) {
  const Bake bake = waving(200, 24.0);
  for (const char* name : kFormats) {
    const Folder folder;
    Status status;
    {
      const FileSizeLimit limit(600);  // below one OBJ file, and every other format's 200 frames
      status = write(folder / name, bake);
    }
    EXPECT_FALSE(status.ok()) << name;
    EXPECT_THAT(status.error(), ::testing::AllOf(HasSubstr("writing failed"), HasSubstr("File too large"))) << name;
    EXPECT_THAT(folder.names(), IsEmpty()) << name;
  }
}

double triangleArea(const SurfaceMesh& mesh, const std::vector<std::uint32_t>& triangles, Vec3 axis) {
  double area = 0.0;
  for (std::size_t i = 0; i < triangles.size(); i += 3) {
    const Vec3 a = mesh.positions[triangles[i]];
    const float part = dot(cross(mesh.positions[triangles[i + 1]] - a, mesh.positions[triangles[i + 2]] - a), axis);
    EXPECT_GT(part, 0.0f) << "triangle " << i / 3 << " is turned over";
    area += 0.5 * static_cast<double>(part);
  }
  return area;
}

TEST(ExportTriangles, ConcavePolygonsKeepAreaAndWinding) {
  // A comb: fans from any corner would cover the gaps. In all three planes and both windings.
  const std::vector<Vec2> comb{{0, 0}, {5, 0}, {5, 3}, {4, 3}, {4, 1}, {3, 1},
                               {3, 3}, {2, 3}, {2, 1}, {1, 1}, {1, 3}, {0, 3}};
  for (int plane = 0; plane < 3; ++plane) {
    for (const bool reversed : {false, true}) {
      SurfaceMesh mesh;
      for (const Vec2& p : comb) {
        mesh.positions.push_back(plane == 0 ? Vec3{p.x, p.y, 0} : plane == 1 ? Vec3{0, p.x, p.y} : Vec3{p.y, 0, p.x});
      }
      mesh.faceSizes = {12};
      for (std::uint32_t i = 0; i < 12; ++i) mesh.faceVertices.push_back(reversed ? 11 - i : i);
      const Vec3 up = plane == 0 ? Vec3{0, 0, 1} : plane == 1 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
      const std::vector<std::uint32_t> triangles = faceTriangles(mesh, 0, 1);
      EXPECT_EQ(triangles.size(), 30u);
      // 5 × 1 and three teeth of 1 × 2; small integers, so that every area is exact.
      EXPECT_EQ(triangleArea(mesh, triangles, reversed ? -up : up), 11.0);
    }
  }
}

TEST(ExportTriangles, ArrowShapedQuadIsCutInside) {
  SurfaceMesh mesh;
  mesh.positions = {{0, 0, 0}, {2, -1, 0}, {0, 2, 0}, {-2, -1, 0}};
  mesh.faceSizes = {4};
  for (std::uint32_t first = 0; first < 4; ++first) {
    mesh.faceVertices = {first, (first + 1) % 4, (first + 2) % 4, (first + 3) % 4};
    EXPECT_EQ(triangleArea(mesh, faceTriangles(mesh, 0, 1), {0, 0, 1}), 4.0);
  }
}

}  // namespace
}  // namespace toile::test
