#include "garment_validate.h"

#include <cmath>
#include <cstdio>
#include <limits>
#include <string>

#include "validate.h"

namespace toile {

namespace {

Error fail(std::string message) { return Error{std::move(message)}; }

/// One finite value a vertex, or none at all.
Status checkPerVertex(const char* name, const std::vector<float>& values, std::size_t vertices, bool zeroAllowed) {
  if (values.empty()) return {};
  if (values.size() != vertices) {
    return fail(std::string(name) + " has " + std::to_string(values.size()) + " values, the mesh " +
                std::to_string(vertices) + " vertices");
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i]))
      return fail(std::string(name) + " of vertex " + std::to_string(i) + " is not finite");
    if (values[i] < 0.0f || (!zeroAllowed && values[i] == 0.0f)) {
      return fail(std::string(name) + " of vertex " + std::to_string(i) + " is " + number(values[i]) +
                  ", but has to be " + (zeroAllowed ? "at least 0" : "above 0"));
    }
  }
  return {};
}

Status checkFaces(const SurfaceMesh& mesh) {
  if (mesh.faceSizes.empty()) {
    if (mesh.faceVertices.size() % 3 != 0) {
      return fail("the triangles have " + std::to_string(mesh.faceVertices.size()) + " corners, not a multiple of 3");
    }
  } else {
    std::size_t corners = 0;
    for (std::size_t f = 0; f < mesh.faceSizes.size(); ++f) {
      if (mesh.faceSizes[f] > kMostFaceCorners) {
        return fail("face " + std::to_string(f) + " has " + std::to_string(mesh.faceSizes[f]) + " corners, at most " +
                    std::to_string(kMostFaceCorners) + " can be cut into triangles");
      }
      corners += mesh.faceSizes[f];
    }
    if (corners != mesh.faceVertices.size()) {
      return fail("the faces' sizes add up to " + std::to_string(corners) + " corners, but there are " +
                  std::to_string(mesh.faceVertices.size()));
    }
  }
  std::size_t face = 0, corner = 0;
  for (const std::uint32_t v : mesh.faceVertices) {
    while (!mesh.faceSizes.empty() && corner == mesh.faceSizes[face]) {
      ++face;
      corner = 0;
    }
    if (mesh.faceSizes.empty() && corner == 3) {
      ++face;
      corner = 0;
    }
    if (v >= mesh.vertexCount()) {
      return fail("face " + std::to_string(face) + " names vertex " + std::to_string(v) + ", the mesh has " +
                  std::to_string(mesh.vertexCount()));
    }
    ++corner;
  }
  return {};
}

Status checkMesh(const SurfaceMesh& mesh) {
  // Corners of triangles are numbered in 32 bits as well (a polygon of n corners has 3(n − 2)), all ones is none.
  constexpr std::size_t kMost = std::numeric_limits<std::uint32_t>::max() / 4;
  if (mesh.vertexCount() > kMost || mesh.faceVertices.size() > kMost) return fail("the mesh is too large");
  for (std::size_t i = 0; i < mesh.vertexCount(); ++i) {
    const Vec3 p = mesh.positions[i];
    if (!isFinite(p)) return fail("position of vertex " + std::to_string(i) + " is not finite");
    if (std::abs(p.x) > kLargestCoordinate || std::abs(p.y) > kLargestCoordinate ||
        std::abs(p.z) > kLargestCoordinate) {
      return fail("position of vertex " + std::to_string(i) + " is further than 1e9 m from the origin");
    }
  }
  if (!mesh.uvs.empty() && mesh.uvs.size() != mesh.vertexCount()) {
    return fail("there are " + std::to_string(mesh.uvs.size()) + " UVs for " + std::to_string(mesh.vertexCount()) +
                " vertices");
  }
  for (std::size_t i = 0; i < mesh.uvs.size(); ++i) {
    const Vec2 uv = mesh.uvs[i];
    if (!(std::abs(uv.x) <= kLargestCoordinate) || !(std::abs(uv.y) <= kLargestCoordinate)) {
      return fail("UV of vertex " + std::to_string(i) + " is not finite or beyond 1e9");
    }
  }
  if (!mesh.normals.empty() && mesh.normals.size() != mesh.vertexCount()) {
    return fail("there are " + std::to_string(mesh.normals.size()) + " normals for " +
                std::to_string(mesh.vertexCount()) + " vertices");
  }
  for (std::size_t i = 0; i < mesh.normals.size(); ++i) {
    if (!isFinite(mesh.normals[i])) return fail("normal of vertex " + std::to_string(i) + " is not finite");
  }
  for (const auto& [name, values] : mesh.paints) {
    if (values.size() != mesh.vertexCount()) {
      return fail("paint \"" + name + "\" has " + std::to_string(values.size()) + " values, the mesh " +
                  std::to_string(mesh.vertexCount()) + " vertices");
    }
  }
  return checkFaces(mesh);
}

enum class Range : std::uint8_t { positive, positiveOrInfinite, notNegative, notNegativeOrInfinite };

Status checkValue(const std::string& name, float value, Range range) {
  const bool infinite = range == Range::positiveOrInfinite || range == Range::notNegativeOrInfinite;
  const bool zero = range == Range::notNegative || range == Range::notNegativeOrInfinite;
  const bool fine = (zero ? value >= 0.0f : value > 0.0f) && (infinite || std::isfinite(value));
  if (fine) return {};
  return fail(name + " is " + number(value) + ", but has to be " + (zero ? "at least 0" : "above 0") +
              (infinite ? "" : " and finite"));
}

Status checkFabric(const Fabric& f) {
  struct Entry {
    const char* name;
    float value;
    Range range;
  };
  const Entry entries[] = {{"arealDensity", f.arealDensity, Range::positive},
                           {"stretchWarp", f.stretchWarp, Range::positiveOrInfinite},
                           {"stretchWeft", f.stretchWeft, Range::positiveOrInfinite},
                           {"shear", f.shear, Range::notNegativeOrInfinite},
                           {"area", f.area, Range::notNegativeOrInfinite},
                           {"bendingRigidity", f.bendingRigidity, Range::notNegativeOrInfinite},
                           {"thickness", f.thickness, Range::notNegative},
                           {"frictionStatic", f.frictionStatic, Range::notNegative},
                           {"frictionDynamic", f.frictionDynamic, Range::notNegative},
                           {"stretchDamping", f.stretchDamping, Range::notNegative},
                           {"bendingDamping", f.bendingDamping, Range::notNegative},
                           {"airDrag", f.airDrag, Range::notNegative},
                           {"airLift", f.airLift, Range::notNegative}};
  for (const Entry& entry : entries) {
    if (Status s = checkValue(std::string("fabric.") + entry.name, entry.value, entry.range); !s) return s;
  }
  if (f.frictionDynamic > f.frictionStatic) return fail("fabric.frictionDynamic is above fabric.frictionStatic");
  if (f.airLift > f.airDrag) return fail("fabric.airLift is above fabric.airDrag");
  return {};
}

Status checkDef(const SurfaceMesh& mesh, const GarmentDef& def) {
  if (Status s = checkFabric(def.fabric); !s) return s;
  for (std::size_t k = 0; k < kKindCount; ++k) {
    const auto kind = static_cast<Kind>(k);
    if (!def.compliance[kind]) continue;
    const std::string name = "compliance of " + std::string(kindName(kind));
    if (Status s = checkValue(name, *def.compliance[kind], Range::notNegative); !s) return s;
  }
  if (Status s = checkValue("uvScale", def.uvScale, Range::positive); !s) return s;
  if (Status s = checkValue("weldDistance", def.weldDistance, Range::notNegative); !s) return s;
  if (def.totalMass) {
    if (Status s = checkValue("totalMass", *def.totalMass, Range::positive); !s) return s;
  }
  if (def.evenMass && !def.vertexMasses.empty()) return fail("evenMass and vertexMasses exclude each other");
  if (def.restState == RestState::flatFromUv && mesh.uvs.empty()) {
    return fail("the rest state is to be flat from UVs, but the mesh has none");
  }
  const std::size_t n = mesh.vertexCount();
  if (Status s = checkPerVertex("vertexMasses", def.vertexMasses, n, false); !s) return s;
  if (Status s = checkPerVertex("stiffnessScale", def.stiffnessScale, n, true); !s) return s;
  if (Status s = checkPerVertex("massScale", def.massScale, n, false); !s) return s;
  if (Status s = checkPerVertex("maxDistanceScale", def.maxDistanceScale, n, true); !s) return s;
  if (Status s = checkPerVertex("thicknessScale", def.thicknessScale, n, true); !s) return s;
  for (std::size_t i = 0; i < def.fixedVertices.size(); ++i) {
    if (def.fixedVertices[i] >= n) {
      return fail("fixedVertices[" + std::to_string(i) + "] names vertex " + std::to_string(def.fixedVertices[i]) +
                  ", the mesh has " + std::to_string(n));
    }
  }
  return {};
}

}  // namespace

Status validateGarment(const SurfaceMesh& mesh, const GarmentDef& def) {
  if (Status s = checkMesh(mesh); !s) return s;
  return checkDef(mesh, def);
}

}  // namespace toile
