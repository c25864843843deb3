// The uniform blocks of shaders/view, member for member.
#pragma once

#include "viewer/look.h"
#include "viewer/projection.h"
#include "viewer/stage.h"

namespace toile::view {

struct FrameBlock {
  Matrix viewProjection;
  Matrix lights[2];
  Vec4 eye, right, up, forward, key, fill, centre, ground, screen;
};
static_assert(sizeof(FrameBlock) == 3 * 64 + 9 * 16);

struct MaterialBlock {
  Vec4 front, back;
};

FrameBlock frameBlock(const Stage& stage, const Look& look, std::uint32_t width, std::uint32_t height);
MaterialBlock materialBlock(const StagePart& part);

}  // namespace toile::view
