// Garments that change while their cloths move.
#include <algorithm>

#include "scenes/play.h"

namespace toile {
namespace {

/// What of a cloth a change of garment must keep.
struct Kept {
  std::vector<Vec3> positions, velocities;
  std::vector<std::uint32_t> pinned;
};

Result<Kept> keep(const World& world, ClothId cloth, std::size_t vertices) {
  Kept kept{std::vector<Vec3>(vertices), std::vector<Vec3>(vertices), {}};
  Status status = world.readPositions(cloth, kept.positions);
  if (status.ok()) status = world.readVelocities(cloth, kept.velocities);
  if (!status.ok()) return Error{status.error()};
  for (std::uint32_t v = 0; v < vertices; ++v) {
    const auto pinned = world.isPinned(cloth, v);
    if (pinned && *pinned) kept.pinned.push_back(v);
  }
  return kept;
}

/// changeGarment puts the cloth on the surface that was drawn; of the same mesh its own places are known exactly.
Status change(World& world, ClothId cloth, const DrawnGarment& from, const DrawnGarment& to) {
  const auto kept = keep(world, cloth, from.simulated()->vertexCount());
  if (!kept) return Error{kept.error()};
  Status status = world.changeGarment(cloth, from, to, kept->pinned);
  if (status.ok()) status = world.writePositions(cloth, kept->positions);
  if (status.ok()) status = world.writeVelocities(cloth, kept->velocities);
  return status;
}

}  // namespace

Status ScenePlay::changeGarment(World& world, std::size_t garment, const SceneGarment& described) {
  const std::string who = "/garments/" + std::to_string(garment);
  if (garment >= garments_.size()) return Error{who + ": there is no such garment"};
  auto built = buildGarment(described, garment);
  if (!built) return Error{built.error()};
  PlayedGarment& before = garments_[garment];
  if (built->drawn->vertexCount() != before.drawn->vertexCount() ||
      built->garment->vertexCount() != before.garment->vertexCount())
    return Error{who + "/mesh: another mesh than before"};
  for (std::size_t i = 0; i < cloths_.size(); ++i) {
    if (cloths_[i].garment != garment) continue;
    const Status changed = change(world, cloths_[i].id, *before.drawn, *built->drawn);
    if (changed.ok()) continue;
    for (std::size_t k = 0; k < i; ++k) {
      if (cloths_[k].garment == garment) (void)change(world, cloths_[k].id, *built->drawn, *before.drawn).ok();
    }
    return Error{who + ": " + changed.error()};
  }
  before = std::move(*built);
  scene_.garments[garment] = described;
  return {};
}

}  // namespace toile
