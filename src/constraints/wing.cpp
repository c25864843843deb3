// Wing: shear of triangle meshes, a spring between the two far corners of a hinge.
//
//        c
//       / \        C = |c − d| − W      (kernels/distance-inl.h)
//      a———b
//       \ /
//        d
//
// Only hinges whose two triangles are both in no quad: quads have their diagonals (shear.cpp), and a wing
// between a quad's triangle and its neighbour would brace the quad on one side only.
// Parameters: W (m). Compliance: 1 / k, m/N. Degenerate: c = d has no direction, nothing happens.
//
// k from the shear modulus G (N/m): on the equilateral lattice of side L the wings are W = √3 L long, stand at
// right angles to the edges, and there is one of each of the three directions on every A₁ + A₂ = √3/2 L². The
// energy per area is ½ k W²/(A₁ + A₂) Σ (nᵀ ε n)² with Σ (nᵀ ε n)² = ⅜ (2 ε:ε + (tr ε)²): a shear modulus of
// ⅜ k W²/(A₁ + A₂). Hence k = 8/3 G (A₁ + A₂)/W². It comes on top of the ⅜ E that edges have on their own
// (stretch.cpp), and adds 8/3 G to the uniaxial modulus: edges and wings both make a sheet of Poisson's ratio ⅓,
// so taking it from the edges again would undo the wings.
// Wings also shorten when the hinge bends, but only with the square of its angle.
// Source: "bend springs" over an edge of Provot 1995 generalised to triangles; stiffness derived above.
#include "constraints/builders.h"
#include "constraints/stencil.h"

namespace toile {

RawConstraints buildWing(const BuildInput& input) {
  const std::vector<std::uint32_t> quads = quadOfTriangle(input.topology);
  RawConstraints out;
  for (std::size_t i = 0; i < input.topology.hinges.size(); ++i) {
    const Hinge& hinge = input.topology.hinges[i];
    const std::uint32_t particles[] = {hinge.c, hinge.d};
    const float span = input.rest.hingeSpans[i];
    if (quads[hinge.t0] != kNone || quads[hinge.t1] != kNone || allFixed(input, particles)) continue;
    // Two triangles folded onto each other, or on the same three places, have no span to keep.
    if (hinge.c == hinge.d || !(span > 0.0f)) {
      ++out.skipped;
      continue;
    }
    const double areas = static_cast<double>(input.rest.triangleAreas[hinge.t0]) + input.rest.triangleAreas[hinge.t1];
    const double stiffness = 8.0 / 3.0 * input.def.fabric.shear * areas / (static_cast<double>(span) * span);
    addConstraint(out, particles, {span},
                  storedCompliance(input, Kind::wing, static_cast<float>(stiffness), stencilScale(input, particles)));
  }
  return out;
}

}  // namespace toile
