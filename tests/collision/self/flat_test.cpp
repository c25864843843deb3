// What is called flat meets nothing of itself: planted folds, and random motion looked at in many places of the way.
#include "collision/self/flat.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "collision/self/crossings.h"
#include "collision/self/sheet.h"
#include "collision/self/surface.h"
#include "kernels/target.h"
#include "toile/vec.h"

namespace toile::test {
namespace {

constexpr std::uint32_t kSide = 21;  // particles along a side

/// A level sheet of kSide × kSide particles, 0.05 m apart, and its contact surface.
struct Sheet : LevelSheet {
  self::ContactSurface surface;

  Sheet() : LevelSheet(kSide, 0.05f) {
    const self::SurfaceInput whole = input(0.005f);
    surface = self::makeContactSurface({&whole, 1}, static_cast<std::uint32_t>(rest.size() + 16));
  }

  template <class Place>
  AlignedVector<float> placed(Place place) const {
    AlignedVector<float> x(4 * std::size_t{surface.particleCount}, 0.0f);
    for (std::size_t i = 0; i < rest.size(); ++i) {
      const Vec3 p = place(rest[i]);
      x[4 * i] = p.x, x[4 * i + 1] = p.y, x[4 * i + 2] = p.z;
    }
    return x;
  }
  std::vector<std::uint8_t> flat(const AlignedVector<float>& base, const AlignedVector<float>& end,
                                 KernelTarget target = availableTargets().front()) const {
    self::FlatScratch scratch;
    std::vector<std::uint8_t> proven;
    self::findFlat({surface, base.data(), end.data(), target}, scratch, proven);
    return proven;
  }
  /// Triangles of which cluster.
  std::vector<std::uint32_t> clusterOf() const {
    std::vector<std::uint32_t> clusters(triangles.size());
    for (std::uint32_t c = 0; c < surface.clusters.size(); ++c) {
      const auto& row = surface.triangles[surface.clusters[c].triangleBegin];
      for (std::uint32_t k = 0; k < row.count; ++k) {
        const std::array<std::uint32_t, 3> corners{row.particle[k], row.particle[16 + k], row.particle[32 + k]};
        for (std::size_t t = 0; t < triangles.size(); ++t) clusters[t] = triangles[t] == corners ? c : clusters[t];
      }
    }
    return clusters;
  }
};

std::size_t sum(const std::vector<std::uint8_t>& proven) {
  std::size_t n = 0;
  for (const std::uint8_t p : proven) n += p;
  return n;
}

bool seesEverything(const void*, std::uint32_t, std::uint32_t) { return true; }

/// Pairs of triangles that cross somewhere on the way although their clusters were proven not to; and all that cross.
std::pair<std::size_t, std::size_t> wrongAndAll(const Sheet& sheet, const std::vector<std::uint32_t>& clusterOf,
                                                const AlignedVector<float>& base, const AlignedVector<float>& end,
                                                const std::vector<std::uint8_t>& proven) {
  std::vector<CrossingTriangle> triangles;
  for (const auto& corners : sheet.triangles) triangles.push_back({corners, 0});
  std::pair<std::size_t, std::size_t> found{0, 0};
  for (int part = 0; part <= 16; ++part) {
    const float t = static_cast<float>(part) / 16.0f;
    std::vector<Vec3> positions;
    for (std::size_t i = 0; i < 4 * sheet.rest.size(); i += 4) {
      const Vec3 a{base[i], base[i + 1], base[i + 2]}, b{end[i], end[i + 1], end[i + 2]};
      positions.push_back(a + (b - a) * t);
    }
    for (const auto& [a, b] : findCrossings(positions, triangles, &seesEverything, nullptr)) {
      const std::uint32_t c = std::min(clusterOf[a], clusterOf[b]), d = std::max(clusterOf[a], clusterOf[b]);
      const std::uint32_t pair = sheet.surface.flat.pairOf(c, d);
      ++found.second;
      if (pair != self::kNoFeature && proven[pair] != 0) ++found.first;
    }
  }
  return found;
}

TEST(Flat, WhatIsCarriedTurnedOrGentlyBentIsProvenWhole) {
  const Sheet sheet;
  const Quat turn = fromAxisAngle(normalizedOr({1, 2, 3}, {}), 0.7f), more = fromAxisAngle({0, 1, 0}, 0.3f);
  const auto base = sheet.placed([&](Vec3 p) { return rotate(turn, p); });
  const auto end = sheet.placed([&](Vec3 p) { return rotate(more, rotate(turn, p)) + Vec3{3, -2, 5}; });
  const auto proven = sheet.flat(base, end);
  EXPECT_EQ(sum(proven), proven.size());
  EXPECT_GT(proven.size(), sheet.surface.clusters.size() * 5);
  // a wave of 20 degrees' slope that comes up
  const auto waved = sheet.placed([&](Vec3 p) { return Vec3{p.x, 0.05f * std::sin(7.0f * p.x), p.z}; });
  const auto bent = sheet.flat(sheet.placed([](Vec3 p) { return p; }), waved);
  EXPECT_EQ(sum(bent), bent.size());
}

TEST(Flat, AFoldIsNotProvenAndItsSidesAre) {
  const Sheet sheet;
  // folded over at x = 0.5: the upper half lies 2 mm over the lower one
  const auto folded = sheet.placed([](Vec3 p) { return p.x <= 0.501f ? p : Vec3{1.0f - p.x, 0.002f, p.z}; });
  const auto proven = sheet.flat(folded, folded);
  const auto& flat = sheet.surface.flat;
  std::size_t flatOnes = 0;
  for (std::size_t pair = 0; pair < proven.size(); ++pair) {
    float low = 2.0f, high = -1.0f;
    for (const std::uint32_t c : {flat.nearOwner[pair], flat.nearCluster[pair]}) {
      const auto& row = sheet.surface.triangles[sheet.surface.clusters[c].triangleBegin];
      for (const std::uint32_t p : row.particle)
        low = std::min(low, sheet.rest[p].x), high = std::max(high, sheet.rest[p].x);
    }
    if (low < 0.49f && high > 0.51f) {
      EXPECT_EQ(proven[pair], 0);  // astride of the fold
    }
    flatOnes += proven[pair];
  }
  EXPECT_GT(flatOnes, proven.size() / 3);
}

TEST(Flat, WhatFoldsAndUnfoldsOnTheWayIsNotProven) {
  const Sheet sheet;
  // Turned by a half in one step every particle goes straight through the axis: at half time all is a line.
  const auto base = sheet.placed([](Vec3 p) { return p - Vec3{0.5f, 0, 0.5f}; });
  const auto end = sheet.placed([](Vec3 p) { return Vec3{0.5f - p.x, 0, 0.5f - p.z}; });
  EXPECT_EQ(sum(sheet.flat(base, end)), 0u);
}

TEST(Flat, AnglesThatGoRoundTwiceAreNotProven) {
  // Every triangle shows the same side, and every edge of the border turns the same way, but twice round.
  const Sheet sheet;
  const auto doubled = sheet.placed([](Vec3 p) {
    const float x = p.x - 0.5f, z = p.z - 0.5f, r = std::sqrt(x * x + z * z);
    if (r == 0.0f) return Vec3{};
    return Vec3{(x * x - z * z) / r, 0.0f, 2.0f * x * z / r};  // r, twice the angle
  });
  const auto proven = sheet.flat(doubled, doubled);
  const auto clusterOf = sheet.clusterOf();
  // clusters at the middle: those with the particle in the middle
  for (std::size_t pair = 0; pair < proven.size(); ++pair) {
    std::size_t at = 0;
    for (std::size_t t = 0; t < sheet.triangles.size(); ++t) {
      const bool own =
          clusterOf[t] == sheet.surface.flat.nearOwner[pair] || clusterOf[t] == sheet.surface.flat.nearCluster[pair];
      for (const std::uint32_t p : sheet.triangles[t]) at += own && p == kSide * kSide / 2 ? 1 : 0;
    }
    if (at == 6) {
      EXPECT_EQ(proven[pair], 0);  // all six triangles there: it covers the middle twice
    }
  }
}

TEST(Flat, RandomMotionIsNeverProvenWrongly) {
  const Sheet sheet;
  const auto clusterOf = sheet.clusterOf();
  std::mt19937 random(11);
  const auto value = [&] { return static_cast<float>(random() % 20001) * 1e-4f - 1.0f; };
  std::size_t crossings = 0, proven = 0, notProven = 0;
  for (int seed = 0; seed < 40; ++seed) {
    // waves of random direction, some so high that they overhang, and noise of up to half an edge
    const Vec3 wave{12.0f * value(), 0.0f, 12.0f * value()};
    const float height = 0.12f * value(), lean = 0.12f * value(), noise = seed % 2 == 0 ? 0.02f * value() : 0.002f;
    const auto make = [&](float amount) {
      return sheet.placed([&](Vec3 p) {
        const float s = std::sin(dot(wave, p)) * amount, c = std::cos(2.0f * dot(wave, p)) * amount;
        return p + Vec3{lean * c, height * s, lean * s} + Vec3{value(), value(), value()} * noise;
      });
    };
    const auto base = make(seed % 3 == 0 ? 1.0f : 0.3f), end = make(1.0f);
    const auto flat = sheet.flat(base, end);
    const auto [wrong, all] = wrongAndAll(sheet, clusterOf, base, end, flat);
    EXPECT_EQ(wrong, 0u) << seed;
    crossings += all, proven += sum(flat), notProven += flat.size() - sum(flat);
    for (const KernelTarget target : availableTargets())
      EXPECT_EQ(sheet.flat(base, end, target), flat) << targetName(target);
  }
  EXPECT_GT(crossings, 1000u);
  EXPECT_GT(proven, 1000u);
  EXPECT_GT(notProven, 1000u);
}

TEST(Flat, AnotherClothOfTheGarmentHasTheRegionsOfAnotherGarmentAlike) {
  const Sheet sheet;
  const std::vector<std::vector<std::array<std::uint32_t, 3>>> copies(3, sheet.triangles);
  const auto count = static_cast<std::uint32_t>(sheet.rest.size());
  const auto surfaceOf = [&](bool sameGarment) {
    std::vector<self::SurfaceInput> inputs;
    for (std::uint32_t s = 0; s < 3; ++s) {
      inputs.push_back(sheet.input(0.005f, s * (count + 3)));
      if (!sameGarment) inputs.back().triangles = copies[s];
    }
    return self::makeContactSurface(inputs, 3 * (count + 3) + 16);
  };
  const self::FlatRegions a = surfaceOf(true).flat, b = surfaceOf(false).flat;
  ASSERT_EQ(a.regions.size(), b.regions.size());
  for (std::size_t i = 0; i < a.regions.size(); ++i) {
    const self::FlatRegion &r = a.regions[i], &q = b.regions[i];
    EXPECT_TRUE(r.vertexBegin == q.vertexBegin && r.vertexEnd == q.vertexEnd && r.triangleBegin == q.triangleBegin &&
                r.triangleEnd == q.triangleEnd && r.borderBegin == q.borderBegin && r.borderEnd == q.borderEnd &&
                r.pairBegin == q.pairBegin && r.pairEnd == q.pairEnd && r.cluster == q.cluster &&
                r.leastArea == q.leastArea)
        << i;
  }
  EXPECT_TRUE(a.vertices == b.vertices && a.triangles == b.triangles && a.borders == b.borders);
  EXPECT_TRUE(a.borderUsed == b.borderUsed && a.proves == b.proves && a.nearStart == b.nearStart);
  EXPECT_TRUE(a.nearCluster == b.nearCluster && a.nearOwner == b.nearOwner);
  EXPECT_TRUE(a.regionOfPair == b.regionOfPair && a.around == b.around);
  EXPECT_GT(a.around.size(), 100u);
}

}  // namespace
}  // namespace toile::test
