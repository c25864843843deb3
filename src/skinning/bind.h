// Where each drawn particle lies on the coarse surface.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "math/double_vec.h"
#include "topology/topology.h"

namespace toile {

/// A triangle mesh without copies.
struct BindSurface {
  std::span<const Vec3> positions;                          ///< m
  std::span<const std::array<std::uint32_t, 3>> triangles;  ///< into positions
};

/// The nearest point of a coarse triangle: weights of its corners 1 and 2, each and their sum within 0 … 1.
struct Bound {
  std::uint32_t triangle = kNone;
  double b1 = 0.0, b2 = 0.0;
  double distance = 0.0;  ///< m
};

struct Binding {
  std::vector<Bound> bound;  ///< a drawn particle
  std::size_t jumps = 0;     ///< bound by a search of the whole surface, as what lay beside their neighbours was far
};

/// Binds every drawn particle. `twins[c]` is the drawn particle at coarse particle c's place; empty for a coarse mesh
/// of its own, where each piece of the drawn surface starts from the vertex that fits best, nearest and facing alike.
///
/// From what is bound the search goes outwards over the drawn surface, nearest first: a particle starts from its
/// neighbour's triangle and walks over adjacent ones to the nearest. It therefore stays on the surface it belongs to,
/// whatever else lies close by; normals decide between the two sides of a fold.
Binding bindParticles(const BindSurface& drawn, const BindSurface& coarse, std::span<const std::uint32_t> twins);

/// Nearest point of one triangle to p. Source: Ericson 2005 (Real-Time Collision Detection), 5.1.5.
Bound nearestOnTriangle(DoubleVec3 p, DoubleVec3 a, DoubleVec3 b, DoubleVec3 c);

}  // namespace toile
