// Animated PNGs, taken apart again.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "io/palette.h"
#include "io/picture.h"

namespace toile {
namespace {

using ::testing::HasSubstr;

/// A square of one colour on another, its corner at (x, x).
Image square(std::uint32_t x) {
  Image image{20, 16, std::vector<std::uint8_t>(std::size_t{3} * 20 * 16, 200)};
  for (std::uint32_t j = x; j < x + 4; ++j) {
    for (std::uint32_t i = x; i < x + 4; ++i) image.pixels[3 * (std::size_t{j} * 20 + i)] = 10;
  }
  return image;
}

struct Chunk {
  std::string type, data;
};
std::uint32_t number(const std::string& bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<std::uint8_t>(bytes[at + i]);
  return value;
}
std::vector<Chunk> chunksOf(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  std::vector<Chunk> chunks;
  for (std::size_t at = 8; at + 12 <= bytes.size(); at += 12 + number(bytes, at))
    chunks.push_back({bytes.substr(at + 4, 4), bytes.substr(at + 8, number(bytes, at))});
  return chunks;
}

class Animation : public ::testing::Test {
 protected:
  std::filesystem::path path_ = std::filesystem::path(::testing::TempDir()) / "toile_animation_test.png";
  void TearDown() override { std::filesystem::remove(path_); }
};

TEST_F(Animation, HoldsOfEachFrameWhatChanged) {
  const std::vector<Image> frames{square(1), square(2), square(2)};
  ASSERT_TRUE(writeAnimatedPng(path_, frames, 12.5).ok());
  std::vector<std::string> types;
  const auto chunks = chunksOf(path_);
  for (const Chunk& chunk : chunks) types.push_back(chunk.type);
  EXPECT_THAT(types, ::testing::ElementsAre("IHDR", "acTL", "PLTE", "tRNS", "fcTL", "IDAT", "fcTL", "fdAT", "fcTL",
                                            "fdAT", "IEND"));
  EXPECT_EQ(number(chunks[1].data, 0), 3u);   // frames
  EXPECT_EQ(chunks[2].data.size(), 9u);       // none, and two colours
  EXPECT_EQ(number(chunks[4].data, 4), 20u);  // the first is whole
  EXPECT_EQ(number(chunks[6].data, 0), 1u);   // sequence numbers count controls and data
  EXPECT_EQ(number(chunks[6].data, 4), 5u);   // both squares
  EXPECT_EQ(number(chunks[6].data, 12), 1u);  // from the first one's corner
  EXPECT_EQ(number(chunks[7].data, 0), 2u);
  EXPECT_EQ(number(chunks[8].data, 4), 1u);                                     // nothing changed: one pixel
  EXPECT_EQ(chunks[6].data.substr(20, 4), std::string("\x03\xe8\x30\xd4", 4));  // 1000 / 12500 s
}

TEST_F(Animation, RefusesWhatIsNoAnimation) {
  EXPECT_THAT(writeAnimatedPng(path_, {}, 10.0).error(), HasSubstr("without frames"));
  std::vector<Image> frames{square(1), square(2)};
  EXPECT_FALSE(writeAnimatedPng(path_, frames, 0.0).ok());
  EXPECT_FALSE(writeAnimatedPng(path_, frames, NAN).ok());
  frames[1].width = 10;
  EXPECT_THAT(writeAnimatedPng(path_, frames, 10.0).error(), HasSubstr("frame 1"));
  EXPECT_FALSE(std::filesystem::exists(path_));
}

TEST(Palette, KeepsFewColoursAsTheyAre) {
  const std::vector<Image> images{square(3)};
  const Palette palette(images, 8);
  ASSERT_EQ(palette.colours().size(), 2u);
  const Palette::Rgb dark = palette.colours()[palette.indexOf(images[0].at(3, 3))];
  EXPECT_EQ(dark, (Palette::Rgb{10, 200, 200}));
}

TEST(Palette, ManyColoursComeNear) {
  Image image{256, 1, {}};
  for (int i = 0; i < 256; ++i)
    for (int c = 0; c < 3; ++c) image.pixels.push_back(static_cast<std::uint8_t>(i));
  const Palette palette(std::span(&image, 1), 16);
  EXPECT_EQ(palette.colours().size(), 16u);
  for (std::uint32_t i = 0; i < 256; ++i) {
    const int off = int{palette.colours()[palette.indexOf(image.at(i, 0))][1]} - static_cast<int>(i);
    EXPECT_LE(std::abs(off), 16) << i;  // sixteen colours over 256 greys: half a sixteenth, and a cell of eight
  }
}

}  // namespace
}  // namespace toile
