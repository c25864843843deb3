// Mouse and keys on the scene: camera, time, and the tool in hand. Panels have had their turn before.
#pragma once

#include <array>
#include <optional>

#include "viewer/input.h"
#include "viewer/picking.h"
#include "viewer/workbench.h"

namespace toile::view {

class Controller {
 public:
  explicit Controller(Workbench& bench) : bench_(bench) {}

  /// `stage` is what was drawn last; sizes are pixels.
  void handle(const InputEvent& event, const Stage& stage, float width, float height);
  /// Keys that are held down move the camera.
  void update(double seconds, const Stage& stage);
  /// Lets go of everything, as when the window loses the keyboard.
  void releaseAll();

  bool dragging() const { return held_ != Held::nothing; }

 private:
  enum class Held : std::uint8_t { nothing, orbit, pan, vertex, collider, brush, pinClick };

  void button(const InputEvent& event, const Stage& stage);
  void press(const Stage& stage);
  void release();
  void moved(float x, float y, const Stage& stage);
  void keyDown(Key key, const Stage& stage);
  void startPull(const Stage& stage, const Hit& hit);
  void startCollider(const Stage& stage, const Hit& hit);
  void startStroke(const Stage& stage, const Hit& hit);
  void brushAt(const Stage& stage);
  void endStroke();
  void togglePin(const Stage& stage, const Hit& hit);
  ClothVertex vertexAt(const Stage& stage, const Hit& hit) const;
  Ray ray(const Stage& stage) const;
  bool down(Key key) const { return keys_[static_cast<std::size_t>(key)]; }

  Workbench& bench_;
  float width_ = 1.0f, height_ = 1.0f;
  float x_ = 0.0f, y_ = 0.0f;  ///< pixels
  std::array<bool, kKeyCount> keys_{};
  Held held_ = Held::nothing;
  Vec3 grabPlace_;  ///< m, on the plane in which things are dragged
  std::size_t collider_ = 0;
  Transform colliderStart_;
};

}  // namespace toile::view
