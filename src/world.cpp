// The world as a whole: creation, the step, wind and gravity, what it tells of itself.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

#include "crowd/crowd_step.h"
#include "kernels/target.h"
#include "math/bits.h"
#include "validate.h"
#include "world_impl.h"

namespace toile {
namespace {

// Below this a step cannot be told from rounding: x / h would turn the last bit of a position into speed.
constexpr double kShortestStep = 1e-5;  // s
// Room for the rounding of 60 · dt · substeps, so that 1/60 s takes exactly `substeps` parts.
constexpr double kSubstepRounding = 1e-3;
// Smaller cloths are done before a second thread is awake.
constexpr std::uint32_t kLeastTeamParticles = 4096;

/// Fields are code, which cannot be compared.
bool changes(const Wind& a, const Wind& b) {
  return a.field || b.field || !(a.velocity == b.velocity) || a.gustStrength != b.gustStrength ||
         a.gustFrequency != b.gustFrequency || a.gustLength != b.gustLength || a.airDensity != b.airDensity;
}

void readDevice(Cloth& cloth) {
  if (cloth.newest == Newest::remote) cloth.remote->bringHome(cloth);
}

/// What is done to it next is done to its own arrays.
void leaveDevice(Cloth& cloth) {
  if (cloth.newest == Newest::remote) cloth.remote->giveUp(cloth);
  cloth.newest = Newest::home;
}

}  // namespace

Error staleCloth(ClothId id) {
  if (id.isNull()) return {"cloth id is null"};
  return {"cloth id " + std::to_string(id.slot) + "." + std::to_string(id.generation) +
          " is stale: no such cloth any more"};
}

Error staleCollider(ColliderId id) {
  if (id.isNull()) return {"collider id is null"};
  return {"collider id " + std::to_string(id.slot) + "." + std::to_string(id.generation) +
          " is stale: no such collider any more"};
}

Cloth* World::Impl::find(ClothId id) {
  Cloth* cloth = record(id);
  if (cloth == nullptr) return nullptr;
  takeHome(*cloth);
  leaveDevice(*cloth);
  return cloth;
}

const Cloth* World::Impl::look(ClothId id) {
  Cloth* cloth = record(id);
  if (cloth == nullptr) return nullptr;
  bringHome(*cloth);
  readDevice(*cloth);
  return cloth;
}

void World::Impl::bringAllHome() {
  crowds.bringHome();
  for (Cloth* cloth : inOrder) readDevice(*cloth);
}

Cloth* World::Impl::record(ClothId id) {
  if (id.isNull() || id.slot > cloths.size()) return nullptr;
  ClothSlot& slot = cloths[id.slot - 1];
  return slot.generation == id.generation ? slot.cloth.get() : nullptr;
}

ColliderRecord* World::Impl::find(ColliderId id) {
  if (id.isNull() || id.slot > colliders.size()) return nullptr;
  ColliderRecord& record = colliders[id.slot - 1];
  return record.alive && record.generation == id.generation ? &record : nullptr;
}

void World::Impl::refitBodies() {
  const auto begin = std::chrono::steady_clock::now();
  for (Cloth* cloth : inOrder) cloth->bodyMilliseconds = 0.0;
  for (ColliderRecord& collider : colliders) {
    if (!collider.alive || !collider.def.enabled || !collider.body) continue;
    refitBody(*collider.body, collider.def.transform, collider.target, backend.target, bodyRefits);
  }
  refitMilliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

void World::Impl::refreshOrder() {
  std::vector<const ClothSlot*> living;
  for (const ClothSlot& slot : cloths) {
    if (slot.cloth) living.push_back(&slot);
  }
  std::sort(living.begin(), living.end(),
            [](const ClothSlot* a, const ClothSlot* b) { return a->created < b->created; });
  inOrder.clear(), createdInOrder.clear();
  for (const ClothSlot* slot : living) inOrder.push_back(slot->cloth.get()), createdInOrder.push_back(slot->created);
}

Result<World> World::create(const WorldDef& def) {
  if (const Status status = validate(def); !status) return Error{status.error()};
  const Result<KernelTarget> target = chooseTarget(def.simd);
  if (!target) return Error{target.error()};
  auto impl = std::make_unique<Impl>(def, makeCpuBackend(*target, def.threads, def.parallelFor));
  impl->draw = drawKernels(*target);
  return World(std::move(impl));
}

World::World(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;
World::~World() = default;

Status World::setGravity(Vec3 gravity) {
  if (!isFinite(gravity)) return Error{"gravity is not finite"};
  if (!(gravity == impl_->def.gravity)) impl_->disturbAll();
  impl_->def.gravity = gravity;
  return {};
}

Vec3 World::gravity() const { return impl_->def.gravity; }

Status World::setWind(const Wind& wind) {
  if (const Status status = validate(wind); !status) return status;
  if (changes(impl_->def.wind, wind)) impl_->disturbAll();
  impl_->def.wind = wind;
  return {};
}

const Wind& World::wind() const { return impl_->def.wind; }

Status World::setSubsteps(std::uint32_t substeps, std::uint32_t iterations) {
  if (const Status status = validateSubsteps(substeps, iterations); !status) return status;
  if (substeps != impl_->def.substeps || iterations != impl_->def.iterations) impl_->disturbAll();
  impl_->def.substeps = substeps;
  impl_->def.iterations = iterations;
  return {};
}

Status World::Impl::checkStep(float dt) const {
  if (std::isfinite(dt) && dt >= 0.0f) return {};
  return Error{"step: dt is " + std::to_string(dt) + " s, must be finite and not negative"};
}

StepTiming World::Impl::timing(float dt) const {
  StepTiming timing;
  timing.duration = static_cast<double>(dt);
  timing.pending = pendingTime;
  if (timing.duration < kShortestStep) {
    // Kept apart from longer steps, so that a pause made of such steps leaves those after it as they were.
    timing.pending += timing.duration;
    timing.duration = 0.0;
    if (timing.pending < kShortestStep) return timing;
    timing.duration = timing.pending;
    timing.pending = 0.0;
  }
  if (timing.duration > static_cast<double>(def.maxStepTime)) {
    timing.dropped = timing.duration - static_cast<double>(def.maxStepTime);
    timing.duration = static_cast<double>(def.maxStepTime);
  }
  const double parts = std::ceil(60.0 * timing.duration * def.substeps - kSubstepRounding);
  timing.substeps = static_cast<std::uint32_t>(std::max(1.0, parts));
  return timing;
}

StepInput World::Impl::stepInput(const StepTiming& timing) const {
  const float h = static_cast<float>(timing.duration / timing.substeps);
  return {backend, colliders, def.wind, def.gravity, time, h, timing.substeps, def.iterations};
}

void World::Impl::endStep(const StepTiming& timing) {
  for (ColliderRecord& collider : colliders) {
    collider.def.transform = collider.target;
    collider.changed = false;
    if (collider.body) collider.body->endStep();
  }
  countContacts();
  time += timing.duration;
  substepsLastStep = timing.substeps;
}

void World::Impl::countContacts() {
  for (std::size_t i = 0; i < colliders.size(); ++i) {
    colliders[i].contacts = 0;
    for (const Cloth* cloth : inOrder) {
      if (i < cloth->touched.size() && cloth->enabled) colliders[i].contacts += cloth->touched[i];
    }
  }
}

Status World::step(float dt) {
  Impl& world = *impl_;
  if (const Status status = world.checkStep(dt); !status) return status;
  if (dt == 0.0f) return {};
  const StepTiming timing = world.timing(dt);
  const std::vector<Cloth*>& cloths = world.inOrder;
  if (timing.duration != 0.0) {
    for (Cloth* cloth : cloths) leaveDevice(*cloth);  // may throw: nothing has changed yet
  }
  world.pendingTime = timing.pending;
  world.droppedTime += timing.dropped;
  if (timing.duration == 0.0) return {};
  const auto begin = std::chrono::steady_clock::now();
  const StepInput input = world.stepInput(timing);
  world.refitBodies();
  refreshContactGroups(world.contact, cloths, world.createdInOrder);
  world.wakeDisturbed(timing.substeps);
  world.crowds.arrange(cloths, input);
  const auto groups = world.crowds.groups();
  const auto alone = world.crowds.alone();
  const auto stepAny = [&](std::size_t i) {
    i < groups.size() ? stepCrowd(*groups[i], input) : stepCloth(*alone[i - groups.size()], input);
  };
  // Those of a contact group move together, and are no longer alone.
  forEach(world.backend, world.contact.groups.size(),
          [&](std::size_t i) { stepTogether(*world.contact.groups[i], input); });  // all of one sleep, or none
  // Where there are fewer of them than threads, large cloths are stepped one after the other by all threads.
  const std::size_t count = groups.size() + alone.size();
  const bool few = world.backend.team && count < world.backend.team->parts();
  const auto shared = [&](std::size_t i) {
    return few && i >= groups.size() && alone[i - groups.size()]->data().paddedCount >= kLeastTeamParticles;
  };
  for (std::size_t i = 0; i < count; ++i) {
    if (shared(i)) world.backend.team->lead([&] { stepAny(i); });
  }
  forEach(world.backend, count, [&](std::size_t i) {
    if (!shared(i)) stepAny(i);
  });
  world.crowdedLastStep = 0;
  for (const auto& group : groups) world.crowdedLastStep += group->memberCount;
  world.endStep(timing);
  world.putToSleep(static_cast<float>(timing.duration));
  world.lastStepMilliseconds =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  return {};
}

WorldStats World::stats() const {
  WorldStats stats;
  for (const ClothSlot& slot : impl_->cloths) {
    if (!slot.cloth) continue;
    ++stats.cloths;
    stats.particles += slot.cloth->data().particleCount;
  }
  for (const ColliderRecord& collider : impl_->colliders) {
    stats.colliders += collider.alive ? 1 : 0;
    if (collider.alive && collider.def.enabled && collider.body)
      stats.bodies.triangles += collider.body->data().triangleCount;
  }
  stats.bodies.refitMilliseconds = impl_->refitMilliseconds;
  for (const Cloth* cloth : impl_->inOrder) {
    stats.bodies.contactMilliseconds += cloth->bodyMilliseconds;
    for (std::size_t i = 0; i < cloth->bodyCandidates.size(); ++i) {
      const BodyCandidates& found = cloth->bodyCandidates[i];
      if (impl_->colliders[i].body) stats.bodies.candidates += kBodyRow * (found.usedRows + found.usedCorners);
    }
  }
  stats.substepsLastStep = impl_->substepsLastStep;
  for (const Cloth* cloth : impl_->inOrder) stats.asleep += cloth->sleep.asleep ? 1 : 0;
  stats.crowdedLastStep = impl_->crowdedLastStep;
  stats.time = impl_->time;
  stats.droppedTime = impl_->droppedTime;
  stats.lastStepMilliseconds = impl_->lastStepMilliseconds;
  for (const auto& group : impl_->contact.groups) {
    const ContactStats own = group->stats();
    stats.contact.pairs += own.pairs, stats.contact.touching += own.touching;
    stats.contact.searches = std::max(stats.contact.searches, own.searches);
    stats.contact.binding += own.binding, stats.contact.shortened += own.shortened;
    stats.contact.excepted += own.excepted;
  }
  return stats;
}

std::string World::status() const {
  const WorldStats all = stats();
  char line[256];
  std::snprintf(line, sizeof line,
                "world: t %.3f s, %zu cloths, %zu colliders, %zu particles, %u x %u, %s, last step %.3f ms\n", all.time,
                all.cloths, all.colliders, all.particles, impl_->def.substeps, impl_->def.iterations,
                simdName().c_str(), all.lastStepMilliseconds);
  std::string text = line;
  std::size_t number = 0;
  impl_->bringAllHome();
  for (const Cloth* cloth : impl_->inOrder) {
    const ClothStats s = measure(*cloth);
    std::snprintf(
        line, sizeof line,
        "cloth %zu: %zu particles, %zu pinned, %zu constraints, %zu contacts, stretch max %.2f %% mean %.2f %%, "
        "speed max %.3f m/s%s%s%s\n",
        ++number, s.particles, s.pinned, s.constraints, s.contacts, 100.0 * (static_cast<double>(s.maxStretch) - 1.0),
        100.0 * (static_cast<double>(s.meanStretch) - 1.0), static_cast<double>(s.maxSpeed),
        s.enabled ? "" : ", disabled", s.asleep ? ", asleep" : "", s.frozen ? ", FROZEN (not finite; reset it)" : "");
    text += line;
  }
  return text;
}

std::uint64_t World::stateHash() const {
  std::uint64_t hash = 0xcbf29ce484222325u;
  const auto add = [&hash](float value) {
    const std::uint32_t bits = bitsOf(value);
    for (int byte = 0; byte < 4; ++byte) hash = (hash ^ ((bits >> (8 * byte)) & 0xffu)) * 0x100000001b3u;
  };
  impl_->bringAllHome();
  for (const Cloth* cloth : impl_->inOrder) {
    for (std::size_t i = 0; i < cloth->data().particleCount; ++i) {
      for (std::size_t k = 0; k < 3; ++k) add(cloth->state.x[4 * i + k]);
      for (std::size_t k = 0; k < 3; ++k) add(cloth->state.velocity[4 * i + k]);
    }
  }
  return hash;
}

std::string World::simdName() const { return targetName(impl_->backend.target); }

}  // namespace toile
