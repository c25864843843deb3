// Vectors in double, for what has to survive cancellation: rest shapes, sums over a whole cloth.
#pragma once

#include <cmath>

#include "toile/vec.h"

namespace toile {

struct DoubleVec2 {
  double x = 0.0, y = 0.0;
};

struct DoubleVec3 {
  double x = 0.0, y = 0.0, z = 0.0;
};

inline DoubleVec3 toDouble(Vec3 v) { return {v.x, v.y, v.z}; }
inline DoubleVec3 operator+(DoubleVec3 a, DoubleVec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline DoubleVec3 operator-(DoubleVec3 a, DoubleVec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline DoubleVec3 operator*(DoubleVec3 a, double s) { return {a.x * s, a.y * s, a.z * s}; }
inline double dot(DoubleVec3 a, DoubleVec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline DoubleVec3 cross(DoubleVec3 a, DoubleVec3 b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline double length(DoubleVec3 a) { return std::sqrt(dot(a, a)); }

inline DoubleVec2 operator-(DoubleVec2 a, DoubleVec2 b) { return {a.x - b.x, a.y - b.y}; }
inline double dot(DoubleVec2 a, DoubleVec2 b) { return a.x * b.x + a.y * b.y; }
/// Twice the signed area of the triangle 0, a, b.
inline double cross(DoubleVec2 a, DoubleVec2 b) { return a.x * b.y - a.y * b.x; }
inline double length(DoubleVec2 a) { return std::sqrt(dot(a, a)); }

}  // namespace toile
