// Mesh bodies of scenes: a skin round capsules, a character's own surface, a file.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "io/volume_file.h"
#include "scenes/figure.h"
#include "scenes/named.h"
#include "scenes/play.h"
#include "scenes/scene_json.h"
#include "scenes/skin.h"
#include "test_data.h"

namespace toile {
namespace {

using ::testing::HasSubstr;

std::vector<Transform> placesAtRest(const Scene& scene) {
  const std::vector<std::size_t> joints(scene.nodes.size(), 0);
  return nodePlaces(scene, joints, {}, 0.0);
}

TEST(Skin, IsOneClosedSurfaceRoundTheCapsules) {
  Scene scene;
  SceneNode upper, lower;
  upper.name = "upper", lower.name = "lower", lower.parent = "upper", lower.transform.translation = {0.0f, -0.4f, 0.0f};
  scene.nodes = {upper, lower};
  for (const char* node : {"upper", "lower"}) {
    SceneCollider bone;
    bone.node = node;
    bone.def.shape = Capsule{0.1f, 0.2f};
    bone.def.transform.translation = {0.0f, -0.2f, 0.0f};
    scene.colliders.push_back(bone);
  }
  const std::vector<Transform> places = placesAtRest(scene);
  const SkinBody body{0.02f, 0.0f};
  const auto skin = makeSkin(scene, body, places);
  ASSERT_TRUE(skin) << skin.error();
  const auto mesh = BodyMesh::build(skin->mesh);
  ASSERT_TRUE(mesh) << mesh.error();
  EXPECT_TRUE((*mesh)->report().closed);
  for (const Vec3 p : skin->mesh.positions) {
    // Both halves together are a capsule of half length 0.4 m. A vertex is the mean of cuts inside one cell, below the
    // surface by no more than its diagonal's sagitta, (20 mm · √3)² / (8 · 100 mm) = 1.5 mm; cuts are linear between
    // samples, which is less.
    EXPECT_NEAR(signedDistance(Capsule{0.1f, 0.4f}, p - Vec3{0.0f, -0.4f, 0.0f}), 0.0f, 2e-3f);
  }
  // The lower half turned about its joint by a quarter: its end lies on z, the upper end stays.
  std::vector<Transform> bent = places;
  bent[1].rotation = rotationAbout({1.0f, 0.0f, 0.0f}, -0.5 * kPi);
  std::vector<Vec3> vertices;
  skin->place(places, bent, vertices);
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    const Vec3 rest = skin->mesh.positions[v];
    if (rest.y > -0.1f) {
      EXPECT_LT(distance(vertices[v], rest), 1e-6f);
    }
    if (rest.y < -0.7f) {
      EXPECT_NEAR(vertices[v].z, -0.4f - rest.y, 1e-5f) << rest.y;
    }
  }
}

TEST(Skin, WithoutCapsulesOrWithTinyCellsIsRefused) {
  Scene scene;
  EXPECT_FALSE(makeSkin(scene, {}, {}));
  SceneNode root;
  root.name = "root";
  scene.nodes.push_back(root);
  SceneCollider bone;
  bone.node = "root", bone.def.shape = Sphere{1.0f};
  scene.colliders.push_back(bone);
  EXPECT_FALSE(makeSkin(scene, SkinBody{0.001f, 0.0f}, placesAtRest(scene)));
}

TEST(Cape10k, HasItsSizeAndStaysOutside) {
  const Scene scene = cape10k();
  auto played = playScene(scene, scene.worldDef());
  ASSERT_TRUE(played) << played.error();
  World& world = played->world;
  const PlayedCloth cape = played->play.cloths()[0];
  EXPECT_EQ(played->play.garments()[cape.garment].garment->particleCount(), 1000u);
  for (int k = 0; k < 40; ++k) ASSERT_TRUE(played->play.advance(world).ok());
  const BodyStats bodies = world.stats().bodies;
  EXPECT_NEAR(static_cast<double>(bodies.triangles), 10000.0, 300.0);
  EXPECT_GT(bodies.candidates, 1000u);
  for (const ColliderId id : played->play.colliders()) {
    const ColliderDef collider = *world.collider(id);
    const auto* shape = std::get_if<MeshBody>(&collider.shape);
    if (shape == nullptr) continue;
    EXPECT_GT(*world.colliderContacts(id), 50u);
    SurfaceMesh now;
    now.positions.resize(shape->mesh->vertexCount());
    now.faceVertices.assign(shape->mesh->triangles().begin(), shape->mesh->triangles().end());
    ASSERT_TRUE(world.readColliderVertices(id, now.positions).ok());
    const auto bent = BodyMesh::build(now);
    ASSERT_TRUE(bent) << bent.error();
    std::vector<Vec3> x(1000);
    ASSERT_TRUE(world.readPositions(cape.id, x).ok());
    // All but the collar, which the chest carries: none farther inside its thickness than gravity and the cloth's own
    // pull take it in a substep.
    for (std::size_t i = 80; i < x.size(); i += 9) EXPECT_GT(signedDistance(MeshBody{*bent}, x[i]), 0.003f) << i;
  }
}

TEST(SceneBodies, ACharactersSkinMovesAsTheCharacter) {
  TOILE_DATA_OR_SKIP(file, "characters/CesiumMan.glb");
  const auto model = importAnimatedModel(file);
  ASSERT_TRUE(model) << model.error();
  Scene scene = sheet32();
  scene.colliders.clear();
  Character man;
  man.name = "man", man.path = file, man.transform.translation = {0.0f, 0.5f, 2.0f};
  scene.characters.push_back(man);
  SceneCollider body;
  body.body = CharacterBody{"man"};
  scene.colliders.push_back(body);
  auto played = playScene(scene, scene.worldDef());
  ASSERT_TRUE(played) << played.error();
  for (int k = 0; k < 30; ++k) ASSERT_TRUE(played->play.advance(played->world).ok());
  std::vector<Vec3> vertices(model->surface.mesh.vertexCount());
  const ColliderId id = played->play.colliders()[0];
  ASSERT_TRUE(played->world.readColliderVertices(id, vertices).ok());
  const std::vector<Vec3> expected =
      posedPositions(*model, evaluate(model->skeleton, model->skeleton.clips.at(0), 0.5f));
  for (std::size_t v = 0; v < vertices.size(); ++v) ASSERT_LT(distance(vertices[v], expected[v]), 1e-5f);
  EXPECT_EQ(played->world.collider(id)->transform, man.transform);
}

TEST(SceneBodies, OneOfShapeBodyHullAndVolume) {
  const std::string start = R"({"toile": 1, "name": "t", "garments": [{"name": "g", "mesh": {"grid": {}}}],
                               "cloths": [{"name": "c", "garment": "g"}], "colliders": [)";
  const auto errorOf = [&](const std::string& collider) {
    const auto scene = parseScene(start + collider + "]}", "file.json");
    return scene ? std::string("no error") : scene.error();
  };
  EXPECT_THAT(errorOf("{}"), HasSubstr("one of shape, body, hull and volume"));
  EXPECT_THAT(errorOf(R"({"shape": {"plane": {}}, "body": {"skin": {}}})"),
              HasSubstr("one of shape, body, hull and volume"));
  EXPECT_THAT(errorOf(R"({"body": {"character": {"name": "nobody"}}})"), HasSubstr("no character"));
  EXPECT_THAT(errorOf(R"({"body": {"skin": {"cell": 0}}})"), HasSubstr("/colliders/0/body/skin/cell"));
  EXPECT_THAT(errorOf(R"({"volume": {}})"), HasSubstr("/colliders/0/volume: has to have either a path or a mesh"));
  EXPECT_THAT(errorOf(R"({"volume": {"path": "a.sdf", "radius": -1}})"), HasSubstr("/colliders/0/volume/radius"));
  EXPECT_THAT(errorOf(R"({"volume": {"path": "a.sdf"}})"), "no error");
  EXPECT_THAT(errorOf(R"({"hull": {}})"), HasSubstr("/colliders/0/hull: has to have either points or a file"));
  EXPECT_THAT(errorOf(R"({"hull": {"points": [[0,0,0],[1,0,0],[0,1,0],[0,0,1]], "most_faces": 3}})"),
              HasSubstr("/colliders/0/hull/most_faces"));
  EXPECT_THAT(errorOf(R"({"hull": {"points": [[0,0,0],[1,0,0],[0,1,0],[0,0,1]], "radius": 0.1}})"), "no error");
}

TEST(SceneBodies, VolumesOfFiles) {
  const std::filesystem::path folder = testing::TempDir();
  VolumeGrid grid{{3, 3, 3}, {-0.1f, -0.1f, -0.1f}, 0.1f, std::vector<float>(27, 0.05f)};
  grid.distances[13] = -0.04f;
  ASSERT_TRUE(writeSdf(folder / "volume_source.sdf", grid).ok());
  Scene scene = sheet32();
  scene.folder = folder;
  scene.colliders.clear();
  SceneCollider solid;
  solid.volume = VolumeSource{"volume_source.sdf", {}, 0.02f, 0.01f};
  solid.def.transform.translation = {0.0f, -0.5f, 0.0f};
  scene.colliders.push_back(solid);
  auto played = playScene(scene, scene.worldDef());
  ASSERT_TRUE(played) << played.error();
  EXPECT_NEAR(signedDistance(played->world.collider(played->play.colliders()[0])->shape, {}), -0.05f, 1e-6f);
  ASSERT_TRUE(played->play.advance(played->world).ok());

  const auto errorOf = [&](const VolumeSource& source) {
    scene.colliders[0].volume = source;
    const auto broken = playScene(scene, scene.worldDef());
    return broken ? std::string("no error") : broken.error();
  };
  EXPECT_THAT(errorOf({"nowhere.sdf"}), HasSubstr("/colliders/0/volume/path: "));
  grid.distances[0] = -0.01f;
  ASSERT_TRUE(writeSdf(folder / "cut.sdf", grid).ok());
  EXPECT_THAT(errorOf({"cut.sdf"}), HasSubstr("/colliders/0/volume/path: VolumeDef::distances at (0, 0, 0)"));
  EXPECT_THAT(errorOf({"volume_source.sdf", {}, 0.02f, 0.2f}), HasSubstr("/colliders/0: ColliderDef::shape.radius"));
  EXPECT_THAT(errorOf({"", MeshFile{"nowhere.obj", "", {}}}), HasSubstr("/colliders/0/volume/mesh: "));
}

TEST(SceneBodies, HullsOfPointsAndOfFiles) {
  Scene scene = sheet32();
  scene.colliders.clear();
  SceneCollider block;
  block.hull = HullSource{};
  for (int i = 0; i < 8; ++i) {
    block.hull->points.push_back(
        {(i & 1) != 0 ? 0.2f : -0.2f, (i & 2) != 0 ? 0.1f : -0.1f, (i & 4) != 0 ? 0.3f : -0.3f});
  }
  block.hull->radius = 0.05f;
  scene.colliders.push_back(block);
  auto played = playScene(scene, scene.worldDef());
  ASSERT_TRUE(played) << played.error();
  const ColliderDef made = *played->world.collider(played->play.colliders()[0]);
  ASSERT_TRUE(std::holds_alternative<ConvexHull>(made.shape));
  EXPECT_EQ(std::get<ConvexHull>(made.shape).mesh->report().vertices, 8u);
  EXPECT_NEAR(signedDistance(made.shape, {0.0f, 0.5f, 0.0f}), 0.35f, 1e-6f);

  const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "hull_source.obj";
  std::ofstream(file) << "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";
  scene.colliders[0].hull = HullSource{{}, MeshFile{file, "", {}}};
  played = playScene(scene, scene.worldDef());
  ASSERT_TRUE(played) << played.error();
  EXPECT_EQ(std::get<ConvexHull>(played->world.collider(played->play.colliders()[0])->shape).mesh->report().faces, 4u);

  scene.colliders[0].hull = HullSource{{{0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {1, 0, 1}}};
  played = playScene(scene, scene.worldDef());
  ASSERT_FALSE(played);
  EXPECT_THAT(played.error(), HasSubstr("/colliders/0/hull/points: HullDef::points is flat"));
  scene.colliders[0].hull = HullSource{{}, MeshFile{"nowhere.obj", "", {}}};
  played = playScene(scene, scene.worldDef());
  ASSERT_FALSE(played);
  EXPECT_THAT(played.error(), HasSubstr("/colliders/0/hull/file: "));
}

}  // namespace
}  // namespace toile
