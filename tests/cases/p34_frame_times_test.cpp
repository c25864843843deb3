// P34: a bake of n seconds has exactly the frames of its rate, each at its own time.
#include <unistd.h>

#include <bit>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

#include "cases/case_helpers.h"
#include "io/export.h"

namespace toile::test {
namespace {

std::vector<unsigned char> readBytes(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::uint32_t bigEndian(const std::vector<unsigned char>& bytes, std::size_t at) {
  return (std::uint32_t{bytes[at]} << 24) | (std::uint32_t{bytes[at + 1]} << 16) | (std::uint32_t{bytes[at + 2]} << 8) |
         bytes[at + 3];
}

struct Baked {
  std::vector<double> heights;  ///< m, of the centroid, one a frame
  std::vector<float> times;     ///< s, as the file has them
};

/// Three seconds of a sheet in free fall, baked to a cache that stores the time of every frame.
Baked bake(double framesPerSecond, std::size_t frames) {
  OneClothDef def;
  removeDrag(def);
  OneCloth one = oneCloth(lyingSheet(5, 0.4f, 0.0f), def);
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("toile_p34_" + std::to_string(::getpid()) + ".mdd");
  BakeInfo info;
  info.framesPerSecond = framesPerSecond;
  info.frameCount = frames;
  std::unique_ptr<AnimationWriter> writer = need(openAnimationWriter(path, one.mesh, {}, info));
  Baked baked;
  for (std::size_t frame = 0; frame < frames; ++frame) {
    if (frame > 0) one.run(1, static_cast<float>(1.0 / framesPerSecond));
    const Points x = one.positions();
    EXPECT_TRUE(writer->addFrame(x, {}));
    baked.heights.push_back(centroid(x)[1]);
  }
  EXPECT_NEAR(one.world.stats().time, static_cast<double>(frames - 1) / framesPerSecond, 1e-6);
  EXPECT_TRUE(writer->finish());
  const std::vector<unsigned char> bytes = readBytes(path);
  std::filesystem::remove(path);
  EXPECT_EQ(bigEndian(bytes, 0), frames);
  for (std::size_t k = 0; k < frames; ++k) baked.times.push_back(std::bit_cast<float>(bigEndian(bytes, 8 + 4 * k)));
  return baked;
}

/// Height at one second. Free fall is a parabola: three frames give it exactly.
double heightAtOneSecond(const Baked& baked, double framesPerSecond) {
  const double at = framesPerSecond;
  const auto k = static_cast<std::size_t>(std::lround(at));
  const double s = at - static_cast<double>(k), a = baked.heights[k - 1], b = baked.heights[k],
               c = baked.heights[k + 1];
  return b + 0.5 * s * (c - a) + 0.5 * s * s * (a - 2.0 * b + c);
}

TEST(Cases, P34_FramesLieAtTheirTimesAtEveryRate) {
  const struct {
    double rate;
    std::size_t frames;
  } rates[] = {{24.0, 73}, {25.0, 76}, {30.0, 91}, {60.0, 181}, {23.976, 72}};
  const double h = 1.0 / (60.0 * WorldDef{}.substeps);
  double low = 1e9, high = -1e9;
  for (const auto& [rate, frames] : rates) {
    ASSERT_EQ(frameCount(3.0, rate), frames) << rate << " fps";
    const Baked baked = bake(rate, frames);
    for (std::size_t k = 0; k < frames; ++k) EXPECT_NEAR(baked.times[k], static_cast<double>(k) / rate, 1e-6) << rate;
    const double y = heightAtOneSecond(baked, rate);
    std::cout << rate << " fps: y(1 s) = " << y << " m\n";
    low = std::min(low, y);
    high = std::max(high, y);
  }
  EXPECT_LE(high - low, 9.81 * h / 2.0 + 0.001);
  EXPECT_NEAR(71.0 / 23.976, 2.9613, 5e-5) << "the last time of the case";
}

TEST(Cases, P34_StoredRateIsTheRequestedOne) {
  const SurfaceMesh mesh = lyingSheet(2, 0.1f, 0.0f);
  for (const double rate : {24.0, 25.0, 30.0, 60.0, 23.976}) {
    const std::filesystem::path path =
        std::filesystem::temp_directory_path() / ("toile_p34_" + std::to_string(::getpid()) + ".usda");
    BakeInfo info;
    info.framesPerSecond = rate;
    info.frameCount = 2;
    std::unique_ptr<AnimationWriter> writer = need(openAnimationWriter(path, mesh, {}, info));
    for (int frame = 0; frame < 2; ++frame) ASSERT_TRUE(writer->addFrame(mesh.positions, {}));
    ASSERT_TRUE(writer->finish());
    const std::vector<unsigned char> bytes = readBytes(path);
    std::filesystem::remove(path);
    const std::string text(bytes.begin(), bytes.end()), key = "timeCodesPerSecond = ";
    const std::size_t at = text.find(key);
    ASSERT_NE(at, std::string::npos);
    EXPECT_EQ(std::stod(text.substr(at + key.size())), rate);
  }
}

}  // namespace
}  // namespace toile::test
