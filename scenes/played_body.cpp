#include "scenes/played_body.h"

namespace toile {

Result<PlayedBody> PlayedBody::load(const BodySource& source, const SceneMotion& motion) {
  PlayedBody body;
  SurfaceMesh mesh;
  if (const auto* file = std::get_if<MeshFile>(&source)) {
    auto loaded = loadMesh(*file, motion.scene.folder);
    if (!loaded) return Error{loaded.error()};
    mesh = std::move(loaded->mesh);
  } else if (const auto* character = std::get_if<CharacterBody>(&source)) {
    std::size_t c = 0;
    while (c < motion.scene.characters.size() && motion.scene.characters[c].name != character->name) ++c;
    if (c == motion.scene.characters.size()) return Error{"no character \"" + character->name + "\""};
    body.character_ = c;
    mesh = motion.characters[c].model.surface.mesh;
    mesh.positions = posedPositions(motion.characters[c].model, motion.poses[c]);
  } else {
    auto skin = makeSkin(motion.scene, std::get<SkinBody>(source), motion.places);
    if (!skin) return Error{skin.error()};
    mesh = skin->mesh;
    body.skin_ = std::move(*skin);
  }
  auto built = BodyMesh::build(mesh);
  if (!built) return Error{built.error()};
  body.mesh_ = std::move(*built);
  return body;
}

std::span<const Vec3> PlayedBody::vertices(const SceneMotion& motion) {
  if (character_ != kRigid) vertices_ = posedPositions(motion.characters[character_].model, motion.poses[character_]);
  if (skin_) skin_->place(motion.startPlaces, motion.places, vertices_);
  return vertices_;
}

Transform PlayedBody::frame(const SceneMotion& motion, const Transform& node) const {
  if (character_ != kRigid) return motion.scene.characters[character_].transform;
  return skin_ ? Transform{} : node;
}

}  // namespace toile
