#include "topology/weld.h"

#include <gtest/gtest.h>

#include <random>

namespace toile {
namespace {

TEST(Weld, EqualPlacesBecomeOneNumberedByFirstAppearance) {
  const std::vector<Vec3> p{{1, 0, 0}, {0, 1, 0}, {1, 0, 0}, {0, 0, 1}, {0, 1, 0}};
  const Weld w = weld(p, 0.0f);
  EXPECT_EQ(w.particleOfVertex, (std::vector<std::uint32_t>{0, 1, 0, 2, 1}));
  EXPECT_EQ(w.vertexOfParticle, (std::vector<std::uint32_t>{0, 1, 3}));
}

TEST(Weld, MinusZeroIsZero) {
  EXPECT_EQ(weld(std::vector<Vec3>{{0.0f, -0.0f, 1}, {-0.0f, 0.0f, 1}}, 0.0f).vertexOfParticle.size(), 1u);
}

TEST(Weld, NeighbouringFloatsStaySplit) {
  EXPECT_EQ(weld(std::vector<Vec3>{{1, 0, 0}, {std::nextafter(1.0f, 2.0f), 0, 0}}, 0.0f).vertexOfParticle.size(), 2u);
}

TEST(Weld, NoVerticesNoParticles) {
  EXPECT_TRUE(weld({}, 0.0f).vertexOfParticle.empty());
  EXPECT_TRUE(weld({}, 1.0f).vertexOfParticle.empty());
}

TEST(Weld, OneMillimetreApartIsNotWeldedByDefault) {
  const std::vector<Vec3> p{{0, 0, 0}, {0.001f, 0, 0}};
  EXPECT_EQ(weld(p, 0.0f).vertexOfParticle.size(), 2u);
  EXPECT_EQ(weld(p, 0.0011f).vertexOfParticle.size(), 1u);
  EXPECT_EQ(weld(p, 0.0009f).vertexOfParticle.size(), 2u);
}

TEST(Weld, DistanceIsTransitive) {
  std::vector<Vec3> chain;
  for (int i = 0; i < 50; ++i) chain.push_back({0.9f * static_cast<float>(i), -3.0f, 7.0f});
  EXPECT_EQ(weld(chain, 1.0f).vertexOfParticle.size(), 1u);
  chain.push_back({0.9f * 49 + 1.1f, -3.0f, 7.0f});
  EXPECT_EQ(weld(chain, 1.0f).vertexOfParticle.size(), 2u);
}

/// Against comparing everything with everything.
TEST(Weld, DistanceAgreesWithAllPairs) {
  for (const float scale : {1e-6f, 1.0f, 1e4f}) {
    std::mt19937 random(7);
    std::vector<Vec3> p;
    const auto coordinate = [&] { return (static_cast<float>(random() % 20001) / 10000.0f - 1.0f) * scale; };
    for (int i = 0; i < 400; ++i) p.push_back({coordinate(), coordinate(), coordinate()});
    const float limit = 0.15f * scale;
    std::vector<std::uint32_t> set(p.size());
    for (std::uint32_t i = 0; i < p.size(); ++i) set[i] = i;
    for (std::uint32_t i = 0; i < p.size(); ++i) {
      for (std::uint32_t j = 0; j < i; ++j) {
        const double x = double{p[i].x} - p[j].x, y = double{p[i].y} - p[j].y, z = double{p[i].z} - p[j].z;
        if (x * x + y * y + z * z > double{limit} * limit || set[i] == set[j]) continue;
        const std::uint32_t from = std::max(set[i], set[j]), to = std::min(set[i], set[j]);
        for (std::uint32_t& s : set) s = s == from ? to : s;
      }
    }
    const Weld w = weld(p, limit);
    for (std::uint32_t i = 0; i < p.size(); ++i) {
      EXPECT_EQ(w.vertexOfParticle[w.particleOfVertex[i]], set[i]) << "vertex " << i << " at scale " << scale;
    }
  }
}

}  // namespace
}  // namespace toile
