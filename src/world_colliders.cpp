// The world's calls about colliders.
#include "validate.h"
#include "world_impl.h"

namespace toile {
namespace {

/// What a mesh body needs, or none. One that keeps its mesh keeps its vertices.
void refreshBody(ColliderRecord& record) {
  const auto* shape = std::get_if<MeshBody>(&record.def.shape);
  if (shape == nullptr) record.body.reset();
  if (shape == nullptr || (record.body && record.body->mesh == shape->mesh)) return;
  record.body = std::make_unique<BodyMotion>(shape->mesh);
}

Status checkVertices(const ColliderRecord& record, std::span<const Vec3> vertices) {
  if (!record.body) return Error{"collider vertices: the collider is no mesh body"};
  return validatePoints(vertices, record.body->mesh->vertexCount(), "collider vertices");
}

Transform unit(const Transform& t) { return {normalized(t.rotation), t.translation}; }

}  // namespace

/// What touched the collider in this place before touches no other.
void World::Impl::forgetContacts(std::size_t slot) {
  colliders[slot].contacts = 0;
  for (Cloth* cloth : inOrder) {
    if (slot < cloth->touched.size()) cloth->touched[slot] = 0;
  }
}

Result<ColliderId> World::addCollider(const ColliderDef& def) {
  if (const Status status = validate(def); !status) return Error{status.error()};
  std::size_t slot = 0;
  while (slot < impl_->colliders.size() && impl_->colliders[slot].alive) ++slot;
  if (slot == impl_->colliders.size()) impl_->colliders.emplace_back();
  ColliderRecord& record = impl_->colliders[slot];
  record.def = def;
  record.def.transform = unit(def.transform);
  record.target = record.def.transform;
  record.alive = record.changed = true;
  record.body.reset();
  refreshBody(record);
  impl_->forgetContacts(slot);
  ++record.generation;
  return ColliderId{static_cast<std::uint32_t>(slot + 1), record.generation};
}

Status World::removeCollider(ColliderId id) {
  ColliderRecord* record = impl_->find(id);
  if (record == nullptr) return staleCollider(id);
  impl_->disturbNear(*record);
  record->alive = false;
  record->body.reset();
  impl_->forgetContacts(id.slot - 1);
  return {};
}

bool World::isValid(ColliderId id) const { return impl_->find(id) != nullptr; }

Status World::moveCollider(ColliderId id, const Transform& target) {
  ColliderRecord* record = impl_->find(id);
  if (record == nullptr) return staleCollider(id);
  if (const Status status = validate(target, "collider target"); !status) return status;
  record->target = unit(target);
  return {};
}

Status World::teleportCollider(ColliderId id, const Transform& transform) {
  ColliderRecord* record = impl_->find(id);
  if (record == nullptr) return staleCollider(id);
  if (const Status status = validate(transform, "collider transform"); !status) return status;
  impl_->disturbNear(*record);
  record->changed = true;
  record->target = unit(transform);
  record->def.transform = record->target;
  return {};
}

Status World::setCollider(ColliderId id, const ColliderDef& def) {
  ColliderRecord* record = impl_->find(id);
  if (record == nullptr) return staleCollider(id);
  if (const Status status = validate(def); !status) return status;
  impl_->disturbNear(*record);
  record->changed = true;
  const bool stays = def.transform == record->def.transform;
  record->def = def;
  refreshBody(*record);
  if (!stays) record->target = record->def.transform = unit(def.transform);
  return {};
}

Status World::moveColliderVertices(ColliderId id, std::span<const Vec3> vertices) {
  ColliderRecord* record = impl_->find(id);
  if (record == nullptr) return staleCollider(id);
  if (const Status status = checkVertices(*record, vertices); !status) return status;
  record->body->setVertices(vertices, false);
  return {};
}

Status World::teleportColliderVertices(ColliderId id, std::span<const Vec3> vertices) {
  ColliderRecord* record = impl_->find(id);
  if (record == nullptr) return staleCollider(id);
  if (const Status status = checkVertices(*record, vertices); !status) return status;
  impl_->disturbNear(*record);
  record->changed = true;
  record->body->setVertices(vertices, true);
  return {};
}

Status World::readColliderVertices(ColliderId id, std::span<Vec3> vertices) const {
  const ColliderRecord* record = impl_->find(id);
  if (record == nullptr) return staleCollider(id);
  if (!record->body) return Error{"collider vertices: the collider is no mesh body"};
  const BodyMesh& mesh = *record->body->mesh;
  if (const Status status = validateSize(vertices.size(), mesh.vertexCount(), "collider vertices"); !status)
    return status;
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    const std::uint32_t corner = mesh.data().cornerOfVertex[v];
    vertices[v] = corner == kNoTriangle ? mesh.restPositions()[v] : pointAt(record->body->from, corner);
  }
  return {};
}

Status World::setColliderEnabled(ColliderId id, bool enabled) {
  ColliderRecord* record = impl_->find(id);
  if (record == nullptr) return staleCollider(id);
  if (enabled != record->def.enabled) {
    impl_->disturbNear(*record);
    record->changed = true;
  }
  record->def.enabled = enabled;
  return {};
}

Result<ColliderDef> World::collider(ColliderId id) const {
  const ColliderRecord* record = impl_->find(id);
  if (record == nullptr) return staleCollider(id);
  return record->def;
}

Result<std::size_t> World::readTouching(ColliderId id, std::span<ClothTouch> touching) const {
  const ColliderRecord* record = impl_->find(id);
  if (record == nullptr) return staleCollider(id);
  std::size_t count = 0;
  for (const Cloth* cloth : impl_->inOrder) {
    const std::size_t particles = cloth->enabled && id.slot <= cloth->touched.size() ? cloth->touched[id.slot - 1] : 0;
    if (particles == 0) continue;
    if (count < touching.size()) touching[count] = {cloth->id, particles};
    ++count;
  }
  return count;
}

Result<std::size_t> World::colliderContacts(ColliderId id) const {
  const ColliderRecord* record = impl_->find(id);
  if (record == nullptr) return staleCollider(id);
  return record->contacts;
}

}  // namespace toile
