// The Jacobi way: against a plain one written down here, and against colours.
#include "garment_data.h"
#include "tests/vulkan/pair.h"

namespace toile::test {
namespace {

constexpr float kDt = 1.0f / 60.0f;

/// A sheet that hangs by two corners, its stretch alone; ω of the Jacobi way, 0 for colours.
struct Hanging {
  World world;
  GarmentPtr garment;
  ClothId cloth;
  std::unique_ptr<VulkanSolver> solver;

  Hanging(const VulkanDevicePtr& device, float jacobi, std::uint32_t iterations, KindSet kinds = KindSet{Kind::stretch})
      : world(World::create({.wind = {.airDensity = 0.0f}, .substeps = 2, .iterations = iterations}).value()) {
    const GridDef grid{.width = 9, .height = 9, .spacing = 0.05f};
    GarmentDef def;
    def.kinds = kinds;
    def.fabric.stretchWarp = def.fabric.stretchWeft = 500.0f;
    garment = *Garment::build(makeGrid(grid), def);
    const std::vector<std::uint32_t> pins = pinnedVertices(grid, PinPattern::corners);
    ClothDef made;
    made.garment = garment;
    made.pinned = pins;
    made.params.velocityDamping = 0.0f, made.params.tethers = 0;
    made.transform.rotation = normalized(Quat{-0.5f, 0.1f, 0.05f, 0.8f});
    cloth = *world.createCloth(made);
    solver = VulkanSolver::create(world, device, {.jacobi = jacobi}).value();
  }
  void advance(int steps) {
    for (int step = 0; step < steps; ++step) ASSERT_TRUE(solver->step(kDt).ok());
  }
  std::vector<Vec3> positions() {
    std::vector<Vec3> x(garment->vertexCount());
    EXPECT_TRUE(world.readPositions(cloth, x).ok());
    return x;
  }
};

struct Point {
  double x[3], w;
};

/// One pass over all edges: everything is read before anything is written.
void pass(const ConstraintSet& set, std::size_t particles, double omega, double factor, std::vector<double>& lambda,
          std::vector<Point>& points) {
  std::vector<int> count(particles, 0);
  std::vector<std::size_t> lanes;
  for (std::size_t lane = 0; lane < std::size_t{set.blockCount} * kBlock; ++lane) {
    if (set.complianceAt(lane) != kNothing) lanes.push_back(lane);
  }
  for (const std::size_t lane : lanes) ++count[set.particle(lane, 0)], ++count[set.particle(lane, 1)];
  std::vector<Point> moved = points;
  for (const std::size_t lane : lanes) {
    const std::uint32_t p[2] = {set.particle(lane, 0), set.particle(lane, 1)};
    const Point &a = points[p[0]], &b = points[p[1]];
    double d[3], squared = 0.0;
    for (int k = 0; k < 3; ++k) d[k] = a.x[k] - b.x[k], squared += d[k] * d[k];
    const double length = std::sqrt(squared), weight = a.w + b.w, alpha = double{set.complianceAt(lane)} * factor;
    if (!(weight > 0.0)) continue;
    const double part = omega / std::max(count[p[0]], count[p[1]]);
    const double by =
        (-(length - double{set.parameter(lane, 0)}) - alpha * lambda[lane]) / (weight + alpha) * part / length;
    lambda[lane] += by * length;
    for (int k = 0; k < 3; ++k) moved[p[0]].x[k] += a.w * by * d[k], moved[p[1]].x[k] -= b.w * by * d[k];
  }
  points = moved;
}

/// Three passes a substep, multipliers kept: a step of 1/60 s with two substeps, in double.
void stepPlainly(const Hanging& hanging, double omega, std::vector<Point>& points, std::vector<Point>& speeds) {
  const ConstraintSet& set = hanging.garment->data().sets[0];
  const double h = double{kDt} / 2.0;
  for (int substep = 0; substep < 2; ++substep) {
    const std::vector<Point> start = points;
    std::vector<double> lambda(std::size_t{set.blockCount} * kBlock, 0.0);
    for (std::size_t p = 0; p < points.size(); ++p) {
      if (!(points[p].w > 0.0)) continue;
      speeds[p].x[1] -= 9.81 * h;
      for (int k = 0; k < 3; ++k) points[p].x[k] += h * speeds[p].x[k];
    }
    for (int k = 0; k < 3; ++k) pass(set, points.size(), omega, 1.0 / (h * h), lambda, points);
    for (std::size_t p = 0; p < points.size(); ++p) {
      for (int k = 0; k < 3; ++k) speeds[p].x[k] = (points[p].x[k] - start[p].x[k]) / h;
    }
  }
}

TEST(VulkanJacobi, IsWhatAPlainOneIs) {
  TOILE_DEVICE_OR_SKIP(device);
  for (const float omega : {1.0f, 0.6f}) {
    Hanging hanging(device, omega, 3);
    std::vector<Vec3> x = hanging.positions();
    const auto particleOf = hanging.garment->particleOfVertex();
    std::vector<float> mass(x.size());
    ASSERT_TRUE(hanging.world.readMasses(hanging.cloth, mass).ok());
    std::vector<Point> points(x.size()), speeds(x.size(), Point{});
    const std::vector<std::uint32_t> pins =
        pinnedVertices({.width = 9, .height = 9, .spacing = 0.05f}, PinPattern::corners);
    for (std::size_t v = 0; v < x.size(); ++v) {
      const bool held = std::find(pins.begin(), pins.end(), v) != pins.end();
      points[particleOf[v]] = {{double{x[v].x}, double{x[v].y}, double{x[v].z}}, held ? 0.0 : 1.0 / double{mass[v]}};
    }
    for (int step = 0; step < 10; ++step) {
      hanging.advance(1);
      stepPlainly(hanging, double{omega}, points, speeds);
      x = hanging.positions();
      double most = 0.0;
      for (std::size_t v = 0; v < x.size(); ++v) {
        const Point& p = points[particleOf[v]];
        most = std::max(most, std::hypot(double{x[v].x} - p.x[0], double{x[v].y} - p.x[1], double{x[v].z} - p.x[2]));
      }
      // Six floats' roundings of half a metre a pass, which a sheet in tension does not let grow.
      EXPECT_LT(most, step == 0 ? 1e-6 : 1e-5) << "omega " << omega << ", step " << step;
    }
  }
}

/// Beside one that is solved: what it was asked for before stays without effect.
TEST(VulkanJacobi, ADisabledClothStaysWhereItIs) {
  TOILE_DEVICE_OR_SKIP(device);
  Hanging hanging(device, 1.0f, 3);
  ClothDef def;
  def.garment = hanging.garment;
  const ClothId other = *hanging.world.createCloth(def);
  hanging.advance(5);
  ASSERT_TRUE(hanging.world.setEnabled(hanging.cloth, false).ok());
  const std::vector<Vec3> kept = hanging.positions();
  hanging.advance(2);
  EXPECT_EQ(farthest(hanging.positions(), kept), 0.0f);
  // … and so does one whose kind is not solved, where nothing else moves it.
  ASSERT_TRUE(hanging.world.setEnabled(hanging.cloth, true).ok());
  ClothParams params = *hanging.world.params(hanging.cloth);
  params.kinds[Kind::stretch].enabled = false;
  ASSERT_TRUE(hanging.world.setParams(hanging.cloth, params).ok());
  ASSERT_TRUE(hanging.world.setGravity({}).ok());
  const std::vector<Vec3> still(kept.size());
  ASSERT_TRUE(hanging.world.writeVelocities(hanging.cloth, still).ok());
  hanging.advance(2);
  EXPECT_EQ(farthest(hanging.positions(), kept), 0.0f);
  EXPECT_TRUE(hanging.world.stats(other).ok());
}

/// With TOILE_VALIDATE=1: the tests before ran under the layers.
TEST(VulkanJacobi, LayersAreSilent) {
  TOILE_DEVICE_OR_SKIP(device);
  for (const std::string& message : device->validationMessages()) ADD_FAILURE() << message;
}

/// Kinds of two, three and four corners: as far stretched as with colours, farther the fewer passes there are.
TEST(VulkanJacobi, ComesToWhatColoursComeTo) {
  TOILE_DEVICE_OR_SKIP(device);
  const KindSet kinds{Kind::stretch, Kind::quadraticBending, Kind::strain};
  float stretch[3] = {};
  for (std::size_t k = 0; k < 3; ++k) {
    Hanging hanging(device, k == 0 ? 0.0f : 1.0f, k == 1 ? 2 : 24, kinds);
    hanging.advance(26);
    const ClothStats stats = *hanging.world.stats(hanging.cloth);
    ASSERT_FALSE(stats.frozen);
    stretch[k] = stats.maxStretch;
    if (std::getenv("TOILE_PRINT") != nullptr) std::printf("%zu: stretch %.4f\n", k, double{stretch[k]});
  }
  EXPECT_GT(stretch[1], 1.5f * (stretch[0] - 1.0f) + 1.0f) << "two passes of it do less than colours";
  EXPECT_NEAR(stretch[2], stretch[0], 0.05f * stretch[0]);
}

TEST(VulkanJacobi, BadPartsAreRefused) {
  TOILE_DEVICE_OR_SKIP(device);
  World world = World::create({}).value();
  for (const float bad : {-0.1f, 2.1f, std::nanf("")})
    EXPECT_FALSE(VulkanSolver::create(world, device, {.jacobi = bad}).ok());
}

}  // namespace
}  // namespace toile::test
