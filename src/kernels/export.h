// Makes the function `find` of every instruction set's namespace reachable by KernelTarget.
// Use after HWY_AFTER_NAMESPACE(), inside #if HWY_ONCE and namespace toile.
#pragma once

/// Defines `type name(KernelTarget)` from `type find(std::uint32_t lanes)`.
#define TOILE_EXPORT_KERNEL(type, name, find)                                                            \
  HWY_EXPORT(find);                                                                                      \
  type name(KernelTarget target) {                                                                       \
    using Find = type (*)(std::uint32_t);                                                                \
    const Find sse4 = HWY_CHOOSE_SSE4(find), avx2 = HWY_CHOOSE_AVX2(find);                               \
    const Find avx3 = HWY_CHOOSE_AVX3(find), neon = HWY_CHOOSE_NEON(find), wasm = HWY_CHOOSE_WASM(find); \
    const Find base = &HWY_STATIC_DISPATCH(find);                                                        \
    switch (target.simd) {                                                                               \
      case Simd::sse4:                                                                                   \
        return sse4 != nullptr ? sse4(target.lanes) : type{};                                            \
      case Simd::avx2:                                                                                   \
        return avx2 != nullptr ? avx2(target.lanes) : type{};                                            \
      case Simd::avx512:                                                                                 \
        return avx3 != nullptr ? avx3(target.lanes) : type{};                                            \
      case Simd::neon:                                                                                   \
        return neon != nullptr ? neon(target.lanes) : type{};                                            \
      case Simd::wasm:                                                                                   \
        return wasm != nullptr ? wasm(target.lanes) : type{};                                            \
      case Simd::scalar:                                                                                 \
        return base(1);                                                                                  \
      case Simd::automatic:                                                                              \
        break;                                                                                           \
    }                                                                                                    \
    return type{};                                                                                       \
  }
