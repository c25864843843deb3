// The world's calls that read and write a cloth's state, in the caller's vertices.
#include "skinning/frames.h"
#include "validate.h"
#include "world_impl.h"

namespace toile {
namespace {

Status checkSize(std::size_t size, const Cloth& cloth, const char* name) {
  return validateSize(size, cloth.garment->vertexCount(), name);
}

/// Drawn positions: particles' places; loose vertices stay at their rest place.
void drawnPositions(const Cloth& cloth, std::span<Vec3> positions) {
  const GarmentData& data = cloth.data();
  for (std::size_t v = 0; v < positions.size(); ++v) {
    const std::uint32_t particle = data.particleOfVertex[v];
    positions[v] = particle == kNone ? apply(cloth.transform, data.restVertices[v]) : pointAt(cloth.state.x, particle);
  }
}

std::vector<Vec3> drawnPositions(const Cloth& cloth) {
  std::vector<Vec3> positions(cloth.data().restVertices.size());
  drawnPositions(cloth, positions);
  return positions;
}

/// Writes one value a vertex to the particles; of several copies the first vertex decides.
void scatter(const Cloth& cloth, std::span<const Vec3> values, AlignedVector<float>& array) {
  const GarmentData& data = cloth.data();
  for (std::uint32_t i = 0; i < data.particleCount; ++i) putPoint(array, i, values[data.vertexOfParticle[i]]);
}

}  // namespace

Status World::readPositions(ClothId id, std::span<Vec3> positions) const {
  const Cloth* cloth = impl_->look(id);
  if (cloth == nullptr) return staleCloth(id);
  if (const Status status = checkSize(positions.size(), *cloth, "readPositions: positions"); !status) return status;
  drawnPositions(*cloth, positions);
  return {};
}

Status World::readVelocities(ClothId id, std::span<Vec3> velocities) const {
  const Cloth* cloth = impl_->look(id);
  if (cloth == nullptr) return staleCloth(id);
  if (const Status status = checkSize(velocities.size(), *cloth, "readVelocities: velocities"); !status) return status;
  for (std::size_t v = 0; v < velocities.size(); ++v) {
    const std::uint32_t particle = cloth->data().particleOfVertex[v];
    velocities[v] = particle == kNone ? Vec3{} : pointAt(cloth->state.velocity, particle);
  }
  return {};
}

Status World::readNormals(ClothId id, std::span<Vec3> normals) const {
  const Cloth* cloth = impl_->look(id);
  if (cloth == nullptr) return staleCloth(id);
  if (const Status status = checkSize(normals.size(), *cloth, "readNormals: normals"); !status) return status;
  smoothNormals(cloth->data(), drawnPositions(*cloth), normals);
  return {};
}

Status World::readTangents(ClothId id, std::span<Vec4> tangents) const {
  const Cloth* cloth = impl_->look(id);
  if (cloth == nullptr) return staleCloth(id);
  if (const Status status = checkSize(tangents.size(), *cloth, "readTangents: tangents"); !status) return status;
  if (cloth->data().uvs.empty()) return Error{"readTangents: the garment has no UVs"};
  const std::vector<Vec3> positions = drawnPositions(*cloth);
  std::vector<Vec3> normals(positions.size());
  smoothNormals(cloth->data(), positions, normals);
  smoothTangents(cloth->data(), positions, normals, tangents);
  return {};
}

Status World::writePositions(ClothId id, std::span<const Vec3> positions) {
  Cloth* cloth = impl_->find(id);
  if (cloth == nullptr) return staleCloth(id);
  if (const Status status = validatePoints(positions, cloth->garment->vertexCount(), "writePositions: positions");
      !status) {
    return status;
  }
  impl_->disturb(*cloth);
  scatter(*cloth, positions, cloth->state.x);
  cloth->placed = true;
  for (const std::uint32_t pin : cloth->pins) {
    const Vec3 here = cloth->position(pin);
    putPoint(cloth->state.targets, pin, here);
    putPoint(cloth->state.targetsFrom, pin, here);
  }
  return {};
}

Status World::writeVelocities(ClothId id, std::span<const Vec3> velocities) {
  Cloth* cloth = impl_->find(id);
  if (cloth == nullptr) return staleCloth(id);
  if (const Status status = validateSpeeds(velocities, cloth->garment->vertexCount(), "writeVelocities: velocities");
      !status) {
    return status;
  }
  impl_->disturb(*cloth);
  scatter(*cloth, velocities, cloth->state.velocity);
  for (const std::uint32_t pin : cloth->pins) putPoint(cloth->state.velocity, pin, Vec3{});
  return {};
}

Status World::setAccelerations(ClothId id, std::span<const Vec3> accelerations) {
  Cloth* cloth = impl_->record(id);
  if (cloth == nullptr) return staleCloth(id);
  if (accelerations.empty()) {
    if (!cloth->state.acceleration.empty()) impl_->disturb(*cloth);
    cloth->state.acceleration.clear();
    return {};
  }
  if (const Status status =
          validateVectors(accelerations, cloth->garment->vertexCount(), "setAccelerations: accelerations");
      !status) {
    return status;
  }
  AlignedVector<float> changed(cloth->state.x.size(), 0.0f);
  scatter(*cloth, accelerations, changed);
  if (changed != cloth->state.acceleration) impl_->disturb(*cloth);
  cloth->state.acceleration = std::move(changed);
  return {};
}

Status World::teleport(ClothId id, const Transform& motion, TeleportMode mode) {
  Cloth* cloth = impl_->find(id);
  if (cloth == nullptr) return staleCloth(id);
  if (const Status status = validate(motion, "teleport: motion"); !status) return status;
  const Transform rigid{normalized(motion.rotation), motion.translation};
  Transform moved = compose(rigid, cloth->transform);
  moved.rotation = normalized(moved.rotation);
  if (const Status status = validate(moved, "teleport: the cloth's new transform"); !status) return status;
  impl_->disturb(*cloth);
  cloth->transform = moved;
  if (mode == TeleportMode::reset) {
    resetState(*cloth);
    return {};
  }
  cloth->placed = true;
  ClothState& state = cloth->state;
  for (std::size_t i = 0; i < cloth->data().particleCount; ++i) {
    for (AlignedVector<float>* array : {&state.x, &state.start, &state.targets, &state.targetsFrom}) {
      putPoint(*array, i, apply(rigid, pointAt(*array, i)));
    }
    putPoint(state.velocity, i, rotate(rigid.rotation, pointAt(state.velocity, i)));
  }
  return {};
}

Status World::reset(ClothId id) {
  Cloth* cloth = impl_->find(id);
  if (cloth == nullptr) return staleCloth(id);
  impl_->disturb(*cloth);
  resetState(*cloth);
  return {};
}

Result<ClothStats> World::stats(ClothId id) const {
  const Cloth* cloth = impl_->look(id);
  if (cloth == nullptr) return staleCloth(id);
  return measure(*cloth);
}

}  // namespace toile
