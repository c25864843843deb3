// Scenes in a world: pins that are carried and let go, errors that leave nothing behind.
#include "scenes/play.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "scenes/named.h"
#include "scenes/scene_json.h"
#include "test_data.h"

namespace toile {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::StartsWith;

Scene hungGrid() {
  Scene scene;
  scene.name = "grid";
  SceneGarment garment;
  garment.name = "g", garment.mesh = GridDef{5, 5, 0.1f, GridCut::quads};
  scene.garments.push_back(garment);
  SceneCloth cloth;
  cloth.name = "c", cloth.garment = "g";
  cloth.pins.push_back({{PinPattern::topRow}, "", "", true, std::numeric_limits<double>::infinity()});
  scene.cloths.push_back(cloth);
  return scene;
}

std::vector<Vec3> positionsOf(const PlayedWorld& played) {
  const PlayedCloth& cloth = played.play.cloths()[0];
  std::vector<Vec3> positions(played.play.garments()[cloth.garment].garment->vertexCount());
  EXPECT_TRUE(played.world.readPositions(cloth.id, positions).ok());
  return positions;
}

TEST(Play, PinsAreCarriedByTheirNode) {
  Scene scene = hungGrid();
  SceneNode node;
  node.name = "hand", node.easing = Easing::linear;
  node.keys = {{0.0, {}}, {1.0, {rotationAbout({0, 1, 0}, 1.0), {0.5f, 0.25f, 0.0f}}}};
  scene.nodes.push_back(node);
  scene.cloths[0].pins[0].node = "hand";
  auto played = playScene(scene, scene.worldDef());
  ASSERT_TRUE(played) << played.error();
  for (int k = 0; k < 30; ++k) ASSERT_TRUE(played->play.advance(played->world).ok());
  const std::vector<Vec3> now = positionsOf(*played);
  for (std::uint32_t v = 0; v < 5; ++v) {
    const Vec3 expected = apply(node.keys[1].transform, {0.1f * static_cast<float>(v), 0.0f, 0.0f});
    EXPECT_LT(distance(now[v], expected), 1e-6f) << v;  // a few roundings at a size of one metre
  }
}

TEST(Play, ReleasedPinsFall) {
  Scene scene = hungGrid();
  scene.cloths[0].pins[0].release = 0.5;
  scene.cloths[0].params.velocityDamping = 0.0f;
  scene.wind.airDensity = 0.0f;
  auto played = playScene(scene, scene.worldDef());
  ASSERT_TRUE(played) << played.error();
  for (int k = 0; k < 15; ++k) ASSERT_TRUE(played->play.advance(played->world).ok());
  EXPECT_EQ(positionsOf(*played)[2].y, 0.0f);  // still held at 0.5 s
  for (int k = 0; k < 15; ++k) ASSERT_TRUE(played->play.advance(played->world).ok());
  EXPECT_LT(positionsOf(*played)[2].y, -1.0f);  // ½ g · (0.5 s)² = 1.2 m, less a little stretch taken back
}

TEST(Play, RepeatedClothsShareTheirGarmentAndStandOnALattice) {
  Scene scene = hungGrid();
  scene.cloths[0].repeat = {3, 2, 1.0f, 2.0f};
  auto played = playScene(scene, scene.worldDef());
  ASSERT_TRUE(played) << played.error();
  ASSERT_EQ(played->play.cloths().size(), 6u);
  std::vector<Vec3> last(25);
  ASSERT_TRUE(played->world.readPositions(played->play.cloths()[5].id, last).ok());
  EXPECT_EQ(last[0], (Vec3{2.0f, 0.0f, 2.0f}));
  EXPECT_EQ(played->world.garment(played->play.cloths()[0].id), played->world.garment(played->play.cloths()[5].id));
}

TEST(Play, ErrorsNameTheElementAndLeaveTheWorldAsItWas) {
  auto world = World::create();
  ASSERT_TRUE(world);
  Scene scene = hungGrid();
  scene.cloths.push_back(scene.cloths[0]);
  scene.cloths[1].name = "second";
  scene.cloths[1].pins[0].vertices = {std::vector<std::uint32_t>{3, 25}};
  const auto play = ScenePlay::instantiate(scene, *world);
  ASSERT_FALSE(play);
  EXPECT_THAT(play.error(), StartsWith("/cloths/1/pins/0/vertices/0/list/1: vertex 25 "));
  EXPECT_EQ(world->stats().cloths, 0u);
  EXPECT_EQ(world->stats().colliders, 0u);

  Scene empty = hungGrid();
  empty.cloths[0].pins[0].vertices = {SphereRegion{{9, 9, 9}, 0.1f}};
  const auto none = ScenePlay::instantiate(empty, *world);
  ASSERT_FALSE(none);
  EXPECT_THAT(none.error(), StartsWith("/cloths/0/pins/0/vertices/0/sphere: holds no vertex"));
  Scene unpainted = hungGrid();
  unpainted.garments[0].paints.mass = "_MASS";
  const auto bare = ScenePlay::instantiate(unpainted, *world);
  ASSERT_FALSE(bare);
  EXPECT_THAT(bare.error(), StartsWith("/garments/0/paints/mass: the mesh has no painted attribute \"_MASS\""));
  Scene missing = hungGrid();
  missing.garments[0].mesh = MeshFile{"/no/such.obj", "", {}};
  const auto absent = ScenePlay::instantiate(missing, *world);
  ASSERT_FALSE(absent);
  EXPECT_THAT(absent.error(), StartsWith("/garments/0/mesh: /no/such.obj: "));
}

TEST(Play, RelativePathsStartAtTheSceneFile) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "toile_relative";
  std::filesystem::create_directories(folder / "meshes");
  std::ofstream(folder / "meshes/t.obj") << "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
  std::ofstream(folder / "s.json") << R"({"toile": 1, "name": "s",
      "garments": [{"name": "g", "mesh": {"file": {"path": "meshes/t.obj", "unit": 0.5}}}],
      "cloths": [{"name": "c", "garment": "g", "pins": [{"vertices": [{"top": {}}]}]}]})";
  const auto scene = loadScene(folder / "s.json");
  ASSERT_TRUE(scene) << scene.error();
  auto played = playScene(*scene, scene->worldDef());
  ASSERT_TRUE(played) << played.error();
  EXPECT_EQ(positionsOf(*played)[1], (Vec3{0.5f, 0.0f, 0.0f}));
  EXPECT_TRUE(*played->world.isPinned(played->play.cloths()[0].id, 2));
  EXPECT_FALSE(*played->world.isPinned(played->play.cloths()[0].id, 1));
  std::filesystem::remove_all(folder);
}

TEST(Play, ACharacterThatCannotLeadVerticesIsRefusedOrWarnedOf) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "toile_characters";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "bones.gltf") << R"({"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}],
      "nodes": [{"name": "hip"}]})";
  std::ofstream(folder / "rigid.gltf") << R"({"asset": {"version": "2.0"}, "scenes": [{"nodes": [0, 1]}],
      "nodes": [{"mesh": 0, "skin": 0}, {"name": "hip"}], "skins": [{"joints": [1]}],
      "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
      "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
      "bufferViews": [{"buffer": 0, "byteLength": 36}], "buffers": [{"byteLength": 36, "uri":
      "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}]})";
  Scene scene = hungGrid();
  scene.characters.push_back({});
  scene.characters[0].name = "who", scene.characters[0].path = folder / "bones.gltf";
  scene.cloths[0].pins[0].skinnedTo = "who";
  const auto bones = playScene(scene, scene.worldDef());
  ASSERT_FALSE(bones);
  EXPECT_EQ(bones.error(), "/cloths/0/pins/0/skinned_to: character \"who\" shows no mesh to follow");
  scene.characters[0].path = folder / "rigid.gltf";
  const auto rigid = playScene(scene, scene.worldDef());
  ASSERT_TRUE(rigid) << rigid.error();
  EXPECT_THAT(rigid->play.warnings(), Contains(HasSubstr("no JOINTS_0 and WEIGHTS_0, so skin 0 does not move it")));
  std::filesystem::remove_all(folder);
}

TEST(Play, PinsAndCollidersFollowACharacter) {
  TOILE_DATA_OR_SKIP(file, "characters/CesiumMan.glb");
  const auto model = importAnimatedModel(file);
  ASSERT_TRUE(model) << model.error();
  Scene scene = hungGrid();
  Character man;
  man.name = "man", man.path = file;
  scene.characters.push_back(man);
  SceneNode joint;
  joint.name = "follower", joint.character = "man";
  for (const SkeletonNode& node : model->skeleton.nodes) {
    if (node.isJoint) joint.joint = node.name;
  }
  scene.nodes.push_back(joint);
  scene.cloths[0].pins[0].skinnedTo = "man";
  scene.cloths[0].transform.translation = {0.0f, 1.2f, 0.0f};
  SceneCollider collider;
  collider.node = "follower";
  scene.colliders.push_back(collider);
  auto played = playScene(scene, scene.worldDef());
  ASSERT_TRUE(played) << played.error();

  const AnimationClip& clip = model->skeleton.clips.at(0);
  const std::vector<Vec3> before = posedPositions(*model, evaluate(model->skeleton, clip, 0.0f));
  const Vec3 start = positionsOf(*played)[2];
  std::size_t nearest = 0;
  for (std::size_t v = 0; v < before.size(); ++v) {
    if (distance(before[v], start) < distance(before[nearest], start)) nearest = v;
  }
  for (int k = 0; k < 15; ++k) ASSERT_TRUE(played->play.advance(played->world).ok());
  const std::vector<Vec3> after = posedPositions(*model, evaluate(model->skeleton, clip, 0.5f));
  // The vertex keeps its place relative to the nearest one of the walking surface; blended joints may strain
  // that offset by a tenth.
  const float offset = distance(before[nearest], start);
  EXPECT_GT(distance(after[nearest], before[nearest]), 0.01f);
  EXPECT_NEAR(distance(after[nearest], positionsOf(*played)[2]), offset, 0.1f * offset + 1e-4f);
  const auto moved = played->world.collider(played->play.colliders()[0]);
  const auto node = model->skeleton.findNode(joint.joint);
  const Vec3 expected = evaluate(model->skeleton, clip, 0.5f).rigid(*node).translation;
  EXPECT_LT(distance(moved->transform.translation, expected), 1e-5f);
}

TEST(Play, GeneratedMeshesAreWhatTheySay) {
  ConeMesh tube;
  tube.around = 12, tube.down = 4;
  const SurfaceMesh cone = makeCone(tube);
  EXPECT_EQ(cone.vertexCount(), 12u * 5);
  const auto closed = Garment::build(cone);
  ASSERT_TRUE(closed) << closed.error();
  EXPECT_EQ((*closed)->report().boundaryLoops, 2u);
  EXPECT_TRUE((*closed)->report().warnings().empty());
  tube.arc = 3.0f;
  const auto open = Garment::build(makeCone(tube));
  ASSERT_TRUE(open) << open.error();
  EXPECT_EQ((*open)->vertexCount(), 13u * 5);
  EXPECT_EQ((*open)->report().boundaryLoops, 1u);

  const auto round = Garment::build(makeDisc({1.0f, 10}));
  ASSERT_TRUE(round) << round.error();
  EXPECT_EQ((*round)->vertexCount(), 1u + 3 * 10 * 11);
  EXPECT_EQ((*round)->report().boundaryLoops, 1u);
  EXPECT_EQ((*round)->report().inconsistentEdges, 0u);
  EXPECT_EQ((*round)->report().triangles, 6u * 10 * 10);
  // A regular 60-gon in the unit circle has the area ½ · 60 · sin 6°.
  EXPECT_NEAR((*round)->report().area, 30 * std::sin(3.14159265358979 / 30), 1e-5);
}

}  // namespace
}  // namespace toile
