// The mass of every particle.
#pragma once

#include <span>
#include <vector>

#include "toile/garment.h"
#include "topology/topology.h"

namespace toile {

/// Masses outside have no float inverse that could still be multiplied with anything.
inline constexpr double kLeastMass = 1e-25, kMostMass = 1e25;  // kg

/// Mean of `perVertex` over the vertices of each particle; empty stays empty.
std::vector<float> averageOverCopies(std::span<const float> perVertex, std::span<const std::uint32_t> particleOfVertex,
                                     std::size_t particleCount);

/// kg a particle:
/// - vertexMasses, averaged over the copies of a particle; else the areal density times a third of the rest area
///   of each triangle, or (evenMass) the same share of all that for everybody;
/// - times massScale, averaged likewise;
/// - all of it scaled to totalMass where that is given.
/// An error where a mass leaves the range of floats that have an inverse.
Result<std::vector<float>> particleMasses(const GarmentDef& def, const Topology& topology, const RestMetric& rest,
                                          std::span<const std::uint32_t> particleOfVertex, std::size_t particleCount);

}  // namespace toile
