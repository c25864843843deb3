#include "viewer/session.h"

#include <gmock/gmock.h>

#include <cstdio>
#include <filesystem>

#include "scenes/scene_json.h"

namespace toile::view {
namespace {

using ::testing::HasSubstr;

Session openSheet() {
  auto session = Session::open("sheet32");
  EXPECT_TRUE(session.ok());
  return std::move(*session);
}

std::vector<Vec3> positionsOf(const Session& session) {
  const PlayedCloth& cloth = session.play().cloths()[0];
  std::vector<Vec3> positions(session.play().garments()[cloth.garment].garment->vertexCount());
  EXPECT_TRUE(session.world().readPositions(cloth.id, positions).ok());
  return positions;
}

void advance(Session& session, int frames) {
  for (int i = 0; i < frames; ++i) ASSERT_TRUE(session.advance().ok());
}

TEST(Session, PlaysToTheBitsOfABake) {
  Session session = openSheet();
  advance(session, 5);
  auto played = playScene(session.scene(), session.scene().worldDef());
  ASSERT_TRUE(played);
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(played->play.advance(played->world).ok());
  EXPECT_EQ(session.world().stateHash(), played->world.stateHash());
}

TEST(Session, AGrabbedVertexFollowsAndIsReleasedAsItWas) {
  Session session = openSheet();
  advance(session, 3);
  const ClothVertex vertex{0, 500};
  const ClothId cloth = session.play().cloths()[0].id;
  std::vector<float> before(1024), after(1024);
  ASSERT_TRUE(session.world().readMasses(cloth, before).ok());
  ASSERT_TRUE(session.grab(vertex).ok());
  EXPECT_TRUE(session.world().isPinned(cloth, 500).value());
  const Vec3 wanted = positionsOf(session)[500] + Vec3{0.0f, 0.05f, 0.2f};
  ASSERT_TRUE(session.pull(wanted).ok());
  advance(session, 1);
  EXPECT_LT(distance(positionsOf(session)[500], wanted), 1e-6f);  // rounding of the way there
  ASSERT_TRUE(session.letGo().ok());
  EXPECT_FALSE(session.world().isPinned(cloth, 500).value());
  ASSERT_TRUE(session.world().readMasses(cloth, after).ok());
  EXPECT_EQ(before, after);
  advance(session, 3);
  EXPECT_GT(distance(positionsOf(session)[500], wanted), 1e-3f);  // it falls
}

TEST(Session, APinnedVertexStaysPinnedWhenLetGo) {
  Session session = openSheet();
  const ClothId cloth = session.play().cloths()[0].id;
  ASSERT_TRUE(session.world().isPinned(cloth, 0).value());
  ASSERT_TRUE(session.grab({0, 0}).ok());
  ASSERT_TRUE(session.letGo().ok());
  EXPECT_TRUE(session.world().isPinned(cloth, 0).value());
}

TEST(Session, PinsToggle) {
  Session session = openSheet();
  const ClothId cloth = session.play().cloths()[0].id;
  ASSERT_TRUE(session.togglePin({0, 700}).ok());
  EXPECT_TRUE(session.world().isPinned(cloth, 700).value());
  const Vec3 held = positionsOf(session)[700];
  advance(session, 4);
  EXPECT_EQ(positionsOf(session)[700], held);
  ASSERT_TRUE(session.togglePin({0, 700}).ok());
  EXPECT_FALSE(session.world().isPinned(cloth, 700).value());
}

TEST(Session, AMovedColliderStaysWhereHandsPutIt) {
  Session session = openSheet();
  const ColliderId id = session.play().colliders()[0];
  const Transform place{{}, {1.0f, -0.5f, 0.25f}};
  ASSERT_TRUE(session.moveCollider(0, place).ok());
  advance(session, 2);  // the scene would move it
  EXPECT_EQ(session.world().collider(id).value().transform.translation, place.translation);
  ASSERT_TRUE(session.reset().ok());
  advance(session, 1);
  EXPECT_NE(session.world().collider(session.play().colliders()[0]).value().transform.translation, place.translation);
}

TEST(Session, ResetGivesTheSameBitsAgain) {
  Session session = openSheet();
  advance(session, 4);
  const std::uint64_t hash = session.world().stateHash();
  ASSERT_TRUE(session.grab({0, 900}).ok());
  ASSERT_TRUE(session.pull({2, 2, 2}).ok());
  advance(session, 3);
  const std::uint64_t generation = session.generation();
  ASSERT_TRUE(session.reset().ok());
  EXPECT_NE(session.generation(), generation);
  EXPECT_FALSE(session.grabbed());
  advance(session, 4);
  EXPECT_EQ(session.world().stateHash(), hash);
}

TEST(Session, AChangedFabricKeepsPlacesSpeedsAndPins) {
  Session session = openSheet();
  advance(session, 6);
  const auto before = positionsOf(session);
  const ClothId cloth = session.play().cloths()[0].id;
  std::vector<Vec3> velocities(1024), after(1024);
  ASSERT_TRUE(session.world().readVelocities(cloth, velocities).ok());
  SceneGarment garment = session.scene().garments[0];
  garment.fabric.fabric.bendingRigidity = 1e-3f;
  garment.totalMass = 3.0f;
  ASSERT_TRUE(session.setGarment(0, garment).ok());
  EXPECT_EQ(positionsOf(session), before);
  ASSERT_TRUE(session.world().readVelocities(cloth, after).ok());
  EXPECT_EQ(after, velocities);
  EXPECT_TRUE(session.world().isPinned(cloth, 0).value());
  EXPECT_NEAR(session.play().garments()[0].garment->report().mass, 3.0, 1e-6);
  advance(session, 2);
}

TEST(Session, ARefusedGarmentChangesNothing) {
  Session session = openSheet();
  advance(session, 2);
  const std::uint64_t hash = session.world().stateHash();
  SceneGarment garment = session.scene().garments[0];
  garment.fabric.fabric.arealDensity = -1.0f;
  garment.totalMass.reset();
  const Status refused = session.setGarment(0, garment);
  ASSERT_FALSE(refused.ok());
  EXPECT_THAT(refused.error(), HasSubstr("/garments/0"));
  garment = session.scene().garments[0];
  garment.mesh = GridDef{8, 8, 0.1f, GridCut::quads};
  EXPECT_THAT(session.setGarment(0, garment).error(), HasSubstr("another mesh"));
  EXPECT_EQ(session.world().stateHash(), hash);
}

TEST(Session, ParametersOutliveReset) {
  Session session = openSheet();
  ClothParams params = session.scene().cloths[0].params;
  params.gravityScale = 0.5f;
  ASSERT_TRUE(session.setParams(0, params).ok());
  ASSERT_TRUE(session.setGravity({0, -1, 0}).ok());
  ASSERT_TRUE(session.setSubsteps(3, 2).ok());
  ASSERT_TRUE(session.reset().ok());
  EXPECT_EQ(session.world().params(session.play().cloths()[0].id).value().gravityScale, 0.5f);
  EXPECT_EQ(session.world().gravity(), (Vec3{0, -1, 0}));
  params.tethers = 99;
  EXPECT_FALSE(session.setParams(0, params).ok());
  EXPECT_EQ(session.scene().cloths[0].params.tethers,
            session.world().params(session.play().cloths()[0].id).value().tethers);
}

TEST(Session, RealTimeIsPlayedInFramesAndNeverPilesUp) {
  Session session = openSheet();  // 60 frames a second
  ASSERT_TRUE(session.play(0.01).ok());
  EXPECT_EQ(session.play().frame(), 0u);
  ASSERT_TRUE(session.play(0.01).ok());
  EXPECT_EQ(session.play().frame(), 1u);
  ASSERT_TRUE(session.play(10.0).ok());
  EXPECT_EQ(session.play().frame(), 3u);
  session.paused = true;
  ASSERT_TRUE(session.play(10.0).ok());
  EXPECT_EQ(session.play().frame(), 3u);
}

TEST(Session, AFailedLoadKeepsTheScene) {
  Session session = openSheet();
  advance(session, 2);
  EXPECT_FALSE(session.load("no such scene").ok());
  EXPECT_EQ(session.scene().name, "sheet32");
  EXPECT_EQ(session.play().frame(), 2u);
}

TEST(Session, SavesWhatWasChanged) {
  Session session = openSheet();
  ASSERT_TRUE(session.setGravity({0, -3, 0}).ok());
  const std::string file = ::testing::TempDir() + "toile_session_test.json";
  ASSERT_TRUE(session.save(file).ok());
  const auto back = loadScene(file);
  std::filesystem::remove(file);
  ASSERT_TRUE(back) << back.error();
  EXPECT_EQ(back->gravity, (Vec3{0, -3, 0}));
  EXPECT_THAT(session.save("/no/such/folder/scene.json").error(), HasSubstr("/no/such/folder/scene.json"));
}

}  // namespace
}  // namespace toile::view
