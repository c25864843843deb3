#include "toile/memory.h"

#include "cloth.h"

namespace toile {
namespace {

template <class T>
std::size_t bytesOf(const AlignedVector<T>& array) {
  return array.capacity() * sizeof(T);
}

}  // namespace

MemoryUse memoryUse(const GarmentPtr& garment) {
  MemoryUse use;
  if (garment == nullptr) return use;
  for (const ConstraintSet& set : garment->data().sets) {
    const std::size_t corners = bytesOf(set.runs) + bytesOf(set.indices16) + bytesOf(set.indices32);
    const std::size_t values = bytesOf(set.parameters) + bytesOf(set.compliance) + bytesOf(set.present);
    use.kinds.push_back({set.kind, set.count, corners + values});
  }
  ClothDef def;
  def.garment = garment;
  const Cloth cloth = makeCloth(def);
  const ClothState& state = cloth.state;
  for (const AlignedVector<float>* array :
       {&state.x, &state.start, &state.velocity, &state.targets, &state.targetsFrom, &state.columns,
        &state.startColumns, &state.limitScale, &cloth.beforeContacts, &cloth.trueStart})
    use.clothBytes += bytesOf(*array);
  for (const AlignedVector<float>& array : state.multipliers) use.multiplierBytes += bytesOf(array);
  return use;
}

}  // namespace toile
