// Elastic energy of a garment's constraints for given positions, independent of the solver: ½ Σ C²/α with the
// kinds' own C in double precision.
#pragma once

#include "garment_data.h"
#include "kernels/evaluate.h"
#include "toile/garment.h"
#include "toile/grid.h"

namespace toile::test {

inline Points restPoints(const Garment& garment) {
  Points out;
  for (const Vec3& p : garment.data().restPositions) out.push_back({p.x, p.y, p.z});
  return out;
}

struct KindEvaluators {
  std::vector<ScalarConstraint> scalars;
  std::vector<int> multiple;  ///< parameter that multiplies the compliance, or −1
};

inline KindEvaluators evaluators(Kind kind) {
  switch (kind) {
    case Kind::quadraticBending:
      return {{quadraticComponent<0>(), quadraticComponent<1>(), quadraticComponent<2>()}, {-1, -1, -1}};
    case Kind::dihedralBending:
      return {{scalarConstraint<kernels::DihedralBending>("dihedral_bending")}, {-1}};
    case Kind::area:
      return {{scalarConstraint<kernels::Area>("area")}, {-1}};
    case Kind::triangleShear:
      return {{scalarConstraint<kernels::TriangleShear>("triangle_shear")}, {-1}};
    case Kind::strain:
      return {{strainStretch<0>(), strainStretch<1>(), strainShear()}, {4, 5, 6}};
    default:
      return {{scalarConstraint<kernels::Distance>("distance")}, {-1}};
  }
}

/// Visits every constraint: visit(particles, C's, energy in J).
template <class Visit>
void forEachConstraint(const Garment& garment, Kind kind, const Points& x, Visit visit) {
  const ConstraintList list = garment.constraints(kind);
  const KindEvaluators all = evaluators(kind);
  for (std::size_t i = 0; i < list.count(); ++i) {
    const std::span<const std::uint32_t> particles(list.particles.data() + i * list.arity, list.arity);
    Points stencil;
    for (const std::uint32_t p : particles) stencil.push_back(x[p]);
    const std::vector<double> parameters(
        list.parameters.begin() + static_cast<std::ptrdiff_t>(i * list.parameterCount),
        list.parameters.begin() + static_cast<std::ptrdiff_t>((i + 1) * list.parameterCount));
    double energy = 0.0;
    std::vector<double> constraints;
    for (std::size_t k = 0; k < all.scalars.size(); ++k) {
      const double c = all.scalars[k].evaluate(stencil, parameters).constraint;
      const double multiple = all.multiple[k] < 0 ? 1.0 : parameters[static_cast<std::size_t>(all.multiple[k])];
      constraints.push_back(c);
      energy += 0.5 * c * c / (list.compliance[i] * multiple);
    }
    visit(particles, constraints, energy);
  }
}

inline double energy(const Garment& garment, Kind kind, const Points& x) {
  double sum = 0.0;
  forEachConstraint(garment, kind, x, [&](auto, const auto&, double e) { sum += e; });
  return sum;
}

}  // namespace toile::test
