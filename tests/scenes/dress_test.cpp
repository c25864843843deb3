// The scene whose files are no part of Toile: it says so where they are absent, and where they are it holds what all
// scenes of cloth against cloth do.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "sanitized.h"
#include "scenes/find.h"
#include "scenes/named.h"
#include "scenes/play.h"
#include "test_data.h"

namespace toile {
namespace {

using ::testing::HasSubstr;

/// TOILE_DATA as long as this lives.
class DataVariable {
 public:
  explicit DataVariable(const std::string& value) {
    if (const char* before = std::getenv("TOILE_DATA")) before_ = before;
    ::setenv("TOILE_DATA", value.c_str(), 1);
  }
  ~DataVariable() { before_.empty() ? ::unsetenv("TOILE_DATA") : ::setenv("TOILE_DATA", before_.c_str(), 1); }
  DataVariable(const DataVariable&) = delete;
  DataVariable& operator=(const DataVariable&) = delete;

 private:
  std::string before_;
};

TEST(Dress, WithoutItsFilesItSaysWhereItLooked) {
  const DataVariable nowhere("/no/such/folder");
  const auto scene = findScene("dress", {});
  ASSERT_FALSE(scene);
  EXPECT_THAT(scene.error(), HasSubstr("dress: /no/such/folder/garments/cipc_dress_knife_stage.obj is not there"));
  EXPECT_THAT(scene.error(), HasSubstr("TOILE_DATA"));
}

TEST(Dress, ItsPanelsNeverCross) {
  TOILE_DATA_OR_SKIP(garment, "garments/cipc_dress_knife_stage.obj");
  TOILE_DATA_OR_SKIP(body, "bodies/cipc_wm2_15k_mannequin.obj");
  if (test::kSanitized)
    GTEST_SKIP() << "15,656 particles on 25,472 triangles: a minute; other scenes run the same code";
  const DataVariable data(test::dataFolder().string());
  const auto scene = findScene("dress", {});
  ASSERT_TRUE(scene) << scene.error();
  auto played = playScene(*scene, scene->worldDef());
  ASSERT_TRUE(played) << played.error();
  std::size_t particles = 0;
  for (const PlayedCloth& cloth : played->play.cloths()) particles += played->world.stats(cloth.id)->particles;
  EXPECT_EQ(particles, 15656u);
  for (int step = 0; step < 12; ++step) {
    ASSERT_TRUE(played->play.advance(played->world).ok());
    EXPECT_EQ(played->world.countCrossings(), 0u) << step;
  }
  for (const PlayedCloth& cloth : played->play.cloths()) EXPECT_FALSE(played->world.stats(cloth.id)->frozen);
}

}  // namespace
}  // namespace toile
