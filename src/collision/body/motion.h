// Where a body is during one step, and the boxes of its tree.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "aligned.h"
#include "collision/body/body_data.h"
#include "kernels/kernel.h"

namespace toile {

/// Sixteen boxes along the axes: of the triangles of a leaf, or of sixteen rows of the level below. Places that hold
/// nothing have low > high and meet nothing.
struct BodyBoxRow {
  alignas(64) float low[3][kBodyRow];
  alignas(64) float high[3][kBodyRow];
};

struct BodyMotion {
  BodyMeshPtr mesh;
  // four floats a corner, padded with the last one to whole blocks and a block more
  AlignedVector<float> from, to;                ///< m, in the collider's frame: at the start and at the end of the step
  AlignedVector<float> start, end;              ///< m, the same in the world; in between corners move evenly
  std::vector<std::vector<BodyBoxRow>> levels;  ///< leaves first; each box holds the whole way of the step
  Transform placedFrom, placedTo;               ///< of the last refit
  Vec3 drift;                                   ///< m, mean way of the corners in the step
  float farthest = 0.0f;                        ///< m, the longest way of a corner beside the drift
  bool moves = false;                           ///< start and end differ
  bool handedIn = false;                        ///< `to` was set for this step
  bool stale = true;                            ///< corners changed since the last refit
  std::uint64_t refit = 0;                      ///< a number that no other refit of the world has; 0: none yet

  explicit BodyMotion(BodyMeshPtr body);
  const BodyData& data() const { return mesh->data(); }
  /// At the end of the next step, or at once. One place a vertex of the mesh.
  void setVertices(std::span<const Vec3> vertices, bool atOnce);
  void endStep();
};

/// Prepares the step from pose `from` to pose `to`: corners in the world and all boxes. Does nothing where nothing has
/// changed. `refits` counts those of the world.
void refitBody(BodyMotion& motion, const Transform& from, const Transform& to, KernelTarget target,
               std::uint64_t& refits);

/// True unless what lies in the box stays `reach` away from the body through the whole step.
bool mayTouchBody(const BodyMotion& motion, const float (&low)[3], const float (&high)[3], float reach);

/// Corners at `time`, 0 … 1, of the step, four floats each.
void cornersAt(const BodyMotion& motion, float time, KernelTarget target, AlignedVector<float>& corners);

}  // namespace toile
