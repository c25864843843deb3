// Other ways to solve the same sheet, written plainly: one scalar loop each, nothing tuned. What `docs/convergence.md`
// compares with; they share no code with the solver.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "bench/baseline.h"

namespace toile::bench {

enum class Method : std::uint8_t {
  gaussSeidel,  ///< XPBD, constraint after constraint, as the baseline (Macklin 2016)
  jacobi,       ///< XPBD, all at once, corrections averaged over a particle's constraints
  vbd,          ///< vertex block descent (Chen 2024): an implicit Euler step, one particle after the other
};
std::string_view methodName(Method method);

/// One cloth of distances, and capsules that push it (no friction).
class MethodSolver {
 public:
  struct Distance {
    std::uint32_t a, b;
    float rest, compliance;  ///< m, m/N
  };
  struct CapsuleAt {
    Vec3 a, b;
    float radius;
  };

  /// Capsules and spheres as they are now; other shapes are left out.
  static std::vector<CapsuleAt> capsulesOf(const World& world, std::span<const ColliderId> colliders);
  /// Takes the distances of all distance kinds of the garment; others are left out.
  MethodSolver(Method method, const BaselineCloth& cloth, const WorldDef& world);
  /// One step of `dt` s; capsules move evenly from `from` to `to`.
  void step(float dt, const std::vector<CapsuleAt>& from, const std::vector<CapsuleAt>& to);
  /// Largest length over rest length of the garment's stretch constraints.
  double stretch() const;
  bool finite() const;

 private:
  /// Solves distance i for its multiplier; the correction of its ends is ± this by their inverse masses.
  Vec3 distancePull(std::size_t i, float h);
  void pass(float h, bool backwards);
  void passJacobi(float h);
  void descend(float h);
  void collide(const std::vector<CapsuleAt>& from, const std::vector<CapsuleAt>& to, float t);

  Method method_;
  std::uint32_t substeps_, iterations_;
  Vec3 gravity_;
  float damping_;
  std::size_t stretchCount_ = 0;  ///< the first distances are those of the stretch kind
  std::vector<Distance> distances_;
  std::vector<std::vector<std::uint32_t>> ofParticle_;  ///< distances at each particle
  std::vector<Vec3> x_, start_, inertia_, v_, sum_;
  std::vector<float> inverseMass_;
  std::vector<float> lambda_;  ///< a distance, N·s²
};

}  // namespace toile::bench
