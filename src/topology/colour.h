// Colours: constraints that share no particle, to be solved at once.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace toile {

/// Constraints sorted so that no two of one colour share a particle.
struct Colouring {
  std::vector<std::uint32_t> order;      ///< constraint indices, colour by colour
  std::vector<std::size_t> colourStart;  ///< first place in `order` of each colour, then order.size()
};

/// Greedy, balanced colouring; any valence. `particles` holds `arity` indices a constraint.
/// Inside a colour constraints keep their order.
Colouring colour(std::span<const std::uint32_t> particles, std::size_t arity, std::size_t particleCount);

/// Empty when every constraint stands in exactly one colour and no colour touches a particle twice;
/// otherwise what is wrong.
std::string validateColouring(const Colouring& colouring, std::span<const std::uint32_t> particles, std::size_t arity,
                              std::size_t particleCount);

}  // namespace toile
