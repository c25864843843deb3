// Everything the viewer knows that is no window: the session, the camera, what is shown, which tool is in hand.
#pragma once

#include <deque>
#include <optional>
#include <string>

#include "viewer/brush.h"
#include "viewer/camera.h"
#include "viewer/layers.h"
#include "viewer/look.h"
#include "viewer/session.h"

namespace toile::view {

/// What the left button does on cloth.
enum class Tool : std::uint8_t { pull, pin, paint };

/// What has to be done by whoever draws, at the end of the frame.
struct Requests {
  std::string picture;  ///< file; empty: none
  std::string record;   ///< folder that every frame goes to; empty: none
  bool close = false;
};

struct Workbench {
  explicit Workbench(Session s) : session(std::move(s)) {}

  Session session;
  OrbitCamera camera;
  Layers layers;
  Tool tool = Tool::pull;
  Brush brush;
  Requests requests;
  std::deque<std::string> log;  ///< what the console shows, at most kLogLines
  bool consoleOpen = false;
  bool panelsOpen = true;
  float aspect = 1.6f;  ///< width over height of what is drawn

  /// Weights of the garment that is being painted, until the stroke ends.
  struct Stroke {
    std::size_t cloth = 0;         ///< of ScenePlay::cloths()
    std::uint64_t generation = 0;  ///< of the session
    std::vector<float> values;
  };
  std::optional<Stroke> stroke;

  static constexpr std::size_t kLogLines = 500;
  void say(const std::string& text);
  /// Says what went wrong, if anything did.
  bool report(const Status& status);

  /// What there is to see now: surfaces, then layers. Also where the mouse picks.
  Status fill(Stage& stage);
  /// Ground and light stay where they are while cloth moves: they are measured when a scene begins.
  Look look(const Stage& stage);
  /// The camera as the scene wants it, or so that everything is seen.
  void frameScene(const Stage& stage);

 private:
  struct Measured {
    std::uint64_t generation = 0;
    Vec3 centre;
    float radius = 1.0f, ground = 0.0f;
  };
  std::optional<Measured> measured_;
};

}  // namespace toile::view
