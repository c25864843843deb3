#include "topology/colour.h"

#include <gtest/gtest.h>

#include "topology/meshes.h"

namespace toile {
namespace {

using Particles = std::vector<std::uint32_t>;

/// Colours and checks; returns the number of colours.
std::size_t colours(const Particles& particles, std::size_t arity, std::size_t particleCount) {
  const Colouring c = colour(particles, arity, particleCount);
  EXPECT_EQ(validateColouring(c, particles, arity, particleCount), "");
  for (std::size_t k = 0; k + 1 < c.colourStart.size(); ++k) {
    EXPECT_LT(c.colourStart[k], c.colourStart[k + 1]) << "empty colour";
    EXPECT_TRUE(std::is_sorted(c.order.begin() + static_cast<std::ptrdiff_t>(c.colourStart[k]),
                               c.order.begin() + static_cast<std::ptrdiff_t>(c.colourStart[k + 1])));
  }
  return c.colourStart.size() - 1;
}

/// Lanes without work when each colour is filled up to blocks of 16.
std::size_t padding(const Colouring& c) {
  std::size_t lanes = 0;
  for (std::size_t k = 0; k + 1 < c.colourStart.size(); ++k)
    lanes += (16 - (c.colourStart[k + 1] - c.colourStart[k]) % 16) % 16;
  return lanes;
}

struct GridStencils {
  Particles stretch, shear, skipOne, hinges, triangles;
};

GridStencils gridStencils(const Topology& t) {
  GridStencils s;
  for (const Edge& e : t.edges) {
    if (!e.diagonal) s.stretch.insert(s.stretch.end(), {e.a, e.b});
  }
  for (const Quad& q : t.quads) s.shear.insert(s.shear.end(), {q.a, q.c, q.b, q.d});
  for (const GridTriple& g : t.gridTriples) s.skipOne.insert(s.skipOne.end(), {g.a, g.c});
  for (const Hinge& h : t.hinges) s.hinges.insert(s.hinges.end(), {h.a, h.b, h.c, h.d});
  for (const auto& tri : t.triangles) s.triangles.insert(s.triangles.end(), tri.begin(), tri.end());
  return s;
}

/// On a grid each vertex has 4 edges, 4 braces, 4 skip-one springs and 12 hinges: no colouring can do with fewer.
TEST(Colour, GridsNeedTheFewestPossible) {
  for (const std::uint32_t size : {100u, 32u, 20u}) {
    const auto built = test::buildFrom(makeGrid({size, size, 0.01f, GridCut::quads}));
    const GridStencils s = gridStencils(built.topology);
    const std::size_t n = built.positions.size();
    EXPECT_EQ(colours(s.stretch, 2, n), 4u);
    EXPECT_EQ(colours(s.shear, 2, n), 4u);
    EXPECT_EQ(colours(s.skipOne, 2, n), 4u);
    EXPECT_EQ(colours(s.hinges, 4, n), 12u);
    EXPECT_LE(colours(s.triangles, 3, n), 7u);
    // At most 15 lanes a colour.
    EXPECT_LE(padding(colour(s.stretch, 2, n)), 60u);
  }
}

TEST(Colour, EdgesOfTheEquilateralMesh) {
  const auto built = test::buildFrom(makeGrid({60, 60, 0.01f, GridCut::equilateral}));
  const GridStencils s = gridStencils(built.topology);
  EXPECT_LE(colours(s.stretch, 2, built.positions.size()), 7u);
}

TEST(Colour, AnyValence) {
  for (const std::uint32_t spokes : {63u, 64u, 65u, 100u, 200u, 1000u}) {
    Particles star;
    for (std::uint32_t i = 1; i <= spokes; ++i) star.insert(star.end(), {i % 2 == 0 ? 0 : i, i % 2 == 0 ? i : 0});
    EXPECT_EQ(colours(star, 2, spokes + 1), spokes);
    const auto built = test::buildFrom(test::fan(spokes));
    const GridStencils s = gridStencils(built.topology);
    EXPECT_EQ(colours(s.stretch, 2, spokes + 1), spokes);
    EXPECT_EQ(colours(s.hinges, 4, spokes + 1), s.hinges.size() / 4);
  }
}

TEST(Colour, NothingAndOne) {
  EXPECT_EQ(colours({}, 2, 10), 0u);
  EXPECT_EQ(colours({3, 7}, 2, 10), 1u);
}

TEST(Colour, RandomStencilsOfEveryArity) {
  std::mt19937 random(5);
  for (std::size_t arity = 2; arity <= 4; ++arity) {
    for (const std::uint32_t n : {8u, 100u, 5000u}) {
      Particles particles;
      std::vector<std::uint32_t> meet(n, 0);
      for (int i = 0; i < 3000; ++i) {
        std::vector<std::uint32_t> stencil;
        while (stencil.size() < arity) {
          const std::uint32_t p = static_cast<std::uint32_t>(random() % n);
          if (std::find(stencil.begin(), stencil.end(), p) == stencil.end()) stencil.push_back(p);
        }
        for (const std::uint32_t p : stencil) ++meet[p];
        particles.insert(particles.end(), stencil.begin(), stencil.end());
      }
      const std::size_t most = *std::max_element(meet.begin(), meet.end());
      const std::size_t used = colours(particles, arity, n);
      EXPECT_GE(used, most);
      EXPECT_LE(used, arity * (most - 1) + 1);  // what first fit can never exceed
    }
  }
}

TEST(Colour, SameEveryTime) {
  const auto built = test::buildFrom(test::soup(300, 2000, 9));
  const GridStencils s = gridStencils(built.topology);
  EXPECT_EQ(colour(s.hinges, 4, 300).order, colour(s.hinges, 4, 300).order);
}

TEST(ValidateColouring, FindsEveryFault) {
  const Particles particles{0, 1, 1, 2, 2, 3};
  const Colouring good{{0, 2, 1}, {0, 2, 3}};
  EXPECT_EQ(validateColouring(good, particles, 2, 4), "");
  EXPECT_NE(validateColouring({{0, 1, 2}, {0, 2, 3}}, particles, 2, 4), "");  // 0 and 1 share a particle
  EXPECT_NE(validateColouring({{0, 2}, {0, 2}}, particles, 2, 4), "");        // one is missing
  EXPECT_NE(validateColouring({{0, 2, 2}, {0, 2, 3}}, particles, 2, 4), "");  // one twice
  EXPECT_NE(validateColouring({{0, 2, 3}, {0, 2, 3}}, particles, 2, 4), "");  // one that doesn't exist
  EXPECT_NE(validateColouring({{0, 2, 1}, {0, 2}}, particles, 2, 4), "");     // not all in a colour
  EXPECT_NE(validateColouring({{0, 2, 1}, {1, 2, 3}}, particles, 2, 4), "");
  EXPECT_NE(validateColouring(good, particles, 2, 3), "");  // a particle out of range
}

}  // namespace
}  // namespace toile
