// No step takes anything through anything: the end of the step against its beginning, pair by pair.
//
// From `base`, where nothing crosses, every particle goes to `x` in a straight line. A pair stays apart if one plane,
// moving evenly, has all of side A above and all of side B below it at the beginning and at the end: each corner's
// height over the plane is linear in time. Pairs for which no such plane is found are cut in two in time, and again,
// until each part has one; those for which that fails have their motion changed, at the last resort to none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "collision/self/pairs.h"
#include "kernels/kernel.h"

namespace toile::self {

/// A pair by its list (0: vertex–triangle, 1: edge–edge) and its place in it.
struct PairName {
  std::uint32_t list = 0, place = 0;
  friend bool operator==(const PairName&, const PairName&) = default;
  friend bool operator<(const PairName& a, const PairName& b) {
    return a.list != b.list ? a.list < b.list : a.place < b.place;
  }
};

struct GuardInput {
  const float* base = nullptr;  ///< four floats a particle
  const float* x = nullptr;
  KernelTarget target;
};

/// Pairs whose own plane does not prove, in float, that they stay apart: in the lists' order.
void findUnproven(const GuardInput& input, const PairLists& pairs, std::vector<PairName>& unproven);

/// The same for one pair with other planes and time divided, in double. Excepted pairs need no proof.
bool isProven(const GuardInput& input, const PairLists& pairs, PairName name);

/// What cutting motion needs, kept between steps.
struct CutScratch {
  std::vector<float> wanted;             ///< x before it was cut; made by the caller
  std::vector<std::uint32_t> pairStart;  ///< pairs of each particle in compressed rows
  std::vector<PairName> pairOf;
  std::vector<std::uint8_t> changed;
  std::vector<PairName> waiting;
  std::vector<std::uint8_t> tries[2];
};

struct CutInput {
  const ContactSurface& surface;
  const float* base = nullptr;
  float* x = nullptr;                     ///< changed; w: inverse mass
  const std::uint8_t* covered = nullptr;  ///< a particle: `pairs` hold every pair of its features whose boxes meet
};

/// Changes x until every pair is proven, starting with `unproven`. Boxes are those over base and CutScratch::wanted
/// (Keep::boxes), and x stays within them. False as soon as x has changed for a particle that is not covered.
bool cutMotion(const CutInput& input, const PairLists& pairs, const std::vector<PairName>& unproven,
               CutScratch& scratch);

inline const PairList& listOf(const PairLists& pairs, PairName name) {
  return name.list == 0 ? pairs.vertexTriangle : pairs.edgeEdge;
}

}  // namespace toile::self
