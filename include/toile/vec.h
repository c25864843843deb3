// Small plain vector types used by the public API. Right-handed, Y up, SI units.
#pragma once

#include <cmath>

/// The functions below are also part of the library's step, whose bits must not depend on how the program round it is
/// compiled. As plain inline functions they would be merged by the linker, which may keep the copy of an object that
/// was compiled with fused multiply-adds. Always inlined there is no copy to keep: each caller has its own, made
/// with its own flags.
#if defined(_MSC_VER) && !defined(__clang__)
#define TOILE_INLINE __forceinline
#else
#define TOILE_INLINE [[gnu::always_inline]] inline
#endif

namespace toile {

/// m: positions, targets, translations and a garment's vertices beyond this, on any axis, are refused. Larger ones
/// cannot be squared and cubed in float; nobody wears them.
inline constexpr float kLargestCoordinate = 1e9f;

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

TOILE_INLINE constexpr Vec2 operator+(Vec2 a, Vec2 b) { return {a.x + b.x, a.y + b.y}; }
TOILE_INLINE constexpr Vec2 operator-(Vec2 a, Vec2 b) { return {a.x - b.x, a.y - b.y}; }
TOILE_INLINE constexpr Vec2 operator*(Vec2 a, float s) { return {a.x * s, a.y * s}; }

TOILE_INLINE constexpr Vec3 operator+(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
TOILE_INLINE constexpr Vec3 operator-(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
TOILE_INLINE constexpr Vec3 operator-(Vec3 a) { return {-a.x, -a.y, -a.z}; }
TOILE_INLINE constexpr Vec3 operator*(Vec3 a, float s) { return {a.x * s, a.y * s, a.z * s}; }
TOILE_INLINE constexpr Vec3 operator*(float s, Vec3 a) { return a * s; }
TOILE_INLINE constexpr Vec3& operator+=(Vec3& a, Vec3 b) { return a = a + b; }
TOILE_INLINE constexpr Vec3& operator-=(Vec3& a, Vec3 b) { return a = a - b; }
TOILE_INLINE constexpr Vec3& operator*=(Vec3& a, float s) { return a = a * s; }

TOILE_INLINE constexpr float dot(Vec3 a, Vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
TOILE_INLINE constexpr Vec3 cross(Vec3 a, Vec3 b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
TOILE_INLINE constexpr float lengthSquared(Vec3 a) { return dot(a, a); }
TOILE_INLINE float length(Vec3 a) { return std::sqrt(lengthSquared(a)); }
TOILE_INLINE float distance(Vec3 a, Vec3 b) { return length(a - b); }
/// Unit vector along `a`, or `fallback` where `a` has no direction (zero, or too small to divide by).
TOILE_INLINE Vec3 normalizedOr(Vec3 a, Vec3 fallback) {
  const float l = length(a);
  return l > 1e-30f ? a * (1.0f / l) : fallback;
}
TOILE_INLINE bool isFinite(Vec3 a) { return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z); }

/// Unit quaternion; identity by default.
struct Quat {
  float x = 0.0f, y = 0.0f, z = 0.0f, w = 1.0f;
  friend constexpr bool operator==(const Quat&, const Quat&) = default;
};

TOILE_INLINE constexpr Quat operator*(Quat a, Quat b) {
  return {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
          a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}
TOILE_INLINE constexpr Quat conjugate(Quat q) { return {-q.x, -q.y, -q.z, q.w}; }
TOILE_INLINE constexpr Vec3 rotate(Quat q, Vec3 v) {
  const Vec3 u{q.x, q.y, q.z};
  const Vec3 t = 2.0f * cross(u, v);
  return v + q.w * t + cross(u, t);
}
TOILE_INLINE Quat normalized(Quat q) {
  const float l = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
  if (!(l > 1e-30f)) return {};
  const float s = 1.0f / l;
  return {q.x * s, q.y * s, q.z * s, q.w * s};
}
/// Rotation by `angle` radians about the unit vector `axis`.
TOILE_INLINE Quat fromAxisAngle(Vec3 axis, float angle) {
  const float s = std::sin(0.5f * angle);
  return {axis.x * s, axis.y * s, axis.z * s, std::cos(0.5f * angle)};
}

/// Rigid motion: first rotate, then translate (metres).
struct Transform {
  Quat rotation{};
  Vec3 translation{};
  friend constexpr bool operator==(const Transform&, const Transform&) = default;
};

TOILE_INLINE constexpr Vec3 apply(const Transform& t, Vec3 p) { return rotate(t.rotation, p) + t.translation; }
TOILE_INLINE constexpr Vec3 applyInverse(const Transform& t, Vec3 p) {
  return rotate(conjugate(t.rotation), p - t.translation);
}
/// The motion that does `inner` first, then `outer`.
TOILE_INLINE constexpr Transform compose(const Transform& outer, const Transform& inner) {
  return {outer.rotation * inner.rotation, apply(outer, inner.translation)};
}
TOILE_INLINE constexpr Transform inverse(const Transform& t) {
  const Quat q = conjugate(t.rotation);
  return {q, rotate(q, -t.translation)};
}

}  // namespace toile
