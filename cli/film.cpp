#include "cli/film.h"

#include <algorithm>
#include <cstdio>

namespace toile::cli {
namespace {

/// Name of a cloth in files: that of the scene, numbered where it is repeated.
std::string nameOf(const ScenePlay& play, std::size_t i) {
  const PlayedCloth& cloth = play.cloths()[i];
  const std::string& name = play.scene().cloths[cloth.cloth].name;
  std::size_t before = 0, copies = 0;
  for (std::size_t k = 0; k < play.cloths().size(); ++k) {
    if (play.cloths()[k].cloth != cloth.cloth) continue;
    ++copies;
    if (k < i) ++before;
  }
  return copies == 1 ? name : name + "." + std::to_string(before + 1);
}

/// A body with its vertices of now as its rest pose, for the picture.
ColliderDef asItIs(const World& world, ColliderId id, ColliderDef collider) {
  const auto* shape = std::get_if<MeshBody>(&collider.shape);
  if (shape == nullptr) return collider;
  SurfaceMesh mesh;
  mesh.positions.resize(shape->mesh->vertexCount());
  mesh.faceVertices.assign(shape->mesh->triangles().begin(), shape->mesh->triangles().end());
  if (!world.readColliderVertices(id, mesh.positions).ok()) return collider;
  // One that has bent through itself may have no outside any more; its rest pose is drawn then.
  if (auto body = BodyMesh::build(mesh); body) collider.shape = MeshBody{std::move(*body)};
  return collider;
}

}  // namespace

Film::Film(const ScenePlay& play) {
  // UVs are per vertex of the whole mesh: with some cloths lacking them, none has any.
  bool haveUvs = true;
  for (const PlayedCloth& cloth : play.cloths())
    haveUvs = haveUvs && !play.garments()[cloth.garment].source.mesh.uvs.empty();
  for (std::size_t i = 0; i < play.cloths().size(); ++i) {
    const SourceMesh& source = play.garments()[play.cloths()[i].garment].source;
    const SurfaceMesh& mesh = source.mesh;
    const auto firstVertex = static_cast<std::uint32_t>(mesh_.positions.size());
    const std::size_t firstFace = mesh_.faceSizes.size();
    mesh_.positions.insert(mesh_.positions.end(), mesh.positions.begin(), mesh.positions.end());
    if (haveUvs) mesh_.uvs.insert(mesh_.uvs.end(), mesh.uvs.begin(), mesh.uvs.end());
    for (const std::uint32_t corner : mesh.faceVertices) mesh_.faceVertices.push_back(firstVertex + corner);
    for (std::size_t f = 0; f < mesh.faceCount(); ++f)
      mesh_.faceSizes.push_back(mesh.faceSizes.empty() ? 3 : mesh.faceSizes[f]);
    std::vector<MeshPart> parts = source.parts;
    if (parts.empty()) parts.push_back({"", "", 0, mesh.faceCount(), 0, mesh.vertexCount()});
    const std::string name = nameOf(play, i);
    for (MeshPart part : parts) {
      part.name = part.name.empty() ? name : play.cloths().size() == 1 ? part.name : name + "." + part.name;
      part.firstFace += firstFace, part.firstVertex += firstVertex;
      parts_.push_back(part);
    }
  }
  positions_ = mesh_.positions;
  normals_.resize(positions_.size());
}

Status Film::readFrame(const World& world, const ScenePlay& play) {
  std::size_t first = 0;
  for (const PlayedCloth& cloth : play.cloths()) {
    const DrawnGarment& drawn = *play.garments()[cloth.garment].drawn;
    const std::size_t count = drawn.vertexCount();
    DrawnFrame frame;
    frame.positions = std::span(positions_).subspan(first, count);
    frame.normals = std::span(normals_).subspan(first, count);
    const Status status = world.readDrawn(cloth.id, drawn, frame);
    if (!status.ok()) return status;
    first += count;
  }
  if (play.frame() == 0) mesh_.positions = positions_, mesh_.normals = normals_;
  return {};
}

PictureTaker::PictureTaker(const Scene& scene, const ScenePlay& play, std::size_t frames) : options_(scene.picture) {
  const std::size_t count = std::min<std::size_t>(options_.frames, frames);
  for (std::size_t i = 0; i < count; ++i) {
    shown_.push_back(count == 1 ? frames - 1 : (i * (frames - 1) + (count - 1) / 2) / (count - 1));
  }
  std::size_t first = 0;
  for (const PlayedCloth& cloth : play.cloths()) {
    const DrawnGarment& garment = *play.garments()[cloth.garment].drawn;
    const SceneCloth& described = scene.cloths[cloth.cloth];
    sheets_.push_back({first, garment.vertexCount(), garment.triangles(), described.front, described.back});
    first += garment.vertexCount();
  }
}

void PictureTaker::see(std::size_t frame, const Film& film, const World& world, const ScenePlay& play) {
  if (!std::binary_search(shown_.begin(), shown_.end(), frame)) return;
  Kept kept;
  kept.positions.assign(film.positions().begin(), film.positions().end());
  kept.normals.assign(film.normals().begin(), film.normals().end());
  for (const ColliderId id : play.colliders()) {
    if (const auto collider = world.collider(id); collider) kept.colliders.push_back(asItIs(world, id, *collider));
  }
  kept.time = play.time();
  kept_.push_back(std::move(kept));
}

Status PictureTaker::write(const std::filesystem::path& path) const {
  std::vector<PictureFrame> frames;
  for (const Kept& kept : kept_) {
    PictureFrame frame;
    for (const Sheet& sheet : sheets_) {
      PictureMesh mesh;
      mesh.triangles = sheet.triangles;
      mesh.positions = std::span(kept.positions).subspan(sheet.firstVertex, sheet.vertexCount);
      mesh.normals = std::span(kept.normals).subspan(sheet.firstVertex, sheet.vertexCount);
      mesh.front = sheet.front, mesh.back = sheet.back;
      frame.meshes.push_back(mesh);
    }
    frame.colliders = kept.colliders;
    char label[40];
    std::snprintf(label, sizeof label, "%.2f s", kept.time);
    frame.label = label;
    frames.push_back(std::move(frame));
  }
  PictureOptions options;
  options.width = options_.width, options.height = options_.height, options.columns = options_.columns;
  options.camera = options_.camera;
  options.azimuth = options_.azimuth, options.elevation = options_.elevation;
  options.ground = options_.ground, options.groundHeight = options_.groundHeight;
  const auto image = drawContactSheet(frames, options);
  if (!image) return Error{path.string() + ": " + image.error()};
  return writePng(path, *image);
}

}  // namespace toile::cli
