#include "bench/methods.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace toile::bench {
namespace {

// VBD has no hard constraints: N/m, stiff enough that gravity on the whole sheet stretches an edge by 1 %.
constexpr float kStiffest = 1e4f;

struct Symmetric {
  float xx = 0.0f, yy = 0.0f, zz = 0.0f, xy = 0.0f, xz = 0.0f, yz = 0.0f;

  /// Adds k (n nᵀ) + s (I − n nᵀ).
  void add(Vec3 n, float k, float s) {
    const float d = k - s;
    xx += s + d * n.x * n.x, yy += s + d * n.y * n.y, zz += s + d * n.z * n.z;
    xy += d * n.x * n.y, xz += d * n.x * n.z, yz += d * n.y * n.z;
  }
  Vec3 solve(Vec3 b) const {
    const float a = yy * zz - yz * yz, c = xz * yz - xy * zz, e = xy * yz - xz * yy;
    const float determinant = xx * a + xy * c + xz * e;
    if (!(std::fabs(determinant) > 0.0f)) return {};
    const float f = xx * zz - xz * xz, g = xy * xz - xx * yz, i = xx * yy - xy * xy;
    const float r = 1.0f / determinant;
    return {(a * b.x + c * b.y + e * b.z) * r, (c * b.x + f * b.y + g * b.z) * r, (e * b.x + g * b.y + i * b.z) * r};
  }
};

}  // namespace

std::string_view methodName(Method method) {
  constexpr std::string_view kNames[] = {"gauss_seidel", "jacobi", "vbd"};
  return kNames[static_cast<std::size_t>(method)];
}

MethodSolver::MethodSolver(Method method, const BaselineCloth& cloth, const WorldDef& world)
    : method_(method),
      substeps_(world.substeps),
      iterations_(world.iterations),
      gravity_(world.gravity * cloth.params.gravityScale + cloth.params.acceleration),
      damping_(cloth.params.velocityDamping) {
  for (const Kind kind : {Kind::stretch, Kind::shear, Kind::wing, Kind::skipOne}) {
    const ConstraintList list = cloth.garment->constraints(kind);
    for (std::size_t i = 0; i < list.count(); ++i) {
      distances_.push_back({list.particles[2 * i], list.particles[2 * i + 1], list.parameters[i * list.parameterCount],
                            list.compliance[i]});
    }
    if (kind == Kind::stretch) stretchCount_ = distances_.size();
  }
  for (const std::uint32_t vertex : cloth.garment->vertexOfParticle()) {
    x_.push_back(cloth.positions[vertex]);
    inverseMass_.push_back(cloth.pinned[vertex] != 0 ? 0.0f : 1.0f / cloth.masses[vertex]);
  }
  ofParticle_.resize(x_.size());
  for (std::uint32_t i = 0; i < distances_.size(); ++i) {
    ofParticle_[distances_[i].a].push_back(i), ofParticle_[distances_[i].b].push_back(i);
  }
  start_ = inertia_ = x_;
  v_.resize(x_.size()), sum_.resize(x_.size());
  lambda_.assign(distances_.size(), 0.0f);
}

std::vector<MethodSolver::CapsuleAt> MethodSolver::capsulesOf(const World& world,
                                                              std::span<const ColliderId> colliders) {
  std::vector<CapsuleAt> capsules;
  for (const ColliderId id : colliders) {
    const ColliderDef def = *world.collider(id);
    if (const auto* capsule = std::get_if<Capsule>(&def.shape)) {
      capsules.push_back({apply(def.transform, {0.0f, -capsule->halfLength, 0.0f}),
                          apply(def.transform, {0.0f, capsule->halfLength, 0.0f}), capsule->radius});
    } else if (const auto* sphere = std::get_if<Sphere>(&def.shape)) {
      capsules.push_back({def.transform.translation, def.transform.translation, sphere->radius});
    }
  }
  return capsules;
}

void MethodSolver::step(float dt, const std::vector<CapsuleAt>& from, const std::vector<CapsuleAt>& to) {
  const float h = dt / static_cast<float>(substeps_);
  for (std::uint32_t substep = 0; substep < substeps_; ++substep) {
    start_ = x_;
    for (std::size_t i = 0; i < x_.size(); ++i) {
      if (inverseMass_[i] == 0.0f) continue;
      v_[i] = (v_[i] + gravity_ * h) * (1.0f / (1.0f + h * damping_));
      x_[i] = x_[i] + v_[i] * h;
    }
    inertia_ = x_;
    std::fill(lambda_.begin(), lambda_.end(), 0.0f);
    for (std::uint32_t iteration = 0; iteration < iterations_; ++iteration) {
      if (method_ == Method::gaussSeidel) pass(h, iteration % 2 == 1);
      if (method_ == Method::jacobi) passJacobi(h);
      if (method_ == Method::vbd) descend(h);
    }
    collide(from, to, static_cast<float>(substep + 1) / static_cast<float>(substeps_));
    for (std::size_t i = 0; i < x_.size(); ++i) v_[i] = (x_[i] - start_[i]) * (1.0f / h);
  }
}

Vec3 MethodSolver::distancePull(std::size_t i, float h) {
  const Distance& d = distances_[i];
  const Vec3 apart = x_[d.a] - x_[d.b];
  const float l = length(apart), alpha = d.compliance / (h * h), weight = inverseMass_[d.a] + inverseMass_[d.b];
  if (!(l > 1e-20f) || !(weight > 0.0f)) return {};
  const float change = (d.rest - l - alpha * lambda_[i]) / (weight + alpha);
  lambda_[i] += change;
  return apart * (change / l);
}

void MethodSolver::pass(float h, bool backwards) {
  for (std::size_t k = 0; k < distances_.size(); ++k) {
    const std::size_t i = backwards ? distances_.size() - 1 - k : k;
    const Distance& d = distances_[i];
    const Vec3 pull = distancePull(i, h);
    x_[d.a] = x_[d.a] + pull * inverseMass_[d.a];
    x_[d.b] = x_[d.b] - pull * inverseMass_[d.b];
  }
}

void MethodSolver::passJacobi(float h) {
  std::fill(sum_.begin(), sum_.end(), Vec3{});
  for (std::size_t i = 0; i < distances_.size(); ++i) {
    const Distance& d = distances_[i];
    const Vec3 pull = distancePull(i, h);
    sum_[d.a] = sum_[d.a] + pull * inverseMass_[d.a];
    sum_[d.b] = sum_[d.b] - pull * inverseMass_[d.b];
  }
  for (std::size_t i = 0; i < x_.size(); ++i) {
    if (!ofParticle_[i].empty()) x_[i] = x_[i] + sum_[i] * (1.0f / static_cast<float>(ofParticle_[i].size()));
  }
}

/// Each particle goes to the minimum of the quadratic model of its own energy: (m/h² + Σ ∇²E) Δx = −∇.
void MethodSolver::descend(float h) {
  for (std::size_t p = 0; p < x_.size(); ++p) {
    if (inverseMass_[p] == 0.0f) continue;
    const float inertia = 1.0f / (inverseMass_[p] * h * h);
    Vec3 force = (inertia_[p] - x_[p]) * inertia;
    Symmetric hessian;
    hessian.add({1.0f, 0.0f, 0.0f}, inertia, inertia);
    for (const std::uint32_t i : ofParticle_[p]) {
      const Distance& d = distances_[i];
      const Vec3 apart = x_[p] - x_[d.a == p ? d.b : d.a];
      const float l = length(apart);
      if (!(l > 1e-20f)) continue;
      const float k = d.compliance > 0.0f ? std::min(1.0f / d.compliance, kStiffest) : kStiffest;
      const float tension = k * (l - d.rest);
      const Vec3 n = apart * (1.0f / l);
      force = force - n * tension;
      hessian.add(n, k, std::max(0.0f, tension / l));
    }
    x_[p] = x_[p] + hessian.solve(force);
  }
}

void MethodSolver::collide(const std::vector<CapsuleAt>& from, const std::vector<CapsuleAt>& to, float t) {
  for (std::size_t c = 0; c < from.size(); ++c) {
    const Vec3 a = from[c].a + (to[c].a - from[c].a) * t, along = from[c].b + (to[c].b - from[c].b) * t - a;
    const float squared = lengthSquared(along);
    for (std::size_t i = 0; i < x_.size(); ++i) {
      if (inverseMass_[i] == 0.0f) continue;
      const float s = squared > 0.0f ? std::clamp(dot(x_[i] - a, along) / squared, 0.0f, 1.0f) : 0.0f;
      const Vec3 offset = x_[i] - (a + along * s);
      const float l = length(offset);
      if (l > 0.0f && l < from[c].radius) x_[i] = x_[i] + offset * (from[c].radius / l - 1.0f);
    }
  }
}

double MethodSolver::stretch() const {
  double worst = 0.0;
  for (std::size_t i = 0; i < stretchCount_; ++i) {
    const Distance& d = distances_[i];
    worst = std::max(worst, static_cast<double>(distance(x_[d.a], x_[d.b]) / d.rest));
  }
  return worst;
}

bool MethodSolver::finite() const {
  return std::all_of(x_.begin(), x_.end(), [](Vec3 p) { return isFinite(p); });
}

}  // namespace toile::bench
