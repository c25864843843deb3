#include "io/picture_shapes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "io/picture_volume.h"

namespace toile {
namespace {

constexpr int kAround = 96;  // facets of a circle: their middles lie within 0.06 % of the radius
constexpr int kCap = 24;     // rings of a half sphere
constexpr float kPi = 3.14159265f;

/// Rings about the local y axis from the profile (radius, height), bottom to top, with the profile's own normals.
struct ProfilePoint {
  float radius = 0.0f, height = 0.0f;
  float normalRadius = 0.0f, normalHeight = 0.0f;
};

ShapeMesh revolve(const std::vector<ProfilePoint>& profile) {
  ShapeMesh mesh;
  for (const ProfilePoint& point : profile) {
    for (int i = 0; i < kAround; ++i) {
      const float angle = 2.0f * kPi * static_cast<float>(i) / static_cast<float>(kAround);
      const float c = std::cos(angle), s = std::sin(angle);
      mesh.positions.push_back({point.radius * c, point.height, point.radius * s});
      mesh.normals.push_back({point.normalRadius * c, point.normalHeight, point.normalRadius * s});
    }
  }
  for (std::size_t ring = 0; ring + 1 < profile.size(); ++ring) {
    for (int i = 0; i < kAround; ++i) {
      const auto a = static_cast<std::uint32_t>(ring * kAround + static_cast<std::size_t>(i));
      const auto b = static_cast<std::uint32_t>(ring * kAround + static_cast<std::size_t>((i + 1) % kAround));
      mesh.triangles.insert(mesh.triangles.end(), {a, a + kAround, b, b, a + kAround, b + kAround});
    }
  }
  return mesh;
}

/// Two spheres on the y axis and the cone that touches both. Where one holds the other, only the larger is there.
ShapeMesh taperedMesh(float bottom, float top, float half) {
  // The cone's normal leaves the axis plane by the angle whose sine is the radius lost a metre of height.
  const float slope = half > 0.0f ? (bottom - top) / (2.0f * half) : (bottom > top ? 1.0f : -1.0f);
  const float split = std::asin(std::clamp(slope, -1.0f, 1.0f));
  std::vector<ProfilePoint> profile;
  const auto arc = [&](float radius, float height, float from, float to) {
    for (int i = 0; i <= kCap; ++i) {
      const float angle = from + (to - from) * static_cast<float>(i) / static_cast<float>(kCap);
      const float c = std::cos(angle), s = std::sin(angle);
      profile.push_back({radius * c, height + radius * s, c, s});
    }
  };
  if (half <= 0.0f && bottom == top) {
    arc(bottom, 0.0f, -0.5f * kPi, 0.5f * kPi);
    return revolve(profile);
  }
  if (slope > -1.0f) arc(bottom, -half, -0.5f * kPi, split);
  if (slope < 1.0f) arc(top, half, split, 0.5f * kPi);
  return revolve(profile);
}

ShapeMesh boxMesh(Vec3 h) {
  ShapeMesh mesh;
  const std::array<Vec3, 3> axes{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    for (const float sign : {-1.0f, 1.0f}) {
      const Vec3 n = axes[axis] * sign, u = axes[(axis + 1) % 3], v = cross(n, u);
      const auto first = static_cast<std::uint32_t>(mesh.positions.size());
      for (const Vec2 corner : {Vec2{-1, -1}, Vec2{1, -1}, Vec2{1, 1}, Vec2{-1, 1}}) {
        const Vec3 p = n + u * corner.x + v * corner.y;
        mesh.positions.push_back({p.x * h.x, p.y * h.y, p.z * h.z});
        mesh.normals.push_back(n);
      }
      mesh.triangles.insert(mesh.triangles.end(), {first, first + 1, first + 2, first, first + 2, first + 3});
    }
  }
  return mesh;
}

/// A quarter of a turn is drawn as this many facets.
constexpr int kRounding = 8;

/// The part of a sphere between three directions, round `centre`.
void addSpherePatch(ShapeMesh& mesh, Vec3 centre, float radius, const std::array<Vec3, 3>& directions) {
  const auto first = static_cast<std::uint32_t>(mesh.positions.size());
  for (int i = 0; i <= kRounding; ++i) {
    for (int k = 0; k <= i; ++k) {
      const auto part = [](int number) { return static_cast<float>(number) / static_cast<float>(kRounding); };
      const Vec3 n = normalizedOr(
          directions[0] * part(kRounding - i) + directions[1] * part(i - k) + directions[2] * part(k), directions[0]);
      mesh.positions.push_back(centre + n * radius);
      mesh.normals.push_back(n);
    }
  }
  const auto at = [first](int i, int k) { return first + static_cast<std::uint32_t>(i * (i + 1) / 2 + k); };
  for (int i = 0; i < kRounding; ++i) {
    for (int k = 0; k <= i; ++k) {
      mesh.triangles.insert(mesh.triangles.end(), {at(i, k), at(i + 1, k), at(i + 1, k + 1)});
      if (k < i) mesh.triangles.insert(mesh.triangles.end(), {at(i, k), at(i + 1, k + 1), at(i, k + 1)});
    }
  }
}

/// The part of a cylinder round the edge a … b between the normals m and n of its faces.
void addEdgeStrip(ShapeMesh& mesh, Vec3 a, Vec3 b, Vec3 m, Vec3 n, float radius) {
  const auto first = static_cast<std::uint32_t>(mesh.positions.size());
  for (int i = 0; i <= kRounding; ++i) {
    const float part = static_cast<float>(i) / static_cast<float>(kRounding);
    const Vec3 normal = normalizedOr(m * (1.0f - part) + n * part, m);
    for (const Vec3 end : {a, b}) mesh.positions.push_back(end + normal * radius), mesh.normals.push_back(normal);
  }
  for (std::uint32_t i = 0; i < kRounding; ++i) {
    const std::uint32_t at = first + 2 * i;
    mesh.triangles.insert(mesh.triangles.end(), {at, at + 2, at + 1, at + 1, at + 2, at + 3});
  }
}

/// Faces moved out by the radius, and what rounds edges and corners between them.
ShapeMesh hullMesh(const ConvexHull& hull) {
  ShapeMesh mesh;
  const auto vertices = hull.mesh->vertices();
  const auto triangles = hull.mesh->triangles();
  const std::size_t faces = triangles.size() / 3;
  std::vector<Vec3> normals(faces);
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> faceOfEdge;
  for (std::size_t f = 0; f < faces; ++f) {
    const std::uint32_t* v = &triangles[3 * f];
    normals[f] = normalizedOr(cross(vertices[v[1]] - vertices[v[0]], vertices[v[2]] - vertices[v[0]]), {0, 1, 0});
    for (std::size_t k = 0; k < 3; ++k) {
      faceOfEdge[{v[k], v[(k + 1) % 3]}] = f;
      mesh.triangles.push_back(static_cast<std::uint32_t>(mesh.positions.size()));
      mesh.positions.push_back(vertices[v[k]] + normals[f] * hull.radius);
      mesh.normals.push_back(normals[f]);
    }
  }
  if (!(hull.radius > 0.0f)) return mesh;
  std::vector<std::size_t> fanOf(vertices.size(), faces);  // the first face of a corner's fan
  for (const auto& [edge, face] : faceOfEdge) {
    const auto [a, b] = edge;
    const std::size_t beyond = faceOfEdge.at({b, a});
    if (a < b) addEdgeStrip(mesh, vertices[a], vertices[b], normals[face], normals[beyond], hull.radius);
    // Faces round corner a, as a fan from the first of them.
    if (fanOf[a] == faces) fanOf[a] = face;
    addSpherePatch(mesh, vertices[a], hull.radius, {normals[fanOf[a]], normals[beyond], normals[face]});
  }
  return mesh;
}

/// In its rest pose.
ShapeMesh bodyMesh(const BodyMesh& body) {
  ShapeMesh mesh;
  mesh.positions.assign(body.restPositions().begin(), body.restPositions().end());
  mesh.triangles.assign(body.triangles().begin(), body.triangles().end());
  mesh.normals.resize(mesh.positions.size());
  for (std::size_t t = 0; t < mesh.triangles.size(); t += 3) {
    const std::uint32_t a = mesh.triangles[t], b = mesh.triangles[t + 1], c = mesh.triangles[t + 2];
    const Vec3 n = cross(mesh.positions[b] - mesh.positions[a], mesh.positions[c] - mesh.positions[a]);
    for (const std::uint32_t v : {a, b, c}) mesh.normals[v] += n;
  }
  for (Vec3& n : mesh.normals) n = normalizedOr(n, {0.0f, 1.0f, 0.0f});
  return mesh;
}

ShapeMesh planeMesh(float size, Vec3 centre) {
  ShapeMesh mesh;
  for (const Vec2 corner : {Vec2{-1, -1}, Vec2{-1, 1}, Vec2{1, 1}, Vec2{1, -1}}) {
    mesh.positions.push_back({centre.x + size * corner.x, 0.0f, centre.z + size * corner.y});
    mesh.normals.push_back({0.0f, 1.0f, 0.0f});
  }
  mesh.triangles = {0, 1, 2, 0, 2, 3};
  return mesh;
}

}  // namespace

ShapeMesh shapeMesh(const ColliderDef& collider, float planeSize, Vec3 centre) {
  ShapeMesh mesh;
  if (const auto* sphere = std::get_if<Sphere>(&collider.shape)) {
    mesh = taperedMesh(sphere->radius, sphere->radius, 0.0f);
  } else if (const auto* capsule = std::get_if<Capsule>(&collider.shape)) {
    mesh = taperedMesh(capsule->radius, capsule->radius, capsule->halfLength);
  } else if (const auto* tapered = std::get_if<TaperedCapsule>(&collider.shape)) {
    mesh = taperedMesh(tapered->radiusBottom, tapered->radiusTop, tapered->halfLength);
  } else if (const auto* box = std::get_if<Box>(&collider.shape)) {
    mesh = boxMesh(box->halfExtents);
  } else if (const auto* hull = std::get_if<ConvexHull>(&collider.shape)) {
    mesh = hullMesh(*hull);
  } else if (const auto* volume = std::get_if<Volume>(&collider.shape)) {
    mesh = volumeMesh(*volume);
  } else if (const auto* body = std::get_if<MeshBody>(&collider.shape)) {
    mesh = bodyMesh(*body->mesh);
  } else {
    mesh = planeMesh(planeSize, applyInverse(collider.transform, centre));
  }
  for (Vec3& p : mesh.positions) p = apply(collider.transform, p);
  for (Vec3& n : mesh.normals) n = rotate(collider.transform.rotation, n);
  return mesh;
}

std::optional<float> levelPlaneHeight(const ColliderDef& collider) {
  if (!std::holds_alternative<Plane>(collider.shape)) return std::nullopt;
  const Vec3 normal = rotate(collider.transform.rotation, {0.0f, 1.0f, 0.0f});
  if (normal.y < 0.99999f) return std::nullopt;  // within a quarter of a degree: not to be seen
  return collider.transform.translation.y;
}

}  // namespace toile
