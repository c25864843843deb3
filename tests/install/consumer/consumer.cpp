#include <toile/toile.h>

int main() {
  auto world = toile::World::create();
  auto garment = toile::Garment::build(toile::makeGrid({.width = 8, .height = 8}));
  if (!world.ok() || !garment.ok()) return 1;
  auto cloth = world->createCloth({.garment = *garment});
  if (!cloth.ok() || !world->step(1.0f / 60.0f).ok()) return 1;
  return world->stats(*cloth)->maxSpeed > 0.1f ? 0 : 1;  // it has begun to fall: g / 60 is 0.16 m/s
}
