// The meshes a scene can name, and choosing vertices of them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "io/import.h"
#include "scenes/scene.h"

namespace toile {

SurfaceMesh makeCone(const ConeMesh& cone);
SurfaceMesh makeDisc(const DiscMesh& disc);

/// A mesh with its parts (none for generated ones) and the warnings of its import.
struct SourceMesh {
  SurfaceMesh mesh;
  std::vector<MeshPart> parts;
  std::vector<std::string> warnings;
};

/// Generates or reads it. Relative paths start in `folder`.
Result<SourceMesh> loadMesh(const MeshSource& source, const std::filesystem::path& folder);

/// Vertices in at least one region, ascending, once each. Errors: indices out of range, a paint the mesh does
/// not have, a pin pattern for a mesh that is no grid, a region that holds no vertex at all. "none" is fine.
Result<std::vector<std::uint32_t>> chooseVertices(const VertexChoice& choice, const MeshSource& source,
                                                  const SurfaceMesh& mesh);

}  // namespace toile
