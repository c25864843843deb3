#include "backends/gpu/solids.h"

#include <algorithm>
#include <cassert>

#include "collision/hull/hull_data.h"
#include "collision/volume/volume_data.h"

namespace toile {
namespace {

constexpr std::size_t kFaceWords = 40;

std::size_t wordsOf(const HullData& hull) { return kGpuRecordWords + kFaceWords * hull.faces.size(); }
std::size_t wordsOf(const VolumeData& volume) { return kGpuRecordWords + volume.distances.size(); }

std::size_t wholeRecords(std::size_t words) {
  return (words + kGpuRecordWords - 1) / kGpuRecordWords * kGpuRecordWords;
}

void writeHull(const HullData& hull, float* to) {
  to[0] = static_cast<float>(hull.faces.size());
  to += kGpuRecordWords;
  for (std::size_t f = 0; f < hull.faces.size(); ++f, to += kFaceWords) {
    const HullPlane& plane = hull.planes[f];
    const HullFace& face = hull.faces[f];
    std::copy(plane.normal, plane.normal + 3, to);
    to[3] = plane.offset;
    for (std::size_t k = 0; k < 3; ++k) {
      std::copy(face.corner[k], face.corner[k] + 3, to + 4 + 4 * k);
      to[7 + 4 * k] = face.inverseSquared[k];
      std::copy(face.edge[k], face.edge[k] + 3, to + 16 + 4 * k);
      std::copy(face.outward[k], face.outward[k] + 3, to + 28 + 4 * k);
    }
  }
}

void writeVolume(const VolumeData& volume, float* to) {
  for (std::size_t k = 0; k < 3; ++k) to[k] = static_cast<float>(volume.samples[k]);
  to[3] = volume.cell;
  to[4] = volume.origin.x, to[5] = volume.origin.y, to[6] = volume.origin.z;
  to[7] = volume.inverseCell;
  to[8] = volume.report.slope;
  std::copy(volume.distances.begin(), volume.distances.end(), to + kGpuRecordWords);
}

/// Of each asset once, in order of the colliders.
template <class OfHull, class OfVolume>
void forEachSolid(std::span<const ColliderRecord> colliders, OfHull ofHull, OfVolume ofVolume) {
  std::vector<const void*> seen;
  const auto isNew = [&](const void* asset) {
    if (std::find(seen.begin(), seen.end(), asset) != seen.end()) return false;
    seen.push_back(asset);
    return true;
  };
  for (const ColliderRecord& collider : colliders) {
    if (!collider.alive || !collider.def.enabled) continue;
    if (const auto* hull = std::get_if<ConvexHull>(&collider.def.shape)) {
      if (isNew(hull->mesh.get())) ofHull(hull->mesh);
    } else if (const auto* volume = std::get_if<Volume>(&collider.def.shape)) {
      if (isNew(volume->volume.get())) ofVolume(volume->volume);
    }
  }
}

}  // namespace

std::uint64_t gpuSolidsBytes(std::span<const ColliderRecord> colliders) {
  std::uint64_t words = 0;
  forEachSolid(
      colliders, [&](const HullMeshPtr& hull) { words += wholeRecords(wordsOf(hull->data())); },
      [&](const SdfVolumePtr& volume) { words += wholeRecords(wordsOf(volume->data())); });
  return words * sizeof(float);
}

bool GpuSolids::take(std::span<const ColliderRecord> colliders) {
  std::vector<Record> records;
  std::size_t words = 0;
  forEachSolid(
      colliders,
      [&](const HullMeshPtr& hull) {
        records.push_back({hull, nullptr, words});
        words += wholeRecords(wordsOf(hull->data()));
      },
      [&](const SdfVolumePtr& volume) {
        records.push_back({nullptr, volume, words});
        words += wholeRecords(wordsOf(volume->data()));
      });
  const bool same = std::equal(records.begin(), records.end(), records_.begin(), records_.end(),
                               [](const Record& a, const Record& b) { return a.asset() == b.asset(); });
  records_ = std::move(records);
  return !same;
}

std::vector<float> GpuSolids::words() const {
  std::vector<float> words;
  for (const Record& record : records_) {
    const std::size_t size = record.hull ? wordsOf(record.hull->data()) : wordsOf(record.volume->data());
    words.resize(record.first + wholeRecords(size));
    float* to = &words[record.first];
    if (record.hull) {
      writeHull(record.hull->data(), to);
    } else {
      writeVolume(record.volume->data(), to);
    }
  }
  return words;
}

float GpuSolids::record(const void* asset) const {
  const auto found =
      std::find_if(records_.begin(), records_.end(), [&](const Record& r) { return r.asset() == asset; });
  assert(found != records_.end());
  const std::size_t index = found->first / kGpuRecordWords;
  return static_cast<float>(index);
}

}  // namespace toile
