#include "viewer/picture_taker.h"

#include <algorithm>

#include "viewer/gpu/renderer.h"

namespace toile::view {
namespace {

/// Plays to the last frame and calls see(stage) at each one shown.
template <class See>
Status playFrames(const MakePlay& make, const std::vector<std::size_t>& frames, See&& see) {
  auto played = make();
  if (!played) return Error{played.error()};
  Stage stage;
  for (const std::size_t frame : frames) {
    while (played->play.frame() < frame) {
      const Status moved = played->play.advance(played->world);
      if (!moved.ok()) return Error{"frame " + std::to_string(played->play.frame() + 1) + ": " + moved.error()};
    }
    Status seen = fillStage(played->world, played->play, stage);
    if (seen.ok()) seen = see(frame, *played, stage);
    if (!seen.ok()) return seen;
  }
  return {};
}

Look lookOf(const OrbitCamera& camera, float aspect, const std::vector<Vec3>& points) {
  Vec3 low = points[0], high = low;
  for (const Vec3& p : points) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  Look look;
  look.centre = (low + high) * 0.5f;
  look.radius = std::max(0.5f * length(high - low), 1e-3f);
  look.view = camera.view(aspect, look.radius);
  return look;
}

OrbitCamera cameraOf(const ShotOptions& options, const ScenePicture& picture, const std::vector<Vec3>& points) {
  const bool turned = options.azimuth || options.elevation;
  if (options.camera) return OrbitCamera(*options.camera);
  if (picture.camera && !turned) return OrbitCamera(*picture.camera);
  OrbitCamera camera;
  camera.azimuth = options.azimuth.value_or(picture.azimuth);
  camera.elevation = options.elevation.value_or(picture.elevation);
  camera.frame(points, static_cast<float>(options.width) / static_cast<float>(options.height));
  return camera;
}

}  // namespace

Status takePictures(const MakePlay& make, const ShotOptions& options, const TakePicture& take, std::string& name) {
  auto device = Device::create();
  if (!device) return Error{device.error()};
  name = (*device)->name();
  auto renderer = Renderer::create(**device, options.width, options.height);
  if (!renderer) return Error{renderer.error()};

  std::vector<Vec3> points;
  ScenePicture picture;
  const auto collect = [&](std::size_t, const PlayedWorld& played, const Stage& stage) -> Status {
    const std::vector<Vec3> seen = outline(stage);
    points.insert(points.end(), seen.begin(), seen.end());
    picture = played.play.scene().picture;
    return {};
  };
  if (Status played = playFrames(make, options.frames, collect); !played.ok()) return played;
  const Look look = lookOf(cameraOf(options, picture, points),
                           static_cast<float>(options.width) / static_cast<float>(options.height), points);
  const float lowest = std::min_element(points.begin(), points.end(), [](Vec3 a, Vec3 b) { return a.y < b.y; })->y;
  return playFrames(make, options.frames, [&](std::size_t frame, const PlayedWorld& played, Stage& stage) -> Status {
    if (!stage.ground && picture.ground) stage.ground = lowest - 0.04f * look.radius;
    addLayers(played.world, played.play, options.layers, stage);
    if (Status drawn = (*renderer)->draw(stage, look); !drawn.ok()) return drawn;
    const auto image = (*renderer)->read();
    if (!image) return Error{image.error()};
    return take(frame, *image);
  });
}

}  // namespace toile::view
