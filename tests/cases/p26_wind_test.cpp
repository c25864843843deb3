// P26: wind pushes with the wind on both sides of the cloth, and still air pushes nothing.
#include <iostream>

#include "cases/case_helpers.h"

namespace toile::test {
namespace {

struct Force {
  double x = 0.0, y = 0.0, z = 0.0;  ///< N
};

/// What one substep of wind changes of the sheet's momentum. `flipped` turns the winding round.
Force forceOf(const SurfaceMesh& mesh, Vec3 wind, Vec3 velocity = {}, const Points* shape = nullptr) {
  OneClothDef def;
  def.world.gravity = {};
  def.world.wind.velocity = wind;
  def.world.substeps = 10;  // so that the step below is one of them
  def.params.velocityDamping = 0.0f;
  // The wind alone: rest lengths are rounded, so that even a sheet at rest moves by 1e-11 m.
  for (KindParams& kind : def.params.kinds) kind.enabled = false;
  OneCloth one = oneCloth(mesh, def);
  if (shape != nullptr) {
    EXPECT_TRUE(one.world.writePositions(one.cloth, *shape));
  }
  EXPECT_TRUE(one.world.writeVelocities(one.cloth, Points(mesh.vertexCount(), velocity)));
  constexpr float h = 1.0f / 600.0f;
  one.run(1, h);
  EXPECT_EQ(one.world.stats().substepsLastStep, 1u);
  EXPECT_TRUE(allFinite(one));
  const Points v = one.velocities();
  const std::vector<float> masses = one.masses();
  Force force;
  for (std::size_t i = 0; i < v.size(); ++i) {
    const Vec3 change = v[i] - velocity;
    const double m = static_cast<double>(masses[i]) / static_cast<double>(h);
    force.x += m * change.x, force.y += m * change.y, force.z += m * change.z;
  }
  return force;
}

SurfaceMesh sheet(std::uint32_t n, bool flipped = false) {
  SurfaceMesh mesh = moved(hangingSheet(n, n, 1.0f), {-0.5f, 0.5f, 0.0f});
  if (flipped) std::reverse(mesh.faceVertices.begin(), mesh.faceVertices.end());
  return mesh;
}

TEST(Cases, P26_WindPushesWithTheWindOnBothSides) {
  for (const std::uint32_t n : {11u, 41u}) {
    const Force front = forceOf(sheet(n), {0.0f, 0.0f, 5.0f}), back = forceOf(sheet(n, true), {0.0f, 0.0f, 5.0f});
    const Force against = forceOf(sheet(n), {0.0f, 0.0f, -5.0f}),
                againstBack = forceOf(sheet(n, true), {0.0f, 0.0f, -5.0f});
    EXPECT_GT(front.z, 0.0);
    EXPECT_NEAR(back.z / front.z, 1.0, 1e-5);
    EXPECT_NEAR(against.z / front.z, -1.0, 1e-5);
    EXPECT_NEAR(againstBack.z / front.z, -1.0, 1e-5);
    // Along the wind only.
    EXPECT_LT(std::hypot(front.x, front.y), 1e-5 * front.z);

    // Wind along the sheet finds no area to push; whatever is left must not point against it.
    const Force along = forceOf(sheet(n), {5.0f, 0.0f, 0.0f}), alongBack = forceOf(sheet(n, true), {5.0f, 0.0f, 0.0f});
    EXPECT_GE(along.x, 0.0);
    EXPECT_NEAR(along.x, alongBack.x, 1e-5 * front.z);
    EXPECT_LT(std::hypot(along.y, along.z), 1e-5 * front.z);
  }
}

TEST(Cases, P26_NoRelativeVelocityNoForce) {
  const Force still = forceOf(sheet(11), {});
  EXPECT_EQ(still.x, 0.0);
  EXPECT_EQ(still.y, 0.0);
  EXPECT_EQ(still.z, 0.0);
  // Moving with the wind, in every direction, on both sides, and in any shape.
  const Vec3 winds[] = {{0.0f, 0.0f, 5.0f}, {5.0f, 0.0f, 0.0f}, {0.0f, -5.0f, 0.0f}, {0.3f, -0.7f, 1.1f}};
  Points bent = sheet(11).positions;
  for (Vec3& p : bent) p.z = 0.2f * std::sin(7.0f * p.x + 3.0f * p.y);
  for (const Vec3 wind : winds) {
    for (const bool flipped : {false, true}) {
      const Force carried = forceOf(sheet(11, flipped), wind, wind, &bent);
      EXPECT_EQ(carried.x, 0.0) << wind.x << ' ' << wind.y << ' ' << wind.z;
      EXPECT_EQ(carried.y, 0.0) << wind.x << ' ' << wind.y << ' ' << wind.z;
      EXPECT_EQ(carried.z, 0.0) << wind.x << ' ' << wind.y << ' ' << wind.z;
    }
  }
}

TEST(Cases, P26_ForceIsQuadraticAndOfTheAreaOnly) {
  const double five = forceOf(sheet(11), {0.0f, 0.0f, 5.0f}).z, ten = forceOf(sheet(11), {0.0f, 0.0f, 10.0f}).z;
  EXPECT_NEAR(ten / five, 4.0, 0.05 * 4.0);
  const double fine = forceOf(sheet(41), {0.0f, 0.0f, 5.0f}).z;
  EXPECT_NEAR(fine / five, 1.0, 0.01);
  // ½ ρ v² A Cd (Wilson 2014): the sheet stands across the wind.
  EXPECT_NEAR(five, 0.5 * 1.225 * 25.0 * 1.0 * 0.5, 0.05 * five);
  std::cout << "force at 5 m/s: " << five << " N, at 10 m/s: " << ten << " N\n";
}

TEST(Cases, P26_CollapsedTriangleIsFinite) {
  const SurfaceMesh mesh = sheet(11);
  Points collapsed = mesh.positions;
  // All corners of one cell, so both its triangles, in one point.
  for (const std::uint32_t v : {61u, 71u, 72u}) collapsed[v] = collapsed[60];
  for (const Vec3 wind : {Vec3{0.0f, 0.0f, 5.0f}, Vec3{5.0f, 0.0f, 0.0f}, Vec3{}}) {
    const Force force = forceOf(mesh, wind, {}, &collapsed);
    EXPECT_TRUE(std::isfinite(force.x) && std::isfinite(force.y) && std::isfinite(force.z));
  }
}

}  // namespace
}  // namespace toile::test
