// From a mesh to draw to a garment to simulate and the binding between them.
#include <algorithm>
#include <cmath>

#include "drawn_coarse.h"
#include "garment_data.h"
#include "garment_masses.h"
#include "skinning/bind.h"
#include "skinning/carry_over.h"
#include "skinning/draw_blocks.h"
#include "toile/drawing.h"

namespace toile {
namespace {

Status validateSimulated(const SimulatedMesh& simulated, std::size_t vertexCount) {
  if (simulated.vertices != 0 && simulated.mesh != nullptr) {
    return Error{"SimulatedMesh: vertices and mesh are both set"};
  }
  if (simulated.vertices != 0 && simulated.vertices < 4) {
    return Error{"SimulatedMesh::vertices: " + std::to_string(simulated.vertices) + " is below 4"};
  }
  for (std::size_t i = 0; i < simulated.kept.size(); ++i) {
    if (simulated.kept[i] < vertexCount) continue;
    return Error{"SimulatedMesh::kept[" + std::to_string(i) + "] is " + std::to_string(simulated.kept[i]) +
                 ", the mesh has " + std::to_string(vertexCount) + " vertices"};
  }
  return {};
}

/// A mesh as a garment without constraints: welded, cleaned, measured and weighed.
Result<GarmentPtr> surfaceOf(const SurfaceMesh& mesh, GarmentDef def) {
  def.kinds = KindSet{};
  return Garment::build(mesh, def);
}

/// The nearest drawn vertex of each coarse particle of an authored mesh: of those bound to its triangles, the one
/// nearest to it; of all, where none is.
std::vector<std::uint32_t> nearestDrawn(const GarmentData& drawn, const GarmentData& coarse, const Binding& binding) {
  std::vector<std::uint32_t> nearest(coarse.particleCount, kNone);
  const auto consider = [&](std::uint32_t c, std::uint32_t p) {
    const Vec3 place = coarse.restPositions[c];
    if (nearest[c] == kNone ||
        lengthSquared(drawn.restPositions[p] - place) < lengthSquared(drawn.restPositions[nearest[c]] - place)) {
      nearest[c] = p;
    }
  };
  for (std::uint32_t p = 0; p < drawn.particleCount; ++p) {
    for (const std::uint32_t c : coarse.topology.triangles[binding.bound[p].triangle]) consider(c, p);
  }
  for (std::uint32_t c = 0; c < coarse.particleCount; ++c) {
    if (nearest[c] != kNone) continue;
    for (std::uint32_t p = 0; p < drawn.particleCount; ++p) consider(c, p);
  }
  return nearest;
}

/// Twins of the simplified mesh's particles in the drawn mesh.
std::vector<std::uint32_t> twinsOf(const GarmentData& drawn, const GarmentData& coarse,
                                   std::span<const std::uint32_t> drawnVertexOf) {
  std::vector<std::uint32_t> twins(coarse.particleCount, kNone);
  for (std::size_t c = 0; c < twins.size(); ++c) {
    twins[c] = drawn.particleOfVertex[drawnVertexOf[coarse.vertexOfParticle[c]]];
  }
  return twins;
}

/// UVs for an authored mesh that has none, so that warp and weft lie as they do beside it on the drawn mesh. Each
/// corner gets its own copy of its vertex, behind the vertices there are: seams need that.
void carryUvs(const GarmentData& drawn, const GarmentData& coarse, std::span<const std::uint32_t> nearest,
              SurfaceMesh& mesh) {
  std::vector<std::uint32_t> triangleOf(drawn.particleCount, kNone);
  for (std::uint32_t t = 0; t < drawn.topology.triangles.size(); ++t) {
    for (const std::uint32_t p : drawn.topology.triangles[t]) {
      if (triangleOf[p] == kNone) triangleOf[p] = t;
    }
  }
  SurfaceMesh made;
  made.positions = mesh.positions;
  made.uvs.assign(mesh.positions.size(), {});
  made.paints = mesh.paints;
  for (std::size_t t = 0; t < coarse.topology.triangles.size(); ++t) {
    // One chart a triangle: that of the drawn triangle at its first corner.
    const auto& beside = drawn.topology.triangleVertices[triangleOf[nearest[coarse.topology.triangles[t][0]]]];
    const DoubleVec3 a = toDouble(drawn.restVertices[beside[0]]);
    const DoubleVec3 e = toDouble(drawn.restVertices[beside[1]]) - a, f = toDouble(drawn.restVertices[beside[2]]) - a;
    const Vec2 du = drawn.uvs[beside[1]] - drawn.uvs[beside[0]], dv = drawn.uvs[beside[2]] - drawn.uvs[beside[0]];
    const double ee = dot(e, e), ef = dot(e, f), ff = dot(f, f), determinant = ee * ff - ef * ef;
    for (const std::uint32_t vertex : coarse.topology.triangleVertices[t]) {
      const DoubleVec3 g = toDouble(mesh.positions[vertex]) - a;
      const double ge = dot(g, e), gf = dot(g, f);
      const auto s = static_cast<float>((ge * ff - gf * ef) / determinant);
      const auto r = static_cast<float>((gf * ee - ge * ef) / determinant);
      made.faceVertices.push_back(static_cast<std::uint32_t>(made.positions.size()));
      made.positions.push_back(mesh.positions[vertex]);
      made.uvs.push_back(drawn.uvs[beside[0]] + du * s + dv * r);
      for (auto& [name, values] : made.paints) values.push_back(values[vertex]);
    }
  }
  mesh = std::move(made);
}

/// What the definition says of drawn vertices, said of coarse ones.
GarmentDef carriedDef(const GarmentDef& def, const GarmentData& drawn, const GarmentData& coarse,
                      const Binding& binding, std::span<const std::uint32_t> twins) {
  GarmentDef carried = def;
  carried.weldDistance = 0.0f;
  const CarryInput input{binding.bound, coarse.topology.triangles, coarse.particleCount};
  const auto toVertices = [&](const std::vector<float>& perParticle) {
    std::vector<float> values(coarse.particleOfVertex.size());
    for (std::size_t v = 0; v < values.size(); ++v) {
      const std::uint32_t c = coarse.particleOfVertex[v];
      values[v] = c == kNone ? 1.0f : perParticle[c];
    }
    return values;
  };
  // Masses lie where they lay, whatever said so: the sum and the centre of mass stay.
  const std::vector<double> mass = carrySum(input, std::vector<double>(drawn.masses.begin(), drawn.masses.end()));
  double total = 0.0;
  for (const double m : mass) total += m;
  const double least = 1e-3 * total / static_cast<double>(mass.size());  // what nothing drawn is bound to
  std::vector<float> masses(mass.size());
  for (std::size_t c = 0; c < masses.size(); ++c) masses[c] = static_cast<float>(std::max(mass[c], least));
  carried.vertexMasses = toVertices(masses);
  carried.massScale.clear();
  carried.evenMass = false;
  carried.totalMass = static_cast<float>(total);

  std::vector<double> area(drawn.particleCount, 0.0);
  for (std::size_t t = 0; t < drawn.topology.triangles.size(); ++t) {
    for (const std::uint32_t p : drawn.topology.triangles[t]) area[p] += double{drawn.rest.triangleAreas[t]} / 3.0;
  }
  const auto mean = [&](const std::vector<float>& values) {
    if (values.empty()) return std::vector<float>{};
    return toVertices(
        carryMean(input, averageOverCopies(values, drawn.particleOfVertex, drawn.particleCount), area, twins));
  };
  carried.stiffnessScale = mean(def.stiffnessScale);
  carried.maxDistanceScale = mean(def.maxDistanceScale);
  carried.thicknessScale = mean(def.thicknessScale);
  return carried;
}

}  // namespace

Result<std::shared_ptr<const DrawnGarment>> DrawnGarment::build(const SurfaceMesh& mesh, const GarmentDef& def,
                                                                const SimulatedMesh& simulated) {
  if (Status s = validateSimulated(simulated, mesh.vertexCount()); !s) return Error{s.error()};
  auto data = std::make_unique<DrawnData>();
  data->report.drawnVertices = mesh.vertexCount();
  const auto finish = [&](Result<GarmentPtr> garment) -> Result<std::shared_ptr<const DrawnGarment>> {
    if (!garment) return Error{garment.error()};
    data->simulated = std::move(*garment);
    data->report.particles = data->simulated->particleCount();
    data->axes = materialAxes(data->simulated->data());
    return std::shared_ptr<const DrawnGarment>(new DrawnGarment(std::move(data)));
  };
  const auto whole = [&] {
    data->same = true;
    data->haveUvs = !mesh.uvs.empty();
    data->drawnVertexOf.resize(mesh.vertexCount());
    for (std::uint32_t v = 0; v < data->drawnVertexOf.size(); ++v) data->drawnVertexOf[v] = v;
    return finish(Garment::build(mesh, def));
  };
  if (simulated.vertices == 0 && simulated.mesh == nullptr) return whole();

  const Result<GarmentPtr> drawn = surfaceOf(mesh, def);
  if (!drawn) return Error{drawn.error()};
  const GarmentData& drawnData = (*drawn)->data();
  if (simulated.vertices >= drawnData.particleCount) return whole();

  CoarseMesh coarse;
  if (simulated.mesh != nullptr) {
    coarse.mesh = *simulated.mesh;
  } else {
    auto simplified = simplifiedMesh(mesh, **drawn, simulated);
    if (!simplified) return Error{simplified.error()};
    coarse = std::move(*simplified);
  }
  GarmentDef plain;
  Result<GarmentPtr> surface = surfaceOf(coarse.mesh, plain);
  if (!surface) return Error{"the simulated mesh: " + surface.error()};
  std::vector<std::uint32_t> twins;
  if (simulated.mesh == nullptr) twins = twinsOf(drawnData, (*surface)->data(), coarse.drawnVertexOf);
  const BindSurface drawnSurface{drawnData.restPositions, drawnData.topology.triangles};
  const auto bind = [&](const GarmentData& to) {
    return bindParticles(drawnSurface, {to.restPositions, to.topology.triangles}, twins);
  };
  Binding binding = bind((*surface)->data());
  std::vector<std::uint32_t> nearest = twins;
  if (simulated.mesh != nullptr) {
    nearest = nearestDrawn(drawnData, (*surface)->data(), binding);
    if (coarse.mesh.uvs.empty() && !mesh.uvs.empty()) {
      carryUvs(drawnData, (*surface)->data(), nearest, coarse.mesh);
      surface = surfaceOf(coarse.mesh, plain);
      if (!surface) return Error{"the simulated mesh: " + surface.error()};
      binding = bind((*surface)->data());
      nearest = nearestDrawn(drawnData, (*surface)->data(), binding);
    }
  }
  const GarmentData& coarseData = (*surface)->data();
  data->haveUvs = !mesh.uvs.empty();
  data->restVertices = mesh.positions;
  data->triangles = drawnData.drawTriangles;
  for (std::size_t v = 0; v < coarseData.particleOfVertex.size(); ++v) {
    const std::uint32_t c = coarseData.particleOfVertex[v];
    const std::uint32_t p = c == kNone ? 0 : nearest[c];
    data->drawnVertexOf.push_back(drawnData.vertexOfParticle[p]);
  }
  data->report.jumps = binding.jumps;
  layOutDrawing({drawnData, coarseData, binding, mesh.normals}, *data);

  GarmentDef carried = carriedDef(def, drawnData, coarseData, binding, nearest);
  data->particleOfDrawn = drawnData.particleOfVertex;
  data->particleOfSimulated = coarseData.particleOfVertex;
  data->vertexOfSimulated = coarseData.vertexOfParticle;
  carried.fixedVertices = data->standIns(def.fixedVertices);
  return finish(Garment::build(coarse.mesh, carried));
}

DrawnGarment::DrawnGarment(std::unique_ptr<const DrawnData> data) : data_(std::move(data)) {}
DrawnGarment::~DrawnGarment() = default;

const GarmentPtr& DrawnGarment::simulated() const { return data_->simulated; }
const DrawnReport& DrawnGarment::report() const { return data_->report; }
std::size_t DrawnGarment::vertexCount() const { return data_->report.drawnVertices; }
std::span<const std::uint32_t> DrawnGarment::triangles() const {
  return data_->same ? data_->simulated->triangles() : data_->triangles;
}
std::span<const Vec3> DrawnGarment::restPositions() const {
  return data_->same ? data_->simulated->restPositions() : data_->restVertices;
}
std::span<const std::uint32_t> DrawnGarment::drawnVertexOf() const { return data_->drawnVertexOf; }

std::vector<std::uint32_t> DrawnGarment::simulatedVertices(std::span<const std::uint32_t> drawn) const {
  return data_->standIns(drawn);
}

std::vector<std::uint32_t> DrawnData::standIns(std::span<const std::uint32_t> vertices) const {
  if (same) {
    std::vector<std::uint32_t> result;
    for (const std::uint32_t v : vertices) {
      if (simulated->particleOfVertex()[v] != kNone) result.push_back(v);
    }
    std::sort(result.begin(), result.end());
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
  }
  std::vector<std::uint8_t> wanted(particleOfDrawn.size(), 0), chosen(vertexOfSimulated.size(), 0);
  for (const std::uint32_t v : vertices) {
    if (particleOfDrawn[v] != kNone) wanted[particleOfDrawn[v]] = 1;
  }
  for (std::size_t c = 0; c < chosen.size(); ++c)
    chosen[c] = wanted[particleOfDrawn[drawnVertexOf[vertexOfSimulated[c]]]];
  const std::vector<std::uint8_t> twins = chosen;
  for (const std::uint32_t v : vertices) {
    if (particleOfDrawn[v] == kNone) continue;
    const auto corner = corners(v);
    const auto weight = weights(v);
    if (twins[corner[0]] != 0 || twins[corner[1]] != 0 || twins[corner[2]] != 0) continue;
    chosen[corner[static_cast<std::size_t>(std::max_element(weight.begin(), weight.end()) - weight.begin())]] = 1;
  }
  std::vector<std::uint32_t> result;
  for (std::size_t c = 0; c < chosen.size(); ++c) {
    if (chosen[c] != 0) result.push_back(vertexOfSimulated[c]);
  }
  std::sort(result.begin(), result.end());
  return result;
}

}  // namespace toile
