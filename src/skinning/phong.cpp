#include "skinning/phong.h"

#include <algorithm>

namespace toile {
namespace {

constexpr double kAlpha = 0.75;  // Boubekeur & Alexa 2008, §3
constexpr int kSteps = 24;

}  // namespace

DoubleVec3 phongNormal(const PhongTriangle& t, const PhongPoint& at) {
  const DoubleVec3 n = t.n[0] * (1.0 - at.b1 - at.b2) + t.n[1] * at.b1 + t.n[2] * at.b2;
  const double l = length(n);
  return l * l > 1e-12 ? n * (1.0 / l) : t.n[0];
}

DoubleVec3 phongPosition(const PhongTriangle& t, const PhongPoint& at) {
  const std::array<double, 3> b{1.0 - at.b1 - at.b2, at.b1, at.b2};
  const DoubleVec3 p = (t.x[1] - t.x[0]) * at.b1 + (t.x[2] - t.x[0]) * at.b2;
  DoubleVec3 pull;
  for (std::size_t i = 0; i < 3; ++i) pull = pull + t.n[i] * (b[i] * dot(p - (t.x[i] - t.x[0]), t.n[i]));
  return t.x[0] + (p - pull * kAlpha + phongNormal(t, at) * at.offset);
}

PhongPoint phongInverse(const PhongTriangle& t, DoubleVec3 target, PhongPoint guess) {
  const DoubleVec3 e = t.x[1] - t.x[0], f = t.x[2] - t.x[0];
  const double ee = dot(e, e), ef = dot(e, f), ff = dot(f, f), determinant = ee * ff - ef * ef;
  PhongPoint best = guess, at = guess;
  double nearest = -1.0;
  for (int step = 0; step < kSteps; ++step) {
    at.offset = 0.0;
    const DoubleVec3 n = phongNormal(t, at), miss = target - phongPosition(t, at);
    at.offset = dot(miss, n);
    const DoubleVec3 beside = miss - n * at.offset;
    const double off = length(beside);
    if (nearest < 0.0 || off < nearest) nearest = off, best = at;
    if (!(determinant > 1e-12 * ee * ff)) break;
    const double u = dot(beside, e), v = dot(beside, f);
    at.b1 = std::clamp(at.b1 + (u * ff - v * ef) / determinant, -1.0, 2.0);
    at.b2 = std::clamp(at.b2 + (v * ee - u * ef) / determinant, -1.0, 2.0);
  }
  return best;
}

}  // namespace toile
