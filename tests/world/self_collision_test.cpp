// Cloth never passes through cloth: random meshes in random motion, layers, pins that are driven through their own
// cloth, and what crosses when it is handed in.
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "cases/case_helpers.h"
#include "sanitized.h"

namespace toile::test {
namespace {

/// Seeds of the property test: TOILE_SEEDS, or as many as take about a second. The soak target runs 10,000.
int seeds() {
  if (const char* text = std::getenv("TOILE_SEEDS")) return std::atoi(text);
  return kSanitized ? 6 : 20;
}

/// TOILE_FIRST_SEED: where they begin, so that many can be played in pieces.
int firstSeed() {
  const char* text = std::getenv("TOILE_FIRST_SEED");
  return text != nullptr ? std::atoi(text) : 0;
}

class RandomCase {
 public:
  explicit RandomCase(std::uint32_t seed) : random_(seed) {
    WorldDef def;
    def.substeps = 1 + random_() % 6;
    def.iterations = 1 + random_() % 2;
    world_ = std::make_unique<World>(need(World::create(def)));
    const int count = 1 + static_cast<int>(random_() % 3);
    for (int c = 0; c < count; ++c) addCloth(static_cast<float>(c) * 0.4f);
    if (random_() % 2 == 0) (void)need(world_->addCollider(planeCollider({0, -0.5f, 0}, {0.1f * value(), 1, 0})));
    if (random_() % 2 == 0) (void)need(world_->addCollider(sphereAt({value() * 0.3f, -0.5f, 0}, 0.3f)));
  }

  bool clean() const { return world_->countCrossings() == 0; }
  std::size_t shortened() const { return world_->stats().contact.shortened; }

  void step(float dt) {
    for (const Made& made : cloths_) {
      std::vector<Vec3> targets;
      for (std::size_t i = 0; i < made.pins.size(); ++i) targets.push_back(made.targets[i] + point() * 0.3f);
      ASSERT_TRUE(world_->setTargets(made.id, made.pins, targets).ok());
    }
    ASSERT_TRUE(world_->step(dt).ok());
    for (const Made& made : cloths_) ASSERT_FALSE(need(world_->stats(made.id)).frozen);
  }

 private:
  struct Made {
    ClothId id;
    std::vector<std::uint32_t> pins;
    std::vector<Vec3> targets;
  };

  float value() { return static_cast<float>(random_() % 20001) * 1e-4f - 1.0f; }
  Vec3 point() { return {value(), value(), value()}; }

  SurfaceMesh mesh() {
    if (random_() % 4 == 0) return icosphere(1, 0.18f, {});
    const std::uint32_t n = 4 + random_() % 5;
    const GridCut cuts[] = {GridCut::quads, GridCut::oneDiagonal, GridCut::equilateral};
    SurfaceMesh grid = makeGrid({n, n, 0.5f / static_cast<float>(n), cuts[random_() % 3]});
    for (Vec3& p : grid.positions) p = {p.x - 0.25f, value() * 0.01f, p.y + 0.25f};
    return grid;
  }

  void addCloth(float height) {
    const SurfaceMesh shape = mesh();
    GarmentDef def;
    def.kinds = {Kind::stretch, Kind::wing, Kind::dihedralBending};
    ClothDef cloth;
    cloth.garment = garmentOf(shape, def);
    cloth.params.selfCollision = {true, 0.002f + 0.01f * std::fabs(value()), 0.4f, 0.3f};
    cloth.transform.translation = {0.1f * value(), height, 0.1f * value()};
    cloth.transform.rotation = normalized({0.2f * value(), value(), 0.2f * value(), 1.0f});
    Made made{need(world_->createCloth(cloth)), {}, {}};
    for (std::uint32_t k = random_() % 3; k > 0; --k) made.pins.push_back(random_() % shape.vertexCount());
    EXPECT_TRUE(world_->pin(made.id, made.pins).ok());
    for (const std::uint32_t v : made.pins) made.targets.push_back(apply(cloth.transform, shape.positions[v]));
    std::vector<Vec3> velocities(shape.vertexCount());
    const float speed = 12.0f * std::fabs(value()), common = 6.0f * value();
    for (Vec3& v : velocities) v = point() * speed + Vec3{0.0f, common, 0.0f};
    EXPECT_TRUE(world_->writeVelocities(made.id, velocities).ok());
    cloths_.push_back(made);
  }

  std::mt19937 random_;
  std::unique_ptr<World> world_;
  std::vector<Made> cloths_;
};

TEST(SelfCollision, RandomMotionNeverCrosses) {
  int played = 0;
  std::size_t shortened = 0;
  for (int seed = firstSeed(); seed < firstSeed() + seeds(); ++seed) {
    SCOPED_TRACE(seed);
    RandomCase random(static_cast<std::uint32_t>(seed));
    if (!random.clean()) continue;  // cloths that were put into each other: another test
    ++played;
    for (int step = 0; step < 8; ++step) {
      random.step(step % 3 == 2 ? 1.0f / 25.0f : 1.0f / 60.0f);
      ASSERT_TRUE(random.clean()) << "step " << step;
      shortened += random.shortened();
    }
  }
  EXPECT_GT(played, seeds() / 2);
  EXPECT_GT(shortened, 0u);  // violent enough for the guard to be needed
}

/// A sheet that is thrown into a heap: bits after `count` steps of `legs` sixtieths of a second.
std::uint64_t heapAfter(int count, int legs) {
  World world = need(World::create({.substeps = 5}));
  SurfaceMesh grid = makeGrid({14, 14, 0.05f, GridCut::quads});
  ClothDef cloth;
  cloth.garment = garmentOf(grid, {});
  cloth.params.selfCollision.enabled = true;
  cloth.transform.rotation = normalized({0.7f, 0.0f, 0.0f, 1.0f});
  const ClothId id = need(world.createCloth(cloth));
  (void)need(world.addCollider(planeCollider({0, -0.4f, 0}, {0, 1, 0})));
  std::vector<Vec3> velocities(grid.vertexCount());
  for (std::size_t i = 0; i < velocities.size(); ++i) velocities[i] = {i % 14 < 7 ? 3.0f : -3.0f, -4.0f, 0.0f};
  EXPECT_TRUE(world.writeVelocities(id, velocities).ok());
  for (int i = 0; i < count; ++i) EXPECT_TRUE(world.step(static_cast<float>(legs) * (1.0f / 60.0f)).ok());
  EXPECT_EQ(world.countCrossings(), 0u);
  return world.stateHash();
}

/// A long step is proven as the short ones that it takes the place of, so it cuts nothing that these would not.
TEST(SelfCollision, LongStepsGoInLegs) { EXPECT_EQ(heapAfter(6, 4), heapAfter(24, 1)); }

/// Two level sheets, one `gap` above the other.
struct TwoSheets {
  World world;
  ClothId lower, upper;
};
TwoSheets twoSheets(float gap, std::uint32_t upperGroup, std::uint32_t upperMask) {
  TwoSheets two{need(World::create({})), {}, {}};
  EXPECT_TRUE(two.world.addCollider(planeCollider({0, 0, 0}, {0, 1, 0})).ok());
  ClothDef def;
  def.garment = garmentOf(lyingSheet(9, 0.4f, 0.01f));
  def.params.selfCollision = {true, 0.004f, -1.0f, -1.0f};
  two.lower = need(two.world.createCloth(def));
  def.transform.translation.y = gap;
  def.transform.rotation = normalized({0.0f, 0.2f, 0.0f, 1.0f});
  def.collisionGroup = upperGroup, def.collisionMask = upperMask;
  two.upper = need(two.world.createCloth(def));
  return two;
}
float meanGap(const TwoSheets& two) {
  Points low(81), high(81);
  EXPECT_TRUE(two.world.readPositions(two.lower, low).ok());
  EXPECT_TRUE(two.world.readPositions(two.upper, high).ok());
  return static_cast<float>(centroid(high)[1] - centroid(low)[1]);
}

TEST(SelfCollision, LayersRestAtTheirThickness) {
  TwoSheets two = twoSheets(0.05f, 1, 0xffffffffu);
  for (int i = 0; i < 90; ++i) ASSERT_TRUE(two.world.step(kFrame).ok());
  EXPECT_NEAR(meanGap(two), 0.004f, 0.0004f);
  EXPECT_EQ(two.world.countCrossings(), 0u);
  EXPECT_GT(two.world.stats().contact.pairs, 0u);
  EXPECT_GT(two.world.stats().contact.touching, 0u);
}

TEST(SelfCollision, GroupsAndMasksDecideWhoSeesWhom) {
  for (const auto& [group, mask] : {std::pair{2u, 1u}, {1u, 2u}, {2u, 3u}}) {
    // The lower one has group 1 and sees all: both have to see each other.
    TwoSheets two = twoSheets(0.05f, group, mask);
    for (int i = 0; i < 60; ++i) ASSERT_TRUE(two.world.step(kFrame).ok());
    // Only the floor holds them up: colliders have group 1.
    if ((mask & 1u) == 0) {
      EXPECT_LT(meanGap(two), -0.5f);
    } else {
      EXPECT_NEAR(meanGap(two), 0.004f, 0.0004f);  // group 2 sees the lower one, which sees everything
    }
  }
  TwoSheets apart = twoSheets(0.05f, 2, 1);
  ASSERT_TRUE(apart.world.setCollisionMask(apart.lower, 1).ok());  // the lower one no longer sees group 2
  for (int i = 0; i < 60; ++i) ASSERT_TRUE(apart.world.step(kFrame).ok());
  EXPECT_LT(std::fabs(meanGap(apart)), 1e-4f);
}

TEST(SelfCollision, CrossingInTheInputIsReportedAndResolved) {
  // A sheet whose border has been put through another's: 4 mm of it are on the wrong side.
  TwoSheets two = twoSheets(0.05f, 1, 0xffffffffu);
  ASSERT_TRUE(two.world.setGravity({}).ok());
  Transform tilt;
  tilt.rotation = fromAxisAngle({0, 0, 1}, -0.29f);
  ASSERT_TRUE(two.world.teleport(two.upper, tilt, TeleportMode::keep).ok());
  const std::size_t before = two.world.countCrossings();
  ASSERT_GT(before, 0u);
  ASSERT_TRUE(two.world.step(kFrame).ok());
  EXPECT_GT(two.world.stats().contact.excepted, 0u);
  for (int i = 0; i < 240 && two.world.countCrossings() != 0; ++i) ASSERT_TRUE(two.world.step(kFrame).ok());
  EXPECT_EQ(two.world.countCrossings(), 0u);
  for (int i = 0; i < 60; ++i) {
    ASSERT_TRUE(two.world.step(kFrame).ok());
    ASSERT_EQ(two.world.countCrossings(), 0u);
  }
  EXPECT_EQ(two.world.stats().contact.excepted, 0u);
}

TEST(SelfCollision, PinDrivenThroughAFoldStopsAtIt) {
  // A strip folded over; a pin in its upper half is pulled through the lower half, and back.
  TwoSheets two = twoSheets(0.05f, 1, 0xffffffffu);
  const std::vector<std::uint32_t> pin{40};
  ASSERT_TRUE(two.world.pin(two.upper, pin).ok());
  Points x(81);
  ASSERT_TRUE(two.world.readPositions(two.upper, x).ok());
  constexpr int kHalf = kSanitized ? 10 : 60;
  for (int i = 0; i < 2 * kHalf; ++i) {
    const float way = 0.24f / kHalf * static_cast<float>(i < kHalf ? i : 2 * kHalf - i);
    ASSERT_TRUE(two.world.setTargets(two.upper, pin, std::vector<Vec3>{x[40] - Vec3{0, way, 0}}).ok());
    ASSERT_TRUE(two.world.step(kFrame).ok());
    ASSERT_EQ(two.world.countCrossings(), 0u) << i;
  }
  const auto stats = need(two.world.stats(two.upper));
  EXPECT_FALSE(stats.frozen);
  if (kSanitized) return;
  EXPECT_LT(stats.maxSpeed, 3.0f);
  for (int i = 0; i < 60; ++i) ASSERT_TRUE(two.world.step(kFrame).ok());
  EXPECT_LT(need(two.world.stats(two.upper)).maxStretch, 1.05f);  // recovered
}

TEST(SelfCollision, PinchedBetweenTwoCollidersStaysCalmAndRecovers) {
  TwoSheets two = twoSheets(0.05f, 1, 0xffffffffu);
  for (int i = 0; i < 40; ++i) ASSERT_TRUE(two.world.step(kFrame).ok());
  // A ball that leaves less room over the floor than two layers need, then none, and goes again.
  const ColliderId ball = need(two.world.addCollider(sphereAt({0, 0.4f, 0}, 0.1f)));
  float calm = 0.0f;
  for (int i = 0; i < 150; ++i) {
    const float height = i < 50 ? 0.4f - 0.0062f * static_cast<float>(i) : i < 100 ? 0.09f : 0.09f + 0.01f * (i - 99);
    ASSERT_TRUE(two.world.moveCollider(ball, {{}, {0, height, 0}}).ok());
    ASSERT_TRUE(two.world.step(kFrame).ok());
    ASSERT_EQ(two.world.countCrossings(), 0u) << i;
    ASSERT_FALSE(need(two.world.stats(two.upper)).frozen);
    if (i >= 80 && i < 100) calm = std::max(calm, need(two.world.stats(two.upper)).rmsSpeed);
  }
  EXPECT_LT(calm, 0.2f);
  for (int i = 0; i < 60; ++i) ASSERT_TRUE(two.world.step(kFrame).ok());
  EXPECT_LT(need(two.world.stats(two.upper)).maxStretch, 1.05f);
  EXPECT_NEAR(meanGap(two), 0.004f, 0.001f);
}

TEST(SelfCollision, HugeMotionIsCutInBoundedTime) {
  // Pins that jump by a thousand of the cloth's own sizes: nearly everything may meet nearly everything.
  TwoSheets two = twoSheets(0.05f, 1, 0xffffffffu);
  ASSERT_TRUE(two.world.setSubsteps(4, 1).ok());
  const std::vector<std::uint32_t> pins{0, 8};
  ASSERT_TRUE(two.world.pin(two.upper, pins).ok());
  const std::vector<Vec3> targets{{400.0f, 20.0f, 0.0f}, {400.0f, 20.0f, -0.4f}};
  ASSERT_TRUE(two.world.setTargets(two.upper, pins, targets).ok());
  for (int i = 0; i < 4; ++i) {
    ASSERT_TRUE(two.world.step(kFrame).ok());
    EXPECT_EQ(two.world.countCrossings(), 0u) << i;
    EXPECT_GT(two.world.stats().contact.shortened, 0u);
    Points x(81);
    ASSERT_TRUE(two.world.readPositions(two.upper, x).ok());
    EXPECT_TRUE(allFinite(x));
  }
}

TEST(SelfCollision, ParametersAreChecked) {
  TwoSheets two = twoSheets(0.05f, 1, 0xffffffffu);
  ClothParams params = need(two.world.params(two.upper));
  params.selfCollision.frictionStatic = 0.2f, params.selfCollision.frictionDynamic = 0.3f;
  EXPECT_FALSE(two.world.setParams(two.upper, params).ok());
  params.selfCollision.frictionDynamic = 0.1f, params.selfCollision.thickness = NAN;
  EXPECT_FALSE(two.world.setParams(two.upper, params).ok());
}

/// m, how long a soft sheet hangs in a world where two others lie on each other, or far above each other.
float hungLength(bool touching) {
  WorldDef worldDef;
  worldDef.substeps = 10;
  World world = need(World::create(worldDef));
  (void)need(world.addCollider(planeCollider({0.0f, -2.0f, 0.0f}, {0.0f, 1.0f, 0.0f})));
  GarmentDef def;
  def.fabric.stretchWarp = def.fabric.stretchWeft = 10.0f;  // N/m: 2 % longer by its own weight
  ClothDef soft;
  soft.garment = garmentOf(hangingSheet(11, 11, 0.5f), def);
  const Vertices top = gridRow(11, 0);
  soft.pinned = top;
  soft.params.selfCollision.enabled = true;
  soft.params.tethers = 0;  // they would carry what the fabric shall
  const ClothId hanging = need(world.createCloth(soft));
  for (const float height : {-1.998f, touching ? -1.990f : 2.0f}) {
    ClothDef lying;
    lying.garment = garmentOf(lyingSheet(7, 0.3f, 0.0f));
    lying.transform.translation = {3.0f, height, 0.0f};
    lying.params.selfCollision.enabled = true;
    (void)need(world.createCloth(lying));
  }
  std::size_t contacts = 0;
  for (int frame = 0; frame < 30; ++frame) {
    EXPECT_TRUE(world.step(kFrame));
    contacts += world.stats().contact.touching;
  }
  EXPECT_EQ(contacts > 0, touching);
  Points x(121);
  EXPECT_TRUE(world.readPositions(hanging, x));
  return -meanHeight(x, gridRow(11, 10));
}

// Stretch is solved again after contact, but not what has a stiffness of its own: that would be stiffer wherever any
// cloth of the group touches.
TEST(SelfCollision, TouchingClothsDoNotStiffenOthersOfTheirGroup) {
  const float alone = hungLength(false);
  EXPECT_GT(alone, 0.505f) << "the sheet is soft";
  EXPECT_NEAR(hungLength(true), alone, 1e-5f);
}

}  // namespace
}  // namespace toile::test
