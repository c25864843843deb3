// Where a collider stands and how it moves in one substep, prepared once for many particles.
//
// Everything about a contact is computed in the collider's own frame. A particle that goes from `start` to
// `x` while the collider goes from pose (R₀, T₀) to (R₁, T₁) has there the end point and relative motion
//   p = R₁ᵀ (x − T₁)
//   Δ = R₁ᵀ (x − T₁) − R₀ᵀ (start − T₀) = R₁ᵀ (x − start) + A (start − T₁) + c
//   A = R₁ᵀ − R₀ᵀ,  c = R₀ᵀ (T₀ − T₁)
// The last form loses no digits: for a collider at rest A and c are exactly zero and Δ is as precise as
// x − start, so static friction does not creep.
#pragma once

#include "collision/collide.h"

namespace toile {

struct Placement {
  float toLocal[3][3];  ///< R₁ᵀ; its transpose leads back to the world
  float translation[3];
  float turn[3][3];  ///< A
  float shift[3];    ///< c, m
  bool moves;        ///< A or c is not zero
};
Placement placement(const ColliderMotion& collider);

/// A box along the axes that holds a shape, in the shape's frame, and its size across its thinnest part.
struct ShapeSize {
  float lowest[3], highest[3];
  float halfThickness;  ///< m; a path of more than this may cross the shape between two tests
  float finest;         ///< m, the same where the shape is thinnest
};
ShapeSize shapeSize(const Shape& shape);

/// Of the finite coordinates of a run of particles.
struct Bounds {
  float lowest[3], highest[3];
};
/// Of the two ends of a run of particles' paths in one substep.
struct PathBounds {
  Bounds end, start;
  float longestSquared;  ///< m², at least the square of the longest path's length
};
void enlarge(PathBounds& all, const PathBounds& more);

/// True unless all paths, straight in the collider's frame, stay `reach` away from the shape.
bool mayTouch(const Placement& placement, const ShapeSize& size, const PathBounds& paths, float reach);

/// m: no path is longer than this relative to the collider. Not a number where they are not.
float longestMotion(const Placement& placement, const PathBounds& paths);

}  // namespace toile
