#include "viewer/brush.h"

#include <algorithm>

namespace toile::view {
namespace {

std::string& nameOf(ScenePaints& paints, Weight weight) {
  switch (weight) {
    case Weight::maxDistance:
      return paints.maxDistance;
    case Weight::thickness:
      return paints.thickness;
    case Weight::mass:
      return paints.mass;
    default:
      return paints.stiffness;
  }
}

}  // namespace

void dab(const Brush& brush, std::span<const Vec3> positions, Vec3 centre, std::span<float> values) {
  const float least = brush.weight == Weight::mass ? 0.01f : 0.0f;  // a mass is more than nothing
  for (std::size_t v = 0; v < positions.size() && v < values.size(); ++v) {
    const float part = lengthSquared(positions[v] - centre) / (brush.radius * brush.radius);
    if (!(part < 1.0f)) continue;
    const float towards = brush.strength * (1.0f - part) * (1.0f - part);
    values[v] = std::max(values[v] + (brush.value - values[v]) * towards, least);
  }
}

std::vector<float> weightsOf(const SceneGarment& described, const PlayedGarment& garment, Weight weight) {
  ScenePaints paints = described.paints;
  const auto& known = garment.source.mesh.paints;
  const auto found = known.find(nameOf(paints, weight));
  if (found != known.end()) return found->second;
  return std::vector<float>(garment.source.mesh.vertexCount(), 1.0f);
}

void setWeights(SceneGarment& described, Weight weight, std::vector<float> values) {
  std::string& name = nameOf(described.paints, weight);
  if (name.empty()) name = "painted_" + std::string(kWeightNames[static_cast<std::size_t>(weight)]);
  const auto same = [&](const ScenePaint& paint) { return paint.name == name; };
  const auto found = std::find_if(described.painted.begin(), described.painted.end(), same);
  if (found != described.painted.end())
    found->values = std::move(values);
  else
    described.painted.push_back({name, std::move(values)});
}

}  // namespace toile::view
