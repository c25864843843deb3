// Named scenes and scene files, played.
#pragma once

#include <emscripten/val.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "scenes/play.h"
#include "web/core/script_world.h"

namespace toile::script {

class ScriptScene {
 public:
  ScriptScene(std::shared_ptr<World> world, ScenePlay play) : world_(std::move(world)), play_(std::move(play)) {}

  /// From the JSON of a scene file; its meshes are generated ones, as there are no files.
  static std::shared_ptr<ScriptScene> open(const std::string& json, const std::string& name);

  std::shared_ptr<ScriptWorld> world() const { return std::make_shared<ScriptWorld>(world_); }
  std::size_t clothCount() const { return play_.cloths().size(); }
  std::size_t colliderCount() const { return play_.colliders().size(); }
  std::shared_ptr<ScriptCloth> cloth(std::size_t index) const;
  std::shared_ptr<ScriptCollider> collider(std::size_t index) const;
  /// Name and colours of a cloth.
  emscripten::val clothLook(std::size_t index) const;
  emscripten::val warnings() const;
  void advance();
  /// The two halves of advance().
  void prepare();
  void step();
  /// In place of step(), where something else has moved the world by a frame.
  void stepped();
  std::size_t frame() const { return play_.frame(); }
  double time() const { return play_.time(); }
  double framesPerSecond() const { return play_.scene().framesPerSecond; }
  double duration() const { return play_.scene().duration; }

 private:
  std::shared_ptr<World> world_;
  ScenePlay play_;
};

/// Name, summary and whether it is a benchmark, of each scene that comes along.
emscripten::val sceneList();
/// A named scene as a scene file's JSON.
std::string namedSceneJson(const std::string& name);

}  // namespace toile::script
