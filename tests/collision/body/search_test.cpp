// Candidates against looking at everything.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "collision/body/candidates.h"
#include "collision/body/meshes.h"
#include "collision/cloud.h"

namespace toile::test {
namespace {

struct Scattered {
  Cloud cloud;
  std::vector<std::array<std::uint32_t, 3>> triangles;
  std::vector<Vec3> rest;
};

/// Points round a ball of 0.3 m, and triangles of neighbours.
Scattered scattered(Dice& dice, std::size_t count) {
  std::vector<Vec3> points(count);
  for (Vec3& p : points) p = dice.direction() * (0.3f + 0.05f * dice.next());
  Scattered s{Cloud(points), {}, points};
  for (std::size_t i = 0; i < count; ++i) Cloud::put(s.cloud.start, i, points[i] + dice.vector() * 0.01f);
  for (std::uint32_t i = 0; i + 2 < count; i += 3) s.triangles.push_back({i, i + 1, i + 2});
  return s;
}

template <class Corner>
bool meets(const BodyMotion& body, const float* low, const float* high, float reach, int corners, Corner corner) {
  for (int k = 0; k < 3; ++k) {
    float least = 1e30f, most = -1e30f;
    for (int i = 0; i < corners; ++i) {
      for (const AlignedVector<float>* at : {&body.start, &body.end}) {
        const float x = (*at)[4 * std::size_t{corner(static_cast<std::uint32_t>(i))} + static_cast<std::size_t>(k)];
        least = std::min(least, x), most = std::max(most, x);
      }
    }
    if (most < low[k] - reach || high[k] + reach < least) return false;
  }
  return true;
}

void check(const BodyMotion& body, const Scattered& s, const BodyCandidates& c) {
  const BodyData& data = body.data();
  std::size_t found = 0;
  for (std::uint32_t i = 0; i < s.cloud.size(); ++i) {
    std::set<std::uint32_t> listed;
    for (std::uint32_t r = 0; r < c.ofParticle[i].rows; ++r) {
      const CandidateRow& row = c.rows[c.ofParticle[i].begin + r];
      listed.insert(row.triangle, row.triangle + kBodyRow);
    }
    for (std::uint32_t t = 0; t < data.triangleCount; ++t) {
      const bool near = meets(body, &c.low[4 * std::size_t{i}], &c.high[4 * std::size_t{i}], c.reach, 3,
                              [&](std::uint32_t k) { return data.corner(t, k); });
      ASSERT_EQ(listed.count(t) != 0, near) << i << " " << t;
      found += near ? 1 : 0;
    }
  }
  EXPECT_GT(found, 100u);
  for (std::uint32_t t = 0; t < s.triangles.size(); ++t) {
    float low[3] = {1e30f, 1e30f, 1e30f}, high[3] = {-1e30f, -1e30f, -1e30f};
    for (const std::uint32_t p : s.triangles[t]) {
      for (std::size_t k = 0; k < 3; ++k) {
        low[k] = std::min(low[k], c.low[4 * std::size_t{p} + k]),
        high[k] = std::max(high[k], c.high[4 * std::size_t{p} + k]);
      }
    }
    std::set<std::uint32_t> listed;
    for (std::uint32_t r = 0; r < c.ofTriangle[t].rows; ++r) {
      const CornerRow& row = c.corners[c.ofTriangle[t].begin + r];
      listed.insert(row.corner, row.corner + kBodyRow);
    }
    for (std::uint32_t corner = 0; corner < data.cornerCount; ++corner) {
      const bool near = meets(body, low, high, c.reach, 1, [&](std::uint32_t) { return corner; });
      ASSERT_EQ(listed.count(corner) != 0, near) << t << " " << corner;
    }
  }
}

TEST(BodySearch, ListsAreThoseOfLookingAtEverything) {
  Dice dice;
  const BodyMeshPtr mesh = body(ballMesh(0.3f, 3));
  BodyMotion motion(mesh);
  std::uint64_t refits = 0;
  const Transform from{dice.rotation(), {}}, to{from.rotation, {0.02f, 0.0f, 0.0f}};
  refitBody(motion, from, to, availableTargets().front(), refits);
  Scattered s = scattered(dice, 160);
  BodySearchArguments a(motion);
  a.x = s.cloud.x.data(), a.start = s.cloud.start.data();
  a.particles = static_cast<std::uint32_t>(s.cloud.size()), a.triangles = s.triangles, a.rest = s.rest;
  a.substepsLeft = 2, a.thickness = 0.005f, a.clothEdge = 0.01f;
  for (const KernelTarget target : availableTargets()) {
    BodyCandidates candidates;
    a.target = target;
    updateCandidates(a, candidates);
    check(motion, s, candidates);
  }
}

TEST(BodySearch, WhoLeavesItsBoxIsSearchedAgain) {
  Dice dice;
  BodyMotion motion(body(ballMesh(0.3f, 3)));
  std::uint64_t refits = 0;
  refitBody(motion, {}, {}, availableTargets().front(), refits);
  Scattered s = scattered(dice, 96);
  BodySearchArguments a(motion);
  a.x = s.cloud.x.data(), a.start = s.cloud.start.data();
  a.particles = static_cast<std::uint32_t>(s.cloud.size()), a.triangles = s.triangles, a.rest = s.rest;
  a.thickness = 0.005f, a.target = availableTargets().front();
  BodyCandidates candidates;
  for (int substep = 0; substep < 20; ++substep) {
    updateCandidates(a, candidates);
    check(motion, s, candidates);
    s.cloud.start = s.cloud.x;
    for (std::size_t i = 0; i < s.cloud.size(); i += 2) {
      Cloud::put(s.cloud.x, i, s.cloud.position(i) + dice.vector() * 0.02f);
    }
  }
  EXPECT_EQ(candidates.refit, refits) << "the body rests: nothing starts over";
}

}  // namespace
}  // namespace toile::test
