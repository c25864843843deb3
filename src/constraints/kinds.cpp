// The list of kinds, and what their builders share.
#include <algorithm>

#include "constraints/builders.h"
#include "constraints/constraint.h"

namespace toile {
namespace {

// kind, name, particles, parameters, multipliers, bending, builder
constexpr KindInfo kKinds[] = {
    {Kind::stretch, "stretch", 2, 1, 1, false, buildStretch},
    {Kind::shear, "shear", 2, 1, 1, false, buildShear},
    {Kind::wing, "wing", 2, 1, 1, false, buildWing},
    {Kind::skipOne, "skip_one", 2, 1, 1, true, buildSkipOne},
    {Kind::quadraticBending, "quadratic_bending", 4, 4, 3, true, buildQuadraticBending},
    {Kind::dihedralBending, "dihedral_bending", 4, 1, 1, true, buildDihedralBending},
    {Kind::area, "area", 3, 1, 1, false, buildArea},
    {Kind::triangleShear, "triangle_shear", 3, 1, 1, false, buildTriangleShear},
    {Kind::strain, "strain", 3, 7, 3, false, buildStrain},
};
static_assert(std::size(kKinds) == kKindCount);

}  // namespace

std::span<const KindInfo> kinds() { return kKinds; }

std::string_view kindName(Kind kind) {
  const auto index = static_cast<std::size_t>(kind);
  return index < kKindCount ? kKinds[index].name : "unknown";
}

float stencilScale(const BuildInput& input, std::span<const std::uint32_t> particles) {
  if (input.stiffnessScale.empty()) return 1.0f;
  float sum = 0.0f;
  for (const std::uint32_t p : particles) sum += input.stiffnessScale[p];
  return sum / static_cast<float>(particles.size());
}

bool allFixed(const BuildInput& input, std::span<const std::uint32_t> particles) {
  if (input.fixed.empty()) return false;
  for (const std::uint32_t p : particles) {
    if (input.fixed[p] == 0) return false;
  }
  return true;
}

float bendingRigidity(const Fabric& fabric) { return std::min(fabric.bendingRigidity, 1e6f); }

float storedCompliance(const BuildInput& input, Kind kind, float stiffness, float scale) {
  if (!(scale > 0.0f)) return kSlack;
  const std::optional<float>& given = input.def.compliance[kind];
  if (!given && !(stiffness > 0.0f)) return kSlack;
  // 1 / infinity is 0: no compliance at all.
  const float compliance = (given ? *given : 1.0f / stiffness) / scale;
  return compliance < kSlack ? compliance : kSlack;
}

}  // namespace toile
