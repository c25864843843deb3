// Painting of per-vertex weights.
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "scenes/play.h"

namespace toile::view {

/// What a garment scales vertex by vertex (GarmentDef).
enum class Weight : std::uint8_t { maxDistance, stiffness, thickness, mass };
inline constexpr std::array<std::string_view, 4> kWeightNames{"max_distance", "stiffness", "thickness", "mass"};

struct Brush {
  Weight weight = Weight::stiffness;
  float value = 0.1f;     ///< 1, 0 … 10; what is painted
  float radius = 0.1f;    ///< m, > 0
  float strength = 0.5f;  ///< 1, 0 … 1; part of the way to `value` at the middle of a dab
};

/// Moves the values of vertices within the radius of `centre` towards the brush's, less towards its rim (1 − r²)².
/// Values of masses stay at least 0.01.
void dab(const Brush& brush, std::span<const Vec3> positions, Vec3 centre, std::span<float> values);

/// The weights in use, one a vertex of the garment's mesh; 1 where it has none.
std::vector<float> weightsOf(const SceneGarment& described, const PlayedGarment& garment, Weight weight);

/// Keeps weights in the scene's garment itself, under the name it uses for them or, where it has none, a new one.
void setWeights(SceneGarment& described, Weight weight, std::vector<float> values);

}  // namespace toile::view
