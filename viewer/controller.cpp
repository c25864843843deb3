#include "viewer/controller.h"

#include <cmath>

namespace toile::view {
namespace {

constexpr float kTurn = 3.14159265f;  // rad for the picture's height
constexpr float kFlySpeed = 0.8f;     // radii of the scene a second

}  // namespace

void Controller::handle(const InputEvent& event, const Stage& stage, float width, float height) {
  width_ = width, height_ = height;
  switch (event.what) {
    case InputEvent::What::moved:
      moved(event.x, event.y, stage);
      break;
    case InputEvent::What::button:
      button(event, stage);
      break;
    case InputEvent::What::wheel:
      bench_.camera.zoom(event.y);
      break;
    case InputEvent::What::key: {
      const auto index = static_cast<std::size_t>(event.key);
      if (index == 0 || index >= keys_.size()) break;
      const bool again = keys_[index];
      keys_[index] = event.down;
      if (event.down && !again) keyDown(event.key, stage);
      break;
    }
    case InputEvent::What::text:
      break;
  }
}

void Controller::update(double seconds, const Stage& stage) {
  const auto axis = [&](char more, char less) {
    return (down(letter(more)) ? 1.0f : 0.0f) - (down(letter(less)) ? 1.0f : 0.0f);
  };
  const Vec3 motion{axis('D', 'A'), axis('E', 'Q'), axis('W', 'S')};
  if (motion == Vec3{}) return;
  const float fast = down(Key::shift) ? 4.0f : 1.0f;
  bench_.camera.fly(motion * (kFlySpeed * fast * stage.radius * static_cast<float>(seconds)));
}

void Controller::releaseAll() {
  keys_.fill(false);
  release();
}

void Controller::keyDown(Key key, const Stage& stage) {
  Session& session = bench_.session;
  if (key == letter('X')) {
    if (down(letter('Z'))) {
      session.paused = true;
      bench_.report(session.advance());
    } else {
      session.paused = !session.paused;
    }
  } else if (key == letter('R')) {
    release();
    bench_.report(session.reset());
  } else if (key == letter('F')) {
    bench_.camera.frame(outline(stage), bench_.aspect);
  } else if (key == letter('B')) {
    bench_.tool = bench_.tool == Tool::paint ? Tool::pull : Tool::paint;
  } else if (key == letter('P')) {
    bench_.tool = bench_.tool == Tool::pin ? Tool::pull : Tool::pin;
  } else if (key == letter('L')) {
    bench_.layers.wireframe = !bench_.layers.wireframe;
  } else if (key == Key::f1 || key == letter('`')) {
    bench_.consoleOpen = !bench_.consoleOpen;
  } else if (key == Key::f2) {
    bench_.panelsOpen = !bench_.panelsOpen;
  }
}

void Controller::button(const InputEvent& event, const Stage& stage) {
  if (!event.down) return release();
  if (held_ != Held::nothing) return;
  if (event.button == Button::middle || (event.button == Button::left && down(Key::shift))) {
    held_ = Held::pan;
  } else if (event.button == Button::right) {
    held_ = Held::orbit;
  } else {
    press(stage);
  }
}

Ray Controller::ray(const Stage& stage) const {
  const View view = bench_.camera.view(width_ / height_, stage.radius);
  return rayThrough(view, 2.0f * x_ / width_ - 1.0f, 1.0f - 2.0f * y_ / height_);
}

void Controller::press(const Stage& stage) {
  if (stage.generation != bench_.session.generation()) return;  // another scene came and has not been drawn yet
  const auto hit = pick(stage, ray(stage));
  if (!hit) {
    held_ = Held::orbit;
  } else if (stage.parts[hit->part].what == StagePart::What::collider) {
    startCollider(stage, *hit);
  } else if (bench_.tool == Tool::pin || down(Key::control)) {
    togglePin(stage, *hit);
  } else if (bench_.tool == Tool::paint) {
    startStroke(stage, *hit);
  } else {
    startPull(stage, *hit);
  }
}

/// The simulated vertex nearest to what was hit.
ClothVertex Controller::vertexAt(const Stage& stage, const Hit& hit) const {
  const std::size_t cloth = stage.parts[hit.part].index;
  const ScenePlay& play = bench_.session.play();
  std::vector<Vec3> positions(play.garments()[play.cloths()[cloth].garment].garment->vertexCount());
  (void)bench_.session.world().readPositions(play.cloths()[cloth].id, positions).ok();
  return {cloth, nearestVertex(positions, hit.place)};
}

void Controller::startPull(const Stage& stage, const Hit& hit) {
  const ClothVertex at = vertexAt(stage, hit);
  if (!bench_.report(bench_.session.grab(at))) return;
  held_ = Held::vertex;
  grabPlace_ = hit.place;
}

void Controller::startCollider(const Stage& stage, const Hit& hit) {
  const std::size_t index = stage.parts[hit.part].index;
  const auto collider = bench_.session.world().collider(bench_.session.play().colliders()[index]);
  if (!collider || std::holds_alternative<Plane>(collider->shape)) {  // a plane is dragged nowhere by itself
    held_ = Held::orbit;
    return;
  }
  held_ = Held::collider;
  collider_ = index, colliderStart_ = collider->transform;
  grabPlace_ = hit.place;
}

void Controller::togglePin(const Stage& stage, const Hit& hit) {
  held_ = Held::pinClick;
  bench_.report(bench_.session.togglePin(vertexAt(stage, hit)));
}

void Controller::startStroke(const Stage& stage, const Hit& hit) {
  const std::size_t cloth = stage.parts[hit.part].index;
  const ScenePlay& play = bench_.session.play();
  const std::size_t garment = play.cloths()[cloth].garment;
  bench_.stroke = Workbench::Stroke{
      cloth, bench_.session.generation(),
      weightsOf(bench_.session.scene().garments[garment], play.garments()[garment], bench_.brush.weight)};
  held_ = Held::brush;
  brushAt(stage);
}

void Controller::brushAt(const Stage& stage) {
  const auto hit = pick(stage, ray(stage));
  if (!hit || !bench_.stroke || stage.generation != bench_.stroke->generation) return;
  const StagePart& part = stage.parts[hit->part];
  if (part.what != StagePart::What::cloth || part.index != bench_.stroke->cloth) return;
  dab(bench_.brush, stage.positionsOf(part), hit->place, bench_.stroke->values);
}

void Controller::endStroke() {
  if (bench_.stroke && bench_.stroke->generation != bench_.session.generation()) bench_.stroke.reset();
  if (!bench_.stroke) return;
  const std::size_t garment = bench_.session.play().cloths()[bench_.stroke->cloth].garment;
  SceneGarment described = bench_.session.scene().garments[garment];
  setWeights(described, bench_.brush.weight, std::move(bench_.stroke->values));
  bench_.stroke.reset();
  bench_.report(bench_.session.setGarment(garment, described));
}

void Controller::release() {
  if (held_ == Held::vertex) bench_.report(bench_.session.letGo());
  if (held_ == Held::brush) endStroke();
  held_ = Held::nothing;
}

void Controller::moved(float x, float y, const Stage& stage) {
  const float rightwards = (x - x_) / height_, upwards = (y_ - y) / height_;
  x_ = x, y_ = y;
  switch (held_) {
    case Held::orbit:
      bench_.camera.orbit(-rightwards * kTurn, -upwards * kTurn);
      break;
    case Held::pan:
      bench_.camera.pan(-rightwards, -upwards);
      break;
    case Held::vertex:
      bench_.report(bench_.session.pull(meetPlane(ray(stage), grabPlace_, bench_.camera.direction())));
      break;
    case Held::collider: {
      Transform place = colliderStart_;
      place.translation += meetPlane(ray(stage), grabPlace_, bench_.camera.direction()) - grabPlace_;
      bench_.report(bench_.session.moveCollider(collider_, place));
      break;
    }
    case Held::brush:
      brushAt(stage);
      break;
    case Held::pinClick:
    case Held::nothing:
      break;
  }
}

}  // namespace toile::view
