// The world's calls about cloths: lifetime, parameters, pins, masses. State is in world_state.cpp.
#include "garment_masses.h"
#include "validate.h"
#include "world_impl.h"

namespace toile {

Result<ClothId> World::createCloth(const ClothDef& def) {
  if (!def.garment) return Error{"ClothDef::garment is null"};
  if (const Status status = validate(def.transform, "ClothDef::transform"); !status) return Error{status.error()};
  if (const Status status = validate(def.params); !status) return Error{status.error()};
  if (const Status status = validateVertices(*def.garment, def.pinned, "ClothDef::pinned"); !status) {
    return Error{status.error()};
  }
  auto cloth = std::make_unique<Cloth>(makeCloth(def));
  std::size_t slot = 0;
  while (slot < impl_->cloths.size() && impl_->cloths[slot].cloth) ++slot;
  if (slot == impl_->cloths.size()) impl_->cloths.emplace_back();
  ClothSlot& place = impl_->cloths[slot];
  place.cloth = std::move(cloth);
  place.created = ++impl_->creations;
  impl_->refreshOrder();
  return place.cloth->id = ClothId{static_cast<std::uint32_t>(slot + 1), ++place.generation};
}

Status World::destroyCloth(ClothId id) {
  if (impl_->find(id) == nullptr) return staleCloth(id);
  ClothSlot& slot = impl_->cloths[id.slot - 1];
  impl_->disturb(*slot.cloth);  // what lay on it
  if (slot.cloth->crowd != nullptr) leaveCrowd(*slot.cloth);
  slot.cloth.reset();
  impl_->refreshOrder();
  return {};
}

bool World::isValid(ClothId id) const { return impl_->record(id) != nullptr; }

GarmentPtr World::garment(ClothId id) const {
  const Cloth* cloth = impl_->record(id);
  return cloth != nullptr ? cloth->garment : nullptr;
}

Result<Transform> World::transform(ClothId id) const {
  const Cloth* cloth = impl_->record(id);
  if (cloth == nullptr) return staleCloth(id);
  return cloth->transform;
}

Status World::setCollisionMask(ClothId id, std::uint32_t mask) {
  Cloth* cloth = impl_->record(id);
  if (cloth == nullptr) return staleCloth(id);
  if (mask != cloth->collisionMask) impl_->disturb(*cloth);
  cloth->collisionMask = mask;
  return {};
}

Status World::setCollisionGroup(ClothId id, std::uint32_t group) {
  Cloth* cloth = impl_->find(id);
  if (cloth == nullptr) return staleCloth(id);
  if (group != cloth->collisionGroup) impl_->disturb(*cloth);
  cloth->collisionGroup = group;
  return {};
}

Status World::setEnabled(ClothId id, bool enabled) {
  Cloth* cloth = impl_->find(id);
  if (cloth == nullptr) return staleCloth(id);
  if (enabled != cloth->enabled) impl_->disturb(*cloth);
  if (enabled && !cloth->enabled) {
    cloth->placed = true;
    for (const std::uint32_t pin : cloth->pins) {
      for (std::size_t k = 4 * std::size_t{pin}; k < 4 * std::size_t{pin} + 3; ++k) {
        cloth->state.x[k] = cloth->state.targets[k];
        cloth->state.targetsFrom[k] = cloth->state.targets[k];
        cloth->state.velocity[k] = 0.0f;
      }
    }
  }
  cloth->enabled = enabled;
  return {};
}

Status World::setParams(ClothId id, const ClothParams& params) {
  Cloth* cloth = impl_->record(id);
  if (cloth == nullptr) return staleCloth(id);
  if (const Status status = validate(params); !status) return status;
  if (!(params == cloth->params)) impl_->disturb(*cloth);
  cloth->tethersStale =
      cloth->tethersStale || params.tethers != cloth->params.tethers || params.tetherSlack != cloth->params.tetherSlack;
  cloth->levelsStale = cloth->levelsStale || params.coarseLevels != cloth->params.coarseLevels;
  cloth->params = params;
  return {};
}

Result<ClothParams> World::params(ClothId id) const {
  const Cloth* cloth = impl_->record(id);
  if (cloth == nullptr) return staleCloth(id);
  return cloth->params;
}

Status World::pin(ClothId id, std::span<const std::uint32_t> vertices) {
  Cloth* cloth = impl_->find(id);
  if (cloth == nullptr) return staleCloth(id);
  if (const Status status = validateVertices(*cloth->garment, vertices, "pin: vertices"); !status) return status;
  if (!vertices.empty()) impl_->disturb(*cloth);
  for (const std::uint32_t vertex : vertices) pinParticle(*cloth, cloth->data().particleOfVertex[vertex]);
  return {};
}

Status World::unpin(ClothId id, std::span<const std::uint32_t> vertices) {
  Cloth* cloth = impl_->find(id);
  if (cloth == nullptr) return staleCloth(id);
  if (const Status status = validateVertices(*cloth->garment, vertices, "unpin: vertices"); !status) return status;
  const GarmentData& data = cloth->data();
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    if (data.fixed[data.particleOfVertex[vertices[i]]] != 0) {
      return Error{"unpin: vertices element " + std::to_string(i) + " is vertex " + std::to_string(vertices[i]) +
                   ", which the garment holds for good (GarmentDef::fixedVertices)"};
    }
  }
  if (!vertices.empty()) impl_->disturb(*cloth);
  for (const std::uint32_t vertex : vertices) unpinParticle(*cloth, data.particleOfVertex[vertex]);
  return {};
}

Result<bool> World::isPinned(ClothId id, std::uint32_t vertex) const {
  const Cloth* cloth = impl_->record(id);
  if (cloth == nullptr) return staleCloth(id);
  const std::uint32_t vertices[1] = {vertex};
  if (const Status status = validateVertices(*cloth->garment, vertices, "isPinned: vertex"); !status) {
    return Error{status.error()};
  }
  return cloth->pinned[cloth->data().particleOfVertex[vertex]] != 0;
}

Status World::setTargets(ClothId id, std::span<const std::uint32_t> vertices, std::span<const Vec3> targets) {
  Cloth* cloth = impl_->record(id);
  if (cloth == nullptr) return staleCloth(id);
  if (const Status status = validateVertices(*cloth->garment, vertices, "setTargets: vertices"); !status) return status;
  if (const Status status = validatePoints(targets, vertices.size(), "setTargets: targets"); !status) return status;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const std::uint32_t particle = cloth->data().particleOfVertex[vertices[i]];
    if (cloth->sleep.asleep && !(pointAt(cloth->state.targets, particle) == targets[i])) impl_->disturb(*cloth);
    putPoint(cloth->state.targets, particle, targets[i]);
  }
  cloth->targetsMoved = true;
  return {};
}

Status World::setTotalMass(ClothId id, float mass) {
  Cloth* cloth = impl_->find(id);
  if (cloth == nullptr) return staleCloth(id);
  const float masses[1] = {mass};
  if (const Status status = validateMasses(masses, 1, "setTotalMass: mass"); !status) return status;
  double sum = 0.0;
  for (const float m : cloth->mass) sum += static_cast<double>(m);
  const double scale = static_cast<double>(mass) / sum;
  for (std::uint32_t i = 0; i < cloth->mass.size(); ++i) {
    const double scaled = static_cast<double>(cloth->mass[i]) * scale;
    if (scaled < kLeastMass || scaled > kMostMass) {
      return Error{"setTotalMass: the mass of vertex " + std::to_string(cloth->data().vertexOfParticle[i]) +
                   " would be outside 1e-25 to 1e25 kg"};
    }
  }
  impl_->disturb(*cloth);
  cloth->levelsStale = true;
  for (std::uint32_t i = 0; i < cloth->mass.size(); ++i) {
    cloth->mass[i] = static_cast<float>(static_cast<double>(cloth->mass[i]) * scale);
    refreshInverseMass(*cloth, i);
  }
  return {};
}

Status World::setVertexMasses(ClothId id, std::span<const float> masses) {
  Cloth* cloth = impl_->find(id);
  if (cloth == nullptr) return staleCloth(id);
  const GarmentData& data = cloth->data();
  if (const Status status = validateMasses(masses, cloth->garment->vertexCount(), "setVertexMasses: masses"); !status) {
    return status;
  }
  impl_->disturb(*cloth);
  cloth->levelsStale = true;
  cloth->mass = averageOverCopies(masses, data.particleOfVertex, data.particleCount);
  for (std::uint32_t i = 0; i < data.particleCount; ++i) refreshInverseMass(*cloth, i);
  return {};
}

Status World::readMasses(ClothId id, std::span<float> masses) const {
  const Cloth* cloth = impl_->record(id);
  if (cloth == nullptr) return staleCloth(id);
  const GarmentData& data = cloth->data();
  if (const Status status = validateSize(masses.size(), data.particleOfVertex.size(), "readMasses: masses"); !status) {
    return status;
  }
  for (std::size_t v = 0; v < masses.size(); ++v) {
    const std::uint32_t particle = data.particleOfVertex[v];
    masses[v] = particle == kNone ? 0.0f : cloth->mass[particle];
  }
  return {};
}

}  // namespace toile
