// Loose particles against colliders: what collide() does, without any cloth.
#pragma once

#include <cmath>
#include <cstring>
#include <vector>

#include "aligned.h"
#include "collision/collide.h"
#include "garment_data.h"
#include "kernels/target.h"

namespace toile {

struct Cloud {
  AlignedVector<float> x, start, velocity;
  float h = 1.0f / 600.0f, thickness = 1e-3f;
  float maxDepenetration = 3.0f / 600.0f;
  KernelTarget target;
  const float* trueStart = nullptr;
  std::size_t pushed = 0;
  std::vector<std::size_t> touched;

  /// At rest, of unit mass; filled up to whole blocks with pinned ones at the origin.
  explicit Cloud(const std::vector<Vec3>& points) {
    const std::size_t size = (points.size() + kBlock - 1) / kBlock * kBlock * 4;
    x.assign(size, 0.0f), velocity.assign(size, 0.0f);
    for (std::size_t i = 0; i < points.size(); ++i) {
      put(x, i, points[i]);
      x[4 * i + 3] = 1.0f;
    }
    start = x;
  }

  static void put(AlignedVector<float>& to, std::size_t i, Vec3 p) {
    to[4 * i] = p.x, to[4 * i + 1] = p.y, to[4 * i + 2] = p.z;
  }
  static Vec3 get(const AlignedVector<float>& from, std::size_t i) {
    return {from[4 * i], from[4 * i + 1], from[4 * i + 2]};
  }
  Vec3 position(std::size_t i = 0) const { return get(x, i); }
  Vec3 speed(std::size_t i = 0) const { return get(velocity, i); }
  void setSpeed(Vec3 v, std::size_t i = 0) { put(velocity, i, v); }
  std::size_t size() const { return x.size() / 4; }

  void collideWith(const std::vector<ColliderMotion>& colliders) {
    touched.assign(colliders.size(), 0);
    CollideArguments a;
    a.x = x.data(), a.start = start.data(), a.velocity = velocity.data();
    a.trueStart = trueStart;
    a.end = static_cast<std::uint32_t>(size());
    a.h = h, a.thickness = thickness, a.maxDepenetration = maxDepenetration, a.target = target;
    pushed = collide(a, colliders, touched);
  }

  /// One substep of a world without constraints.
  void substep(const std::vector<ColliderMotion>& colliders, Vec3 gravity = {}) {
    start = x;
    for (std::size_t i = 0; i < size(); ++i) {
      if (x[4 * i + 3] > 0.0f) put(x, i, position(i) + (speed(i) + gravity * h) * h);
    }
    collideWith(colliders);
    for (std::size_t i = 0; i < size(); ++i) {
      if (x[4 * i + 3] > 0.0f) put(velocity, i, (position(i) - get(start, i)) * (1.0f / h));
    }
  }
};

inline ColliderMotion resting(const Shape& shape, const Transform& at = {}, float friction = 0.0f) {
  ColliderMotion c;
  c.shape = shape, c.from = at, c.to = at;
  c.frictionStatic = c.frictionDynamic = friction;
  return c;
}
inline ColliderMotion moving(const Shape& shape, const Transform& from, const Transform& to, float friction = 0.0f) {
  ColliderMotion c = resting(shape, to, friction);
  c.from = from;
  return c;
}
inline Transform at(Vec3 p) { return {{}, p}; }

/// The same numbers on every machine, −1 … 1.
class Dice {
 public:
  float next() {
    state_ = state_ * 1664525u + 1013904223u;
    return static_cast<float>(static_cast<std::int32_t>(state_ >> 8) - (1 << 23)) / static_cast<float>(1 << 23);
  }
  Vec3 vector() {
    const float a = next(), b = next();
    return {a, b, next()};
  }
  Vec3 direction() { return normalizedOr(vector(), {0.0f, 1.0f, 0.0f}); }
  Quat rotation() {
    const Vec3 a = vector();
    return normalized(Quat{a.x, a.y, a.z, next()});
  }

 private:
  std::uint32_t state_ = 20240607u;
};

}  // namespace toile
