#include "web/core/script_world.h"

#include <cstdio>

#include "web/core/script_reader.h"
#include "web/core/script_writer.h"

namespace toile::script {
namespace {

/// The members of WorldDef that mean something here.
WorldDef worldDefFrom(const val& object) {
  ScriptReader reader(object, "world");
  WorldDef def;
  reader("gravity", def.gravity);
  reader("wind", def.wind);
  reader("substeps", def.substeps);
  reader("iterations", def.iterations);
  reader("max_step_time", def.maxStepTime);
  bool scalar = false;
  reader("scalar", scalar);
  if (scalar) def.simd = Simd::scalar;
  reader("crowds", def.crowds);
  reader.finish();
  return def;
}

ColliderDef colliderDefFrom(const val& object, ColliderDef def) {
  ScriptReader reader(object, "collider");
  reader("shape", def.shape);
  reader("transform", def.transform);
  reader("friction_static", def.frictionStatic);
  reader("friction_dynamic", def.frictionDynamic);
  reader("restitution", def.restitution);
  reader("enabled", def.enabled);
  reader("trigger", def.trigger);
  reader("group", def.group);
  reader.finish();
  return def;
}

}  // namespace

std::shared_ptr<ScriptWorld> ScriptWorld::create(const val& def) {
  return std::make_shared<ScriptWorld>(std::make_shared<World>(take(World::create(worldDefFrom(def)))));
}

std::shared_ptr<ScriptCloth> ScriptWorld::createCloth(const ScriptGarment& garment, const val& object) {
  ScriptReader reader(object, "cloth");
  ClothDef def;
  def.garment = garment.garment();
  reader("transform", def.transform);
  reader("params", def.params);
  const std::vector<std::uint32_t> pinned = numbersFrom<std::uint32_t>(reader.other("pinned"));
  def.pinned = pinned;
  reader("enabled", def.enabled);
  reader("collision_mask", def.collisionMask);
  reader("collision_group", def.collisionGroup);
  reader.finish();
  return std::make_shared<ScriptCloth>(world_, take(world_->createCloth(def)));
}

std::shared_ptr<ScriptCollider> ScriptWorld::addCollider(const val& def) {
  return std::make_shared<ScriptCollider>(world_, take(world_->addCollider(colliderDefFrom(def, {}))));
}

void ScriptWorld::step(float dt) { require(world_->step(dt)); }

void ScriptWorld::setGravity(const val& gravity) {
  Vec3 g;
  ScriptReader::read(gravity, "gravity", g);
  require(world_->setGravity(g));
}

val ScriptWorld::wind() const { return ScriptWriter::write(world_->wind()); }

void ScriptWorld::setWind(const val& changes) {
  Wind wind = world_->wind();
  ScriptReader::readWhole(changes, "wind", wind);
  require(world_->setWind(wind));
}

void ScriptWorld::setSubsteps(std::uint32_t substeps, std::uint32_t iterations) {
  require(world_->setSubsteps(substeps, iterations));
}

val ScriptWorld::stats() const {
  const WorldStats s = world_->stats();
  val object = val::object();
  object.set("cloths", s.cloths), object.set("colliders", s.colliders), object.set("particles", s.particles);
  object.set("substepsLastStep", s.substepsLastStep), object.set("time", s.time);
  object.set("droppedTime", s.droppedTime), object.set("lastStepMilliseconds", s.lastStepMilliseconds);
  object.set("contactPairs", s.contact.pairs), object.set("contactTouching", s.contact.touching);
  return object;
}

std::string ScriptWorld::stateHash() const {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(world_->stateHash()));
  return text;
}

// ---- cloths

std::shared_ptr<ScriptGarment> ScriptCloth::garment() const {
  const GarmentPtr garment = world_->garment(id_);
  if (!garment) fail("the cloth is gone");
  return std::make_shared<ScriptGarment>(garment);
}

val ScriptCloth::read(std::vector<Vec3>& buffer, Status (World::*reader)(ClothId, std::span<Vec3>) const) {
  const GarmentPtr garment = world_->garment(id_);
  if (!garment) fail("the cloth is gone");
  buffer.resize(garment->vertexCount());
  require(((*world_).*reader)(id_, buffer));
  return viewOf<Vec3>(buffer);
}

val ScriptCloth::positions() { return read(positions_, &World::readPositions); }
val ScriptCloth::velocities() { return read(velocities_, &World::readVelocities); }
val ScriptCloth::normals() { return read(normals_, &World::readNormals); }
val ScriptCloth::readDrawn(const ScriptDrawnGarment& drawn) {
  drawnPositions_.resize(drawn.vertexCount()), drawnNormals_.resize(drawn.vertexCount());
  require(world_->readDrawn(id_, *drawn.drawn(), {drawnPositions_, drawnNormals_, {}, {}}));
  val object = val::object();
  object.set("positions", viewOf<Vec3>(drawnPositions_)), object.set("normals", viewOf<Vec3>(drawnNormals_));
  return object;
}

void ScriptCloth::writePositions(const val& positions) {
  require(world_->writePositions(id_, pointsFrom(positions, "positions")));
}
void ScriptCloth::writeVelocities(const val& velocities) {
  require(world_->writeVelocities(id_, pointsFrom(velocities, "velocities")));
}
void ScriptCloth::setAccelerations(const val& accelerations) {
  require(world_->setAccelerations(id_, pointsFrom(accelerations, "accelerations")));
}

void ScriptCloth::pin(const val& vertices) { require(world_->pin(id_, numbersFrom<std::uint32_t>(vertices))); }
void ScriptCloth::unpin(const val& vertices) { require(world_->unpin(id_, numbersFrom<std::uint32_t>(vertices))); }
bool ScriptCloth::isPinned(std::uint32_t vertex) const { return take(world_->isPinned(id_, vertex)); }
void ScriptCloth::setTargets(const val& vertices, const val& targets) {
  require(world_->setTargets(id_, numbersFrom<std::uint32_t>(vertices), pointsFrom(targets, "targets")));
}

val ScriptCloth::params() const { return ScriptWriter::write(take(world_->params(id_))); }
void ScriptCloth::setParams(const val& changes) {
  ClothParams params = take(world_->params(id_));
  ScriptReader::readWhole(changes, "params", params);
  require(world_->setParams(id_, params));
}
void ScriptCloth::setEnabled(bool enabled) { require(world_->setEnabled(id_, enabled)); }
void ScriptCloth::teleport(const val& motion, bool reset) {
  Transform transform;
  ScriptReader::read(motion, "motion", transform);
  require(world_->teleport(id_, transform, reset ? TeleportMode::reset : TeleportMode::keep));
}
void ScriptCloth::reset() { require(world_->reset(id_)); }

val ScriptCloth::stats() const {
  const ClothStats s = take(world_->stats(id_));
  val object = val::object();
  object.set("vertices", s.vertices), object.set("particles", s.particles), object.set("pinned", s.pinned);
  object.set("constraints", s.constraints), object.set("tethers", s.tethers), object.set("contacts", s.contacts);
  object.set("maxStretch", s.maxStretch), object.set("meanStretch", s.meanStretch);
  object.set("maxSpeed", s.maxSpeed), object.set("rmsSpeed", s.rmsSpeed);
  object.set("enabled", s.enabled), object.set("frozen", s.frozen);
  return object;
}
void ScriptCloth::destroy() { require(world_->destroyCloth(id_)); }

// ---- colliders

val ScriptCollider::def() const {
  const ColliderDef def = take(world_->collider(id_));
  val object = val::object();
  object.set("shape", ScriptWriter::write(def.shape)), object.set("transform", ScriptWriter::write(def.transform));
  object.set("frictionStatic", def.frictionStatic), object.set("frictionDynamic", def.frictionDynamic);
  object.set("restitution", def.restitution), object.set("enabled", def.enabled);
  object.set("trigger", def.trigger), object.set("group", def.group);
  return object;
}
void ScriptCollider::setDef(const val& changes) {
  require(world_->setCollider(id_, colliderDefFrom(changes, take(world_->collider(id_)))));
}

namespace {
Transform transformFrom(const val& object) {
  Transform transform;
  ScriptReader::read(object, "transform", transform);
  return transform;
}
}  // namespace

void ScriptCollider::move(const val& transform) { require(world_->moveCollider(id_, transformFrom(transform))); }
void ScriptCollider::teleport(const val& transform) {
  require(world_->teleportCollider(id_, transformFrom(transform)));
}
std::size_t ScriptCollider::contacts() const { return take(world_->colliderContacts(id_)); }
void ScriptCollider::destroy() { require(world_->removeCollider(id_)); }

BodyMeshPtr ScriptCollider::body() const {
  const ColliderDef def = take(world_->collider(id_));
  const MeshBody* const body = std::get_if<MeshBody>(&def.shape);
  return body != nullptr ? body->mesh : nullptr;
}
val ScriptCollider::triangles() const {
  const BodyMeshPtr mesh = body();
  return viewOf(mesh ? mesh->triangles() : std::span<const std::uint32_t>{});
}
val ScriptCollider::vertices() {
  const BodyMeshPtr mesh = body();
  vertices_.resize(mesh ? mesh->vertexCount() : 0);
  if (mesh) require(world_->readColliderVertices(id_, vertices_));
  return viewOf<Vec3>(vertices_);
}

}  // namespace toile::script
