#include "viewer/picking.h"

#include <cmath>

namespace toile::view {
namespace {

/// Möller and Trumbore 1997. Distance along the ray, or a negative number.
float meetTriangle(const Ray& ray, Vec3 a, Vec3 b, Vec3 c) {
  const Vec3 ab = b - a, ac = c - a;
  const Vec3 p = cross(ray.direction, ac);
  const float determinant = dot(ab, p);
  if (std::fabs(determinant) < 1e-20f) return -1.0f;
  const float inverse = 1.0f / determinant;
  const Vec3 from = ray.origin - a;
  const float u = dot(from, p) * inverse;
  if (!(u >= 0.0f && u <= 1.0f)) return -1.0f;
  const Vec3 q = cross(from, ab);
  const float v = dot(ray.direction, q) * inverse;
  if (!(v >= 0.0f && u + v <= 1.0f)) return -1.0f;
  return dot(ac, q) * inverse;
}

}  // namespace

Ray rayThrough(const View& view, float u, float v) { return {view.eye, normalizedOr(view.ray(u, v), view.forward)}; }

std::optional<Hit> pick(const Stage& stage, const Ray& ray) {
  std::optional<Hit> nearest;
  for (std::size_t p = 0; p < stage.parts.size(); ++p) {
    const auto triangles = stage.trianglesOf(stage.parts[p]);
    const auto positions = stage.positionsOf(stage.parts[p]);
    for (std::size_t t = 0; t + 2 < triangles.size(); t += 3) {
      const float distance =
          meetTriangle(ray, positions[triangles[t]], positions[triangles[t + 1]], positions[triangles[t + 2]]);
      if (!(distance > 0.0f) || (nearest && distance >= nearest->distance)) continue;
      nearest = Hit{p, t / 3, distance, ray.origin + ray.direction * distance};
    }
  }
  return nearest;
}

Vec3 meetPlane(const Ray& ray, Vec3 point, Vec3 normal) {
  const float towards = dot(ray.direction, normal);
  if (std::fabs(towards) < 1e-6f) return point;
  const float distance = dot(point - ray.origin, normal) / towards;
  return distance > 0.0f ? ray.origin + ray.direction * distance : point;
}

std::uint32_t nearestVertex(std::span<const Vec3> positions, Vec3 place) {
  std::uint32_t nearest = 0;
  for (std::uint32_t v = 1; v < positions.size(); ++v) {
    if (lengthSquared(positions[v] - place) < lengthSquared(positions[nearest] - place)) nearest = v;
  }
  return nearest;
}

}  // namespace toile::view
