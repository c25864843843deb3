// Scene files: what is refused and how it is named, and that nothing is lost on the way out and in.
#include "scenes/scene_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include "scenes/named.h"

namespace toile {

std::set<std::string> membersNotSaid(const std::string& text);  // scene_schema_test.cpp

namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

/// A small scene with `extra` members of the root, and `cloth` members of its cloth.
std::string sceneText(const std::string& extra = "", const std::string& cloth = "") {
  std::string text =
      R"({"toile": 1, "name": "t", "garments": [{"name": "g", "mesh": {"grid": {"width": 3, "height": 3}}}],
             "cloths": [{"name": "c", "garment": "g")";
  text.append(cloth).append("}]").append(extra).append("}");
  return text;
}

std::string errorOf(const std::string& text) {
  const auto scene = parseScene(text, "file.json");
  return scene ? "no error" : scene.error();
}

TEST(SceneJson, SmallSceneHasTheDocumentedDefaults) {
  const auto scene = parseScene(sceneText(), "file.json");
  ASSERT_TRUE(scene) << scene.error();
  EXPECT_EQ(scene->name, "t");
  EXPECT_EQ(scene->framesPerSecond, 30.0);
  EXPECT_EQ(scene->duration, 3.0);
  EXPECT_EQ(scene->substeps, 60u);
  EXPECT_EQ(scene->cloths[0].params.tethers, ClothParams{}.tethers);
  EXPECT_EQ(std::get<GridDef>(scene->garments[0].mesh).width, 3u);
  EXPECT_EQ(std::get<GridDef>(scene->garments[0].mesh).spacing, GridDef{}.spacing);
}

struct Refusal {
  const char* what;
  std::string text;
  const char* pointer;  ///< with the colon that ends it
  const char* reason;   ///< part of the message
};

std::string deep(std::size_t levels) { return std::string(levels, '[') + std::string(levels, ']'); }

std::vector<Refusal> refusals() {
  const char* unknownGarment = R"({"toile": 1, "name": "t", "garments": [{"name": "g", "mesh": {"grid": {}}}],
                                   "cloths": [{"name": "c", "garment": "h"}]})";
  const char* otherVersion = R"({"toile": 2, "name": "t", "garments": [{"name": "g", "mesh": {"grid": {}}}],
                                 "cloths": [{"name": "c", "garment": "g"}]})";
  const char* unknownFabric =
      R"({"toile": 1, "name": "t", "garments": [{"name": "g", "mesh": {"grid": {}}, "fabric": "chiffon"}],
          "cloths": [{"name": "c", "garment": "g"}]})";
  const char* unknownKind =
      R"({"toile": 1, "name": "t", "garments": [{"name": "g", "mesh": {"grid": {}}, "kinds": ["glue"]}],
          "cloths": [{"name": "c", "garment": "g"}]})";
  const char* coneText =
      R"({"toile": 1, "name": "t", "garments": [{"name": "g", "mesh": {"cone": {}}}],
          "cloths": [{"name": "c", "garment": "g", "pins": [{"vertices": [{"top": {}}, {"pattern": "flag"}]}]}]})";
  return {
      {"unknown member of the root", sceneText(R"(, "gravty": [0, 0, 0])"),
       "/: ", "unknown member \"gravty\"; did you mean \"gravity\"?"},
      {"unknown member inside", sceneText("", R"(, "params": {"tether": 1})"),
       "/cloths/0/params: ", "\"tether\"; did you mean \"tethers\""},
      {"unknown member like no other", sceneText(R"(, "wind": {"q": 1})"), "/wind: ", "known are air_density, gust_"},
      {"too large", sceneText("", R"(, "params": {"tethers": 9})"),
       "/cloths/0/params/tethers: ", "less than or equal to 8"},
      {"too small", sceneText(R"(, "substeps": 0)"), "/substeps: ", "greater than or equal to 1"},
      {"wrong type", sceneText(R"(, "duration": "long")"), "/duration: ", "must be a number, not a string (\"long\")"},
      {"one of two types", sceneText("", R"(, "rotation": true)"),
       "/cloths/0/rotation: ", "must be an array or an object, not true"},
      {"a fraction for an integer", sceneText(R"(, "substeps": 4.5)"),
       "/substeps: ", "must be an integer, not a number (4.5)"},
      {"no rotation", sceneText("", R"(, "rotation": [0, 0, 0, 0.0])"), "/cloths/0/rotation: ", "no rotation"},
      {"no axis to turn about", sceneText("", R"(, "rotation": {"axis": [0, 0, 0], "degrees": 90})"),
       "/cloths/0/rotation/axis: ", "no direction"},
      {"no axis to swing along", sceneText(R"(, "nodes": [{"name": "n", "oscillations": [{"axis": [0, 0, 0]}]}])"),
       "/nodes/0/oscillations/0/axis: ", "no direction"},
      {"pattern on a cone", coneText, "/cloths/0/pins/0/vertices/1/pattern: ", "garment \"g\" is a cone"},
      {"huge number", sceneText(R"(, "gravity": [0, -1e30, 0])"),
       "/gravity/1: ", "greater than or equal to -1000000000"},
      {"number beyond double", sceneText(R"(, "gravity": [0, -1e999, 0])"),
       "/gravity/1: ", "-1e999 is too large for a number (line 2, column 72)"},
      {"NaN is no JSON", sceneText(R"(, "duration": NaN)"), "line ", "column "},
      {"short vector", sceneText(R"(, "gravity": [0, 1])"), "/gravity: ", "must have 3 elements, has 2"},
      {"two shapes at once", sceneText(R"(, "colliders": [{"shape": {"sphere": {"radius": 1}, "plane": {}}}])"),
       "/colliders/0/shape: ", "must have 1 of the members box, capsule, plane"},
      {"no shape", sceneText(R"(, "colliders": [{"shape": {}}])"), "/colliders/0/shape: ", "has 0"},
      {"member missing", sceneText(R"(, "colliders": [{"shape": {"capsule": {"radius": 1}}}])"),
       "/colliders/0/shape/capsule: ", "member \"half_length\" is missing"},
      {"not an object", "[]", "/: ", "must be an object, not []"},
      {"empty file", "", "line 1, column 1", ""},
      {"broken off", R"({"toile": 1, )", "line 1, column ", ""},
      {"member twice", R"({"toile": 1, "toile": 1})", "/toile: ", "twice"},
      {"member twice, deep inside", sceneText("", R"(, "pins": [{}, {"node": "a", "node": "b"}])"),
       "/cloths/0/pins/1/node: ", "twice"},
      {"nested too deep", deep(100), "", "64"},
      {"absurdly deep", deep(100000), "", "64"},
      {"other version", otherVersion, "/toile: ", "less than or equal to 1"},
      {"unknown garment", unknownGarment, "/cloths/0/garment: ", "no garment \"h\""},
      {"name used twice", sceneText(R"(, "nodes": [{"name": "n"}, {"name": "n"}])"), "/nodes/1/name: ", "twice"},
      {"parent that comes later", sceneText(R"(, "nodes": [{"name": "a", "parent": "b"}, {"name": "b"}])"),
       "/nodes/0/parent: ", "\"b\""},
      {"joint of nobody", sceneText(R"(, "nodes": [{"name": "a", "joint": "hip"}])"), "/nodes/0: ", "character"},
      {"keys that go back", sceneText(R"(, "nodes": [{"name": "a", "keys": [{"time": 1}, {"time": 1}]}])"),
       "/nodes/0/keys/1/time: ", "ascend"},
      {"unknown node", sceneText("", R"(, "pins": [{"vertices": [{"top": {}}], "node": "n"}])"),
       "/cloths/0/pins/0/node: ", "\"n\""},
      {"unknown pattern", sceneText("", R"(, "pins": [{"vertices": [{"pattern": "sides"}]}])"),
       "/cloths/0/pins/0/vertices/0/pattern: ", "\"sides\" is none of \"none\", \"top_row\", \"flag\""},
      {"unknown fabric", unknownFabric, "/garments/0/fabric: ", "cotton"},
      {"unknown kind", unknownKind, "/garments/0/kinds/0: ", "\"glue\" is none of \"stretch\""},
      {"bad rotation", sceneText("", R"(, "rotation": [0, 0, 0, "w"])"),
       "/cloths/0/rotation/3: ", "must be a number, not a string (\"w\")"},
  };
}

TEST(SceneJson, RefusalsNameFilePointerAndReason) {
  for (const Refusal& refusal : refusals()) {
    SCOPED_TRACE(refusal.what);
    const std::string error = errorOf(refusal.text);
    EXPECT_THAT(error, StartsWith(std::string("file.json: ").append(refusal.pointer)));
    EXPECT_THAT(error, HasSubstr(refusal.reason));
    EXPECT_NE(error, "no error");
  }
}

TEST(SceneJson, MissingFileAndFolderAreNamed) {
  const auto missing = loadScene("/no/such/scene.json");
  ASSERT_FALSE(missing);
  EXPECT_THAT(missing.error(), StartsWith("/no/such/scene.json: "));
  EXPECT_FALSE(loadScene(std::filesystem::temp_directory_path()));
}

TEST(SceneJson, EveryNamedSceneComesBackToTheBit) {
  for (const NamedScene& named : namedScenes()) {
    SCOPED_TRACE(named.name);
    const Scene scene = named.make();
    const std::string text = sceneToJson(scene);
    const auto read = parseScene(text, "dump.json");
    ASSERT_TRUE(read) << read.error();
    // Numbers are written so that reading them gives the same bits, and what is left out has its default: equal
    // text is an equal scene.
    EXPECT_EQ(sceneToJson(*read), text);
    EXPECT_EQ(read->name, scene.name);
    EXPECT_EQ(read->duration, scene.duration);
    ASSERT_EQ(read->nodes.size(), scene.nodes.size());
    for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
      EXPECT_EQ(read->nodes[n].transform, scene.nodes[n].transform);
      ASSERT_EQ(read->nodes[n].keys.size(), scene.nodes[n].keys.size());
      for (std::size_t k = 0; k < scene.nodes[n].keys.size(); ++k) {
        EXPECT_EQ(read->nodes[n].keys[k].time, scene.nodes[n].keys[k].time);
        EXPECT_EQ(read->nodes[n].keys[k].transform, scene.nodes[n].keys[k].transform);
      }
    }
    ASSERT_EQ(read->garments.size(), scene.garments.size());
    for (std::size_t g = 0; g < scene.garments.size(); ++g) {
      EXPECT_EQ(read->garments[g].kinds, scene.garments[g].kinds);
      EXPECT_EQ(read->garments[g].fabric.fabric.arealDensity, scene.garments[g].fabric.fabric.arealDensity);
    }
    ASSERT_EQ(read->colliders.size(), scene.colliders.size());
    for (std::size_t c = 0; c < scene.colliders.size(); ++c) {
      EXPECT_EQ(read->colliders[c].def.transform, scene.colliders[c].def.transform);
      EXPECT_EQ(read->colliders[c].def.shape.index(), scene.colliders[c].def.shape.index());
    }
  }
}

/// A scene that says every member of the schema: no default value anywhere, and every alternative.
Scene unusualScene() {
  constexpr double never = std::numeric_limits<double>::infinity();
  Scene s;
  s.name = "all", s.description = "d \"quoted\" ü";
  s.framesPerSecond = 23.976, s.duration = 1.25, s.gravity = {1.0f / 3.0f, -1e-7f, 3.0f};
  s.substeps = 7, s.iterations = 3;
  s.wind = {{1, 2, 3}, 0.25f, 0.75f, 1.5f, 0.9f, {}};
  const Transform place{{0, 0.6f, 0, 0.8f}, {1, 2, 3}};
  s.characters.push_back({"hero", "hero.glb", {UpAxis::z, 0.01}, "walk", place, 2.0f, 0.5f, false});
  const Oscillation sway{true, {0, 1, 0}, 0.3f, 2.0f, 0.1f, 0.2f};
  s.nodes.push_back({"n", "", "hero", "hip", place, {{0.5, {}}, {1.5, place}}, Easing::linear, true, {sway}});
  s.nodes.push_back({"m", "n", "", "", {}, {}, Easing::smooth, false, {}});
  SceneGarment g;
  g.name = "g", g.mesh = MeshFile{"a/b.obj", "panel", {UpAxis::z, 0.0254}};
  g.fabric.fabric.stretchWarp = INFINITY, g.fabric.fabric.shear = 12.5f;
  g.kinds = KindSet{Kind::strain, Kind::dihedralBending};
  g.compliance[Kind::strain] = 0.0f;
  g.restState = RestState::flatFromUv, g.uvScale = 2.0f, g.weldDistance = 1e-4f, g.simulateVertices = 77,
  g.simulateMesh = "coarse", g.totalMass = 0.5f, g.evenMass = true;
  g.fixed = {std::vector<std::uint32_t>{1, 2},
             BoxRegion{{0, 0, 0}, {1, 1, 1}},
             SphereRegion{{0, 1, 0}, 0.5f},
             PaintRegion{"_PIN", 0.25f},
             TopRegion{0.05f},
             PinPattern::none};
  g.paints = {"_S", "_M", "_D", "_T"};
  g.painted = {{"_S", {0.25f, 1.0f, 0.1f}}};
  s.garments.push_back(g);
  const Fabric all{1, 2, 3, 4, 5, 6, 7, 8, 0.9f, 10, 11, 12, 13};
  const MeshSource others[] = {GridDef{5, 6, 0.125f, GridCut::equilateral}, ConeMesh{0.2f, 0.3f, 0.4f, 1.5f, 7, 8},
                               DiscMesh{0.6f, 9}, FoldedMesh{10, 0.02f, 0.03f, 0.001f}};
  for (const MeshSource& mesh : others) {
    SceneGarment& other = s.garments.emplace_back();
    other.name = "g" + std::to_string(s.garments.size()), other.mesh = mesh;
    other.fabric.preset = "wool", other.fabric.fabric = all;
    for (std::size_t k = 0; k < kKindCount; ++k) other.compliance[static_cast<Kind>(k)] = 0.5f + static_cast<float>(k);
  }
  SceneCloth c;
  c.name = "c", c.garment = "g", c.transform = place, c.repeat = {2, 3, 0.5f, 0.6f};
  c.pins.push_back({{TopRegion{}}, "n", "", false, 1.5});
  c.pins.push_back({{TopRegion{}}, "", "hero", true, never});
  for (std::size_t k = 0; k < kKindCount; ++k) c.params.kinds[static_cast<Kind>(k)] = {false, 0.5f, 0.01f, 0.75f};
  c.params.pbd = true, c.params.velocityDamping = 0.5f, c.params.internalDamping = 1.0f, c.params.gravityScale = 0.9f;
  c.params.acceleration = {1, 0, 0}, c.params.airDrag = 0.1f, c.params.airLift = 0.05f, c.params.thickness = 0.002f;
  c.params.frictionStatic = 0.7f, c.params.frictionDynamic = 0.6f, c.params.maxDistance = 0.3f, c.params.tethers = 3;
  c.params.tetherSlack = 0.01f, c.params.maxDepenetrationSpeed = 1.5f, c.params.maxSpeed = 50.0f;
  c.params.coarseLevels = 2, c.params.coarseSlack = 0.02f, c.params.selfCollision = {true, 0.003f, 0.8f, 0.45f};
  c.params.sleep = {true, 0.002f, 2.0f};
  c.collisionMask = 5, c.collisionGroup = 3, c.enabled = false, c.front = {0.1f, 0.2f, 0.3f},
  c.back = {0.4f, 0.5f, 0.6f};
  s.cloths.push_back(c);
  s.colliders = {{"n", ColliderDef{Box{{1, 2, 3}}, place, 0.5f, 0.4f, 0.3f, false, true, 6, 9}},
                 {"", ColliderDef{TaperedCapsule{0.1f, 0.2f, 0.3f}, {}, 1, 1, 0, true, false, 1}},
                 {"", ColliderDef{Sphere{0.4f}, {}, 1, 1, 0, true, false, 1}},
                 {"", ColliderDef{Capsule{0.5f, 0.6f}, {}, 1, 1, 0, true, false, 1}},
                 {"", ColliderDef{Plane{}, {}, 1, 1, 0, true, false, 1}},
                 {"n", ColliderDef{}, MeshFile{"b.obj", "table", {UpAxis::z, 0.01}}},
                 {"", ColliderDef{}, CharacterBody{"hero"}},
                 {"", ColliderDef{}, SkinBody{0.02f, 0.01f}},
                 {"n", ColliderDef{}, {}, HullSource{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {}, 0.1f, 12}},
                 {"", ColliderDef{}, {}, {}, VolumeSource{"bust.vdb", {}, 0.02f, 0.01f}},
                 {"", ColliderDef{}, {}, {}, VolumeSource{"", MeshFile{"bust.obj", "head", {UpAxis::z, 0.01}}, 0.005f}},
                 {"", ColliderDef{}, {}, HullSource{{}, MeshFile{"h.obj", "helmet", {UpAxis::z, 0.01}}}}};
  s.picture = {4, 2, 800, 600, Camera{{1, 2, 3}, {0, 1, 0}, 0.7f}, 0.1f, 0.3f, false, -0.5f};
  return s;
}

TEST(SceneJson, EveryMemberComesBack) {
  const Scene s = unusualScene();
  const std::string text = sceneToJson(s);
  // Every member the schema has is there with a value that is not its default; what the code has and the schema lacks
  // fails in SceneSchema. So equal text is an equal scene. The values below are those that pass other code.
  // Rotations are written as quaternions.
  EXPECT_THAT(membersNotSaid(text),
              testing::ElementsAre("/$schema", "/definitions/rotation/axis", "/definitions/rotation/degrees"));
  const auto read = parseScene(text, "all.json", "folder");
  ASSERT_TRUE(read) << read.error() << "\n" << text;
  EXPECT_EQ(sceneToJson(*read), text);
  EXPECT_EQ(read->folder, "folder");
  EXPECT_EQ(read->gravity, s.gravity);
  EXPECT_EQ(read->wind.gustLength, 1.5f);
  EXPECT_TRUE(std::isinf(read->garments[0].fabric.fabric.stretchWarp));
  EXPECT_EQ(read->garments[0].compliance[Kind::strain], std::optional<float>(0.0f));
  EXPECT_FALSE(read->garments[0].compliance[Kind::stretch].has_value());
  EXPECT_EQ(read->garments[0].fixed.size(), 6u);
  EXPECT_EQ(std::get<PinPattern>(read->garments[0].fixed[5]), PinPattern::none);
  EXPECT_EQ(std::get<MeshFile>(read->garments[0].mesh).space, (FileSpace{UpAxis::z, 0.0254}));
  EXPECT_FALSE(read->cloths[0].pins[0].holds);
  EXPECT_EQ(read->cloths[0].pins[0].release, 1.5);
  EXPECT_TRUE(std::isinf(read->cloths[0].pins[1].release));
  EXPECT_FALSE(read->cloths[0].params.kinds[Kind::strain].enabled);
  EXPECT_EQ(read->cloths[0].params.maxSpeed, 50.0f);
  EXPECT_EQ(read->cloths[0].collisionMask, 5u);
  EXPECT_EQ(read->colliders[0].def.group, 6u);
  EXPECT_EQ(read->colliders[0].def.mask, 9u);
  EXPECT_EQ(read->colliders[8].hull->points[1], (Vec3{1, 0, 0}));
  EXPECT_TRUE(read->colliders[0].def.trigger);
  EXPECT_EQ(std::get<TaperedCapsule>(read->colliders[1].def.shape).radiusTop, 0.2f);
  EXPECT_EQ(read->picture.camera->eye, (Vec3{1, 2, 3}));
}

TEST(SceneJson, WholeNumbersMayBeWrittenAsFractions) {
  const auto scene = parseScene(sceneText(R"(, "substeps": 4.0, "iterations": 2e0, "duration": 1.5)"), "file.json");
  ASSERT_TRUE(scene) << scene.error();
  EXPECT_EQ(scene->substeps, 4u);
  EXPECT_EQ(scene->iterations, 2u);
  EXPECT_EQ(scene->duration, 1.5);
}

TEST(SceneJson, RotationMayBeAxisAndDegrees) {
  const auto scene = parseScene(sceneText("", R"(, "rotation": {"axis": [0, 0, 2], "degrees": 90})"), "file.json");
  ASSERT_TRUE(scene) << scene.error();
  const Vec3 turned = rotate(scene->cloths[0].transform.rotation, {1, 0, 0});
  // A few roundings of floats of size 1.
  EXPECT_NEAR(turned.x, 0.0f, 2.4e-7f);
  EXPECT_NEAR(turned.y, 1.0f, 2.4e-7f);
}

TEST(SceneJson, PresetIsUsedAndMayBeOverridden) {
  const auto scene = parseScene(R"({"toile": 1, "name": "t", "garments": [
          {"name": "a", "mesh": {"grid": {}}, "fabric": "wool"},
          {"name": "b", "mesh": {"grid": {}}, "fabric": {"preset": "wool", "thickness": 0.005}}],
          "cloths": [{"name": "c", "garment": "a"}]})",
                                "file.json");
  ASSERT_TRUE(scene) << scene.error();
  const Fabric& wool = findFabricPreset("wool")->fabric;
  EXPECT_EQ(scene->garments[0].fabric.fabric.arealDensity, wool.arealDensity);
  EXPECT_EQ(scene->garments[1].fabric.fabric.arealDensity, wool.arealDensity);
  EXPECT_EQ(scene->garments[1].fabric.fabric.thickness, 0.005f);
}

}  // namespace
}  // namespace toile
