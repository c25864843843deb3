// Volumes as files: what is written comes back, and every spoilt byte is noticed or harmless.
#include "io/volume_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>

#include "toile/colliders.h"

namespace toile {
namespace {

using ::testing::HasSubstr;

VolumeGrid smallBall() {
  VolumeGrid grid;
  grid.samples = {7, 8, 9};
  grid.origin = {-0.3f, -0.35f, -0.4f};
  grid.cell = 0.1f;
  for (std::uint32_t z = 0; z < 9; ++z) {
    for (std::uint32_t y = 0; y < 8; ++y) {
      for (std::uint32_t x = 0; x < 7; ++x) {
        const Vec3 p =
            grid.origin + Vec3{static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)} * grid.cell;
        grid.distances.push_back(length(p) - 0.15f);
      }
    }
  }
  return grid;
}

std::string bytesOf(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string errorOf(const std::string& bytes) {
  const auto grid = parseSdf(bytes, "a.sdf");
  return grid ? std::string("read") : grid.error();
}

class SdfFile : public testing::Test {
 protected:
  SdfFile() {
    EXPECT_TRUE(writeSdf(path, grid).ok());
    bytes = bytesOf(path);
  }
  ~SdfFile() override { std::filesystem::remove(path); }
  const VolumeGrid grid = smallBall();
  const std::filesystem::path path = std::filesystem::path(testing::TempDir()) / "ball.sdf";
  std::string bytes;
};

TEST_F(SdfFile, ComesBackToTheBit) {
  EXPECT_EQ(bytes.size(), 40u + 4u * 7u * 8u * 9u);
  const auto read = readVolume(path);
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(read->samples, grid.samples);
  EXPECT_EQ(read->origin, grid.origin);
  EXPECT_EQ(read->cell, grid.cell);
  EXPECT_EQ(read->distances, grid.distances);
  const auto volume = SdfVolume::build(read->def());
  ASSERT_TRUE(volume) << volume.error();
  EXPECT_NEAR(signedDistance(Volume{*volume}, {0.3f, 0.05f, 0.0f}), std::hypot(0.3f, 0.05f) - 0.15f, 1e-6f);
}

TEST_F(SdfFile, IsAsDocumented) {
  // Little-endian: 7, then −0.3 as IEEE 754 has it.
  EXPECT_EQ(bytes.substr(0, 16), std::string("toileSDF\1\0\0\0\7\0\0\0", 16));
  EXPECT_EQ(bytes.substr(24, 4), std::string("\x9a\x99\x99\xbe", 4));
}

TEST_F(SdfFile, WhatIsSpoiltIsRefused) {
  EXPECT_EQ(errorOf(bytes), "read");
  EXPECT_THAT(errorOf(""), HasSubstr("a.sdf: is no .sdf file"));
  EXPECT_THAT(errorOf("toileSDX" + bytes.substr(8)), HasSubstr("is no .sdf file"));
  EXPECT_THAT(errorOf(bytes.substr(0, 39)), HasSubstr("is no .sdf file"));
  EXPECT_THAT(errorOf(bytes.substr(0, bytes.size() - 1)), HasSubstr("announces 504 samples"));
  EXPECT_THAT(errorOf(bytes + "x"), HasSubstr("holds 2017 bytes"));
  const auto with = [&](std::size_t at, const std::string& piece) {
    std::string spoilt = bytes;
    spoilt.replace(at, piece.size(), piece);
    return spoilt;
  };
  EXPECT_THAT(errorOf(with(8, "\2")), HasSubstr("version 2"));
  EXPECT_THAT(errorOf(with(12, "\1")), HasSubstr("has 1 samples along an axis"));
  EXPECT_THAT(errorOf(with(12, "\xff\xff\xff\xff")), HasSubstr("has 4294967295 samples"));
  // 4096³ · 4 bytes would not fit into memory: refused before anything is made.
  std::string huge;
  for (int i = 0; i < 3; ++i) huge += std::string("\0\x10\0\0", 4);
  EXPECT_THAT(errorOf(with(12, huge)), HasSubstr("announces 68719476736 samples"));
  // What the values mean is checked where the volume is made.
  const auto read = parseSdf(with(40, std::string("\0\0\xc0\x7f", 4)), "nan.sdf");
  ASSERT_TRUE(read);
  EXPECT_FALSE(SdfVolume::build(read->def()));
}

TEST_F(SdfFile, EveryShortenedFileAndEveryFlippedByteIsHarmless) {
  for (std::size_t size = 0; size < 60; ++size) EXPECT_NE(errorOf(bytes.substr(0, size)), "read");
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string spoilt = bytes;
    spoilt[at] = static_cast<char>(spoilt[at] ^ 0xff);
    const auto read = parseSdf(spoilt, "spoilt");
    if (read) (void)SdfVolume::build(read->def());
  }
}

TEST(VolumeFile, NamesWhatItCannotRead) {
  EXPECT_THAT(readVolume("none.sdf").error(), HasSubstr("none.sdf"));
  EXPECT_THAT(readVolume("mesh.obj").error(), HasSubstr("mesh.obj: volumes are read from .sdf and .vdb files"));
  if (!builtWithOpenVdb()) {
    EXPECT_THAT(readVolume("a.vdb").error(), HasSubstr("without OpenVDB"));
    EXPECT_THAT(volumeOfMesh({}, 0.1f).error(), HasSubstr("without OpenVDB"));
  } else {
    EXPECT_THAT(readVolume("none.vdb").error(), HasSubstr("none.vdb"));
  }
}

/// What OpenVDB 10 wrote: createLevelSetSphere, radius 0.08 m about (0.2, 0.2, 0.2), cells of 0.05 m, two of them to
/// each side.
const std::filesystem::path kBall = std::filesystem::path(TOILE_IO_FILES) / "ball.vdb";

TEST(VolumeFile, LevelSetsOfOpenVdbAreRead) {
  if (!builtWithOpenVdb()) GTEST_SKIP() << "built without OpenVDB";
  const auto grid = readVolume(kBall);
  ASSERT_TRUE(grid) << grid.error();
  EXPECT_FLOAT_EQ(grid->cell, 0.05f);
  const auto volume = SdfVolume::build(grid->def());
  ASSERT_TRUE(volume) << volume.error();
  // Along an axis through samples the distance is linear but at the middle: exact.
  for (const Vec3 p : {Vec3{0.28f, 0.2f, 0.2f}, Vec3{0.2f, 0.12f, 0.2f}, Vec3{0.2f, 0.2f, 0.28f}})
    EXPECT_NEAR(signedDistance(Volume{*volume}, p), 0.0f, 1e-6f);
  EXPECT_NEAR(signedDistance(Volume{*volume}, {0.33f, 0.2f, 0.2f}), 0.05f, 1e-6f);
  EXPECT_NEAR((*volume)->report().deepest, 0.08f, 1e-6f);
}

TEST(VolumeFile, BrokenOpenVdbFilesAreNamed) {
  if (!builtWithOpenVdb()) GTEST_SKIP() << "built without OpenVDB";
  std::string bytes = bytesOf(kBall);
  ASSERT_GT(bytes.size(), 500u);
  const std::filesystem::path path = std::filesystem::path(testing::TempDir()) / "broken.vdb";
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{7}, bytes.size() / 4, bytes.size() / 2, bytes.size() - 9, bytes.size() - 1}) {
    std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(size));
    const auto read = readVolume(path);
    ASSERT_FALSE(read) << size;
    EXPECT_THAT(read.error(), HasSubstr("broken.vdb: ends too early")) << size;
  }
  const std::size_t kind = bytes.find("level set");
  ASSERT_NE(kind, std::string::npos);
  bytes.replace(kind, 9, "else what");
  std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  EXPECT_THAT(readVolume(path).error(), HasSubstr("grid \"ball\" is no level set"));
  std::filesystem::remove(path);
}

/// A closed box of triangles, corners at ±half.
SurfaceMesh blockMesh(Vec3 half) {
  SurfaceMesh mesh;
  for (int i = 0; i < 8; ++i) {
    mesh.positions.push_back(
        {(i & 1) != 0 ? half.x : -half.x, (i & 2) != 0 ? half.y : -half.y, (i & 4) != 0 ? half.z : -half.z});
  }
  mesh.faceVertices = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                       2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
  return mesh;
}

TEST(VolumeFile, MeshesBecomeVolumesOfTheirDistances) {
  if (!builtWithOpenVdb()) GTEST_SKIP() << "built without OpenVDB";
  const Vec3 half{0.2f, 0.1f, 0.15f};
  const auto grid = volumeOfMesh(blockMesh(half), 0.025f);
  ASSERT_TRUE(grid) << grid.error();
  const auto volume = SdfVolume::build(grid->def());
  ASSERT_TRUE(volume) << volume.error();
  EXPECT_NEAR((*volume)->report().deepest, 0.1f, 1e-4f) << "exact however deep";
  EXPECT_GE((*volume)->report().band, 2.0f * 0.025f);
  for (std::uint32_t z = 0; z < grid->samples[2]; ++z) {
    for (std::uint32_t y = 0; y < grid->samples[1]; ++y) {
      for (std::uint32_t x = 0; x < grid->samples[0]; ++x) {
        const Vec3 p =
            grid->origin + Vec3{static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)} * grid->cell;
        const float exact = signedDistance(Box{half}, p);
        const float found = grid->distances[x + grid->samples[0] * (y + std::size_t{grid->samples[1]} * z)];
        ASSERT_TRUE(exact >= 0.07f || std::fabs(found - exact) < 1e-4f) << x << " " << y << " " << z << ": " << found;
      }
    }
  }
}

/// A ring with a wave round it, all its triangles different: 2 · around · across of them.
SurfaceMesh wavyRing(std::uint32_t around, std::uint32_t across) {
  SurfaceMesh mesh;
  const auto angle = [](std::uint32_t i, std::uint32_t n) {
    return 6.2831853f * static_cast<float>(i) / static_cast<float>(n);
  };
  for (std::uint32_t i = 0; i < around; ++i) {
    for (std::uint32_t k = 0; k < across; ++k) {
      const float a = angle(i, around), b = angle(k, across), thick = 0.06f + 0.015f * std::sin(3.0f * a + b);
      const float out = 0.18f + thick * std::cos(b);
      mesh.positions.push_back({out * std::cos(a), thick * std::sin(b), out * std::sin(a)});
      const std::uint32_t next = (i + 1) % around * across, up = (k + 1) % across;
      mesh.faceVertices.insert(mesh.faceVertices.end(), {i * across + k, i * across + up, next + up});
      mesh.faceVertices.insert(mesh.faceVertices.end(), {i * across + k, next + up, next + k});
    }
  }
  return mesh;
}

TEST(VolumeFile, TheNarrowBandIsWhatAllTrianglesSay) {
  if (!builtWithOpenVdb()) GTEST_SKIP() << "built without OpenVDB";
  const SurfaceMesh ring = wavyRing(23, 11);
  const MeshBody every{BodyMesh::build(ring).value()};  // looks at every triangle
  const float cell = 0.013f;
  const auto grid = volumeOfMesh(ring, cell);
  ASSERT_TRUE(grid) << grid.error();
  const auto built = SdfVolume::build(grid->def());
  ASSERT_TRUE(built) << built.error();
  const Volume volume{*built};
  std::size_t compared = 0, inside = 0;
  double worst = 0.0;
  for (std::uint32_t z = 0; z < grid->samples[2]; ++z) {
    for (std::uint32_t y = 0; y < grid->samples[1]; ++y) {
      for (std::uint32_t x = 0; x < grid->samples[0]; ++x) {
        const Vec3 p = grid->origin + Vec3{static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)} * cell;
        const float found = grid->distances[x + grid->samples[0] * (y + std::size_t{grid->samples[1]} * z)];
        if (found >= 4.0f * cell) continue;  // cut off
        const float exact = signedDistance(every, p);
        if (exact < -4.0f * cell) {
          ASSERT_LE(found, exact + 1e-6f);
          ASSERT_GE(found, 1.1f * exact);
          continue;
        }
        ++compared, inside += exact < 0.0f ? 1 : 0;
        // Both in floats, up to half a metre from the origin: 6e-8 m a rounding, some of them.
        ASSERT_NEAR(found, exact, 1e-6f) << x << " " << y << " " << z;
        // Half a cell on, between eight samples: h²/8 of the second derivatives where the surface is smooth, half a
        // cell's diagonal at an edge.
        const Vec3 between = p + Vec3{0.5f, 0.5f, 0.5f} * cell;
        if (std::fabs(exact) < cell)
          worst = std::max(worst,
                           std::fabs(double{signedDistance(volume, between)} - double{signedDistance(every, between)}));
      }
    }
  }
  EXPECT_GT(compared, 5000u);
  EXPECT_GT(inside, 1000u);
  EXPECT_LT(worst, 0.25 * double{cell});
}

TEST(VolumeFile, MeshesWithoutAnInsideAreRefused) {
  if (!builtWithOpenVdb()) GTEST_SKIP() << "built without OpenVDB";
  SurfaceMesh open = blockMesh({0.2f, 0.1f, 0.15f});
  open.faceVertices.resize(30);
  EXPECT_THAT(volumeOfMesh(open, 0.025f).error(), HasSubstr("not closed"));
  const SurfaceMesh block = blockMesh({0.2f, 0.1f, 0.15f});
  EXPECT_THAT(volumeOfMesh(block, 1e-4f).error(), HasSubstr("too small"));
  for (const float cell : {0.0f, -1.0f, std::numeric_limits<float>::quiet_NaN()})
    EXPECT_FALSE(volumeOfMesh(block, cell));
}

}  // namespace
}  // namespace toile
