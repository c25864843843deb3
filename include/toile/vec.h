// Small plain vector types used by the public API. Right-handed, Y up, SI units.
#pragma once

#include <cmath>

namespace toile {

struct Vec2 {
  float x = 0.0f, y = 0.0f;
  friend constexpr bool operator==(const Vec2&, const Vec2&) = default;
};

struct Vec3 {
  float x = 0.0f, y = 0.0f, z = 0.0f;
  friend constexpr bool operator==(const Vec3&, const Vec3&) = default;
};

struct Vec4 {
  float x = 0.0f, y = 0.0f, z = 0.0f, w = 0.0f;
  friend constexpr bool operator==(const Vec4&, const Vec4&) = default;
};

constexpr Vec2 operator+(Vec2 a, Vec2 b) { return {a.x + b.x, a.y + b.y}; }
constexpr Vec2 operator-(Vec2 a, Vec2 b) { return {a.x - b.x, a.y - b.y}; }
constexpr Vec2 operator*(Vec2 a, float s) { return {a.x * s, a.y * s}; }

constexpr Vec3 operator+(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
constexpr Vec3 operator-(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
constexpr Vec3 operator-(Vec3 a) { return {-a.x, -a.y, -a.z}; }
constexpr Vec3 operator*(Vec3 a, float s) { return {a.x * s, a.y * s, a.z * s}; }
constexpr Vec3 operator*(float s, Vec3 a) { return a * s; }
constexpr Vec3& operator+=(Vec3& a, Vec3 b) { return a = a + b; }
constexpr Vec3& operator-=(Vec3& a, Vec3 b) { return a = a - b; }
constexpr Vec3& operator*=(Vec3& a, float s) { return a = a * s; }

constexpr float dot(Vec3 a, Vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
constexpr Vec3 cross(Vec3 a, Vec3 b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
constexpr float lengthSquared(Vec3 a) { return dot(a, a); }
inline float length(Vec3 a) { return std::sqrt(lengthSquared(a)); }
inline float distance(Vec3 a, Vec3 b) { return length(a - b); }
/// Unit vector along `a`, or `fallback` where `a` has no direction (zero, or too small to divide by).
inline Vec3 normalizedOr(Vec3 a, Vec3 fallback) {
  const float l = length(a);
  return l > 1e-30f ? a * (1.0f / l) : fallback;
}
inline bool isFinite(Vec3 a) { return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z); }

/// Unit quaternion; identity by default.
struct Quat {
  float x = 0.0f, y = 0.0f, z = 0.0f, w = 1.0f;
  friend constexpr bool operator==(const Quat&, const Quat&) = default;
};

constexpr Quat operator*(Quat a, Quat b) {
  return {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
          a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}
constexpr Quat conjugate(Quat q) { return {-q.x, -q.y, -q.z, q.w}; }
constexpr Vec3 rotate(Quat q, Vec3 v) {
  const Vec3 u{q.x, q.y, q.z};
  const Vec3 t = 2.0f * cross(u, v);
  return v + q.w * t + cross(u, t);
}
inline Quat normalized(Quat q) {
  const float l = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
  if (!(l > 1e-30f)) return {};
  const float s = 1.0f / l;
  return {q.x * s, q.y * s, q.z * s, q.w * s};
}
/// Rotation by `angle` radians about the unit vector `axis`.
inline Quat fromAxisAngle(Vec3 axis, float angle) {
  const float s = std::sin(0.5f * angle);
  return {axis.x * s, axis.y * s, axis.z * s, std::cos(0.5f * angle)};
}

/// Rigid motion: first rotate, then translate (metres).
struct Transform {
  Quat rotation{};
  Vec3 translation{};
  friend constexpr bool operator==(const Transform&, const Transform&) = default;
};

constexpr Vec3 apply(const Transform& t, Vec3 p) { return rotate(t.rotation, p) + t.translation; }
constexpr Vec3 applyInverse(const Transform& t, Vec3 p) { return rotate(conjugate(t.rotation), p - t.translation); }
/// The motion that does `inner` first, then `outer`.
constexpr Transform compose(const Transform& outer, const Transform& inner) {
  return {outer.rotation * inner.rotation, apply(outer, inner.translation)};
}
constexpr Transform inverse(const Transform& t) {
  const Quat q = conjugate(t.rotation);
  return {q, rotate(q, -t.translation)};
}

}  // namespace toile
