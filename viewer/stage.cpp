#include "viewer/stage.h"

#include <algorithm>
#include <utility>

#include "io/picture_shapes.h"

namespace toile::view {
namespace {

constexpr float kPlaneReach = 1.5f;  // half width of a tilted plane, of the radius of everything else

void addNormals(std::span<const Vec3> positions, std::span<const std::uint32_t> triangles, std::span<Vec3> normals) {
  for (std::size_t t = 0; t + 2 < triangles.size(); t += 3) {
    const std::uint32_t a = triangles[t], b = triangles[t + 1], c = triangles[t + 2];
    const Vec3 n = cross(positions[b] - positions[a], positions[c] - positions[a]);
    for (const std::uint32_t v : {a, b, c}) normals[v] += n;
  }
}

StagePart& addPart(Stage& stage, StagePart::What what, std::size_t index, std::size_t vertices,
                   std::span<const std::uint32_t> triangles) {
  StagePart part;
  part.what = what, part.index = index;
  part.firstVertex = stage.positions.size(), part.vertexCount = vertices;
  part.firstIndex = stage.triangles.size(), part.indexCount = triangles.size();
  stage.positions.resize(part.firstVertex + vertices);
  stage.normals.resize(part.firstVertex + vertices);
  stage.triangles.insert(stage.triangles.end(), triangles.begin(), triangles.end());
  stage.parts.push_back(part);
  return stage.parts.back();
}

Status addCloth(const World& world, const ScenePlay& play, std::size_t index, Stage& stage) {
  const PlayedCloth& cloth = play.cloths()[index];
  const DrawnGarment& drawn = *play.garments()[cloth.garment].drawn;
  const SceneCloth& described = play.scene().cloths[cloth.cloth];
  StagePart& part = addPart(stage, StagePart::What::cloth, index, drawn.vertexCount(), drawn.triangles());
  part.front = described.front, part.back = described.back;
  part.gloss = 0.05f, part.sheen = 0.35f;
  DrawnFrame frame;
  frame.positions = std::span(stage.positions).subspan(part.firstVertex, part.vertexCount);
  frame.normals = std::span(stage.normals).subspan(part.firstVertex, part.vertexCount);
  return world.readDrawn(cloth.id, drawn, frame);
}

/// A body with its vertices where they are now.
Status addBody(const World& world, ColliderId id, const ColliderDef& collider, const MeshBody& body, std::size_t index,
               Stage& stage) {
  const StagePart& part =
      addPart(stage, StagePart::What::collider, index, body.mesh->vertexCount(), body.mesh->triangles());
  const std::span<Vec3> positions = std::span(stage.positions).subspan(part.firstVertex, part.vertexCount);
  const Status read = world.readColliderVertices(id, positions);
  if (!read.ok()) return read;
  for (Vec3& p : positions) p = apply(collider.transform, p);
  addNormals(positions, stage.trianglesOf(part), std::span(stage.normals).subspan(part.firstVertex, part.vertexCount));
  return {};
}

void addShape(const ColliderDef& collider, std::size_t index, float planeSize, Stage& stage) {
  const ShapeMesh mesh = shapeMesh(collider, planeSize, stage.centre);
  const StagePart& part = addPart(stage, StagePart::What::collider, index, mesh.positions.size(), mesh.triangles);
  std::copy(mesh.positions.begin(), mesh.positions.end(),
            stage.positions.begin() + static_cast<std::ptrdiff_t>(part.firstVertex));
  std::copy(mesh.normals.begin(), mesh.normals.end(),
            stage.normals.begin() + static_cast<std::ptrdiff_t>(part.firstVertex));
}

void paintSolid(StagePart& part, bool plane) {
  // Of sRGB, what the pictures of a bake have in linear colours.
  part.front = part.back = plane ? Colour{0.68f, 0.69f, 0.71f} : Colour{0.62f, 0.66f, 0.71f};
  part.gloss = plane ? 0.02f : 0.16f, part.sheen = plane ? 0.0f : 0.10f;
  part.casts = !plane;
}

Status addCollider(const World& world, const ScenePlay& play, std::size_t index, bool planes, Stage& stage) {
  const ColliderId id = play.colliders()[index];
  const auto collider = world.collider(id);
  if (!collider) return Error{collider.error()};
  const bool plane = std::holds_alternative<Plane>(collider->shape);
  if (!isDrawn(*collider) || plane != planes) return {};
  if (const auto level = levelPlaneHeight(*collider); level && play.scene().picture.ground) {
    if (!stage.ground || *level > *stage.ground) stage.ground = *level;  // the ground shows it
    return {};
  }
  Status added;
  if (const auto* body = std::get_if<MeshBody>(&collider->shape)) {
    added = addBody(world, id, *collider, *body, index, stage);
  } else {
    addShape(*collider, index, kPlaneReach * stage.radius, stage);
  }
  if (added.ok()) paintSolid(stage.parts.back(), plane);
  return added;
}

void measure(Stage& stage) {
  if (stage.positions.empty()) {
    stage.centre = {0.0f, 0.5f, 0.0f}, stage.radius = 0.5f;
    return;
  }
  Vec3 low = stage.positions[0], high = low;
  for (const Vec3& p : stage.positions) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  stage.centre = (low + high) * 0.5f;
  stage.radius = std::max(0.5f * distance(low, high), 1e-3f);
}

}  // namespace

Status fillStage(const World& world, const ScenePlay& play, Stage& stage) {
  stage.positions.clear(), stage.normals.clear(), stage.tints.clear();
  stage.triangles.clear(), stage.parts.clear(), stage.marks.clear();
  stage.ground.reset();
  for (std::size_t i = 0; i < play.cloths().size(); ++i) {
    const Status added = addCloth(world, play, i, stage);
    if (!added.ok()) return added;
  }
  for (const bool planes : {false, true}) {
    for (std::size_t i = 0; i < play.colliders().size(); ++i) {
      const Status added = addCollider(world, play, i, planes, stage);
      if (!added.ok()) return added;
    }
    if (!planes) measure(stage);
  }
  if (!play.scene().picture.ground)
    stage.ground.reset();
  else if (play.scene().picture.groundHeight)
    stage.ground = play.scene().picture.groundHeight;
  stage.tints.assign(stage.positions.size(), 0);
  return {};
}

void addWireframe(Stage& stage, float width, Rgba colour) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
  for (const StagePart& part : stage.parts) {
    if (part.what != StagePart::What::cloth) continue;
    const auto triangles = stage.trianglesOf(part);
    const auto positions = stage.positionsOf(part);
    edges.clear();
    for (std::size_t t = 0; t + 2 < triangles.size(); t += 3) {
      for (std::size_t i = 0; i < 3; ++i) edges.push_back(std::minmax(triangles[t + i], triangles[t + (i + 1) % 3]));
    }
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    for (const auto& [a, b] : edges) stage.marks.push_back({positions[a], width, positions[b], colour});
  }
}

std::vector<Vec3> outline(const Stage& stage) {
  std::vector<Vec3> points;
  for (const StagePart& part : stage.parts) {
    if (!part.casts || part.vertexCount == 0) continue;
    const auto positions = stage.positionsOf(part);
    for (int direction = 0; direction < 27; ++direction) {
      const Vec3 along{static_cast<float>(direction % 3 - 1), static_cast<float>(direction / 3 % 3 - 1),
                       static_cast<float>(direction / 9 - 1)};
      points.push_back(*std::max_element(positions.begin(), positions.end(),
                                         [&](Vec3 a, Vec3 b) { return dot(a, along) < dot(b, along); }));
    }
  }
  if (points.empty()) points = {{-0.5f, 0.0f, -0.5f}, {0.5f, 1.0f, 0.5f}};
  return points;
}

}  // namespace toile::view
