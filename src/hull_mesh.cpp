// From points to the asset of a hull.
#include <algorithm>
#include <string>

#include "collision/hull/convex_hull.h"
#include "collision/hull/hull_data.h"
#include "math/double_vec.h"
#include "toile/colliders.h"
#include "validate.h"

namespace toile {
namespace {

Vec3 toFloat(DoubleVec3 v) { return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)}; }

void put(float (&to)[3], DoubleVec3 v) {
  const Vec3 rounded = toFloat(v);
  to[0] = rounded.x, to[1] = rounded.y, to[2] = rounded.z;
}

double heightAbove(const HullPlane& plane, Vec3 p) {
  const auto of = [](float a, float b) { return static_cast<double>(a) * static_cast<double>(b); };
  return of(plane.normal[0], p.x) + of(plane.normal[1], p.y) + of(plane.normal[2], p.z);
}

void addFace(HullData& data, const std::array<std::uint32_t, 3>& triangle) {
  DoubleVec3 corners[3];
  for (std::size_t k = 0; k < 3; ++k) corners[k] = toDouble(data.vertices[triangle[k]]);
  const DoubleVec3 n = cross(corners[1] - corners[0], corners[2] - corners[0]);
  const DoubleVec3 normal = n * (1.0 / length(n));
  HullPlane plane{};
  put(plane.normal, normal);
  // The rounded normal is another plane: moved so far that every vertex is below it.
  double offset = heightAbove(plane, data.vertices[0]);
  for (const Vec3 v : data.vertices) offset = std::max(offset, heightAbove(plane, v));
  plane.offset = static_cast<float>(offset);
  data.planes.push_back(plane);
  HullFace face{};
  for (std::size_t k = 0; k < 3; ++k) {
    const DoubleVec3 edge = corners[(k + 1) % 3] - corners[k], outward = cross(edge, normal);
    put(face.corner[k], corners[k]), put(face.edge[k], edge);
    put(face.outward[k], outward * (1.0 / length(outward)));
    face.inverseSquared[k] = static_cast<float>(1.0 / dot(edge, edge));
  }
  data.faces.push_back(face);
  data.triangles.insert(data.triangles.end(), triangle.begin(), triangle.end());
}

/// How deep the middle of the vertices lies.
float depthOfMiddle(const HullData& data) {
  DoubleVec3 sum;
  for (const Vec3 v : data.vertices) sum = sum + toDouble(v);
  const Vec3 middle = toFloat(sum * (1.0 / static_cast<double>(data.vertices.size())));
  double depth = 1e30;
  for (const HullPlane& plane : data.planes)
    depth = std::min(depth, static_cast<double>(plane.offset) - heightAbove(plane, middle));
  return static_cast<float>(std::max(depth, 0.0));
}

float excessOf(const HullMeshPtr& mesh, std::span<const Vec3> points) {
  float excess = 0.0f;
  for (const Vec3 p : points) excess = std::max(excess, signedDistance(ConvexHull{mesh}, p));
  return excess;
}

}  // namespace

HullMesh::HullMesh(std::unique_ptr<const HullData> data) : data_(std::move(data)) {}
HullMesh::~HullMesh() = default;

Result<HullMeshPtr> HullMesh::build(const HullDef& def) {
  if (def.mostFaces < 4 || def.mostFaces > kMostHullFaces)
    return Error{"HullDef::mostFaces is " + std::to_string(def.mostFaces) + ", must be 4 … " +
                 std::to_string(kMostHullFaces)};
  if (const Status status = validatePoints(def.points, def.points.size(), "HullDef::points"); !status)
    return Error{status.error()};
  const auto hull = convexHull(def.points, def.mostFaces);
  if (!hull) return Error{"HullDef::points " + hull.error()};
  auto data = std::make_unique<HullData>();
  for (const std::uint32_t corner : hull->corners) data->vertices.push_back(def.points[corner]);
  for (const auto& triangle : hull->triangles) addFace(*data, triangle);
  data->lowest = data->highest = data->vertices[0];
  for (const Vec3 v : data->vertices) {
    data->lowest = {std::min(data->lowest.x, v.x), std::min(data->lowest.y, v.y), std::min(data->lowest.z, v.z)};
    data->highest = {std::max(data->highest.x, v.x), std::max(data->highest.y, v.y), std::max(data->highest.z, v.z)};
  }
  data->halfThickness = depthOfMiddle(*data);
  data->report = {def.points.size(), data->vertices.size(), data->faces.size(), 0.0f};
  HullData& own = *data;
  std::shared_ptr<const HullMesh> mesh(new HullMesh(std::move(data)));
  own.report.excess = excessOf(mesh, def.points);
  return mesh;
}

std::span<const Vec3> HullMesh::vertices() const { return data_->vertices; }
std::span<const std::uint32_t> HullMesh::triangles() const { return data_->triangles; }
const HullReport& HullMesh::report() const { return data_->report; }

}  // namespace toile
