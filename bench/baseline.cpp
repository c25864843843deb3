#include "bench/baseline.h"

#include <algorithm>
#include <cmath>

namespace toile::bench {
namespace {

constexpr Kind kDistanceKinds[] = {Kind::stretch, Kind::shear, Kind::wing, Kind::skipOne};
constexpr Kind kOtherKinds[] = {Kind::dihedralBending, Kind::area, Kind::triangleShear, Kind::strain};

float orFabric(float own, float fabric) { return own >= 0.0f ? own : fabric; }

/// Names the first thing of this cloth that plain code here does not do; empty when it does all.
std::string unsupported(const BaselineCloth& cloth, const WorldDef& world) {
  const Fabric& fabric = cloth.garment->def().fabric;
  const ClothParams& p = cloth.params;
  for (const Kind kind : kOtherKinds) {
    if (cloth.garment->def().kinds.has(kind)) return "constraint kind " + std::string(kindName(kind));
  }
  for (const KindParams& kind : p.kinds) {
    if (!kind.enabled || kind.stiffnessScale != 1.0f) return "run-time kind parameters";
    if (kind.damping > 0.0f) return "constraint damping";
  }
  if (fabric.stretchDamping > 0.0f || fabric.bendingDamping > 0.0f) return "constraint damping";
  if (p.pbd) return "PBD mode";
  if (p.maxDistance >= 0.0f) return "maxDistance";
  if (p.internalDamping > 0.0f) return "internal damping";
  if (world.wind.airDensity > 0.0f && orFabric(p.airDrag, fabric.airDrag) > 0.0f) return "air";
  return {};
}

}  // namespace

BaselineCloth describeCloth(const World& world, ClothId cloth) {
  BaselineCloth plain;
  plain.garment = world.garment(cloth);
  plain.positions.resize(plain.garment->vertexCount());
  plain.masses.resize(plain.positions.size());
  (void)world.readPositions(cloth, plain.positions);
  (void)world.readMasses(cloth, plain.masses);
  for (std::uint32_t v = 0; v < plain.positions.size(); ++v) {
    const auto pinned = world.isPinned(cloth, v);
    plain.pinned.push_back(pinned && *pinned ? 1 : 0);
  }
  plain.params = *world.params(cloth);
  return plain;
}

Status Baseline::addKind(Constraints& constraints, Kind kind) {
  const ConstraintList list = constraints.garment->constraints(kind);
  for (std::size_t i = 0; i < list.count(); ++i) {
    const std::uint32_t* particle = &list.particles[i * list.arity];
    const float* parameter = &list.parameters[i * list.parameterCount];
    if (kind != Kind::quadraticBending) {
      constraints.distances.push_back({particle[0], particle[1], parameter[0], list.compliance[i]});
      continue;
    }
    if (parameter[3] != 0.0f) return Error{"the baseline does not solve bending with a curved rest shape"};
    const float sum = parameter[0] + parameter[1] + parameter[2];
    constraints.bendings.push_back({{particle[0], particle[1], particle[2], particle[3]},
                                    {-sum, parameter[0], parameter[1], parameter[2]},
                                    list.compliance[i]});
  }
  return {};
}

Status Baseline::addConstraints(const GarmentPtr& garment) {
  Constraints constraints;
  constraints.garment = garment;
  for (const Kind kind : kDistanceKinds) {
    if (const Status added = addKind(constraints, kind); !added.ok()) return added;
  }
  if (const Status added = addKind(constraints, Kind::quadraticBending); !added.ok()) return added;
  constraints_.push_back(std::move(constraints));
  return {};
}

Result<Baseline> Baseline::create(std::span<const BaselineCloth> cloths, std::span<const ColliderDef> colliders,
                                  const WorldDef& world) {
  Baseline baseline;
  baseline.substeps_ = world.substeps, baseline.iterations_ = world.iterations;
  for (const BaselineCloth& def : cloths) {
    const std::string missing = unsupported(def, world);
    if (!missing.empty()) return Error{"the baseline does not solve " + missing};
    Cloth cloth;
    while (cloth.constraints < baseline.constraints_.size() &&
           baseline.constraints_[cloth.constraints].garment != def.garment)
      ++cloth.constraints;
    if (cloth.constraints == baseline.constraints_.size()) {
      if (const Status added = baseline.addConstraints(def.garment); !added.ok()) return Error{added.error()};
    }
    cloth.damping = def.params.velocityDamping;
    cloth.thickness = orFabric(def.params.thickness, def.garment->def().fabric.thickness);
    cloth.gravity = world.gravity * def.params.gravityScale + def.params.acceleration;
    for (const std::uint32_t vertex : def.garment->vertexOfParticle()) {
      const Vec3 p = def.positions[vertex];
      cloth.x.push_back({p.x, p.y, p.z, def.pinned[vertex] != 0 ? 0.0f : 1.0f / def.masses[vertex]});
    }
    cloth.previous = cloth.x;
    cloth.v.resize(cloth.x.size());
    baseline.cloths_.push_back(std::move(cloth));
    const Fabric& fabric = def.garment->def().fabric;
    if (!colliders.empty() && orFabric(def.params.frictionDynamic, fabric.frictionDynamic) > 0.0f)
      return Error{"the baseline does not solve friction"};
  }
  for (const ColliderDef& collider : colliders) {
    if (std::holds_alternative<MeshBody>(collider.shape)) return Error{"the baseline does not solve mesh bodies"};
    if (std::holds_alternative<TaperedCapsule>(collider.shape) || std::holds_alternative<Box>(collider.shape) ||
        std::holds_alternative<ConvexHull>(collider.shape) || std::holds_alternative<Volume>(collider.shape))
      return Error{"the baseline does not solve tapered capsules, boxes, hulls and volumes"};
    baseline.colliders_.push_back({collider.shape, collider.transform, collider.transform});
  }
  std::size_t multipliers = 0;
  for (const Constraints& c : baseline.constraints_)
    multipliers = std::max(multipliers, c.distances.size() + 3 * c.bendings.size());
  if (baseline.iterations_ > 1) baseline.lambda_.resize(multipliers);
  return baseline;
}

void Baseline::step(float dt) {
  const auto substeps = static_cast<std::uint32_t>(std::max(1.0, std::ceil(60.0 * dt * substeps_ - 1e-3)));
  const float h = dt / static_cast<float>(substeps);
  for (Cloth& cloth : cloths_) {
    const Constraints& constraints = constraints_[cloth.constraints];
    for (std::uint32_t substep = 0; substep < substeps; ++substep) {
      integrate(cloth, h);
      std::fill(lambda_.begin(), lambda_.end(), 0.0f);
      for (std::uint32_t iteration = 0; iteration < iterations_; ++iteration) {
        if (iterations_ > 1) {
          solvePass<true>(constraints, cloth, h, iteration % 2 == 1);
        } else {
          solvePass<false>(constraints, cloth, h, false);
        }
      }
      const float end = static_cast<float>(substep + 1) / static_cast<float>(substeps);
      for (const Solid& solid : colliders_) collide(cloth, obstacleAt(solid, end));
      updateVelocities(cloth, h);
    }
  }
  for (Solid& solid : colliders_) solid.from = solid.to;
}

void Baseline::integrate(Cloth& cloth, float h) {
  const float keep = 1.0f / (1.0f + h * cloth.damping);
  for (std::size_t i = 0; i < cloth.x.size(); ++i) {
    Particle& p = cloth.x[i];
    cloth.previous[i] = p;
    if (p.inverseMass == 0.0f) continue;
    const Vec3 v = (cloth.v[i] + cloth.gravity * h) * keep;
    p.x += v.x * h, p.y += v.y * h, p.z += v.z * h;
  }
}

/// XPBD, Macklin 2016 eq. 18: Δλ = (−C − α̃λ) / (Σ wᵢ|∇ᵢC|² + α̃); with one pass a quarter of the weight is taken back
/// where α̃ leaves room for it, as in the solver's distance kernel.
template <bool withMultipliers>
inline void Baseline::solveDistance(const Distance& c, Particle* x, float inverseHSquared, float* lambda) {
  Particle &a = x[c.a], &b = x[c.b];
  const float dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
  const float length = std::sqrt(dx * dx + dy * dy + dz * dz);
  const float alpha = c.compliance * inverseHSquared;
  float numerator = c.rest - length;
  if constexpr (withMultipliers) numerator -= alpha * *lambda;
  const float weight = a.inverseMass + b.inverseMass;
  const float denominator = withMultipliers ? weight + alpha : std::max(weight, 0.75f * weight + alpha);
  // A coincident pair has no direction.
  const float change = length > 1e-20f ? numerator / denominator : 0.0f;
  if constexpr (withMultipliers) *lambda += change;
  const float step = length > 1e-20f ? change / length : 0.0f;
  const float moveA = a.inverseMass * step, moveB = b.inverseMass * step;
  a.x += dx * moveA, a.y += dy * moveA, a.z += dz * moveA;
  b.x -= dx * moveB, b.y -= dy * moveB, b.z -= dz * moveB;
}

template <bool withMultipliers>
inline void Baseline::solveBending(const Bending& c, Particle* x, float inverseHSquared, float* lambda) {
  float lx = 0.0f, ly = 0.0f, lz = 0.0f, inertia = 0.0f;
  for (int i = 0; i < 4; ++i) {
    const Particle& p = x[c.particle[i]];
    lx += c.weight[i] * p.x, ly += c.weight[i] * p.y, lz += c.weight[i] * p.z;
    inertia += p.inverseMass * c.weight[i] * c.weight[i];
  }
  const float alpha = c.compliance * inverseHSquared;
  if constexpr (withMultipliers) lx += alpha * lambda[0], ly += alpha * lambda[1], lz += alpha * lambda[2];
  const float factor = inertia > 0.0f ? -1.0f / (inertia + alpha) : 0.0f;
  lx *= factor, ly *= factor, lz *= factor;
  if constexpr (withMultipliers) lambda[0] += lx, lambda[1] += ly, lambda[2] += lz;
  for (int i = 0; i < 4; ++i) {
    Particle& p = x[c.particle[i]];
    const float move = p.inverseMass * c.weight[i];
    p.x += lx * move, p.y += ly * move, p.z += lz * move;
  }
}

template <bool withMultipliers>
void Baseline::solvePass(const Constraints& constraints, Cloth& cloth, float h, bool backwards) {
  Particle* const x = cloth.x.data();
  const float inverseHSquared = 1.0f / (h * h);
  float* const ofDistances = withMultipliers ? lambda_.data() : nullptr;
  float* const ofBendings = withMultipliers ? ofDistances + constraints.distances.size() : nullptr;
  const auto distance = [&](std::size_t i) {
    solveDistance<withMultipliers>(constraints.distances[i], x, inverseHSquared,
                                   withMultipliers ? ofDistances + i : nullptr);
  };
  const auto bending = [&](std::size_t i) {
    solveBending<withMultipliers>(constraints.bendings[i], x, inverseHSquared,
                                  withMultipliers ? ofBendings + 3 * i : nullptr);
  };
  if (backwards) {
    for (std::size_t i = constraints.bendings.size(); i-- > 0;) bending(i);
    for (std::size_t i = constraints.distances.size(); i-- > 0;) distance(i);
  } else {
    for (std::size_t i = 0; i < constraints.distances.size(); ++i) distance(i);
    for (std::size_t i = 0; i < constraints.bendings.size(); ++i) bending(i);
  }
}

Baseline::Obstacle Baseline::obstacleAt(const Solid& solid, float t) const {
  Quat to = solid.to.rotation;
  const Quat from = solid.from.rotation;
  if (from.x * to.x + from.y * to.y + from.z * to.z + from.w * to.w < 0.0f) to = {-to.x, -to.y, -to.z, -to.w};
  const auto mix = [t](float a, float b) { return a + (b - a) * t; };
  const Transform place{normalized({mix(from.x, to.x), mix(from.y, to.y), mix(from.z, to.z), mix(from.w, to.w)}),
                        solid.from.translation + (solid.to.translation - solid.from.translation) * t};
  Obstacle obstacle;
  obstacle.a = obstacle.b = place.translation;
  if (const Sphere* sphere = std::get_if<Sphere>(&solid.shape)) obstacle.radius = sphere->radius;
  if (const Capsule* capsule = std::get_if<Capsule>(&solid.shape)) {
    obstacle.a = apply(place, {0.0f, -capsule->halfLength, 0.0f});
    obstacle.b = apply(place, {0.0f, capsule->halfLength, 0.0f});
    obstacle.radius = capsule->radius;
  }
  obstacle.plane = std::holds_alternative<Plane>(solid.shape);
  obstacle.normal = rotate(place.rotation, {0.0f, 1.0f, 0.0f});
  return obstacle;
}

void Baseline::collide(Cloth& cloth, const Obstacle& obstacle) {
  const Vec3 along = obstacle.b - obstacle.a;
  const float lengthSquaredOfAxis = lengthSquared(along);
  const float inverse = lengthSquaredOfAxis > 0.0f ? 1.0f / lengthSquaredOfAxis : 0.0f;
  const float keep = obstacle.radius + cloth.thickness;
  for (Particle& p : cloth.x) {
    if (p.inverseMass == 0.0f) continue;
    const Vec3 position{p.x, p.y, p.z};
    Vec3 pushed = position;
    if (obstacle.plane) {
      const float height = dot(position - obstacle.a, obstacle.normal) - cloth.thickness;
      if (height < 0.0f) pushed = position - obstacle.normal * height;
    } else {
      const float t = std::min(std::max(dot(position - obstacle.a, along) * inverse, 0.0f), 1.0f);
      const Vec3 offset = position - (obstacle.a + along * t);
      const float distanceSquared = lengthSquared(offset);
      if (distanceSquared < keep * keep && distanceSquared > 0.0f)
        pushed = position + offset * (keep / std::sqrt(distanceSquared) - 1.0f);
    }
    p.x = pushed.x, p.y = pushed.y, p.z = pushed.z;
  }
}

void Baseline::updateVelocities(Cloth& cloth, float h) {
  const float inverse = 1.0f / h;
  for (std::size_t i = 0; i < cloth.x.size(); ++i) {
    const Particle &p = cloth.x[i], &q = cloth.previous[i];
    cloth.v[i] = {(p.x - q.x) * inverse, (p.y - q.y) * inverse, (p.z - q.z) * inverse};
  }
}

std::size_t Baseline::constraintsPerPass() const {
  std::size_t count = 0;
  for (const Cloth& cloth : cloths_) {
    count += constraints_[cloth.constraints].distances.size() + constraints_[cloth.constraints].bendings.size();
  }
  return count;
}

bool Baseline::finite() const {
  for (const Cloth& cloth : cloths_) {
    for (const Particle& p : cloth.x) {
      if (!isFinite(Vec3{p.x, p.y, p.z})) return false;
    }
  }
  return true;
}

std::vector<Vec3> Baseline::positions(std::size_t cloth) const {
  std::vector<Vec3> result;
  for (const Particle& p : cloths_[cloth].x) result.push_back({p.x, p.y, p.z});
  return result;
}

}  // namespace toile::bench
