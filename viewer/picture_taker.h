// Pictures of a scene without a window: `toile render`.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "io/picture.h"
#include "scenes/play.h"
#include "viewer/camera.h"
#include "viewer/layers.h"

namespace toile::view {

struct ShotOptions {
  std::uint32_t width = 1280, height = 800;  ///< pixels, 16 … 16384
  std::optional<Camera> camera;              ///< empty: the scene's own, or one that sees all that is shown
  std::optional<float> azimuth, elevation;   ///< rad, of the camera that sees all; they put the scene's own aside
  std::vector<std::size_t> frames;           ///< ascending, at least one
  Layers layers;
};

/// Makes the scene anew, at t = 0.
using MakePlay = std::function<Result<PlayedWorld>()>;
/// Gets each picture in turn.
using TakePicture = std::function<Status(std::size_t frame, const Image& image)>;

/// Plays the scene and draws the frames asked for. Without a camera the scene is played twice, to find one that sees
/// every frame. The device's name goes to `device`. Errors: no device (what is missing), or what the scene, the
/// drawing or `take` says.
Status takePictures(const MakePlay& make, const ShotOptions& options, const TakePicture& take, std::string& device);

}  // namespace toile::view
