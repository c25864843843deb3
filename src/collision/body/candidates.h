// What of a body each particle and each triangle of a cloth may meet in this step.
//
// Lists are complete for a box in space round each particle's expected way. A particle that leaves its box gets a new
// one with a new list, and so do its triangles. What a contact finds does not depend on what else a list holds, so it
// does not matter when or why lists were made.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "aligned.h"
#include "collision/body/motion.h"

namespace toile {

/// Sixteen triangles of the body; places beyond the last one repeat it.
struct CandidateRow {
  alignas(64) std::uint32_t corner[3][kBodyRow];
  std::uint32_t triangle[kBodyRow];
};
/// Sixteen corners of the body, likewise.
struct CornerRow {
  alignas(64) std::uint32_t corner[kBodyRow];
  std::uint32_t count = 0;
};

struct BodyCandidates {
  struct List {
    std::uint32_t begin = 0, rows = 0;
  };
  std::uint64_t refit = 0;  ///< of the body when this was made
  float thickness = -1.0f;  ///< m, that this was made for
  float margin = 0.0f;      ///< m, round expected ways
  float reach = 0.0f;       ///< m: whatever is this near to a particle in its box is in the lists
  /// Particles and triangles of the cloth so that sixteen in a row are neighbours, which solver order is far from.
  std::vector<std::uint32_t> particleOrder, triangleOrder;
  // a particle
  AlignedVector<float> low, high;  ///< m, its box, four floats
  std::vector<List> ofParticle;    ///< into rows
  // a triangle of the cloth
  std::vector<List> ofTriangle;  ///< into corners
  std::vector<CandidateRow> rows;
  std::vector<CornerRow> corners;
  std::size_t usedRows = 0, usedCorners = 0;  ///< that a list still names
  /// Outward directions of the body's corners at the end of the step, of any length, four floats; only where
  /// normalOf[corner] is `refit`.
  AlignedVector<float> normals;
  std::vector<std::uint64_t> normalOf;

  /// How far something was when it was last looked at, and where and when that was: it need not be looked at again
  /// before it can have come near.
  struct Clearance {
    float distance = 0.0f;  ///< m, 0: look again
    float time = 0.0f;      ///< part of the step
    float x[3][3] = {};     ///< m, of the particle or the three corners
  };
  std::vector<Clearance> particleClearance, triangleClearance;
  std::vector<std::uint8_t> searched, touched;  ///< scratch: a particle
  std::vector<std::uint32_t> leaves, near;      ///< scratch
};

struct BodySearchArguments {
  explicit BodySearchArguments(const BodyMotion& motion) : body(motion) {}

  const BodyMotion& body;
  const float *x = nullptr,
              *start = nullptr;  ///< cloth at the end and start of the substep, 16 bytes each (w: inverse mass)
  std::uint32_t particles = 0;
  std::span<const Vec3> rest;                               ///< m, of the particles: who is whose neighbour
  std::span<const std::array<std::uint32_t, 3>> triangles;  ///< of the cloth
  std::uint32_t substepsLeft = 0;                           ///< in this step, after this one
  float thickness = 0.0f;                                   ///< m
  float clothEdge = 0.0f;                                   ///< m, mean
  KernelTarget target;
};

/// Brings the lists up to date for this substep's ways. Allocates only where more is near than ever before.
void updateCandidates(const BodySearchArguments& arguments, BodyCandidates& candidates);

}  // namespace toile
