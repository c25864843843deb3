#include "garment_masses.h"

#include <numeric>
#include <string>

namespace toile {

namespace {

std::vector<double> meanOfCopies(std::span<const float> perVertex, std::span<const std::uint32_t> particleOfVertex,
                                 std::size_t particleCount) {
  std::vector<double> sum(particleCount, 0.0);
  std::vector<std::uint32_t> copies(particleCount, 0);
  for (std::size_t v = 0; v < perVertex.size(); ++v) {
    const std::uint32_t p = particleOfVertex[v];
    if (p == kNone) continue;
    sum[p] += perVertex[v];
    ++copies[p];
  }
  for (std::size_t p = 0; p < particleCount; ++p) sum[p] /= copies[p];
  return sum;
}

std::vector<double> massesFromArea(const GarmentDef& def, const Topology& topology, const RestMetric& rest,
                                   std::size_t particleCount) {
  std::vector<double> masses(particleCount, 0.0);
  for (std::size_t t = 0; t < topology.triangles.size(); ++t) {
    const double third = double{def.fabric.arealDensity} * rest.triangleAreas[t] / 3.0;
    for (const std::uint32_t p : topology.triangles[t]) masses[p] += third;
  }
  if (def.evenMass) {
    const double sum = std::accumulate(masses.begin(), masses.end(), 0.0);
    masses.assign(particleCount, sum / static_cast<double>(particleCount));
  }
  return masses;
}

}  // namespace

std::vector<float> averageOverCopies(std::span<const float> perVertex, std::span<const std::uint32_t> particleOfVertex,
                                     std::size_t particleCount) {
  if (perVertex.empty()) return {};
  const std::vector<double> mean = meanOfCopies(perVertex, particleOfVertex, particleCount);
  return std::vector<float>(mean.begin(), mean.end());
}

Result<std::vector<float>> particleMasses(const GarmentDef& def, const Topology& topology, const RestMetric& rest,
                                          std::span<const std::uint32_t> particleOfVertex, std::size_t particleCount) {
  std::vector<double> masses = def.vertexMasses.empty()
                                   ? massesFromArea(def, topology, rest, particleCount)
                                   : meanOfCopies(def.vertexMasses, particleOfVertex, particleCount);
  if (!def.massScale.empty()) {
    const std::vector<double> scale = meanOfCopies(def.massScale, particleOfVertex, particleCount);
    for (std::size_t p = 0; p < particleCount; ++p) masses[p] *= scale[p];
  }
  if (def.totalMass) {
    const double sum = std::accumulate(masses.begin(), masses.end(), 0.0);
    for (double& mass : masses) mass *= *def.totalMass / sum;
  }
  for (std::size_t p = 0; p < particleCount; ++p) {
    if (masses[p] >= kLeastMass && masses[p] <= kMostMass) continue;
    std::size_t vertex = 0;
    while (particleOfVertex[vertex] != p) ++vertex;
    return Error{"the mass at vertex " + std::to_string(vertex) + " is outside 1e-25 to 1e25 kg"};
  }
  return std::vector<float>(masses.begin(), masses.end());
}

}  // namespace toile
