// A camera that goes round a place.
#pragma once

#include <span>

#include "io/picture.h"
#include "io/raster.h"

namespace toile::view {

/// Lengths in metres, angles in radians. Parameters named `part` are parts of the picture's height.
class OrbitCamera {
 public:
  OrbitCamera() = default;
  explicit OrbitCamera(const Camera& camera);

  /// Turns round the target: positive azimuth moves the eye to the right, positive elevation up (at most straight).
  void orbit(float azimuth, float elevation);
  /// Moves eye and target along the picture, so that what is at the target's distance follows the mouse.
  void pan(float rightPart, float upPart);
  /// Nearer by the factor 1 / (1 + 15 %) a notch; never reaches the target.
  void zoom(float notches);
  /// Moves eye and target along the camera's own axes (m): right, up, forward.
  void fly(Vec3 motion);
  /// Looks at all points from where it looks now, near enough to fill the middle `fill` (0 … 1) of the picture.
  void frame(std::span<const Vec3> points, float aspect, float fill = 0.86f);

  Vec3 eye() const { return target - direction() * distance; }
  /// Unit vector from the eye to the target.
  Vec3 direction() const;
  /// aspect: width over height. `scale` (m) is the size of what is looked at; nothing nearer than a thousandth is seen.
  View view(float aspect, float scale) const;

  Vec3 target{0.0f, 0.8f, 0.0f};
  float azimuth = 0.5f;                                      ///< rad; 0 looks along −z, positive from the right
  float elevation = 0.3f;                                    ///< rad; how far it looks down
  float distance = 3.0f;                                     ///< m, from the eye to the target
  float verticalFieldOfView = Camera{}.verticalFieldOfView;  ///< rad
};

}  // namespace toile::view
