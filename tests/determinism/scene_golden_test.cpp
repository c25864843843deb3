// Whole scenes give the bits that scene_hashes.json holds: here, and in WebAssembly (web/toile/test/golden.test.mjs,
// and the web page), which read the same file.
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "determinism/scenes.h"
#include "sanitized.h"
#include "scenes/named.h"
#include "scenes/play.h"

namespace toile::test {
namespace {

std::string hashOf(const std::string& name, int steps) {
  const Scene scene = findNamedScene(name)->make();
  auto played = playScene(scene, scene.worldDef());
  EXPECT_TRUE(played.ok()) << (played.ok() ? "" : played.error());
  for (int step = 0; step < steps; ++step) EXPECT_TRUE(played->play.advance(played->world).ok());
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(played->world.stateHash()));
  return text;
}

TEST(SceneGolden, HashesAreThoseOfTheFile) {
  if (kSanitized) GTEST_SKIP() << "bits do not depend on the sanitizers, and the steps would take a minute";
  std::ifstream file(TOILE_SCENE_HASHES);
  const nlohmann::json golden = nlohmann::json::parse(file);
  ASSERT_GE(golden["hashes"].size(), 3u);
  for (const auto& [scene, hash] : golden["hashes"].items()) {
    EXPECT_EQ(hashOf(scene, golden["steps"]), hash.get<std::string>()) << scene;
  }
}

}  // namespace
}  // namespace toile::test
