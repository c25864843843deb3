// The constraint kinds a garment can be made of. Each has one file in src/constraints/ (what it is,
// how it is built) and one in src/kernels/ (how it is solved).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace toile {

enum class Kind : std::uint8_t {
  stretch,           ///< distance along every edge that is not a quad's diagonal
  shear,             ///< distance along both diagonals of every quad
  wing,              ///< distance between the two opposite corners of a hinge (shear of triangle meshes)
  skipOne,           ///< distance between a grid's vertices two apart (cheap bending)
  quadraticBending,  ///< Bergou 2006
  dihedralBending,   ///< angle of a hinge, signed, with rest angle
  area,              ///< area of a triangle
  triangleShear,     ///< dot product of two edges of a triangle
  strain,            ///< warp, weft and shear strain of a triangle (Müller 2014)
};
inline constexpr std::size_t kKindCount = 9;

/// "stretch", "quadratic_bending" …: the name used in scene files and printed by the command.
std::string_view kindName(Kind kind);

/// A set of kinds.
class KindSet {
 public:
  constexpr KindSet() = default;
  template <class... Kinds>
  constexpr KindSet(Kind first, Kinds... rest) : bits_((bit(first) | ... | bit(rest))) {}
  constexpr bool has(Kind kind) const { return (bits_ & bit(kind)) != 0; }
  constexpr void add(Kind kind) { bits_ |= bit(kind); }
  constexpr void remove(Kind kind) { bits_ &= ~bit(kind); }
  friend constexpr bool operator==(const KindSet&, const KindSet&) = default;

 private:
  static constexpr std::uint32_t bit(Kind kind) { return 1u << static_cast<unsigned>(kind); }
  std::uint32_t bits_ = 0;
};

/// One value a kind.
template <class T>
class PerKind {
 public:
  constexpr T& operator[](Kind kind) { return values_[static_cast<std::size_t>(kind)]; }
  constexpr const T& operator[](Kind kind) const { return values_[static_cast<std::size_t>(kind)]; }
  constexpr auto begin() { return values_.begin(); }
  constexpr auto end() { return values_.end(); }
  constexpr auto begin() const { return values_.begin(); }
  constexpr auto end() const { return values_.end(); }
  friend constexpr bool operator==(const PerKind&, const PerKind&) = default;

 private:
  std::array<T, kKindCount> values_{};
};

}  // namespace toile
