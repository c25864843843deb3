// From distances on a grid to the asset of a volume.
#include <algorithm>
#include <cmath>
#include <string>

#include "collision/volume/volume_data.h"
#include "toile/volume.h"
#include "validate.h"

namespace toile {
namespace {

constexpr std::uint32_t kMostAlongAxis = 4096;
constexpr float kMostSteep = 1.1f;  ///< of neighbours: 1, and rounding
/// Cells between the origin and the farthest sample: beyond, floats tell fewer than eight places of a cell apart.
constexpr double kMostCellsAway = 1e6;

using Indices = std::array<std::uint32_t, 3>;

Error volumeError(const std::string& reason) { return Error{"VolumeDef::" + reason}; }

std::size_t offsetOf(const VolumeData& data, Indices at) {
  return at[0] + data.samples[0] * (at[1] + std::size_t{data.samples[1]} * at[2]);
}

std::string sampleName(Indices at) {
  return "distances at (" + std::to_string(at[0]) + ", " + std::to_string(at[1]) + ", " + std::to_string(at[2]) + ") ";
}

template <class Do>
Status forEachSample(const VolumeData& data, Do each) {
  for (std::uint32_t z = 0; z < data.samples[2]; ++z) {
    for (std::uint32_t y = 0; y < data.samples[1]; ++y) {
      for (std::uint32_t x = 0; x < data.samples[0]; ++x) {
        if (Status status = each(Indices{x, y, z}); !status) return status;
      }
    }
  }
  return {};
}

/// m, the largest coordinate of a sample.
double farthest(const VolumeDef& def) {
  const double first[] = {def.origin.x, def.origin.y, def.origin.z};
  double most = 0.0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double last = first[axis] + double{def.cell} * (def.samples[axis] - 1.0);
    most = std::max({most, std::fabs(first[axis]), std::fabs(last)});
  }
  return most;
}

Status validateSizes(const VolumeDef& def) {
  std::uint64_t count = 1;  // of 4096 an axis: more than 32 bits hold
  for (const std::uint32_t size : def.samples) {
    if (size < 2 || size > kMostAlongAxis)
      return volumeError("samples has " + std::to_string(size) + ", must be 2 … " + std::to_string(kMostAlongAxis));
    count *= size;
  }
  if (count > kMostVolumeSamples)
    return volumeError("samples are " + std::to_string(count) + " in all, at most " +
                       std::to_string(kMostVolumeSamples));
  if (!(def.cell >= 1e-6f && def.cell <= 1e6f))
    return volumeError("cell is " + number(def.cell) + ", must be 1e-6 … 1e6");
  const Vec3 origin[] = {def.origin};
  if (const Status status = validatePoints(origin, 1, "VolumeDef::origin"); !status) return status;
  if (const double away = farthest(def); away > kMostCellsAway * def.cell)
    return volumeError("cell is " + number(def.cell) + " m, which floats do not divide " +
                       number(static_cast<float>(away)) + " m from the origin: a million cells at most");
  return validateSize(def.distances.size(), static_cast<std::size_t>(count), "VolumeDef::distances");
}

Status checkValue(const VolumeData& data, Indices at) {
  if (std::fabs(data.distances[offsetOf(data, at)]) <= kLargestCoordinate) return {};
  return volumeError(sampleName(at) + "is not finite or beyond 1e9 m");
}

/// What a sample is beside its next neighbours, all of them being numbers.
Status checkSample(const VolumeData& data, Indices at) {
  const float value = data.distances[offsetOf(data, at)];
  bool border = false;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    border = border || at[axis] == 0 || at[axis] + 1 == data.samples[axis];
    if (at[axis] + 1 == data.samples[axis]) continue;
    Indices next = at;
    ++next[axis];
    const float step = std::fabs(data.distances[offsetOf(data, next)] - value);
    if (!(step <= kMostSteep * data.cell))
      return volumeError(sampleName(at) + "differs by " + number(step) + " m from a neighbour " + number(data.cell) +
                         " m away: these are no distances");
  }
  if (border && !(value > 0.0f))
    return volumeError(sampleName(at) + "is " + number(value) + " on the border: the solid is cut off there");
  return {};
}

/// The steepest the interpolated value can be in the cell that begins here, 1.
float slopeIn(const VolumeData& data, Indices at) {
  float squared = 0.0f;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    float most = 0.0f;
    for (std::uint32_t k = 0; k < 4; ++k) {
      Indices from = at;
      from[(axis + 1) % 3] += k & 1u, from[(axis + 2) % 3] += k >> 1;
      Indices to = from;
      ++to[axis];
      const float rise = data.distances[offsetOf(data, to)] - data.distances[offsetOf(data, from)];
      most = std::max(most, std::fabs(rise) * data.inverseCell);
    }
    squared += most * most;
  }
  return std::sqrt(squared);
}

/// What is told of the samples, and the box round the solid.
void survey(VolumeData& data) {
  VolumeReport& report = data.report;
  report.band = kLargestCoordinate;
  Indices low = data.samples, high{};
  (void)forEachSample(data, [&](Indices at) {
    const float value = data.distances[offsetOf(data, at)];
    bool border = false, last = false;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      border = border || at[axis] == 0 || at[axis] + 1 == data.samples[axis];
      last = last || at[axis] + 1 == data.samples[axis];
    }
    if (border) report.band = std::min(report.band, value);
    if (!last) report.slope = std::max(report.slope, slopeIn(data, at));
    if (value > 0.0f) return Status{};
    ++report.inside;
    report.deepest = std::max(report.deepest, -value);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      low[axis] = std::min(low[axis], at[axis]), high[axis] = std::max(high[axis], at[axis]);
    }
    return Status{};
  });
  // The surface lies at most a cell away from what is inside; a cell more, as what is interpolated is off by less than
  // that.
  const auto place = [&](Indices at, float cells) {
    const auto along = [&](std::uint32_t i) { return (static_cast<float>(i) + cells) * data.cell; };
    return data.origin + Vec3{along(at[0]), along(at[1]), along(at[2])};
  };
  data.lowest = place(low, -2.0f), data.highest = place(high, 2.0f);
}

}  // namespace

SdfVolume::SdfVolume(std::unique_ptr<const VolumeData> data) : data_(std::move(data)) {}
SdfVolume::~SdfVolume() = default;

Result<SdfVolumePtr> SdfVolume::build(const VolumeDef& def) {
  if (const Status status = validateSizes(def); !status) return Error{status.error()};
  auto data = std::make_unique<VolumeData>();
  data->samples = def.samples, data->origin = def.origin;
  data->cell = def.cell, data->inverseCell = 1.0f / def.cell;
  data->distances.assign(def.distances.begin(), def.distances.end());
  Status status = forEachSample(*data, [&](Indices at) { return checkValue(*data, at); });
  if (status) status = forEachSample(*data, [&](Indices at) { return checkSample(*data, at); });
  if (!status) return Error{status.error()};
  survey(*data);
  if (data->report.inside == 0) return volumeError("distances are all positive: there is no solid");
  return SdfVolumePtr(new SdfVolume(std::move(data)));
}

std::array<std::uint32_t, 3> SdfVolume::samples() const { return data_->samples; }
Vec3 SdfVolume::origin() const { return data_->origin; }
float SdfVolume::cell() const { return data_->cell; }
std::span<const float> SdfVolume::distances() const { return data_->distances; }
const VolumeReport& SdfVolume::report() const { return data_->report; }

}  // namespace toile
