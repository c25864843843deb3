// Kernels that draw a fine mesh over a coarse one: the coarse particles' normals, and the drawn vertices.
#pragma once

#include <cstdint>

#include "kernels/kernel.h"

namespace toile {

/// Unit normals of particles, area weighted, from rings of neighbours: sixteen particles a block, in the order of how
/// many neighbours they have. Neighbours k and k + 1 of a particle are two corners of one of its triangles; where no
/// triangle follows, and to fill up, the particle itself stands in the list: such a pair has no area.
struct RingArguments {
  const float* x = nullptr;                   ///< particles, 16 bytes each
  float* normals = nullptr;                   ///< particles, 16 bytes each; w is 0
  const std::uint32_t* particles = nullptr;   ///< 16 a block; to fill up, a dummy
  const std::uint32_t* neighbours = nullptr;  ///< rows of 16
  const std::uint32_t* firstRow = nullptr;    ///< a block and one more: its rows of neighbours
  std::uint32_t firstBlock = 0, endBlock = 0;
};
using RingFunction = void (*)(const RingArguments&);

/// Floats a drawn vertex: barycentric weights of corners 1 and 2, offset along the normal (m), the tangent's parts
/// along the edges 0–1 and 0–2, its handedness.
inline constexpr std::uint32_t kDrawValues = 6;
/// Floats a drawn vertex whose normal is not that of the coarse surface: its parts along normal, tangent and their
/// cross product.
inline constexpr std::uint32_t kDetailValues = 3;

/// Drawn vertices in their own order, sixteen a block; the last block is filled up with copies of the last vertex.
struct DrawArguments {
  const float* x = nullptr;                  ///< coarse particles, 16 bytes each
  const float* normals = nullptr;            ///< theirs, unit
  const std::uint16_t* corners16 = nullptr;  ///< three rows of 16 a block; one of the two arrays is null
  const std::uint32_t* corners32 = nullptr;
  const float* values = nullptr;          ///< kDrawValues rows of 16 a block
  const std::uint32_t* detail = nullptr;  ///< a block: which entry of details, or 0xffffffff
  const float* details = nullptr;         ///< kDetailValues rows of 16 an entry
  float* positions = nullptr;             ///< 3 a vertex, or null
  float* drawnNormals = nullptr;          ///< 3 a vertex, or null
  float* tangents = nullptr;              ///< 4 a vertex, or null
  std::uint32_t vertexCount = 0;
  std::uint32_t firstBlock = 0, endBlock = 0;
};
using DrawFunction = void (*)(const DrawArguments&);

struct DrawKernels {
  RingFunction rings = nullptr;
  DrawFunction draw = nullptr;
};

/// Thread safe.
DrawKernels drawKernels(KernelTarget target);

}  // namespace toile
