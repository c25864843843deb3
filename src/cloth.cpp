#include "cloth.h"

#include <algorithm>

#include "kernels/row_kernels.h"

namespace toile {
namespace {

float meanOf(const std::vector<float>& values) {
  double sum = 0.0;
  for (const float value : values) sum += value;
  return values.empty() ? 0.0f : static_cast<float>(sum / static_cast<double>(values.size()));
}

}  // namespace

Cloth makeCloth(const ClothDef& def) {
  Cloth cloth;
  cloth.garment = def.garment;
  cloth.params = def.params;
  cloth.transform = {normalized(def.transform.rotation), def.transform.translation};
  cloth.collisionMask = def.collisionMask;
  cloth.collisionGroup = def.collisionGroup;
  cloth.enabled = def.enabled;
  const GarmentData& data = cloth.data();
  const std::size_t floats = std::size_t{4} * data.paddedCount;
  cloth.state.x.assign(floats, 0.0f);
  cloth.state.start.assign(floats, 0.0f);
  cloth.state.velocity.assign(floats, 0.0f);
  cloth.state.targets.assign(floats, 0.0f);
  cloth.state.targetsFrom.assign(floats, 0.0f);
  cloth.mass = data.masses;
  cloth.pinned.assign(data.particleCount, 0);
  for (std::uint32_t i = 0; i < data.particleCount; ++i) {
    if (data.fixed[i] != 0) cloth.pinned[i] = 1;
  }
  for (const std::uint32_t vertex : def.pinned) cloth.pinned[data.particleOfVertex[vertex]] = 1;
  for (std::uint32_t i = 0; i < data.particleCount; ++i) {
    if (cloth.pinned[i] != 0) cloth.pins.push_back(i);
    refreshInverseMass(cloth, i);
  }
  if (!data.maxDistanceScale.empty()) {
    cloth.state.limitScale.assign(data.paddedCount, 1.0f);
    std::copy(data.maxDistanceScale.begin(), data.maxDistanceScale.end(), cloth.state.limitScale.begin());
  }
  cloth.beforeContacts.reserve(floats), cloth.trueStart.reserve(floats);
  cloth.meanEdgeLength = meanOf(data.rest.edgeLengths);
  resetState(cloth);
  allocateScratch(cloth);
  return cloth;
}

void resetState(Cloth& cloth) {
  const GarmentData& data = cloth.data();
  for (std::uint32_t i = 0; i < data.particleCount; ++i) {
    const Vec3 p = apply(cloth.transform, data.restPositions[i]);
    putPoint(cloth.state.x, i, p);
    putPoint(cloth.state.targets, i, p);
    putPoint(cloth.state.targetsFrom, i, p);
  }
  // Dummies lie apart from each other, so that padding constraints have lengths and normals.
  for (std::uint32_t i = data.particleCount; i < data.paddedCount; ++i) {
    const std::uint32_t k = i - data.particleCount;
    const Vec3 p{k % 4 == 1 ? 1.0f : 0.0f, k % 4 == 2 ? 1.0f : 0.0f, k % 4 == 3 ? 1.0f : 0.0f};
    putPoint(cloth.state.x, i, p);
    putPoint(cloth.state.targets, i, p);
    putPoint(cloth.state.targetsFrom, i, p);
  }
  cloth.state.start = cloth.state.x;
  std::fill(cloth.state.velocity.begin(), cloth.state.velocity.end(), 0.0f);
  cloth.frozen = false;
  cloth.placed = true;
  cloth.contacts = 0;
  std::fill(cloth.touched.begin(), cloth.touched.end(), 0);
}

void refreshInverseMass(Cloth& cloth, std::uint32_t particle) {
  cloth.state.x[4 * std::size_t{particle} + 3] = cloth.pinned[particle] != 0 ? 0.0f : 1.0f / cloth.mass[particle];
}

void pinParticle(Cloth& cloth, std::uint32_t particle) {
  const Vec3 here = cloth.position(particle);
  putPoint(cloth.state.targets, particle, here);
  putPoint(cloth.state.targetsFrom, particle, here);
  putPoint(cloth.state.velocity, particle, Vec3{});
  if (cloth.pinned[particle] != 0) return;
  cloth.pinned[particle] = 1;
  cloth.pins.insert(std::lower_bound(cloth.pins.begin(), cloth.pins.end(), particle), particle);
  refreshInverseMass(cloth, particle);
  cloth.tethersStale = cloth.levelsStale = true;
}

void unpinParticle(Cloth& cloth, std::uint32_t particle) {
  if (cloth.pinned[particle] == 0) return;
  cloth.pinned[particle] = 0;
  cloth.pins.erase(std::lower_bound(cloth.pins.begin(), cloth.pins.end(), particle));
  refreshInverseMass(cloth, particle);
  cloth.tethersStale = cloth.levelsStale = true;
}

void allocateScratch(Cloth& cloth) {
  const GarmentData& data = cloth.data();
  cloth.state.multipliers.resize(data.sets.size());
  for (std::size_t s = 0; s < data.sets.size(); ++s) {
    const ConstraintSet& set = data.sets[s];
    cloth.state.multipliers[s].resize(std::size_t{set.blockCount} * set.lambdaCount * kBlock);
  }
  if (!data.regular) return;
  cloth.state.columns.resize(cloth.state.x.size());
  cloth.state.startColumns.resize(cloth.state.x.size());
}

void refreshTethers(Cloth& cloth) {
  cloth.tethersStale = false;
  cloth.tetherCount = 0;
  const GarmentData& data = cloth.data();
  const std::size_t k = cloth.pins.empty() ? 0 : cloth.params.tethers;
  const auto none = static_cast<std::uint32_t>(cloth.pins.size());
  cloth.state.anchors.assign(k == 0 ? 0 : 4 * (cloth.pins.size() + 1), 0.0f);
  cloth.state.tetherAnchor.assign(k * data.paddedCount, none);
  cloth.state.tetherLength.assign(k * data.paddedCount, 1e18f);
  if (k == 0) return;
  const std::vector<NearestSource> nearest = nearestSources(data.surface, cloth.pins, k);
  std::vector<std::uint32_t> pinOfParticle(data.particleCount, none);
  for (std::uint32_t i = 0; i < none; ++i) pinOfParticle[cloth.pins[i]] = i;
  const float stretch = 1.0f + cloth.params.tetherSlack;
  for (std::uint32_t i = 0; i < data.particleCount; ++i) {
    if (cloth.pinned[i] != 0) continue;
    for (std::size_t j = 0; j < k; ++j) {
      const NearestSource& source = nearest[i * k + j];
      if (source.source == kNone) break;
      // kRowLane is its own inverse.
      const std::size_t at = j * data.paddedCount + i / kBlock * kBlock + kRowLane[i % kBlock];
      cloth.state.tetherAnchor[at] = pinOfParticle[source.source];
      cloth.state.tetherLength[at] = source.distance * stretch;
      ++cloth.tetherCount;
    }
  }
}

}  // namespace toile
