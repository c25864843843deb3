// A world, its cloths and colliders as JavaScript holds them. Cloths and colliders keep their world alive.
#pragma once

#include <emscripten/val.h>

#include <memory>
#include <string>
#include <vector>

#include "toile/toile.h"
#include "web/core/script_drawn.h"

namespace toile::script {

class ScriptCloth {
 public:
  ScriptCloth(std::shared_ptr<World> world, ClothId id) : world_(std::move(world)), id_(id) {}

  std::shared_ptr<ScriptGarment> garment() const;
  /// Views of arrays that the next call of the same function fills again; 3 floats a vertex (m, m/s).
  emscripten::val positions();
  emscripten::val velocities();
  emscripten::val normals();
  /// Members positions and normals of what is drawn over the cloth's garment, views likewise.
  emscripten::val readDrawn(const ScriptDrawnGarment& drawn);
  void writePositions(const emscripten::val& positions);
  void writeVelocities(const emscripten::val& velocities);
  void setAccelerations(const emscripten::val& accelerations);

  void pin(const emscripten::val& vertices);
  void unpin(const emscripten::val& vertices);
  bool isPinned(std::uint32_t vertex) const;
  void setTargets(const emscripten::val& vertices, const emscripten::val& targets);

  emscripten::val params() const;
  void setParams(const emscripten::val& changes);
  void setEnabled(bool enabled);
  void teleport(const emscripten::val& motion, bool reset);
  void reset();
  emscripten::val stats() const;
  void destroy();
  ClothId id() const { return id_; }
  bool isOf(const World& world) const { return world_.get() == &world; }

 private:
  emscripten::val read(std::vector<Vec3>& buffer, Status (World::*reader)(ClothId, std::span<Vec3>) const);

  std::shared_ptr<World> world_;
  ClothId id_;
  std::vector<Vec3> positions_, velocities_, normals_, drawnPositions_, drawnNormals_;
};

class ScriptCollider {
 public:
  ScriptCollider(std::shared_ptr<World> world, ColliderId id) : world_(std::move(world)), id_(id) {}

  emscripten::val def() const;
  void setDef(const emscripten::val& changes);
  void move(const emscripten::val& transform);
  void teleport(const emscripten::val& transform);
  std::size_t contacts() const;
  void destroy();
  /// A mesh body's triangles and where its vertices are, in the collider's own frame; empty for other shapes.
  emscripten::val triangles() const;
  emscripten::val vertices();

 private:
  BodyMeshPtr body() const;

  std::shared_ptr<World> world_;
  ColliderId id_;
  std::vector<Vec3> vertices_;
};

class ScriptWorld {
 public:
  explicit ScriptWorld(std::shared_ptr<World> world) : world_(std::move(world)) {}

  static std::shared_ptr<ScriptWorld> create(const emscripten::val& def);
  std::shared_ptr<ScriptCloth> createCloth(const ScriptGarment& garment, const emscripten::val& def);
  std::shared_ptr<ScriptCollider> addCollider(const emscripten::val& def);

  void step(float dt);
  void setGravity(const emscripten::val& gravity);
  emscripten::val wind() const;
  void setWind(const emscripten::val& changes);
  void setSubsteps(std::uint32_t substeps, std::uint32_t iterations);
  emscripten::val stats() const;
  std::size_t countCrossings() const { return world_->countCrossings(); }
  std::string status() const { return world_->status(); }
  /// 16 hexadecimal digits.
  std::string stateHash() const;
  std::string simdName() const { return world_->simdName(); }
  const std::shared_ptr<World>& shared() const { return world_; }

 private:
  std::shared_ptr<World> world_;
};

}  // namespace toile::script
