// What the renderer draws, against stored pictures. TOILE_WRITE_PICTURES=FOLDER in the environment writes them anew.
#include "viewer/gpu/renderer.h"

#include <gmock/gmock.h>

#include <cstdlib>

#include "scenes/find.h"
#include "viewer/camera.h"
#include "viewer/layers.h"
#include "viewer_pictures/pictures.h"

namespace toile::view {
namespace {

constexpr std::uint32_t kWidth = 240, kHeight = 180;

/// One device for all: making one takes longer than drawing.
class Pictures : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    auto device = Device::create();
    if (!device) {
      missing_ = device.error();
      return;
    }
    device_ = std::move(*device);
    auto renderer = Renderer::create(*device_, kWidth, kHeight);
    if (renderer)
      renderer_ = std::move(*renderer);
    else
      missing_ = renderer.error();
  }
  static void TearDownTestSuite() { renderer_.reset(), device_.reset(); }
  void SetUp() override {
    if (!renderer_) GTEST_SKIP() << "nothing can be drawn: " << missing_;
  }
  void TearDown() override {
    if (device_) {
      EXPECT_EQ(device_->complaints(), 0u) << "see what the validation layer said above";
    }
  }

  /// A scene after some frames.
  static Stage staged(const char* name, std::size_t frames, const Layers& layers = {}) {
    const auto scene = findScene(name);
    auto played = playScene(*scene, scene->worldDef());
    EXPECT_TRUE(played.ok());
    for (std::size_t i = 0; i < frames; ++i) EXPECT_TRUE(played->play.advance(played->world).ok());
    Stage stage;
    EXPECT_TRUE(fillStage(played->world, played->play, stage).ok());
    if (!stage.ground && scene->picture.ground) stage.ground = stage.centre.y - 1.1f * stage.radius;
    addLayers(played->world, played->play, layers, stage);
    return stage;
  }

  static Look lookAt(const Stage& stage, float azimuth = 0.5f) {
    OrbitCamera camera;
    camera.azimuth = azimuth;
    const float aspect = static_cast<float>(kWidth) / kHeight;
    camera.frame(outline(stage), aspect);
    return {camera.view(aspect, stage.radius), stage.centre, stage.radius};
  }

  static Image draw(const Stage& stage, const Look& look) {
    EXPECT_TRUE(renderer_->draw(stage, look).ok());
    auto image = renderer_->read();
    EXPECT_TRUE(image.ok());
    return image ? *image : Image{};
  }

  /// The stored picture; written first where that is asked for.
  static Image stored(const std::string& name, const Image& now) {
    if (const char* folder = std::getenv("TOILE_WRITE_PICTURES"); folder != nullptr) {
      EXPECT_TRUE(writePng(std::string(folder) + "/" + name + ".png", now).ok());
      return now;
    }
    const auto image = readPng(std::string(TOILE_STORED_PICTURES) + "/" + name + ".png");
    EXPECT_TRUE(image.ok()) << image.error();
    return image ? *image : Image{};
  }

  static void expectAlike(const std::string& name, const Image& now) {
    const Difference d = compare(now, stored(name, now));
    EXPECT_TRUE(alike(d)) << name << ": mean " << d.mean << ", changed " << d.changed;
  }

  static inline std::unique_ptr<Device> device_;
  static inline std::unique_ptr<Renderer> renderer_;
  static inline std::string missing_;
};

TEST_F(Pictures, ClothOnATable) {
  const Stage stage = staged("tablecloth", 30);
  expectAlike("tablecloth", draw(stage, lookAt(stage)));
}

TEST_F(Pictures, CapeOnAFigure) {
  const Stage stage = staged("cape", 20);
  expectAlike("cape", draw(stage, lookAt(stage, 2.4f)));
}

TEST_F(Pictures, LayersAreMarksAndTints) {
  Layers layers;
  layers.wireframe = layers.pins = layers.strain = layers.bounds = true;
  const Stage stage = staged("flag", 20, layers);
  expectAlike("flag_layers", draw(stage, lookAt(stage)));
}

TEST_F(Pictures, AWrongNormalIsSeen) {
  Stage stage = staged("tablecloth", 30);
  const Look look = lookAt(stage);
  const Image right = draw(stage, look);
  for (Vec3& n : stage.normals) n = -n;
  const Difference all = compare(draw(stage, look), right);
  EXPECT_FALSE(alike(all)) << "mean " << all.mean << ", changed " << all.changed;
  // Those of the cloth alone as well.
  for (Vec3& n : stage.normals) n = -n;
  const StagePart& cloth = stage.parts[0];
  for (std::size_t v = cloth.firstVertex; v < cloth.firstVertex + cloth.vertexCount; ++v)
    stage.normals[v] = -stage.normals[v];
  const Difference one = compare(draw(stage, look), right);
  EXPECT_FALSE(alike(one)) << "mean " << one.mean << ", changed " << one.changed;
}

TEST_F(Pictures, AWrongWindingAndAMissingShadowAreSeen) {
  Stage stage = staged("tablecloth", 30);
  const Look look = lookAt(stage);
  const Image right = draw(stage, look);
  for (StagePart& part : stage.parts) part.casts = false;
  const Difference unshaded = compare(draw(stage, look), right);
  EXPECT_FALSE(alike(unshaded)) << "mean " << unshaded.mean << ", changed " << unshaded.changed;
  for (StagePart& part : stage.parts) part.casts = true;
  for (std::size_t t = 0; t < stage.triangles.size(); t += 3) std::swap(stage.triangles[t], stage.triangles[t + 1]);
  const Difference turned = compare(draw(stage, look), right);
  EXPECT_FALSE(alike(turned)) << "mean " << turned.mean << ", changed " << turned.changed;
}

TEST_F(Pictures, TheSameStageGivesTheSamePictureAfterAResize) {
  const Stage stage = staged("skirt", 5);
  const Look look = lookAt(stage);
  const Image before = draw(stage, look);
  ASSERT_TRUE(renderer_->resize(64, 300).ok());
  EXPECT_EQ(draw(stage, look).height, 300u);
  ASSERT_TRUE(renderer_->resize(kWidth, kHeight).ok());
  EXPECT_EQ(draw(stage, look).pixels, before.pixels);
  EXPECT_FALSE(renderer_->resize(8, 8).ok());
}

TEST_F(Pictures, AnEmptyStageIsABackground) {
  Stage stage;
  const Image image = draw(stage, lookAt(stage));
  EXPECT_LT(image.at(0, kHeight - 1)[0], image.at(0, 0)[0]);  // darker below
}

TEST(RangeList, GivesBackWhatItTook) {
  RangeList list(1000);
  const auto a = list.take(100, 1), b = list.take(100, 256), c = list.take(400, 16);
  EXPECT_EQ(a, 0u);
  EXPECT_EQ(b, 256u);
  EXPECT_EQ(c, 368u);  // what is before b is too small
  EXPECT_EQ(list.take(300, 1), RangeList::kNone);
  EXPECT_EQ(list.take(150, 1), 100u);
  list.give(b, 100);
  list.give(c, 400);
  list.give(a, 100);
  EXPECT_FALSE(list.unused());
  list.give(100, 150);
  EXPECT_TRUE(list.unused());
  EXPECT_EQ(list.take(1000, 64), 0u);
}

}  // namespace
}  // namespace toile::view
