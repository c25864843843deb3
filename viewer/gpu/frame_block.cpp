#include "viewer/gpu/frame_block.h"

#include <cmath>

#include "io/picture_light.h"

namespace toile::view {
namespace {

Vec4 with(Vec3 v, float w) { return {v.x, v.y, v.z, w}; }

/// Decimal cells of the ground's grid, about a dozen across what is shown.
float gridCell(float radius) {
  const float cell = std::pow(10.0f, std::floor(std::log10(std::max(radius, 1e-6f))));
  return radius / cell < 3.0f ? 0.25f * cell : cell;
}

}  // namespace

FrameBlock frameBlock(const Stage& stage, const Look& look, std::uint32_t width, std::uint32_t height) {
  const View& view = look.view;
  const Light light = keyLight(view);
  FrameBlock block;
  block.viewProjection = perspective(view);
  const float reach = 1.05f * look.radius;  // as view_frame.wgsl has it
  block.lights[0] = parallel(makeView(look.centre, -light.direction, 1.0f, 1.0f), reach);
  block.lights[1] = parallel(makeView(look.centre, {0.0f, -1.0f, 0.0f}, 1.0f, 1.0f), reach);
  block.eye = with(view.eye, 0.0f);
  block.right = with(view.right, view.tangentX);
  block.up = with(view.up, view.tangentY);
  block.forward = with(view.forward, stage.ground ? 1.0f : 0.0f);
  block.key = with(light.direction, 0.0f);
  block.fill = with(light.fill, 0.0f);
  block.centre = with(look.centre, look.radius);
  block.ground = {stage.ground.value_or(0.0f), gridCell(look.radius), 0.004f * look.radius, look.radius};
  const auto w = static_cast<float>(width), h = static_cast<float>(height);
  block.screen = {w, h, 1.0f / w, 1.0f / h};
  return block;
}

MaterialBlock materialBlock(const StagePart& part) {
  return {with(linearFromSrgb(part.front), part.gloss), with(linearFromSrgb(part.back), part.sheen)};
}

}  // namespace toile::view
