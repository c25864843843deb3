// Every named scene runs; the benchmark scenes have the numbers they are defined by.
#include <gtest/gtest.h>

#include <cmath>

#include "sanitized.h"
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

TEST(NamedScenes, FirstStepsAreFinite) {
  for (const NamedScene& named : namedScenes()) {
    SCOPED_TRACE(named.name);
    const Scene scene = named.make();
    EXPECT_EQ(scene.name, named.name);
    // The sheet of grow1k and grow10k in sizes that take minutes under the sanitizers.
    if (named.name == "grow100k" || named.name == "grow1m" || named.needsFiles) continue;
    auto played = playScene(scene, scene.worldDef());
    ASSERT_TRUE(played) << played.error();
    const int steps = test::kSanitized ? 2 : 10;
    for (int step = 0; step < steps; ++step) {
      const Status status = played->play.advance(played->world);
      ASSERT_TRUE(status.ok()) << status.error();
    }
    EXPECT_EQ(played->play.frame(), static_cast<std::uint32_t>(steps));
    // A step's length is a float of 1/fps: so many of them are off by as many roundings.
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

/// What the definition of a benchmark scene fixes.
struct SheetDefinition {
  Scene scene;
  std::uint32_t size;  ///< vertices along a side
  double spacing;      ///< m
  std::uint32_t substeps, iterations;
  std::size_t steps;  ///< 1/60 s each
  Kind bending;
  float halfLength;  ///< m, of the capsule; 0: none
  std::size_t cloths;
};

std::vector<SheetDefinition> sheetDefinitions() {
  return {{sheet100(), 100, 0.01, 2, 1, 240, Kind::skipOne, 0.25f, 1},
          {sheet100b(), 100, 0.01, 2, 1, 240, Kind::quadraticBending, 0.25f, 1},
          {sheet251(), 251, 0.01, 10, 4, 60, Kind::skipOne, 0.6f, 1},
          {sheet32(), 32, 0.03, 2, 1, 240, Kind::skipOne, 0.25f, 1},
          {crowd256(), 20, 0.03, 4, 1, 240, Kind::skipOne, 0.0f, 256}};
}

void expectCapsule(PlayedWorld& played, const SheetDefinition& d) {
  ASSERT_EQ(played.play.colliders().size(), d.halfLength > 0.0f ? 1u : 0u);
  if (d.halfLength == 0.0f) return;
  const auto def = played.world.collider(played.play.colliders()[0]);
  ASSERT_TRUE(def);
  const Capsule& shape = std::get<Capsule>(def->shape);
  EXPECT_EQ(shape.radius, 0.1f);
  EXPECT_EQ(shape.halfLength, d.halfLength);
  // Middle of the sheet, z(0) = 0.3. Roundings of floats below 2.
  const double middle = 0.5 * (d.size - 1) * d.spacing;
  EXPECT_NEAR(def->transform.translation.x, middle, 2.4e-7);
  EXPECT_NEAR(def->transform.translation.y, -middle, 2.4e-7);
  EXPECT_NEAR(def->transform.translation.z, 0.3, 6e-8);
  EXPECT_NEAR(std::fabs(rotate(def->transform.rotation, {0, 1, 0}).x), 1.0f, 3e-7f);
}

TEST(BenchmarkScenes, SheetsAreAsDefined) {
  for (const SheetDefinition& d : sheetDefinitions()) {
    SCOPED_TRACE(d.scene.name);
    EXPECT_EQ(d.scene.framesPerSecond, 60.0);
    EXPECT_EQ(d.scene.duration * 60.0, static_cast<double>(d.steps));
    EXPECT_EQ(d.scene.substeps, d.substeps);
    EXPECT_EQ(d.scene.iterations, d.iterations);
    auto played = playScene(d.scene, d.scene.worldDef());
    ASSERT_TRUE(played) << played.error();
    ASSERT_EQ(played->play.cloths().size(), d.cloths);
    const Garment& garment = *played->play.garments()[0].garment;
    const std::uint32_t count = d.size * d.size;
    ASSERT_EQ(garment.vertexCount(), count);
    const double side = (d.size - 1) * d.spacing;
    for (const PlayedCloth& cloth : played->play.cloths()) {
      ASSERT_EQ(cloth.garment, 0u);
      std::vector<float> masses(count);
      ASSERT_TRUE(played->world.readMasses(cloth.id, masses).ok());
      for (std::uint32_t v = 0; v < count; ++v) {
        const Vec3 p = garment.restPositions()[v];
        ASSERT_EQ(*played->world.isPinned(cloth.id, v), v < d.size) << v;  // row 0, on top at y = 0
        ASSERT_EQ(p.z, 0.0f);
        // In the x–y plane, row by row downwards; products of floats.
        ASSERT_NEAR(p.x, d.spacing * (v % d.size), 2.4e-7);
        ASSERT_NEAR(p.y, -d.spacing * (v / d.size), 2.4e-7);
        // 1 kg/m², spread evenly; the area is a sum of float products.
        ASSERT_NEAR(masses[v], side * side / count, 1e-6 * side * side / count);
      }
      const auto params = played->world.params(cloth.id);
      ASSERT_TRUE(params);
      EXPECT_EQ(params->velocityDamping, 0.1f);
      EXPECT_EQ(params->tethers, 0u);
      EXPECT_EQ(played->world.stats(cloth.id)->tethers, 0u);
      for (const KindParams& kind : params->kinds) EXPECT_LE(kind.damping, 0.0f);
    }
    EXPECT_EQ(garment.def().fabric.stretchDamping, 0.0f);
    EXPECT_EQ(garment.def().fabric.bendingDamping, 0.0f);
    EXPECT_EQ(garment.def().kinds, (KindSet{Kind::stretch, Kind::shear, d.bending}));
    for (const Kind kind : {Kind::stretch, Kind::shear, Kind::skipOne}) {
      const ConstraintList list = garment.constraints(kind);
      for (const float compliance : list.compliance) ASSERT_EQ(compliance, kind == Kind::skipOne ? 1.0f : 0.0f);
    }
    EXPECT_EQ(played->world.gravity(), (Vec3{0.0f, -9.81f, 0.0f}));
    expectCapsule(*played, d);
  }
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
