// A search for what may have met on the way leaves nothing out that the guard could not prove: against all pairs.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <set>

#include "collision/self/path.h"
#include "collision/self/search.h"
#include "collision/self/sheet.h"
#include "kernels/target.h"

namespace toile::test {
namespace {

using Name = std::array<std::uint32_t, 4>;

/// A sheet folded in a Z, its layers a tenth of an edge apart, before and after a random motion.
struct Folded : LevelSheet {
  self::ContactSurface surface;
  AlignedVector<float> base, end;

  explicit Folded(std::uint32_t seed) : LevelSheet(9, 1.0f) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> noise(-1.0f, 1.0f);
    const self::SurfaceInput whole = input(0.05f);
    surface = self::makeContactSurface({&whole, 1}, static_cast<std::uint32_t>(rest.size() + 15) / 16 * 16 + 16);
    base.assign(4 * std::size_t{surface.particleCount}, 0.0f), end = base;
    for (std::size_t i = 0; i < rest.size(); ++i) {
      const float along = rest[i].x, layer = along < 3.0f ? 0.0f : along < 6.0f ? 1.0f : 2.0f;
      const Vec3 p{layer == 1.0f ? 6.0f - along : along - 3.0f * layer, 0.1f * layer + 0.01f * noise(random),
                   rest[i].z};
      const float from[3] = {p.x, p.y, p.z};
      for (std::size_t k = 0; k < 3; ++k) {
        base[4 * i + k] = from[k];
        end[4 * i + k] = from[k] + (k == 0 ? 3.0f : 0.0f) + 0.15f * noise(random);
      }
      base[4 * i + 3] = surface.half[i];
    }
  }

  self::PairPlace place(const AlignedVector<float>& x, const Name& name, int ofA) const {
    self::PairPlace result;
    result.ofA = ofA;
    for (int i = 0; i < 4; ++i) {
      const float* p = &x[4 * std::size_t{name[static_cast<std::size_t>(i)]}];
      result.x[i] = {double{p[0]}, double{p[1]}, double{p[2]}};
    }
    return result;
  }
  bool proven(const Name& name, int ofA) const {
    return self::provenWay(place(base, name, ofA), place(end, name, ofA), 8) >= 1.0;
  }
};

Name sorted(Name name, int ofA) {
  if (ofA == 1) {
    std::sort(name.begin() + 1, name.end());
    return name;
  }
  if (name[1] < name[0]) std::swap(name[0], name[1]);
  if (name[3] < name[2]) std::swap(name[2], name[3]);
  if (name[2] < name[0]) std::swap(name[0], name[2]), std::swap(name[1], name[3]);
  return name;
}

std::set<Name> listed(const self::PairList& list, int ofA) {
  std::set<Name> names;
  for (std::size_t i = 0; i < list.count; ++i)
    names.insert(sorted({list.p[0][i], list.p[1][i], list.p[2][i], list.p[3][i]}, ofA));
  return names;
}

/// Every pair without a common particle that no plane proves.
std::set<Name> unproven(const Folded& sheet, int ofA) {
  std::set<Name> names;
  const auto consider = [&](const Name& name) {
    if (std::set<std::uint32_t>(name.begin(), name.end()).size() == 4 && !sheet.proven(name, ofA))
      names.insert(sorted(name, ofA));
  };
  if (ofA == 1) {
    for (std::uint32_t v = 0; v < sheet.rest.size(); ++v) {
      for (const auto& t : sheet.triangles) consider({v, t[0], t[1], t[2]});
    }
    return names;
  }
  for (std::size_t e = 0; e < sheet.edges.size(); ++e) {
    for (std::size_t f = 0; f < e; ++f)
      consider({sheet.edges[e][0], sheet.edges[e][1], sheet.edges[f][0], sheet.edges[f][1]});
  }
  return names;
}

TEST(SelfWays, HoldsEveryPairThatIsNotProven) {
  std::size_t all = 0;
  for (std::uint32_t seed = 0; seed < 6; ++seed) {
    const Folded sheet(seed);
    const std::set<Name> wanted[2] = {unproven(sheet, 1), unproven(sheet, 2)};
    all += wanted[0].size() + wanted[1].size();
    for (const KernelTarget target : availableTargets()) {
      self::SearchInput input{sheet.surface, sheet.base.data(), sheet.end.data(), target};
      input.keep = self::Keep::guard, input.common[0] = 3.0f, input.slop = 2e-5f;
      self::SearchScratch scratch;
      self::PairLists pairs;
      self::findPairs(input, scratch, pairs);
      // It is worth while: of the pairs whose boxes meet most are proven at once.
      self::PairLists near;
      input.keep = self::Keep::boxes, input.common[0] = 0.0f;
      self::findPairs(input, scratch, near);
      EXPECT_LT(2 * (pairs.vertexTriangle.count + pairs.edgeEdge.count),
                near.vertexTriangle.count + near.edgeEdge.count);
      const std::set<Name> found[2] = {listed(pairs.vertexTriangle, 1), listed(pairs.edgeEdge, 2)};
      for (int type = 0; type < 2; ++type) {
        EXPECT_TRUE(std::includes(found[type].begin(), found[type].end(), wanted[type].begin(), wanted[type].end()))
            << "seed " << seed << ", list " << type;
      }
    }
  }
  EXPECT_GT(all, 300u);
}

}  // namespace
}  // namespace toile::test
