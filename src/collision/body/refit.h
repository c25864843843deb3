// What the kernels of refit.cpp are given.
#pragma once

#include "collision/body/motion.h"
#include "collision/placement.h"

namespace toile {

struct RefitArguments {
  const BodyData& data;
  BodyMotion& motion;
  Placement from, to;  ///< poses at the start and at the end of the step
};

struct CornersArguments {
  const float *start, *end;
  float* to;
  std::size_t floats;
  float time;
};

}  // namespace toile
