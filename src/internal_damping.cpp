#include "internal_damping.h"

#include <array>

#include "math/double_vec.h"

namespace toile {
namespace {

/// Solves I ω = L for the symmetric inertia tensor (xx, yy, zz, xy, xz, yz); zero where it is singular (all
/// particles on a line: spin about the line is not seen and not damped away).
DoubleVec3 angularVelocity(const std::array<double, 6>& inertia, DoubleVec3 momentum) {
  const auto [xx, yy, zz, xy, xz, yz] = inertia;
  const double c00 = yy * zz - yz * yz, c01 = xz * yz - xy * zz, c02 = xy * yz - xz * yy;
  const double c11 = xx * zz - xz * xz, c12 = xy * xz - xx * yz, c22 = xx * yy - xy * xy;
  const double determinant = xx * c00 + xy * c01 + xz * c02;
  const double scale = (xx + yy + zz) / 3.0;
  if (!(determinant > 1e-9 * scale * scale * scale)) return {};
  const double s = 1.0 / determinant;
  return {s * (c00 * momentum.x + c01 * momentum.y + c02 * momentum.z),
          s * (c01 * momentum.x + c11 * momentum.y + c12 * momentum.z),
          s * (c02 * momentum.x + c12 * momentum.y + c22 * momentum.z)};
}

struct RigidMotion {
  DoubleVec3 centre, velocity, spin;
};

RigidMotion rigidMotion(const Cloth& cloth) {
  RigidMotion rigid;
  const std::size_t count = cloth.mass.size();
  double mass = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    const double m = cloth.mass[i];
    const float *x = &cloth.state.x[4 * i], *v = &cloth.state.velocity[4 * i];
    mass += m;
    rigid.centre = {rigid.centre.x + m * x[0], rigid.centre.y + m * x[1], rigid.centre.z + m * x[2]};
    rigid.velocity = {rigid.velocity.x + m * v[0], rigid.velocity.y + m * v[1], rigid.velocity.z + m * v[2]};
  }
  rigid.centre = {rigid.centre.x / mass, rigid.centre.y / mass, rigid.centre.z / mass};
  rigid.velocity = {rigid.velocity.x / mass, rigid.velocity.y / mass, rigid.velocity.z / mass};
  std::array<double, 6> inertia{};
  DoubleVec3 momentum;
  for (std::size_t i = 0; i < count; ++i) {
    const double m = cloth.mass[i];
    const float *x = &cloth.state.x[4 * i], *v = &cloth.state.velocity[4 * i];
    const DoubleVec3 r{x[0] - rigid.centre.x, x[1] - rigid.centre.y, x[2] - rigid.centre.z};
    const DoubleVec3 l = cross(r, {v[0] - rigid.velocity.x, v[1] - rigid.velocity.y, v[2] - rigid.velocity.z});
    momentum = {momentum.x + m * l.x, momentum.y + m * l.y, momentum.z + m * l.z};
    inertia[0] += m * (r.y * r.y + r.z * r.z);
    inertia[1] += m * (r.x * r.x + r.z * r.z);
    inertia[2] += m * (r.x * r.x + r.y * r.y);
    inertia[3] -= m * r.x * r.y;
    inertia[4] -= m * r.x * r.z;
    inertia[5] -= m * r.y * r.z;
  }
  rigid.spin = angularVelocity(inertia, momentum);
  return rigid;
}

}  // namespace

void dampInternalMotion(Cloth& cloth, float part) {
  const RigidMotion rigid = rigidMotion(cloth);
  for (std::size_t i = 0; i < cloth.mass.size(); ++i) {
    const float* x = &cloth.state.x[4 * i];
    if (x[3] == 0.0f) continue;
    float* v = &cloth.state.velocity[4 * i];
    const DoubleVec3 turn = cross(rigid.spin, {x[0] - rigid.centre.x, x[1] - rigid.centre.y, x[2] - rigid.centre.z});
    v[0] += part * static_cast<float>(rigid.velocity.x + turn.x - v[0]);
    v[1] += part * static_cast<float>(rigid.velocity.y + turn.y - v[1]);
    v[2] += part * static_cast<float>(rigid.velocity.z + turn.z - v[2]);
  }
}

}  // namespace toile
