// Light and shade of the picture. Colours here are linear, not sRGB.
#pragma once

#include <span>
#include <vector>

#include "io/raster.h"

namespace toile {

struct Light {
  Vec3 direction;  ///< unit, towards the light
  Vec3 fill;       ///< unit, towards a weak light without shadows that keeps form in the shade
};

/// Above left of the viewer, so that folds stand out; `view` decides what is left.
Light keyLight(const View& view);

/// How much of the light reaches a place, by the nearest surface seen from the light.
class ShadowMap {
 public:
  /// `surfaces` cast shadows; `radius` (m) round `centre` is covered, places outside are lit.
  ShadowMap(const Light& light, std::span<const Surface> surfaces, Vec3 centre, float radius);
  /// 0 … 1 at a place on a surface with the unit normal `normal`; the edge of shade is about 4·spread texels wide.
  float lit(Vec3 place, Vec3 normal, float spread) const;

 private:
  float nearest(float x, float y) const;

  View view_;
  float radius_;
  std::vector<float> map_;  ///< m towards the light, −infinity where nothing is
};

/// The floor at one height: a grid, and the shadows of what stands on it.
class Floor {
 public:
  Floor(const Light& light, std::span<const Surface> surfaces, float height, Vec3 centre, float radius);
  float height() const { return height_; }
  /// Colour at `place`, of which a sample covers `footprint` metres; `background` is what it fades into far away.
  Vec3 colour(Vec3 place, float footprint, Vec3 background) const;

 private:
  struct Mask {
    float x0 = 0.0f, z0 = 0.0f, scale = 0.0f;  ///< texel = (x − x0)·scale
    std::vector<float> values;                 ///< 0 … 1; empty: 0 everywhere

    float at(float x, float z) const;
    void blur(int radius);
  };
  /// Everything dropped along `direction` on to the floor; weighs less the higher it was, as exp(−height/falloff).
  Mask project(std::span<const Surface> surfaces, Vec3 direction, float falloff) const;

  float height_, radius_, cell_;
  Vec3 centre_;
  Mask shadow_, contact_;
};

struct Material {
  Vec3 colour;
  float gloss = 0.0f;  ///< strength of the highlight
  float sheen = 0.0f;  ///< brightness of the rim, as of fibres that stand out
};

/// What comes to a place: both 0 … 1.
struct Incoming {
  float key = 1.0f;  ///< of the light
  float sky = 1.0f;  ///< of what the open sky gives
};

/// Light that leaves a surface towards the viewer. `normal` and `toViewer` are unit vectors.
Vec3 shade(const Material& material, const Light& light, Vec3 normal, Vec3 toViewer, Incoming incoming);

/// Behind everything; v from −1 (bottom of the picture) to 1.
Vec3 backgroundColour(float v);

float linearFromSrgb(float value);
float srgbFromLinear(float value);
inline Vec3 linearFromSrgb(Colour c) {
  return {linearFromSrgb(c.red), linearFromSrgb(c.green), linearFromSrgb(c.blue)};
}

}  // namespace toile
