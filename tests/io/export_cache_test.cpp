// PC2 and MDD: bytes as other programs expect them, and back.
#include <gmock/gmock.h>

#include "export_fixture.h"
#include "io/mdd.h"
#include "io/pc2.h"

namespace toile::test {
namespace {

using ::testing::HasSubstr;

constexpr double kRates[] = {24.0, 25.0, 30.0, 60.0, 23.976};

std::vector<std::uint8_t> bytesOf(const std::filesystem::path& path) {
  const std::string text = readText(path);
  return {text.begin(), text.end()};
}

TEST(ExportPc2, HeaderIsThatOfTheFormat) {
  const Folder folder;
  ASSERT_TRUE(write(folder / "a.pc2", waving(3, 25.0)).ok());
  const std::vector<std::uint8_t> bytes = bytesOf(folder / "a.pc2");
  ASSERT_EQ(bytes.size(), 32u + 3 * 10 * 12);
  const std::vector<std::uint8_t> expected{'P', 'O', 'I',  'N',  'T', 'C', 'A', 'C', 'H', 'E', '2', 0,  // name
                                           1,   0,   0,    0,    10,  0,   0,   0,   0,   0,   0,   0,  // 1, 10, 0.0f
                                           0,   0,   0x80, 0x3f, 3,   0,   0,   0};                     // 1.0f, 3
  EXPECT_EQ(std::vector<std::uint8_t>(bytes.begin(), bytes.begin() + 32), expected);
}

TEST(ExportPc2, EveryBitComesBack) {
  const Folder folder;
  const Bake bake = waving(7, 23.976);
  ASSERT_TRUE(write(folder / "a.pc2", bake).ok());
  const Result<Pc2Cache> cache = readPc2(folder / "a.pc2");
  ASSERT_TRUE(cache.ok()) << cache.error();
  ASSERT_EQ(cache->sampleCount, 7u);
  ASSERT_EQ(cache->vertexCount, 10u);
  for (std::size_t k = 0; k < 7; ++k) {
    for (std::size_t i = 0; i < 10; ++i) EXPECT_EQ(cache->sample(k)[i], bake.positions[k][i]);
  }
}

TEST(ExportPc2, P34_OneSampleAFrameAtEveryRate) {
  for (const double rate : kRates) {
    const Folder folder;
    ASSERT_TRUE(write(folder / "a.pc2", waving(frameCount(3.0, rate), rate)).ok());
    const Result<Pc2Cache> cache = readPc2(folder / "a.pc2");
    ASSERT_TRUE(cache.ok()) << cache.error();
    EXPECT_EQ(cache->sampleCount, frameCount(3.0, rate));
    EXPECT_EQ(cache->startFrame, 0.0f);
    EXPECT_EQ(cache->sampleRate, 1.0f);
  }
}

TEST(ExportMdd, HeaderIsBigEndian) {
  const Folder folder;
  ASSERT_TRUE(write(folder / "a.mdd", waving(2, 2.0)).ok());
  const std::vector<std::uint8_t> bytes = bytesOf(folder / "a.mdd");
  ASSERT_EQ(bytes.size(), 8u + 2 * 4 + 2 * 10 * 12);
  const std::vector<std::uint8_t> expected{0, 0, 0, 2, 0, 0, 0, 10, 0, 0, 0, 0, 0x3f, 0, 0, 0};  // 2, 10, 0.0f, 0.5f
  EXPECT_EQ(std::vector<std::uint8_t>(bytes.begin(), bytes.begin() + 16), expected);
}

TEST(ExportMdd, P34_TimesAndBitsComeBackAtEveryRate) {
  for (const double rate : kRates) {
    const Folder folder;
    const Bake bake = waving(frameCount(3.0, rate), rate);
    ASSERT_TRUE(write(folder / "a.mdd", bake).ok());
    const Result<MddCache> cache = readMdd(folder / "a.mdd");
    ASSERT_TRUE(cache.ok()) << cache.error();
    ASSERT_EQ(cache->times.size(), bake.positions.size());
    for (std::size_t k = 0; k < cache->times.size(); ++k) {
      EXPECT_NEAR(cache->times[k], static_cast<double>(k) / rate, 1e-6);
      for (std::size_t i = 0; i < 10; ++i) EXPECT_EQ(cache->frame(k)[i], bake.positions[k][i]);
    }
  }
}

TEST(ExportCaches, P37_OutAndInAgainIsTheIdentity) {
  const Bake bake = waving(4, 24.0);
  for (const UpAxis up : {UpAxis::y, UpAxis::z}) {
    for (const double unit : {1.0, 0.01, 0.0254}) {
      const Folder folder;
      ExportOptions options;
      options.space = {up, unit};
      std::vector<std::vector<Vec3>> frames = bake.positions;
      for (int cycle = 0; cycle < 3; ++cycle) {
        Bake next = bake;
        next.positions = frames;
        ASSERT_TRUE(write(folder / "a.pc2", next, options).ok());
        ASSERT_TRUE(write(folder / "a.mdd", next, options).ok());
        const Result<Pc2Cache> pc2 = readPc2(folder / "a.pc2");
        const Result<MddCache> mdd = readMdd(folder / "a.mdd");
        ASSERT_TRUE(pc2.ok() && mdd.ok());
        EXPECT_EQ(pc2->positions, mdd->positions);
        if (up == UpAxis::z) {  // what is up in the bake is up in the file
          EXPECT_NEAR(pc2->sample(0)[1].z * unit, 0.1, 1e-6);
        }
        for (std::size_t k = 0; k < frames.size(); ++k) {
          for (std::size_t i = 0; i < 10; ++i) frames[k][i] = pointFromFile(options.space, pc2->sample(k)[i]);
        }
      }
      for (std::size_t k = 0; k < frames.size(); ++k) {
        for (std::size_t i = 0; i < 10; ++i) EXPECT_LE(distance(frames[k][i], bake.positions[k][i]), 1e-6f);
      }
    }
  }
}

TEST(ExportCaches, DamagedFilesAreRefused) {
  const Folder folder;
  ASSERT_TRUE(write(folder / "a.pc2", waving(3, 24.0)).ok());
  ASSERT_TRUE(write(folder / "a.mdd", waving(3, 24.0)).ok());
  for (const char* name : {"a.pc2", "a.mdd"}) {
    const std::string whole = readText(folder / name);
    const auto read = [&](const std::string& text) {
      { std::ofstream(folder / "b", std::ios::binary) << text; }
      const Result<Pc2Cache> pc2 = readPc2(folder / "b");
      const Result<MddCache> mdd = readMdd(folder / "b");
      return name == std::string("a.pc2") ? pc2.ok() : mdd.ok();
    };
    EXPECT_TRUE(read(whole));
    for (std::size_t size = 0; size < whole.size(); size += 7)
      EXPECT_FALSE(read(whole.substr(0, size))) << name << size;
    EXPECT_FALSE(read(whole + std::string(12, '\0')));
    std::string huge = whole;  // counts whose product overflows 64 bits when multiplied by 12
    for (const std::size_t at :
         name == std::string("a.pc2") ? std::vector<std::size_t>{16, 28} : std::vector<std::size_t>{0, 4}) {
      huge.replace(at, 4, 4, '\xff');
    }
    EXPECT_FALSE(read(huge));
  }
  EXPECT_THAT(readPc2(folder / "none.pc2").error(), HasSubstr("none.pc2: cannot be read: No such file"));
  EXPECT_FALSE(readPc2(folder / "").ok());
}

}  // namespace
}  // namespace toile::test
