// Meshes from OBJ, glTF and GLB files. Nothing in a file is trusted: what cannot be used is refused with an
// error that names file, element and reason, or left out and counted in a warning.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/axes.h"
#include "toile/result.h"
#include "toile/surface_mesh.h"

namespace toile {

enum class MeshFormat : std::uint8_t { obj, gltf, glb };

/// How a file is read. All defaults are usable.
struct ImportOptions {
  FileSpace space;       ///< up axis and unit of the file
  std::string meshName;  ///< glTF: mesh or node; OBJ: object or group; empty joins everything
  /// glTF: mesh or node that is simulated in place of the drawn ones; so are nodes and meshes whose extras say
  /// "toile_simulated": true. They are left out, unless `meshName` names them or `simulated` asks for them alone.
  std::string simulatedName;
  bool simulated = false;
  bool allowNonFinite = false;  ///< keep NaN and infinite positions and count them, instead of an error
  /// More vertices than this, of the file or of all its instances together, are refused: a small hostile file
  /// may ask for any number.
  std::size_t maximumVertices = std::size_t{1} << 25;
};

/// One drawn piece of a mesh: a glTF primitive under one node, or a run of OBJ faces with one group and
/// material. Its faces are a range of the mesh's faces. Parts of an OBJ file share vertices: there the
/// vertex range is that of the whole mesh.
struct MeshPart {
  std::string name;      ///< node or mesh; object or group; may be empty
  std::string material;  ///< may be empty
  std::size_t firstFace = 0, faceCount = 0;
  std::size_t firstVertex = 0, vertexCount = 0;
};

/// What was found on the way, for `toile inspect`. Zero for a clean file.
struct ImportFacts {
  std::size_t nonFiniteNumbers = 0;                      ///< in positions
  std::size_t splitVertices = 0;                         ///< OBJ: copies added because one `v` has several vt or vn
  std::size_t unusedVertices = 0;                        ///< used by no face
  std::size_t polygons = 0;                              ///< faces with more than 4 corners
  std::size_t quads = 0;                                 ///< faces with 4 corners
  std::size_t skippedPoints = 0;                         ///< point and line elements: not cloth
  std::size_t skippedLines = 0;                          ///< "
  std::size_t degenerateFaces = 0;                       ///< kept faces that name a vertex twice
  std::size_t mirroredNodes = 0;                         ///< instances whose winding was flipped (negative determinant)
  std::size_t instances = 0;                             ///< glTF: mesh instances joined
  std::size_t simulatedMeshes = 0;                       ///< glTF: instances left out as simulated ones
  std::size_t skins = 0, animations = 0;                 ///< glTF: in the file
  std::map<std::string, std::size_t> ignoredStatements;  ///< OBJ keywords (or glTF features) not read: count
};

struct ImportedMesh {
  SurfaceMesh mesh;  ///< metres, Y up
  std::vector<MeshPart> parts;
  ImportFacts facts;
  std::vector<std::string> warnings;  ///< one line each, with counts
};

/// Reads a mesh; the format follows from the name's ending (.obj, .gltf, .glb, any case). glTF skins are read
/// in their rest pose. External buffers must lie in the file's own folder or below.
///
/// Vertex order. glTF: node by node in scene order, primitive by primitive, each as its accessors count.
/// OBJ: the file's `v` lines first, in their order and all of them, each with the vt and vn it is first used
/// with; then one copy for each further vt/vn combination.
///
/// Never throws. Thread safety: reentrant.
Result<ImportedMesh> importMesh(const std::filesystem::path& path, const ImportOptions& options = {});

/// The same from memory; `name` stands for the file in messages. Nothing outside the buffer is read: glTF with
/// external buffers is refused.
Result<ImportedMesh> importMeshFromMemory(std::span<const std::byte> bytes, MeshFormat format, std::string_view name,
                                          const ImportOptions& options = {});

/// The files that a glTF or GLB file keeps buffers in, where they exist. None for OBJ, and none where the file cannot
/// be understood: importing it says why. Thread safety: reentrant.
std::vector<std::filesystem::path> externalBuffers(const std::filesystem::path& path);

}  // namespace toile
