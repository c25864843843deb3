// The list of kernels: one line a kind. Compiled once for each instruction set.
#include "kernels/kind_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/kind_kernels.cpp"
#include <hwy/foreach_target.h>
// Below here everything is compiled for each instruction set.
#include "kernels/area-inl.h"
#include "kernels/dihedral_bending-inl.h"
#include "kernels/distance-inl.h"
#include "kernels/quadratic_bending-inl.h"
#include "kernels/strain-inl.h"
#include "kernels/triangle_shear-inl.h"

HWY_BEFORE_NAMESPACE();
namespace toile::HWY_NAMESPACE {

template <class V>
struct AllKinds {
  static PerKind<KindKernel> make() {
    PerKind<KindKernel> kernels;
    kernels[Kind::stretch] = kindKernel<Distance, V>();
    kernels[Kind::shear] = kernels[Kind::stretch];
    kernels[Kind::wing] = kernels[Kind::stretch];
    kernels[Kind::skipOne] = kernels[Kind::stretch];
    kernels[Kind::quadraticBending] = kindKernel<QuadraticBending, V>();
    kernels[Kind::dihedralBending] = kindKernel<DihedralBending, V>();
    kernels[Kind::area] = kindKernel<Area, V>();
    kernels[Kind::triangleShear] = kindKernel<TriangleShear, V>();
    kernels[Kind::strain] = kindKernel<Strain, V>();
    return kernels;
  }
};

PerKind<KindKernel> findKindKernels(std::uint32_t lanes) { return forLanes<AllKinds>(lanes); }

}  // namespace toile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "kernels/export.h"
namespace toile {
TOILE_EXPORT_KERNEL(PerKind<KindKernel>, kindKernels, findKindKernels)
}  // namespace toile
#endif
