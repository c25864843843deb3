// What a careful programmer writes first: scalar Gauss–Seidel XPBD, coloured, one constraint after the other.
// `toile bench` measures the solver against it. It shares no code with the solver.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "toile/toile.h"

namespace toile::bench {

/// What one cloth starts with. Everything is copied.
struct BaselineCloth {
  GarmentPtr garment;
  std::vector<Vec3> positions;       ///< m, world, per vertex
  std::vector<float> masses;         ///< kg, per vertex
  std::vector<std::uint8_t> pinned;  ///< per vertex
  ClothParams params;
};

/// The cloth as it is now. Precondition: the id is valid.
BaselineCloth describeCloth(const World& world, ClothId cloth);

/// Cloths and colliders solved by plain code: per substep integrate, constraints, contact, velocities.
class Baseline {
 public:
  /// Solves stretch, shear, wing, skip-one and flat quadratic bending, and contact without friction with spheres,
  /// capsules and planes. What else a scene has is an error that names it: a baseline that leaves out work would
  /// tell nothing. Tethers alone are left out and said so: they have no public form.
  static Result<Baseline> create(std::span<const BaselineCloth> cloths, std::span<const ColliderDef> colliders,
                                 const WorldDef& world);

  /// Where collider i is to be at the end of the next step.
  void moveCollider(std::size_t i, const Transform& target) { colliders_[i].to = target; }
  void step(float dt);

  std::size_t constraintsPerPass() const;
  bool finite() const;
  /// Positions of one cloth, m, in the garment's particle order.
  std::vector<Vec3> positions(std::size_t cloth) const;

 private:
  struct Particle {
    float x, y, z, inverseMass;
  };
  struct Distance {
    std::uint32_t a, b;
    float rest, compliance;
  };
  struct Bending {
    std::uint32_t particle[4];
    float weight[4];  ///< K of the quadratic form
    float compliance;
  };
  /// Constraints of all cloths that share a garment.
  struct Constraints {
    GarmentPtr garment;
    std::vector<Distance> distances;
    std::vector<Bending> bendings;
  };
  struct Cloth {
    std::size_t constraints = 0;
    float damping = 0.0f;
    float thickness = 0.0f;
    Vec3 gravity;
    std::vector<Particle> x, previous;
    std::vector<Vec3> v;
  };
  struct Solid {
    Shape shape;
    Transform from, to;
  };
  /// A solid at one moment, in the world: within `radius` of the segment a … b, or below a plane (`normal`).
  struct Obstacle {
    Vec3 a, b, normal;
    float radius = 0.0f;
    bool plane = false;
  };

  Status addConstraints(const GarmentPtr& garment);
  static Status addKind(Constraints& constraints, Kind kind);
  static void integrate(Cloth& cloth, float h);
  template <bool withMultipliers>
  static void solveDistance(const Distance& c, Particle* x, float inverseHSquared, float* lambda);
  template <bool withMultipliers>
  static void solveBending(const Bending& c, Particle* x, float inverseHSquared, float* lambda);
  /// Every other pass runs backwards, as the library's do.
  template <bool withMultipliers>
  void solvePass(const Constraints& constraints, Cloth& cloth, float h, bool backwards);
  static void collide(Cloth& cloth, const Obstacle& obstacle);
  Obstacle obstacleAt(const Solid& solid, float t) const;
  static void updateVelocities(Cloth& cloth, float h);

  std::vector<Constraints> constraints_;
  std::vector<Cloth> cloths_;
  std::vector<Solid> colliders_;
  std::vector<float> lambda_;  ///< multipliers of one cloth; more than one iteration only
  std::uint32_t substeps_ = 1, iterations_ = 1;
};

}  // namespace toile::bench
