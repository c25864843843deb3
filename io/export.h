// Writers of baked animations. A bake streams frames; formats that allow it go to disk at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "io/axes.h"
#include "io/import.h"
#include "toile/result.h"
#include "toile/surface_mesh.h"

namespace toile {

/// Frames of `seconds` of animation with both ends kept: frame k lies at k / framesPerSecond.
/// 3 s are 73, 76, 91, 181 frames at 24, 25, 30, 60 and 72 at 23.976 (the last one at 2.9613 s). Durations
/// within 1e-6 of a whole frame count as whole. 0 for negative or non-finite input.
std::size_t frameCount(double seconds, double framesPerSecond);

struct BakeInfo {
  double framesPerSecond = 30.0;  ///< 1/s, > 0
  std::size_t frameCount = 0;     ///< >= 1; `finish` fails unless exactly as many were added
  std::string name = "cloth";     ///< of the object inside the file
};

enum class FrameBlend : std::uint8_t {
  linear,  ///< between two frames vertices move along straight lines
  step,    ///< a frame stands until the next
};

struct ExportOptions {
  /// Up axis and unit of the file's coordinates. GLB is Y up and in metres by its specification, whatever this says.
  FileSpace space;
  FrameBlend blend = FrameBlend::linear;  ///< GLB only: the others leave it to the reader
  /// Writes 1 − v instead of v. glTF counts v from the top of a texture, OBJ and USD from the bottom: to be set when
  /// the mesh came from the other kind of file. Off, UVs keep every bit.
  bool flipV = false;
};

/// One animation being written. Everything goes to a temporary file beside the target, which takes the target's
/// name in `finish`: a bake that fails or is given up leaves no half file, and an older file stays.
/// Not thread safe; different writers are independent.
class AnimationWriter {
 public:
  virtual ~AnimationWriter() = default;
  AnimationWriter(const AnimationWriter&) = delete;
  AnimationWriter& operator=(const AnimationWriter&) = delete;

  /// Adds the next frame. `positions` (m, Y up) has one entry a vertex of the mesh, `normals` as many or none.
  /// Fails for other sizes, non-finite values, more frames than announced, or a disk error; after an error of
  /// the disk every later call fails as well.
  virtual Status addFrame(std::span<const Vec3> positions, std::span<const Vec3> normals) = 0;

  /// Completes the file and gives it its name. To be called once, after all frames.
  virtual Status finish() = 0;

 protected:
  AnimationWriter() = default;
};

/// Opens a writer by the extension of `path` (letter case is ignored):
///   .glb   binary glTF: one morph target a frame, times exactly k/fps rounded to float; keeps parts and materials
///   .pc2   point cache, float32 little endian; one sample a frame (its sample rate counts frames, not seconds)
///   .mdd   point cache, float32 big endian, with the time of every frame
///   .obj   one file for a single frame, else NAME.0001.obj, NAME.0002.obj …
///   .usda  UsdGeomMesh with time samples; timeCodesPerSecond is framesPerSecond
/// `mesh` gives faces and UVs, and is copied; `parts` may be empty (one part). Everything else is an error.
/// A point cache holds positions only: give its reader the rest mesh with the same vertex order (writeObj).
Result<std::unique_ptr<AnimationWriter>> openAnimationWriter(const std::filesystem::path& path, const SurfaceMesh& mesh,
                                                             std::span<const MeshPart> parts, const BakeInfo& info,
                                                             const ExportOptions& options = {});

/// True when openAnimationWriter knows the extension of `path`.
bool canExport(const std::filesystem::path& path);

/// Writes one mesh as OBJ in its own vertex order: one `v`, `vt` and `vn` line a vertex, as far as it has them.
/// Floats are written so that reading them gives the same bits.
Status writeObj(const std::filesystem::path& path, const SurfaceMesh& mesh, const ExportOptions& options = {});

}  // namespace toile
