// Up axis and unit of files. Inside, everything is Y up and in metres.
#pragma once

#include <cstdint>

#include "toile/vec.h"

namespace toile {

enum class UpAxis : std::uint8_t { y, z };

/// How a file's coordinates relate to metres with Y up. Both up axes are right-handed, and the change between
/// them is a quarter turn about x (determinant +1): nothing is ever mirrored.
struct FileSpace {
  UpAxis up = UpAxis::y;
  double metresPerUnit = 1.0;  ///< m, > 0
  friend constexpr bool operator==(const FileSpace&, const FileSpace&) = default;
};

/// Z up (x, y, z) is Y up (x, z, −y).
constexpr Vec3 directionFromFile(const FileSpace& space, Vec3 d) {
  return space.up == UpAxis::z ? Vec3{d.x, d.z, -d.y} : d;
}
constexpr Vec3 directionToFile(const FileSpace& space, Vec3 d) {
  return space.up == UpAxis::z ? Vec3{d.x, -d.z, d.y} : d;
}

/// Products are taken in double and rounded once, so that going out and in again loses at most one unit in the
/// last place, and nothing where metresPerUnit is a power of two.
constexpr Vec3 pointFromFile(const FileSpace& space, Vec3 p) {
  const Vec3 d = directionFromFile(space, p);
  const double s = space.metresPerUnit;
  return {static_cast<float>(d.x * s), static_cast<float>(d.y * s), static_cast<float>(d.z * s)};
}
constexpr Vec3 pointToFile(const FileSpace& space, Vec3 p) {
  const Vec3 d = directionToFile(space, p);
  const double s = space.metresPerUnit;
  return {static_cast<float>(d.x / s), static_cast<float>(d.y / s), static_cast<float>(d.z / s)};
}

}  // namespace toile
