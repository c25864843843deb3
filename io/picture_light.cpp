#include "io/picture_light.h"

#include <limits>

namespace toile {
namespace {

constexpr int kShadowSize = 1024;  // texels along each side
constexpr int kFloorSize = 512;

Vec3 mix(Vec3 a, Vec3 b, float t) { return a + (b - a) * t; }
Vec3 times(Vec3 a, Vec3 b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
float clamp01(float v) { return std::clamp(v, 0.0f, 1.0f); }

/// Visits all triangles with corners placed by `place(position)`, which gives texel coordinates and a value.
template <class Place, class Visit>
void coverSurfaces(std::span<const Surface> surfaces, int size, Place place, Visit visit) {
  for (const Surface& surface : surfaces) {
    for (std::size_t t = 0; t + 2 < surface.triangles.size(); t += 3) {
      const Vec3 a = place(surface.positions[surface.triangles[t]]);
      const Vec3 b = place(surface.positions[surface.triangles[t + 1]]);
      const Vec3 c = place(surface.positions[surface.triangles[t + 2]]);
      coverTriangle({a.x, a.y, 1.0f, {}}, {b.x, b.y, 1.0f, {}}, {c.x, c.y, 1.0f, {}}, size, size,
                    [&](int x, int y, float b0, float b1, float b2) {
                      visit(static_cast<std::size_t>(y) * static_cast<std::size_t>(size) + static_cast<std::size_t>(x),
                            b0 * a.z + b1 * b.z + b2 * c.z);
                    });
    }
  }
}

}  // namespace

Light keyLight(const View& view) {
  const Vec3 level = normalizedOr({-view.forward.x, 0.0f, -view.forward.z}, {0.0f, 0.0f, 1.0f});
  Light light;
  light.direction = normalizedOr(view.right * -0.62f + Vec3{0.0f, 1.0f, 0.0f} + level * 0.42f, {0.0f, 1.0f, 0.0f});
  light.fill = normalizedOr(view.right * 0.8f + level, {0.0f, 1.0f, 0.0f});
  return light;
}

ShadowMap::ShadowMap(const Light& light, std::span<const Surface> surfaces, Vec3 centre, float radius)
    : view_(makeView(centre, -light.direction, radius, radius)), radius_(radius) {
  constexpr float kNothing = -std::numeric_limits<float>::infinity();
  map_.assign(std::size_t{kShadowSize} * kShadowSize, kNothing);
  const float scale = 0.5f * kShadowSize / radius_;
  const auto place = [&](Vec3 p) {
    const Vec3 q = view_.toCamera(p);
    const auto texel = [&](float v) { return std::clamp((v + radius_) * scale, -1e5f, 1e5f); };
    return Vec3{texel(q.x), texel(q.y), -q.z};
  };
  coverSurfaces(surfaces, kShadowSize, place, [&](std::size_t i, float value) { map_[i] = std::max(map_[i], value); });
}

float ShadowMap::nearest(float x, float y) const {
  if (!(x >= 0.0f && y >= 0.0f && x < kShadowSize && y < kShadowSize)) return -std::numeric_limits<float>::infinity();
  return map_[static_cast<std::size_t>(y) * kShadowSize + static_cast<std::size_t>(x)];
}

float ShadowMap::lit(Vec3 place, Vec3 normal, float spread) const {
  const float texel = 2.0f * radius_ / kShadowSize;
  // Off the surface by the reach of the taps, so that a surface does not shade itself.
  const Vec3 q = view_.toCamera(place + normal * (2.0f * spread * texel));
  const float x = (q.x + radius_) / texel, y = (q.y + radius_) / texel;
  const float own = -q.z + spread * texel, soft = 1.0f / (2.0f * spread * texel);
  float blocked = 0.0f;
  for (int j = -2; j <= 2; ++j) {
    for (int i = -2; i <= 2; ++i) {
      const float tap = nearest(x + spread * static_cast<float>(i), y + spread * static_cast<float>(j));
      blocked += clamp01((tap - own) * soft);
    }
  }
  return 1.0f - blocked / 25.0f;
}

Floor::Floor(const Light& light, std::span<const Surface> surfaces, float height, Vec3 centre, float radius)
    : height_(height), radius_(radius), centre_(centre) {
  // Decimal cells, about a dozen across what is shown.
  cell_ = std::pow(10.0f, std::floor(std::log10(std::max(radius, 1e-6f))));
  if (radius / cell_ < 3.0f) cell_ *= 0.25f;
  shadow_ = project(surfaces, light.direction, 4.0f * radius);
  shadow_.blur(3);
  contact_ = project(surfaces, {0.0f, 1.0f, 0.0f}, 0.2f * radius);
  contact_.blur(14);
}

Floor::Mask Floor::project(std::span<const Surface> surfaces, Vec3 direction, float falloff) const {
  const auto drop = [&](Vec3 p) {
    const float above = std::max(p.y - height_, 0.0f);
    return p - direction * (above / direction.y);
  };
  Mask mask;
  float x1 = -HUGE_VALF, z1 = -HUGE_VALF;
  mask.x0 = mask.z0 = HUGE_VALF;
  for (const Surface& surface : surfaces) {
    for (const Vec3& p : surface.positions) {
      const Vec3 q = drop(p);
      mask.x0 = std::min(mask.x0, q.x), x1 = std::max(x1, q.x);
      mask.z0 = std::min(mask.z0, q.z), z1 = std::max(z1, q.z);
    }
  }
  if (!(x1 >= mask.x0)) return mask;
  const float margin = 0.15f * std::max(x1 - mask.x0, z1 - mask.z0) + 1e-6f;
  mask.scale = kFloorSize / (std::max(x1 - mask.x0, z1 - mask.z0) + 2.0f * margin);
  mask.x0 -= margin, mask.z0 -= margin;
  mask.values.assign(std::size_t{kFloorSize} * kFloorSize, 0.0f);
  const auto place = [&](Vec3 p) {
    const Vec3 q = drop(p);
    return Vec3{(q.x - mask.x0) * mask.scale, (q.z - mask.z0) * mask.scale, std::max(p.y - height_, 0.0f)};
  };
  coverSurfaces(surfaces, kFloorSize, place, [&](std::size_t i, float above) {
    mask.values[i] = std::max(mask.values[i], std::exp(-above / falloff));
  });
  return mask;
}

float Floor::Mask::at(float x, float z) const {
  if (values.empty()) return 0.0f;
  const float u = (x - x0) * scale - 0.5f, v = (z - z0) * scale - 0.5f;
  if (!(u >= 0.0f && v >= 0.0f && u < kFloorSize - 1 && v < kFloorSize - 1)) return 0.0f;
  const auto i = static_cast<std::size_t>(u), j = static_cast<std::size_t>(v);
  const float fu = u - static_cast<float>(i), fv = v - static_cast<float>(j);
  const float* row = &values[j * kFloorSize + i];
  return (row[0] * (1 - fu) + row[1] * fu) * (1 - fv) + (row[kFloorSize] * (1 - fu) + row[kFloorSize + 1] * fu) * fv;
}

void Floor::Mask::blur(int radius) {
  if (values.empty()) return;
  std::vector<float> line(kFloorSize);
  const auto pass = [&](std::size_t start, std::size_t step) {
    for (std::size_t i = 0; i < kFloorSize; ++i) line[i] = values[start + i * step];
    double sum = 0.0;  // running: doubles, so that nothing is left over after long lines
    for (int i = 0; i < radius; ++i) sum += line[static_cast<std::size_t>(i)];
    for (int i = 0; i < kFloorSize; ++i) {
      if (i + radius < kFloorSize) sum += line[static_cast<std::size_t>(i + radius)];
      if (i - radius - 1 >= 0) sum -= line[static_cast<std::size_t>(i - radius - 1)];
      values[start + static_cast<std::size_t>(i) * step] = static_cast<float>(sum / (2 * radius + 1));
    }
  };
  for (int repeat = 0; repeat < 3; ++repeat) {  // three boxes are nearly a bell
    for (std::size_t i = 0; i < kFloorSize; ++i) pass(i * kFloorSize, 1);
    for (std::size_t i = 0; i < kFloorSize; ++i) pass(i, kFloorSize);
  }
}

Vec3 Floor::colour(Vec3 place, float footprint, Vec3 background) const {
  const float away = std::sqrt(lengthSquared({place.x - centre_.x, 0.0f, place.z - centre_.z})) / radius_;
  const float fade = clamp01((6.0f - away) / 5.0f);
  Vec3 colour{0.62f, 0.63f, 0.65f};
  const auto line = [&](float coordinate, float cell, float width) {
    const float from = coordinate / cell - std::round(coordinate / cell);
    const float covered = clamp01(0.5f + (0.5f * width - std::fabs(from) * cell) / footprint);
    return covered * clamp01(cell / (6.0f * footprint) - 0.5f);  // too fine to be seen as lines: left out
  };
  const float width = 0.004f * radius_;
  const float fine = std::max(line(place.x, cell_, width), line(place.z, cell_, width));
  colour = colour * (1.0f - 0.16f * fine);
  colour = colour * (1.0f - 0.55f * shadow_.at(place.x, place.z));
  colour = colour * (1.0f - 0.45f * contact_.at(place.x, place.z));
  return mix(background, colour, fade * fade * (3.0f - 2.0f * fade));
}

Vec3 shade(const Material& material, const Light& light, Vec3 normal, Vec3 toViewer, Incoming incoming) {
  const Vec3 sun{1.22f, 1.15f, 1.04f}, sky{0.33f, 0.39f, 0.49f}, bounce{0.17f, 0.16f, 0.15f};
  const float facing = dot(normal, light.direction);
  // Light scattered in the cloth reaches a little round the edge of shade.
  const float direct = clamp01((facing + 0.15f) / 1.15f) * incoming.key;
  const Vec3 ambient = mix(bounce, sky, 0.5f + 0.5f * normal.y) * (0.5f + 0.5f * incoming.sky);
  const Vec3 fill = Vec3{0.15f, 0.16f, 0.19f} * clamp01(0.4f + 0.6f * dot(normal, light.fill));
  Vec3 out = times(material.colour, sun * direct + ambient + fill);
  // Smooth normals may point away at an outline: there the rim must not flare up.
  const float grazing = 1.0f - clamp01(std::fabs(dot(normal, toViewer)));
  const float rim = grazing * grazing * grazing * material.sheen;
  out += times(mix(material.colour, {1.0f, 1.0f, 1.0f}, 0.4f), ambient + sun * (0.4f * direct)) * rim;
  const float half = clamp01(dot(normal, normalizedOr(light.direction + toViewer, normal)));
  const float squared = half * half, fourth = squared * squared, eighth = fourth * fourth;
  out += sun * (material.gloss * eighth * eighth * fourth * direct);
  return out;
}

Vec3 backgroundColour(float v) { return mix({0.72f, 0.74f, 0.77f}, {0.93f, 0.94f, 0.95f}, clamp01(0.5f + 0.5f * v)); }

float linearFromSrgb(float value) {
  return value <= 0.04045f ? value / 12.92f : std::pow((value + 0.055f) / 1.055f, 2.4f);
}

float srgbFromLinear(float value) {
  return value <= 0.0031308f ? 12.92f * value : 1.055f * std::pow(value, 1.0f / 2.4f) - 0.055f;
}

}  // namespace toile
