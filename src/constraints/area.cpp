// Area of a triangle.
//
//        c            n = (b − a) × (c − a), A = ½|n|, n̂ = n/|n|
//       / \           C = A − A₀      m²
//      a———b          ∇_b C = ½ (c − a) × n̂, ∇_c C = ½ n̂ × (b − a), ∇_a C = −∇_b C − ∇_c C      m
//                     (kernels/area-inl.h)
//
// Energy ½ k A₀ (C/A₀)² with k = Fabric::area (N/m), an areal bulk modulus.
// Parameters: A₀ (m²). Compliance: A₀ / k, m³/N.
// Degenerate: three corners in a line have no n̂; nothing happens until something else opens the triangle.
// Source: Müller 2014 (Strain Based Dynamics) §3.4, area conservation, with A in place of A².
#include "constraints/builders.h"
#include "constraints/stencil.h"

namespace toile {

RawConstraints buildArea(const BuildInput& input) {
  RawConstraints out;
  for (std::size_t t = 0; t < input.topology.triangles.size(); ++t) {
    const auto& particles = input.topology.triangles[t];
    if (allFixed(input, particles)) continue;
    const float area = input.rest.triangleAreas[t];
    addConstraint(out, particles, {area},
                  storedCompliance(input, Kind::area, input.def.fabric.area / area, stencilScale(input, particles)));
  }
  return out;
}

}  // namespace toile
