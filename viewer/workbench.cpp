#include "viewer/workbench.h"

#include <algorithm>

namespace toile::view {

void Workbench::say(const std::string& text) {
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    if (end > begin || end < text.size()) log.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  while (log.size() > kLogLines) log.pop_front();
}

bool Workbench::report(const Status& status) {
  if (!status.ok()) say("error: " + status.error());
  return status.ok();
}

Status Workbench::fill(Stage& stage) {
  const World& world = session.world();
  if (const Status filled = fillStage(world, session.play(), stage); !filled.ok()) return filled;
  stage.generation = session.generation();
  if (stroke && stroke->generation != session.generation()) stroke.reset();
  if (!measured_ || measured_->generation != session.generation()) {
    float lowest = stage.centre.y;
    for (const Vec3& p : stage.positions) lowest = std::min(lowest, p.y);
    measured_ = {session.generation(), stage.centre, stage.radius, lowest - 0.04f * stage.radius};
  }
  if (!stage.ground && session.scene().picture.ground) stage.ground = measured_->ground;
  const std::size_t painted = stroke ? session.play().cloths()[stroke->cloth].garment : 0;
  addLayers(world, session.play(), layers, stage);
  if (layers.weights || tool == Tool::paint)
    tintWeights(session, brush.weight, stroke ? &stroke->values : nullptr, painted, stage);
  return {};
}

Look Workbench::look(const Stage& stage) {
  Look look;
  look.centre = stage.centre;
  // In steps, so that shadows do not shimmer with every move.
  look.radius = measured_ ? measured_->radius : stage.radius;
  while (look.radius < stage.radius) look.radius *= 1.25f;
  look.view = camera.view(aspect, look.radius);
  return look;
}

void Workbench::frameScene(const Stage& stage) {
  const ScenePicture& picture = session.scene().picture;
  if (picture.camera) {
    camera = OrbitCamera(*picture.camera);
    return;
  }
  camera = {};
  camera.azimuth = picture.azimuth, camera.elevation = picture.elevation;
  camera.frame(outline(stage), aspect);
}

}  // namespace toile::view
