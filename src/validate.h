// Checks of everything that comes from outside through the API. Each answer names the field and the reason.
#pragma once

#include <span>
#include <string>

#include "toile/result.h"
#include "toile/world.h"

namespace toile {

/// A value as it stands in an error.
std::string number(float value);

Status validate(const WorldDef& def);
Status validate(const ClothParams& params);
Status validate(const ColliderDef& def);
Status validate(const Wind& wind);
Status validate(const Transform& transform, const char* name);
Status validateSubsteps(std::uint32_t substeps, std::uint32_t iterations);
Status validateSize(std::size_t size, std::size_t count, const char* name);
/// Size equals `count` and every element is finite: accelerations.
Status validateVectors(std::span<const Vec3> vectors, std::size_t count, const char* name);
/// The same, and every element is within ±1e9 m/s: their squares and sums stay finite.
Status validateSpeeds(std::span<const Vec3> velocities, std::size_t count, const char* name);
/// The same, and every element is within ±kLargestCoordinate.
Status validatePoints(std::span<const Vec3> points, std::size_t count, const char* name);
/// Every index names a vertex of the garment that is not loose.
Status validateVertices(const Garment& garment, std::span<const std::uint32_t> vertices, const char* name);
Status validateMasses(std::span<const float> masses, std::size_t count, const char* name);

}  // namespace toile
