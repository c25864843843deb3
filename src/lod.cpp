#include "toile/lod.h"

#include <algorithm>
#include <cmath>

namespace toile {
namespace {

constexpr float kMostMotion = 0.01f;  // m a read, of what is left from a switch

Status checkLevel(const std::shared_ptr<const LodChain>& chain, std::size_t level) {
  if (chain == nullptr) return Error{"LodCloth: no chain"};
  if (level >= chain->size()) return Error{"LodCloth: the chain has no level " + std::to_string(level)};
  return {};
}

}  // namespace

LodChain::LodChain(std::vector<DrawnGarmentPtr> garments, std::vector<LodLevel> levels)
    : garments_(std::move(garments)), levels_(std::move(levels)) {}

Result<std::shared_ptr<const LodChain>> LodChain::build(const SurfaceMesh& mesh, const GarmentDef& def,
                                                        std::span<const LodLevel> levels,
                                                        std::span<const std::uint32_t> kept) {
  if (levels.empty()) return Error{"LodChain: no level"};
  for (std::size_t i = 0; i < levels.size(); ++i) {
    const std::string who = "LodChain: level " + std::to_string(i) + ": ";
    if (!std::isfinite(levels[i].coverage) || levels[i].coverage < 0.0f)
      return Error{who + "coverage is not 0 or more"};
    if (i == 0) continue;
    if (!(levels[i].coverage < levels[i - 1].coverage)) return Error{who + "coverage does not descend"};
    if (levels[i].vertices == 0 || (levels[i - 1].vertices != 0 && levels[i].vertices >= levels[i - 1].vertices)) {
      return Error{who + "vertices do not shrink"};
    }
  }
  if (levels.back().coverage != 0.0f) return Error{"LodChain: the last level's coverage is not 0"};
  std::vector<DrawnGarmentPtr> garments;
  for (const LodLevel& level : levels) {
    SimulatedMesh simulated;
    simulated.vertices = level.vertices;
    simulated.kept.assign(kept.begin(), kept.end());
    auto garment = DrawnGarment::build(mesh, def, simulated);
    if (!garment) return Error{"LodChain: level " + std::to_string(garments.size()) + ": " + garment.error()};
    garments.push_back(std::move(*garment));
  }
  return std::shared_ptr<const LodChain>(new LodChain(std::move(garments), {levels.begin(), levels.end()}));
}

std::size_t LodChain::choose(std::size_t current, float coverage, float hysteresis) const {
  std::size_t level = std::min(current, levels_.size() - 1);
  while (level > 0 && coverage > levels_[level - 1].coverage * (1.0f + hysteresis)) --level;
  while (level + 1 < levels_.size() && coverage < levels_[level].coverage * (1.0f - hysteresis)) ++level;
  return level;
}

float screenCoverage(float radius, float distanceToEye, float verticalFieldOfView) {
  const float reach = distanceToEye * std::tan(0.5f * verticalFieldOfView);
  return distanceToEye <= radius || !(reach > 0.0f) ? 1.0f : radius / reach;
}

LodCloth::LodCloth(std::shared_ptr<const LodChain> chain, ClothId cloth, std::size_t level,
                   std::vector<std::uint32_t> pinned)
    : chain_(std::move(chain)), cloth_(cloth), level_(level), pinned_(std::move(pinned)) {}

Result<bool> LodCloth::update(World& world, float coverage) {
  if (const Status status = checkLevel(chain_, level_); !status) return Error{status.error()};
  const std::size_t level = chain_->choose(level_, coverage);
  if (level == level_) return false;
  if (const Status status = switchTo(world, level); !status) return Error{status.error()};
  return true;
}

Status LodCloth::switchTo(World& world, std::size_t level) {
  if (const Status status = checkLevel(chain_, level_); !status) return status;
  if (level >= chain_->size()) return Error{"LodCloth::switchTo: there is no level " + std::to_string(level)};
  if (level == level_) return {};
  const DrawnGarment &from = drawn(), &to = *chain_->garment(level);
  std::vector<Vec3> before(from.vertexCount()), after(before.size());
  Status status = read(world, 0.0f, {.positions = before});
  if (status.ok()) status = world.changeGarment(cloth_, from, to, to.simulatedVertices(pinned_));
  if (status.ok()) status = world.readDrawn(cloth_, to, {.positions = after});
  if (!status.ok()) return status;
  level_ = level;
  displacement_.resize(before.size());
  for (std::size_t v = 0; v < before.size(); ++v) displacement_[v] = before[v] - after[v];
  left_ = 1.0f;
  return {};
}

Status LodCloth::read(const World& world, float dt, const DrawnFrame& frame) {
  if (const Status status = checkLevel(chain_, level_); !status) return status;
  if (!std::isfinite(dt) || dt < 0.0f) return Error{"LodCloth::read: dt must be finite and not negative"};
  if (!displacement_.empty() && frame.positions.empty()) return Error{"LodCloth::read: positions are needed"};
  if (const Status status = world.readDrawn(cloth_, drawn(), frame); !status) return status;
  if (displacement_.empty()) return {};
  float longest = 0.0f;
  for (const Vec3 d : displacement_) longest = std::max(longest, length(d));
  float fade = fadeTime > 0.0f ? dt / fadeTime : 1.0f;
  if (longest * fade > kMostMotion) fade = kMostMotion / longest;
  if (dt > 0.0f) left_ = std::max(0.0f, left_ - fade);
  for (std::size_t v = 0; v < displacement_.size(); ++v) frame.positions[v] += displacement_[v] * left_;
  if (left_ == 0.0f) displacement_.clear();
  return {};
}

}  // namespace toile
