// The list of kernels: one line a kind. What is compiled for all kinds goes through it.
#if defined(TOILE_KERNELS_KIND_LIST_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TOILE_KERNELS_KIND_LIST_INL_H
#undef TOILE_KERNELS_KIND_LIST_INL_H
#else
#define TOILE_KERNELS_KIND_LIST_INL_H
#endif

#include "kernels/area-inl.h"
#include "kernels/dihedral_bending-inl.h"
#include "kernels/distance-inl.h"
#include "kernels/quadratic_bending-inl.h"
#include "kernels/strain-inl.h"
#include "kernels/triangle_shear-inl.h"
#include "toile/kind.h"

HWY_BEFORE_NAMESPACE();
namespace toile::HWY_NAMESPACE {

/// set(kind, a value of the type that solves it) for every kind.
template <class Set>
void forKinds(Set set) {
  set(Kind::stretch, Distance());
  set(Kind::shear, Distance());
  set(Kind::wing, Distance());
  set(Kind::skipOne, Distance());
  set(Kind::quadraticBending, QuadraticBending());
  set(Kind::dihedralBending, DihedralBending());
  set(Kind::area, Area());
  set(Kind::triangleShear, TriangleShear());
  set(Kind::strain, Strain());
}

}  // namespace toile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // toggling guard
