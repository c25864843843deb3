// From a mesh to the asset of a body.
#include <cmath>
#include <string>

#include "collision/body/body_data.h"
#include "garment_validate.h"
#include "math/double_vec.h"
#include "toile/body.h"
#include "topology/faces.h"
#include "topology/weld.h"

namespace toile {
namespace {

double volumeOf(const BodyData& data, std::span<const std::array<std::uint32_t, 3>> triangles) {
  // Relative to one of the corners: what is far from the origin keeps its digits.
  const DoubleVec3 origin = toDouble(data.restVertices[data.vertexOfCorner[triangles[0][0]]]);
  double sum = 0.0;
  for (const auto& t : triangles) {
    DoubleVec3 p[3];
    for (std::size_t k = 0; k < 3; ++k) p[k] = toDouble(data.restVertices[data.vertexOfCorner[t[k]]]) - origin;
    sum += dot(p[0], cross(p[1], p[2]));
  }
  return sum / 6.0;
}

std::string trianglesNamed(const CleanFaces& faces, TurnedOver turned) {
  const auto name = [&](std::uint32_t t) {
    const auto& v = faces.triangleVertices[t];
    return std::to_string(v[0]) + " " + std::to_string(v[1]) + " " + std::to_string(v[2]);
  };
  return name(turned.a) + " and " + name(turned.b);
}

}  // namespace

BodyMesh::BodyMesh(std::unique_ptr<const BodyData> data) : data_(std::move(data)) {}
BodyMesh::~BodyMesh() = default;

Result<BodyMeshPtr> BodyMesh::build(const SurfaceMesh& mesh) {
  if (const Status status = validateGarment(mesh, GarmentDef{}); !status) return Error{"body: " + status.error()};
  const Weld welded = weld(mesh.positions, 0.0f);
  const CleanFaces faces = cleanFaces(mesh, welded);
  if (faces.triangles.empty()) return Error{"body: the mesh has no usable triangle"};
  auto data = std::make_unique<BodyData>();
  data->restVertices = mesh.positions;
  data->drawTriangles = faces.drawTriangles;
  data->cornerOfVertex = welded.particleOfVertex, data->vertexOfCorner = welded.vertexOfParticle;
  std::vector<std::array<std::uint32_t, 3>> neighbours;
  const TurnedOver turned = findNeighbours(faces.triangles, neighbours, data->report);
  if (turned.a != kNoTriangle) {
    return Error{"body: triangles " + trianglesNamed(faces, turned) +
                 " (vertices) run along their edge in the same direction: one of them is turned over"};
  }
  if (data->report.closed && volumeOf(*data, faces.triangles) < 0.0)
    return Error{"body: the mesh is closed and its volume negative: it is inside out"};

  arrangeBody(*data, faces.triangles);
  BodyReport& report = data->report;
  report.vertices = mesh.vertexCount();
  report.corners = data->cornerCount, report.triangles = data->triangleCount;
  report.degenerateTriangles = faces.degenerateFaces + faces.degenerateTriangles;
  report.duplicateTriangles = faces.duplicateTriangles;
  for (const std::uint32_t corner : data->cornerOfVertex) report.looseVertices += corner == kNoTriangle ? 1 : 0;
  return BodyMeshPtr(new BodyMesh(std::move(data)));
}

std::size_t BodyMesh::vertexCount() const { return data_->restVertices.size(); }
std::span<const Vec3> BodyMesh::restPositions() const { return data_->restVertices; }
std::span<const std::uint32_t> BodyMesh::triangles() const { return data_->drawTriangles; }
const BodyReport& BodyMesh::report() const { return data_->report; }

}  // namespace toile
