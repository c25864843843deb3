// The world's calls about cloth against cloth.
#include "collision/self/crossings.h"
#include "world_impl.h"

namespace toile {
namespace {

bool seeEachOther(const void* context, std::uint32_t s, std::uint32_t t) {
  if (s == t) return true;
  const auto& cloths = *static_cast<const std::vector<Cloth*>*>(context);
  const Cloth &a = *cloths[s], &b = *cloths[t];
  return (a.collisionGroup & b.collisionMask) != 0 && (b.collisionGroup & a.collisionMask) != 0;
}

}  // namespace

std::size_t World::countCrossings() const {
  impl_->bringAllHome();
  std::vector<Vec3> positions;
  std::vector<CrossingTriangle> triangles;
  const std::vector<Cloth*>& cloths = impl_->inOrder;
  for (std::uint32_t c = 0; c < cloths.size(); ++c) {
    const auto first = static_cast<std::uint32_t>(positions.size());
    for (std::uint32_t i = 0; i < cloths[c]->data().particleCount; ++i) positions.push_back(cloths[c]->position(i));
    for (const auto& triangle : cloths[c]->data().topology.triangles) {
      triangles.push_back({{first + triangle[0], first + triangle[1], first + triangle[2]}, c});
    }
  }
  return findCrossings(positions, triangles, &seeEachOther, &cloths).size();
}

}  // namespace toile
