// Compiled once for each instruction set.
#include "kernels/draw_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/draw_kernels.cpp"
#include <hwy/foreach_target.h>
// Below here everything is compiled for each instruction set.
#include "kernels/draw-inl.h"
#include "kernels/solve-inl.h"

HWY_BEFORE_NAMESPACE();
namespace toile::HWY_NAMESPACE {

template <class V>
struct AllDrawing {
  static DrawKernels make() { return {&ringNormals<V>, &drawAnyIndex<V>}; }
};

DrawKernels findDrawKernels(std::uint32_t lanes) { return forLanes<AllDrawing>(lanes); }

}  // namespace toile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "kernels/export.h"
namespace toile {
TOILE_EXPORT_KERNEL(DrawKernels, drawKernels, findDrawKernels)
}  // namespace toile
#endif
