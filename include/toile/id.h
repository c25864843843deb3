// Opaque handles. Zero is null; a handle whose object is gone is refused, never reused by mistake.
#pragma once

#include <cstdint>

namespace toile {

/// `slot` is one-based (0 = null); `generation` grows each time a slot is reused.
template <class Tag>
struct Id {
  std::uint32_t slot = 0;
  std::uint32_t generation = 0;

  constexpr bool isNull() const { return slot == 0; }
  friend constexpr bool operator==(const Id&, const Id&) = default;
};

using ClothId = Id<struct ClothTag>;
using ColliderId = Id<struct ColliderTag>;

}  // namespace toile
