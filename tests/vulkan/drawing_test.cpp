// Drawn meshes made on the device against those of the CPU, from the same particles.
#include "tests/vulkan/pair.h"

namespace toile::test {
namespace {

struct Frame {
  std::vector<Vec3> positions, normals;
  std::vector<Vec4> tangents;
  explicit Frame(std::size_t count) : positions(count), normals(count), tangents(count) {}
  DrawnFrame spans() { return {positions, normals, tangents, {}}; }
};

/// Unit vectors differ by rounding of a few operations, larger where a normal is what is left of a sum that cancels.
void expectSame(const Frame& a, const Frame& b) {
  EXPECT_LT(farthest(a.positions, b.positions), 1e-6f);
  EXPECT_LT(farthest(a.normals, b.normals), 2e-5f);
  for (std::size_t v = 0; v < a.tangents.size(); ++v) {
    const Vec4 s = a.tangents[v], t = b.tangents[v];
    ASSERT_LT(distance(Vec3{s.x, s.y, s.z}, Vec3{t.x, t.y, t.z}), 2e-5f) << v;
    ASSERT_EQ(s.w, t.w) << v;
  }
}

/// A sheet with a crease in its imported normals, a loose vertex, and a mirrored half of its UVs.
SurfaceMesh oddMesh() {
  SurfaceMesh mesh = makeGrid({.width = 15, .height = 17, .spacing = 0.04f});
  mesh.positions.push_back({0.3f, 0.5f, 0.1f});
  mesh.uvs.push_back({0.0f, 0.0f});
  for (std::size_t v = 0; v < mesh.uvs.size(); ++v) {
    if (v % 15 > 7) mesh.uvs[v].x = 0.6f - mesh.uvs[v].x;
  }
  return mesh;
}

TEST(VulkanDrawing, TheSimulatedMeshItselfIsThatOfTheCpu) {
  TOILE_DEVICE_OR_SKIP(device);
  World world = World::create({.substeps = 4}).value();
  const SurfaceMesh mesh = oddMesh();
  ClothDef def;
  def.garment = *Garment::build(mesh, {});
  const std::uint32_t pins[] = {0, 14};
  def.pinned = pins;
  std::vector<ClothId> cloths;
  for (int i = 0; i < 2; ++i) {
    def.transform = {normalized(Quat{0.1f, 0.2f * static_cast<float>(i), 0.3f, 0.9f}),
                     {static_cast<float>(i), 0.5f, 0.2f}};
    cloths.push_back(*world.createCloth(def));
  }
  auto solver = VulkanSolver::create(world, device);
  ASSERT_TRUE(solver.ok());
  Frame gpu(mesh.positions.size()), cpu(mesh.positions.size());
  EXPECT_FALSE((*solver)->drawnMesh(cloths[0]).ok()) << "nothing was asked for";
  ASSERT_TRUE((*solver)->draw(def.garment).ok());
  for (int step = 0; step < 8; ++step) ASSERT_TRUE((*solver)->step(1.0f / 60.0f).ok());
  for (const ClothId cloth : cloths) {
    ASSERT_TRUE((*solver)->readDrawn(cloth, gpu.spans()).ok());
    ASSERT_TRUE(world.readPositions(cloth, cpu.positions).ok() && world.readNormals(cloth, cpu.normals).ok() &&
                world.readTangents(cloth, cpu.tangents).ok());
    expectSame(gpu, cpu);
  }
  const auto buffers = (*solver)->drawnMesh(cloths[1]);
  ASSERT_TRUE(buffers.ok());
  EXPECT_EQ(buffers->offset, 16 * mesh.positions.size());
  EXPECT_EQ(buffers->indexCount, def.garment->triangles().size());
  std::vector<Vec3> short1(3);
  EXPECT_FALSE((*solver)->readDrawn(cloths[0], {.positions = short1}).ok());
}

TEST(VulkanDrawing, AMeshOverACoarserOneIsThatOfTheCpu) {
  TOILE_DEVICE_OR_SKIP(device);
  const GridDef grid{.width = 31, .height = 33, .spacing = 0.02f};
  SurfaceMesh mesh = makeGrid(grid);
  for (std::size_t v = 0; v < mesh.positions.size(); ++v)
    mesh.positions[v].z = 0.01f * std::sin(12.0f * mesh.positions[v].x);
  const auto drawn = DrawnGarment::build(mesh, {}, {.vertices = 200});
  ASSERT_TRUE(drawn.ok()) << drawn.error();
  ASSERT_LT((*drawn)->simulated()->particleCount(), 300u);
  World world = World::create({.substeps = 4}).value();
  ClothDef def;
  def.garment = (*drawn)->simulated();
  const std::vector<std::uint32_t> pins = (*drawn)->simulatedVertices(pinnedVertices(grid, PinPattern::topRow));
  def.pinned = pins;
  const ClothId cloth = *world.createCloth(def);
  ASSERT_TRUE(world.setWind({.velocity = {0.0f, 0.0f, 5.0f}}).ok());
  auto solver = VulkanSolver::create(world, device);
  ASSERT_TRUE(solver.ok() && (*solver)->draw(*drawn).ok());
  for (int step = 0; step < 20; ++step) ASSERT_TRUE((*solver)->step(1.0f / 60.0f).ok());
  Frame gpu(mesh.positions.size()), cpu(mesh.positions.size());
  ASSERT_TRUE((*solver)->readDrawn(cloth, gpu.spans()).ok());
  ASSERT_TRUE(world.readDrawn(cloth, **drawn, cpu.spans()).ok());
  expectSame(gpu, cpu);
}

}  // namespace
}  // namespace toile::test
