// P14: a vertex exactly at a sphere's centre or on a capsule's axis has no nearest side, but has to get out.
#include <iostream>

#include "cases/case_helpers.h"

namespace toile::test {
namespace {

struct Inside {
  const char* name;
  std::uint32_t vertex;
  ColliderDef collider;
};

constexpr std::uint32_t kQuerySide = 21;
constexpr float kSize = 0.04f;  // m; below the edges' 5 cm, so that one vertex is inside each collider

Points run(float gravity, bool report) {
  OneClothDef def;
  def.world.gravity = {0.0f, -gravity, 0.0f};
  OneCloth one = oneCloth(lyingSheet(kQuerySide, 1.0f, 0.0f), def);
  const auto at = [&](std::uint32_t column, std::uint32_t row) { return row * kQuerySide + column; };
  const auto place = [&](std::uint32_t v) { return one.mesh.positions[v]; };
  const std::uint32_t a = at(4, 4), b = at(16, 4), c = at(4, 16), d = at(16, 16), e = at(10, 10);
  const Vec3 up{0.0f, kSize, 0.0f};
  const std::vector<Inside> insides = {{"sphere", a, sphereAt(place(a), kSize)},
                                       {"capsule", b, capsuleCollider(place(b) - up, place(b) + up, kSize)},
                                       {"box", c, boxAt(place(c), {kSize, kSize, kSize})},
                                       {"capsule with equal ends", d, capsuleCollider(place(d), place(d), kSize)},
                                       {"sphere of radius 0", e, sphereAt(place(e), 0.0f)}};
  for (const Inside& inside : insides) one.add(inside.collider);
  Points escape;
  for (int frame = 0; frame < 30; ++frame) {
    one.run(1);
    EXPECT_TRUE(allFinite(one)) << "g " << gravity << ", frame " << frame;
    // ClothParams: what is found inside moves out at 2 m/s and its neighbours, pulled along, stay below 5; falling
    // adds g·t.
    const float limit = 5.0f + gravity * kFrame * static_cast<float>(frame + 1);
    EXPECT_LE(maxSpeed(one.velocities()), limit * 1.001f) << "g " << gravity << ", frame " << frame;
  }
  const Points x = one.positions();
  for (const Inside& inside : insides) {
    EXPECT_GE(leastDistance({x[inside.vertex]}, inside.collider), Fabric{}.thickness - 0.001f)
        << inside.name << ", g " << gravity;
    const Vec3 moved = x[inside.vertex] - place(inside.vertex);
    if (report) std::cout << inside.name << ": moved " << moved.x << ' ' << moved.y << ' ' << moved.z << " m\n";
  }
  return x;
}

TEST(Cases, P14_CentreAndAxisVerticesEscape) {
  for (const float gravity : {0.0f, kGravity}) {
    const Points first = run(gravity, true);
    EXPECT_EQ(run(gravity, false), first) << "another way out in another run, g " << gravity;
  }
}

}  // namespace
}  // namespace toile::test
