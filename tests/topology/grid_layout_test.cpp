#include "topology/grid_layout.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace toile {
namespace {

using Quads = std::vector<std::array<std::uint32_t, 4>>;

/// width × height particles, named by `name`.
Quads gridQuads(std::uint32_t width, std::uint32_t height, const std::vector<std::uint32_t>& name) {
  Quads quads;
  for (std::uint32_t y = 0; y + 1 < height; ++y) {
    for (std::uint32_t x = 0; x + 1 < width; ++x) {
      const std::uint32_t c = y * width + x;
      quads.push_back({name[c], name[c + width], name[c + width + 1], name[c + 1]});
    }
  }
  return quads;
}

TEST(GridLayout, FindsAGridWhateverItsOrder) {
  std::vector<std::uint32_t> name(7 * 5);
  std::iota(name.begin(), name.end(), 0u);
  // 11 and 35 have no common factor: a shuffle that is the same everywhere.
  for (std::size_t i = 0; i < name.size(); ++i) name[i] = static_cast<std::uint32_t>(i * 11 % 35);
  Quads quads = gridQuads(7, 5, name);
  for (std::size_t q = 0; q < quads.size(); ++q)
    std::rotate(quads[q].begin(), quads[q].begin() + q % 4, quads[q].end());
  std::reverse(quads.begin(), quads.end());
  const auto grid = findGrid(quads, 35);
  ASSERT_TRUE(grid);
  EXPECT_EQ(std::minmax(grid->width, grid->height), (std::minmax<std::uint32_t>(5, 7)));
  // Neighbours in the layout are neighbours in a quad.
  for (std::uint32_t y = 0; y + 1 < grid->height; ++y) {
    for (std::uint32_t x = 0; x + 1 < grid->width; ++x) {
      const std::uint32_t c = y * grid->width + x;
      const std::uint32_t cell[4] = {grid->particles[c], grid->particles[c + 1], grid->particles[c + grid->width],
                                     grid->particles[c + grid->width + 1]};
      EXPECT_TRUE(std::any_of(quads.begin(), quads.end(),
                              [&](const auto& quad) { return std::is_permutation(quad.begin(), quad.end(), cell); }))
          << x << ", " << y;
    }
  }
}

TEST(GridLayout, RefusesTubesHolesAndIslands) {
  std::vector<std::uint32_t> tube(7 * 5);
  for (std::uint32_t i = 0; i < tube.size(); ++i) tube[i] = i % 7 == 6 ? i - 6 : i;
  EXPECT_FALSE(findGrid(gridQuads(7, 5, tube), 35));
  std::vector<std::uint32_t> name(7 * 5);
  std::iota(name.begin(), name.end(), 0u);
  Quads holed = gridQuads(7, 5, name);
  holed.erase(holed.begin() + 8);
  EXPECT_FALSE(findGrid(holed, 35));
  EXPECT_FALSE(findGrid(gridQuads(7, 5, name), 36));
  EXPECT_FALSE(findGrid({}, 0));
}

TEST(GridLayout, ThinsEvenlyAndKeepsWhatIsWanted) {
  EXPECT_EQ(thinRows(9, 5, {}), (std::vector<std::uint32_t>{0, 2, 4, 6, 8}));
  const std::uint32_t wanted[] = {5};
  EXPECT_EQ(thinRows(9, 5, wanted), (std::vector<std::uint32_t>{0, 2, 4, 5, 8}));
  const std::uint32_t ends[] = {1, 7};
  const auto rows = thinRows(9, 5, ends);
  EXPECT_EQ(rows.front(), 0u);
  EXPECT_EQ(rows.back(), 8u);
  EXPECT_TRUE(std::is_sorted(rows.begin(), rows.end()));
}

}  // namespace
}  // namespace toile
