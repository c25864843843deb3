// Every named scene runs; the benchmark scenes have the numbers they are defined by.
#include <gtest/gtest.h>

#include <cmath>

#include "scenes/named.h"
#include "scenes/play.h"

namespace toile {
namespace {

std::size_t constraintsOf(const ScenePlay& play) {
  std::size_t count = 0;
  for (const PlayedCloth& cloth : play.cloths()) count += play.garments()[cloth.garment].garment->constraintCount();
  return count;
}

std::size_t particlesOf(const ScenePlay& play) {
  std::size_t count = 0;
  for (const PlayedCloth& cloth : play.cloths()) count += play.garments()[cloth.garment].garment->particleCount();
  return count;
}

TEST(NamedScenes, TenStepsFinite) {
  for (const NamedScene& named : namedScenes()) {
    SCOPED_TRACE(named.name);
    const Scene scene = named.make();
    EXPECT_EQ(scene.name, named.name);
    // The sheet of grow1k and grow10k in sizes that take minutes under the sanitizers.
    if (named.name == "grow100k" || named.name == "grow1m") continue;
    auto played = playScene(scene, scene.worldDef());
    ASSERT_TRUE(played) << played.error();
    for (int step = 0; step < 10; ++step) {
      const Status status = played->play.advance(played->world);
      ASSERT_TRUE(status.ok()) << status.error();
    }
    EXPECT_EQ(played->play.frame(), 10u);
    // A step's length is a float of 1/fps: ten of them are off by ten roundings.
    EXPECT_NEAR(played->world.stats().time, played->play.time(), 1e-7);
    for (const PlayedCloth& cloth : played->play.cloths()) {
      const auto stats = played->world.stats(cloth.id);
      ASSERT_TRUE(stats) << stats.error();
      EXPECT_FALSE(stats->frozen);
      std::vector<Vec3> positions(stats->vertices);
      ASSERT_TRUE(played->world.readPositions(cloth.id, positions).ok());
      for (const Vec3 p : positions) ASSERT_TRUE(isFinite(p));
    }
  }
}

/// Structural, both diagonals and skip-one of an n×n grid without what lies between two of the n pinned.
std::size_t skipOneSheet(std::size_t n) {
  return 2 * n * (n - 1) + 2 * (n - 1) * (n - 1) + 2 * n * (n - 2) - (n - 1) - (n - 2);
}

TEST(BenchmarkScenes, CountsAreTheirDefinition) {
  EXPECT_EQ(skipOneSheet(100), 58805u);
  const struct {
    Scene scene;
    std::size_t particles, constraints;
  } cases[] = {{sheet100(), 10000, 58805},
               {render10k(), 1936, 12900},  // 44 of 100 columns and rows
               {sheet251(), 63001, skipOneSheet(251)},
               {sheet32(), 1024, skipOneSheet(32)},
               {grow1k(), 1024, skipOneSheet(32)},
               {grow10k(), 10000, 58805},
               {crowd256(), 256 * 400, 256 * skipOneSheet(20)}};
  for (const auto& expected : cases) {
    auto played = playScene(expected.scene, expected.scene.worldDef());
    ASSERT_TRUE(played) << played.error();
    EXPECT_EQ(particlesOf(played->play), expected.particles) << expected.scene.name;
    EXPECT_EQ(constraintsOf(played->play), expected.constraints) << expected.scene.name;
  }
}

TEST(BenchmarkScenes, Sheet100bBendsOverEveryInnerEdge) {
  auto played = playScene(sheet100b(), sheet100b().worldDef());
  ASSERT_TRUE(played) << played.error();
  const Garment& garment = *played->play.garments()[0].garment;
  EXPECT_EQ(garment.constraints(Kind::stretch).count(), 2u * 100 * 99 - 99);
  EXPECT_EQ(garment.constraints(Kind::shear).count(), 2u * 99 * 99);
  // 99 · 98 inner edges of either direction, and one diagonal a cell; every hinge has a free corner.
  EXPECT_EQ(garment.constraints(Kind::quadraticBending).count(), 2u * 99 * 98 + 99 * 99);
  EXPECT_EQ(garment.constraints(Kind::skipOne).count(), 0u);
}

TEST(BenchmarkScenes, Sheet100IsAsDefined) {
  const Scene scene = sheet100();
  EXPECT_EQ(scene.framesPerSecond, 60.0);
  EXPECT_EQ(scene.substeps, 2u);
  EXPECT_EQ(scene.iterations, 1u);
  auto played = playScene(scene, scene.worldDef());
  ASSERT_TRUE(played) << played.error();
  const ClothId cloth = played->play.cloths()[0].id;
  const Garment& garment = *played->play.garments()[0].garment;
  std::vector<float> masses(10000);
  ASSERT_TRUE(played->world.readMasses(cloth, masses).ok());
  for (std::uint32_t v = 0; v < 10000; ++v) {
    const Vec3 p = garment.restPositions()[v];
    const auto pinned = played->world.isPinned(cloth, v);
    ASSERT_TRUE(pinned);
    ASSERT_EQ(*pinned, v < 100) << v;  // row 0, on top at y = 0
    ASSERT_EQ(p.z, 0.0f);
    ASSERT_TRUE(v >= 100 || p.y == 0.0f) << v;
    // 1 kg/m² over (99 · 0.01 m)², evenly over 10,000 particles; the area is a sum of float products.
    ASSERT_NEAR(masses[v], 0.99 * 0.99 / 10000, 1e-9);
  }
  for (const Kind kind : {Kind::stretch, Kind::shear, Kind::skipOne}) {
    const ConstraintList list = garment.constraints(kind);
    for (const float compliance : list.compliance) ASSERT_EQ(compliance, kind == Kind::skipOne ? 1.0f : 0.0f);
  }
  const auto stats = played->world.stats(cloth);
  ASSERT_TRUE(stats);
  EXPECT_EQ(stats->tethers, 0u);
  EXPECT_EQ(played->world.params(cloth)->velocityDamping, 0.1f);
}

TEST(BenchmarkScenes, CapsuleSwingsAsDefined) {
  const Scene scene = sheet100();
  auto played = playScene(scene, scene.worldDef());
  ASSERT_TRUE(played) << played.error();
  const ColliderId capsule = played->play.colliders()[0];
  for (int step = 0; step <= 60; ++step) {
    const auto def = played->world.collider(capsule);
    ASSERT_TRUE(def);
    const Capsule& shape = std::get<Capsule>(def->shape);
    EXPECT_EQ(shape.radius, 0.1f);
    EXPECT_EQ(shape.halfLength, 0.25f);
    // Middle of the sheet; z(t) = 0.3 cos(πt). Roundings of floats below 0.5.
    EXPECT_NEAR(def->transform.translation.x, 0.495, 6e-8);
    EXPECT_NEAR(def->transform.translation.y, -0.495, 6e-8);
    EXPECT_NEAR(def->transform.translation.z, 0.3 * std::cos(kPi * step / 60.0), 6e-8);
    const Vec3 axis = rotate(def->transform.rotation, {0, 1, 0});
    EXPECT_NEAR(std::fabs(axis.x), 1.0f, 3e-7f);
    ASSERT_TRUE(played->play.advance(played->world).ok());
  }
}

}  // namespace
}  // namespace toile
