#include <toile/toile.h>

#include <cstdio>
#include <vector>

int main() {
  toile::World world = toile::World::create({.wind = {.velocity = {0.0f, 0.0f, 4.0f}}}).value();
  const toile::GridDef grid{.width = 41, .height = 41, .spacing = 0.025f};
  const auto garment =
      toile::Garment::build(toile::makeGrid(grid), {.fabric = toile::findFabricPreset("cotton")->fabric});
  if (!garment.ok()) return std::puts(garment.error().c_str()), 1;

  const auto shoulders = toile::pinnedVertices(grid, toile::PinPattern::cape);
  const auto cape = world.createCloth({.garment = *garment, .pinned = shoulders});
  const auto body = world.addCollider(toile::capsuleCollider({0.5f, -0.8f, 0.2f}, {0.5f, -0.2f, 0.2f}, 0.15f));
  if (!cape.ok() || !body.ok()) return 1;

  for (int frame = 0; frame < 120; ++frame) {
    if (!world.step(1.0f / 60.0f).ok()) return 1;
  }
  std::vector<toile::Vec3> positions((*garment)->vertexCount());
  if (!world.readPositions(*cape, positions).ok()) return 1;
  std::printf("%shem: %.3f m below the shoulders\n", world.status().c_str(), -positions.back().y);
}
