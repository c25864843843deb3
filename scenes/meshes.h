// The meshes a scene can name, and choosing vertices of them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "io/import.h"
#include "scenes/scene.h"

namespace toile {

SurfaceMesh makeCone(const ConeMesh& cone);
SurfaceMesh makeDisc(const DiscMesh& disc);
SurfaceMesh makeFolded(const FoldedMesh& folded);

/// A mesh with its parts (none for generated ones) and the warnings of its import.
struct SourceMesh {
  SurfaceMesh mesh;
  std::vector<MeshPart> parts;
  std::vector<std::string> warnings;
  bool marksSimulated = false;  ///< the file marks a mesh as the one to simulate
};

/// Generates or reads it. Relative paths start in `folder`. Without the mesh of a glTF file that is `simulated` (a
/// name, or empty for what the file marks).
Result<SourceMesh> loadMesh(const MeshSource& source, const std::filesystem::path& folder,
                            const std::string& simulated = {});

/// The mesh of the same file that is simulated in place of `source`: the one `name` names, or, with an empty name, the
/// one a glTF file marks with "toile_simulated": true in its extras; nothing where there is none. An OBJ's drawn mesh
/// has to be named too, or it would hold the simulated one.
Result<std::optional<SurfaceMesh>> loadSimulatedMesh(const MeshSource& source, const std::filesystem::path& folder,
                                                     const std::string& name, bool marked);

/// Vertices in at least one region, ascending, once each. Errors: indices out of range, a paint the mesh does
/// not have, a pin pattern for a mesh that is no grid, a region that holds no vertex at all; they begin with a pointer
/// from the choice on, as
/// "/0/list/2: vertex 9 is out of range". "none" is fine.
Result<std::vector<std::uint32_t>> chooseVertices(const VertexChoice& choice, const MeshSource& source,
                                                  const SurfaceMesh& mesh);

}  // namespace toile
