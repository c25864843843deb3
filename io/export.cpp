#include "io/export.h"

#include <cmath>

#include "io/export_frames.h"
#include "io/file_name.h"
#include "io/gltf_export.h"
#include "io/mdd.h"
#include "io/obj_export.h"
#include "io/pc2.h"
#include "io/usda.h"

namespace toile {
namespace {

constexpr std::string_view kExtensions[] = {".glb", ".pc2", ".mdd", ".obj", ".usda"};

}  // namespace

std::size_t frameCount(double seconds, double framesPerSecond) {
  if (!std::isfinite(seconds) || !std::isfinite(framesPerSecond) || seconds < 0.0 || framesPerSecond <= 0.0) return 0;
  constexpr double kRoundingFrames = 1e-6;  // 0.1 s · 30/s is 2.9999999999999996 or 3, as the input was rounded
  return static_cast<std::size_t>(std::floor(seconds * framesPerSecond + kRoundingFrames)) + 1;
}

bool canExport(const std::filesystem::path& path) {
  const std::string extension = lowerExtension(path);
  for (const std::string_view known : kExtensions) {
    if (extension == known) return true;
  }
  return false;
}

Result<std::unique_ptr<AnimationWriter>> openAnimationWriter(const std::filesystem::path& path, const SurfaceMesh& mesh,
                                                             std::span<const MeshPart> parts, const BakeInfo& info,
                                                             const ExportOptions& options) {
  if (!canExport(path)) {
    return Error{path.string() + ": no animation format has this extension; known are .glb, .pc2, .mdd, .obj, .usda"};
  }
  if (Status checked = checkOptions(path, info, options); !checked) return Error{checked.error()};
  if (Status checked = checkMesh(path, mesh); !checked) return Error{checked.error()};
  if (Status checked = checkParts(path, mesh, parts); !checked) return Error{checked.error()};
  const std::string extension = lowerExtension(path);
  if (extension == ".pc2") return openPc2Writer(path, mesh.vertexCount(), info, options);
  if (extension == ".mdd") return openMddWriter(path, mesh.vertexCount(), info, options);
  if (extension == ".obj") return openObjWriter(path, mesh, parts, info, options);
  if (extension == ".usda") return openUsdaWriter(path, mesh, parts, info, options);
  return openGlbWriter(path, mesh, parts, info, options);
}

}  // namespace toile
