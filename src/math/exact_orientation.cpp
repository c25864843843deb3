// The sign of a determinant of floats, exactly: first in double with a bound of its error, and where that does not
// decide as a sum of doubles without rounding (an expansion: Shewchuk 1997, Adaptive Precision Floating-Point
// Arithmetic, §2).
#include "math/exact_orientation.h"

#include <array>
#include <cmath>
#include <cstddef>

#include "math/double_vec.h"

namespace toile {
namespace {

/// A sum of doubles none of which overlap, the largest last; exact.
class Expansion {
 public:
  void add(double value) {
    std::size_t kept = 0;
    double rest = value;
    for (std::size_t i = 0; i < count_; ++i) {
      const double sum = rest + parts_[i];
      const double of = sum - rest;
      const double error = (rest - (sum - of)) + (parts_[i] - of);
      rest = sum;
      if (error != 0.0) parts_[kept++] = error;
    }
    if (rest != 0.0) parts_[kept++] = rest;
    count_ = kept;
  }
  /// a · b · c of floats: a · b is exact in double, and its product with c is the sum of two doubles.
  void addProduct(double sign, float a, float b, float c) {
    const double ab = sign * double{a} * double{b};
    const double product = ab * double{c};
    // Dekker's split of ab; c has 24 bits, so that both halves' products with it are exact.
    const double split = 134217729.0 * ab;
    const double high = split - (split - ab), low = ab - high;
    add((high * double{c} - product) + low * double{c});
    add(product);
  }
  int sign() const { return count_ == 0 ? 0 : (parts_[count_ - 1] > 0.0 ? 1 : -1); }

 private:
  std::array<double, 64> parts_{};  // 48 values are added at most
  std::size_t count_ = 0;
};

/// det(a, b, c) with the sign given.
void addDeterminant(Expansion& sum, double sign, Vec3 a, Vec3 b, Vec3 c) {
  sum.addProduct(sign, a.x, b.y, c.z), sum.addProduct(-sign, a.x, b.z, c.y);
  sum.addProduct(sign, a.y, b.z, c.x), sum.addProduct(-sign, a.y, b.x, c.z);
  sum.addProduct(sign, a.z, b.x, c.y), sum.addProduct(-sign, a.z, b.y, c.x);
}

}  // namespace

int exactOrientation(Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
  const DoubleVec3 o = toDouble(d);
  const DoubleVec3 u = toDouble(a) - o, v = toDouble(b) - o, w = toDouble(c) - o;
  const double value = dot(u, cross(v, w));
  const auto size = [](DoubleVec3 s) { return std::fabs(s.x) + std::fabs(s.y) + std::fabs(s.z); };
  // Shewchuk's bound is (7 + 56 ε) ε times the permanent; the product of the sizes is no smaller than that.
  if (std::fabs(value) > 1e-15 * size(u) * size(v) * size(w)) return value > 0.0 ? 1 : -1;
  // det(a − d, b − d, c − d) = det(a, b, c) − det(b, c, d) + det(a, c, d) − det(a, b, d)
  Expansion sum;
  addDeterminant(sum, 1.0, a, b, c);
  addDeterminant(sum, -1.0, b, c, d);
  addDeterminant(sum, 1.0, a, c, d);
  addDeterminant(sum, -1.0, a, b, d);
  return sum.sign();
}

}  // namespace toile
