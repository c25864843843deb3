#include "web/core/script_scene.h"

#include "scenes/named.h"
#include "scenes/scene_json.h"
#include "web/core/script_error.h"
#include "web/core/script_writer.h"

namespace toile::script {

std::shared_ptr<ScriptScene> ScriptScene::open(const std::string& json, const std::string& name) {
  const Scene scene = take(parseScene(json, name));
  auto world = std::make_shared<World>(take(World::create(scene.worldDef())));
  return std::make_shared<ScriptScene>(world, take(ScenePlay::instantiate(scene, *world)));
}

std::shared_ptr<ScriptCloth> ScriptScene::cloth(std::size_t index) const {
  if (index >= clothCount()) fail("the scene has " + std::to_string(clothCount()) + " cloths");
  return std::make_shared<ScriptCloth>(world_, play_.cloths()[index].id);
}

std::shared_ptr<ScriptCollider> ScriptScene::collider(std::size_t index) const {
  if (index >= colliderCount()) fail("the scene has " + std::to_string(colliderCount()) + " colliders");
  return std::make_shared<ScriptCollider>(world_, play_.colliders()[index]);
}

val ScriptScene::clothLook(std::size_t index) const {
  if (index >= clothCount()) fail("the scene has " + std::to_string(clothCount()) + " cloths");
  const SceneCloth& cloth = play_.scene().cloths[play_.cloths()[index].cloth];
  val object = val::object();
  object.set("name", cloth.name);
  object.set("front", ScriptWriter::write(cloth.front)), object.set("back", ScriptWriter::write(cloth.back));
  return object;
}

val ScriptScene::warnings() const { return listOf(play_.warnings()); }

void ScriptScene::advance() { require(play_.advance(*world_)); }
void ScriptScene::prepare() { require(play_.prepare(*world_)); }
void ScriptScene::step() { require(play_.step(*world_)); }
void ScriptScene::stepped() {
  require(play_.step([](float) { return Status{}; }));
}

val sceneList() {
  val list = val::array();
  for (const NamedScene& scene : namedScenes()) {
    if (scene.needsFiles) continue;  // there are none here
    val object = val::object();
    object.set("name", std::string(scene.name)), object.set("summary", std::string(scene.summary));
    object.set("benchmark", scene.benchmark);
    list.call<void>("push", object);
  }
  return list;
}

std::string namedSceneJson(const std::string& name) {
  const NamedScene* const found = findNamedScene(name);
  if (found != nullptr && !found->needsFiles) return sceneToJson(found->make());
  std::string known;
  for (const NamedScene& scene : namedScenes()) known += scene.needsFiles ? "" : " " + std::string(scene.name);
  fail("there is no scene \"" + name + "\"; known are" + known);
}

}  // namespace toile::script
