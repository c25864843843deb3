// From a mesh to a garment, step by step.
#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

#include "constraints/constraint.h"
#include "garment_data.h"
#include "garment_masses.h"
#include "garment_normals.h"
#include "garment_pack.h"
#include "garment_validate.h"
#include "topology/build.h"
#include "topology/faces.h"
#include "topology/reorder.h"
#include "topology/rest_metric.h"
#include "topology/runs.h"
#include "topology/shape.h"
#include "topology/surface_graph.h"
#include "topology/weld.h"

namespace toile {

namespace {

/// Particles without a triangle go; the others keep their order. newIndex[weld particle], kNone for the loose.
std::vector<std::uint32_t> numberUsed(const CleanFaces& faces, std::size_t weldedCount, std::uint32_t& count) {
  std::vector<std::uint32_t> number(weldedCount, kNone);
  for (const auto& triangle : faces.triangles) {
    for (const std::uint32_t p : triangle) number[p] = 0;
  }
  count = 0;
  for (std::uint32_t& n : number) n = n == kNone ? kNone : count++;
  return number;
}

void rename(CleanFaces& faces, std::span<const std::uint32_t> newIndex) {
  for (auto& triangle : faces.triangles) {
    for (std::uint32_t& p : triangle) p = newIndex[p];
  }
  for (QuadFace& quad : faces.quadFaces) {
    for (std::uint32_t& p : quad.corners) p = newIndex[p];
  }
}

/// Triangles in order of their lowest particle, so that neighbours in space are neighbours in memory.
void sortTriangles(CleanFaces& faces) {
  const auto lowest = [&](std::uint32_t t) {
    return *std::min_element(faces.triangles[t].begin(), faces.triangles[t].end());
  };
  std::vector<std::uint32_t> order(faces.triangles.size()), newIndex(order.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t s, std::uint32_t t) { return lowest(s) < lowest(t); });
  const CleanFaces old = faces;
  for (std::uint32_t t = 0; t < order.size(); ++t) {
    faces.triangles[t] = old.triangles[order[t]];
    faces.triangleVertices[t] = old.triangleVertices[order[t]];
    newIndex[order[t]] = t;
  }
  for (QuadFace& quad : faces.quadFaces) {
    for (std::uint32_t& t : quad.triangles) t = newIndex[t];
  }
}

/// Everything from the mesh to the particles' final order.
void buildTopologyOf(const SurfaceMesh& mesh, const Weld& weld, CleanFaces& faces, GarmentData& data) {
  std::vector<std::uint32_t> particleOf = numberUsed(faces, weld.vertexOfParticle.size(), data.particleCount);
  rename(faces, particleOf);
  const auto placeParticles = [&] {
    data.restPositions.resize(data.particleCount);
    data.vertexOfParticle.resize(data.particleCount);
    for (std::size_t p = 0; p < particleOf.size(); ++p) {
      if (particleOf[p] == kNone) continue;
      data.vertexOfParticle[particleOf[p]] = weld.vertexOfParticle[p];
      data.restPositions[particleOf[p]] = mesh.positions[weld.vertexOfParticle[p]];
    }
  };
  placeParticles();
  data.topology = buildTopology(faces.triangles, faces.triangleVertices, faces.quadFaces, data.restPositions);
  std::vector<std::uint32_t> order = localityOrder(data.topology, data.particleCount);
  interleave(data.topology, data.particleCount, order);
  if (!std::is_sorted(order.begin(), order.end())) {
    rename(faces, order);
    for (std::uint32_t& p : particleOf) p = p == kNone ? kNone : order[p];
    placeParticles();
    sortTriangles(faces);
    data.topology = buildTopology(faces.triangles, faces.triangleVertices, faces.quadFaces, data.restPositions);
  }
  data.particleOfVertex.resize(mesh.vertexCount());
  for (std::size_t v = 0; v < mesh.vertexCount(); ++v) {
    data.particleOfVertex[v] = particleOf[weld.particleOfVertex[v]];
  }
}

void fillReport(const SurfaceMesh& mesh, const Weld& weld, const CleanFaces& faces, GarmentData& data) {
  GarmentReport& report = data.report;
  const MeshShape shape = measureShape(data.topology, data.restPositions);
  report.vertices = mesh.vertexCount();
  report.faces = mesh.faceCount();
  report.particles = data.particleCount;
  report.triangles = data.topology.triangles.size();
  report.edges = data.topology.edges.size();
  report.hinges = data.topology.hinges.size();
  report.quads = data.topology.quads.size();
  report.components = shape.components;
  report.boundaryLoops = shape.boundaryLoops;
  report.boundaryEdges = shape.boundaryEdges;
  report.weldedVertices = mesh.vertexCount() - weld.vertexOfParticle.size();
  report.looseVertices = static_cast<std::size_t>(
      std::count(data.particleOfVertex.begin(), data.particleOfVertex.end(), Garment::kNoParticle));
  report.concavePolygons = faces.concavePolygons;
  report.crossingPolygons = faces.crossingPolygons;
  report.degenerateFaces = faces.degenerateFaces;
  report.degenerateTriangles = faces.degenerateTriangles;
  report.duplicateTriangles = faces.duplicateTriangles;
  report.nonManifoldEdges = shape.nonManifoldEdges;
  report.bowTieVertices = shape.bowTieVertices;
  report.inconsistentEdges = shape.inconsistentEdges;
  report.maxValence = shape.maxValence;
  report.closed = shape.closed;
  report.area = shape.area;
  report.volume = shape.volume;
  report.mass = std::accumulate(data.masses.begin(), data.masses.end(), 0.0);
}

/// Runs pay in columns, single constraints do better in whole particles.
bool isRegular(const std::vector<ConstraintSet>& sets) {
  constexpr double kLeastInRuns = 0.8;
  std::size_t blocks = 0, runs = 0;
  for (const ConstraintSet& set : sets) {
    blocks += set.blockCount;
    for (const ColourRange& colour : set.colours) runs += colour.runCount;
  }
  return runs != 0 && static_cast<double>(runs) >= kLeastInRuns * static_cast<double>(blocks);
}

void buildConstraints(GarmentData& data) {
  const std::vector<float> stiffness =
      averageOverCopies(data.def.stiffnessScale, data.particleOfVertex, data.particleCount);
  const BuildInput input{data.topology, data.rest, data.restPositions, data.def, stiffness, data.fixed};
  for (const KindInfo& kind : kinds()) {
    if (!data.def.kinds.has(kind.kind)) continue;
    const RawConstraints raw = kind.build(input);
    data.report.skippedConstraints += raw.skipped;
    if (raw.count() != 0) data.sets.push_back(packConstraints(kind, raw, data.particleCount));
  }
  data.regular = isRegular(data.sets);
  data.triangles = packTriangles(data.topology.triangles, data.particleCount);
}

}  // namespace

Result<std::shared_ptr<const Garment>> Garment::build(const SurfaceMesh& mesh, const GarmentDef& def) {
  if (Status s = validateGarment(mesh, def); !s) return Error{s.error()};
  const Weld welded = weld(mesh.positions, def.weldDistance);
  CleanFaces faces = cleanFaces(mesh, welded);
  if (faces.triangles.empty()) {
    return Error{"the mesh has no usable triangle (" + std::to_string(mesh.faceCount()) + " faces, " +
                 std::to_string(faces.degenerateFaces) + " without area)"};
  }
  auto data = std::make_unique<GarmentData>();
  data->def = def;
  buildTopologyOf(mesh, welded, faces, *data);
  data->paddedCount = paddedParticleCount(data->particleCount);
  data->restVertices = mesh.positions;
  data->uvs = mesh.uvs;
  data->drawTriangles = std::move(faces.drawTriangles);
  data->normalGroup = groupNormals(data->particleOfVertex, data->particleCount, mesh.normals, data->normalGroupCount);

  data->rest = buildRestMetric({data->topology, data->restPositions, mesh.uvs, def.restState, def.uvScale},
                               data->report.degenerateUvTriangles);
  Result<std::vector<float>> masses =
      particleMasses(def, data->topology, data->rest, data->particleOfVertex, data->particleCount);
  if (!masses) return Error{masses.error()};
  data->masses = std::move(masses).value();
  data->thicknessScale = averageOverCopies(def.thicknessScale, data->particleOfVertex, data->particleCount);
  data->maxDistanceScale = averageOverCopies(def.maxDistanceScale, data->particleOfVertex, data->particleCount);
  data->fixed.assign(data->particleCount, 0);
  for (std::size_t i = 0; i < def.fixedVertices.size(); ++i) {
    const std::uint32_t particle = data->particleOfVertex[def.fixedVertices[i]];
    if (particle == kNoParticle) {
      return Error{"fixedVertices[" + std::to_string(i) + "] names vertex " + std::to_string(def.fixedVertices[i]) +
                   ", which is loose (part of no triangle)"};
    }
    data->fixed[particle] = 1;
  }
  buildConstraints(*data);
  data->surface = buildSurfaceGraph(data->topology, data->rest, data->particleCount);
  fillReport(mesh, welded, faces, *data);
  return std::shared_ptr<const Garment>(new Garment(std::move(data)));
}

}  // namespace toile
