// Meshes and garments as JavaScript holds them.
#pragma once

#include <emscripten/val.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "io/import.h"
#include "toile/toile.h"

namespace toile::script {

/// A mesh, from arrays or from a file.
class ScriptMesh {
 public:
  explicit ScriptMesh(ImportedMesh imported) : imported_(std::move(imported)) {}

  /// Of members positions, faceVertices, faceSizes, uvs, normals (typed arrays).
  static std::shared_ptr<ScriptMesh> fromArrays(const emscripten::val& arrays);
  /// Members width, height, spacing, cut.
  static std::shared_ptr<ScriptMesh> grid(const emscripten::val& def);
  /// The bytes of a .obj, .gltf or .glb file; the name tells which, and stands for the file in errors.
  static std::shared_ptr<ScriptMesh> fromFile(const emscripten::val& bytes, const std::string& name,
                                              const emscripten::val& options);

  const SurfaceMesh& mesh() const { return imported_.mesh; }
  emscripten::val positions() const;
  emscripten::val faceVertices() const;
  emscripten::val faceSizes() const;
  emscripten::val uvs() const;
  emscripten::val warnings() const;

 private:
  ImportedMesh imported_;
};

class ScriptGarment {
 public:
  explicit ScriptGarment(GarmentPtr garment) : garment_(std::move(garment)) {}

  static std::shared_ptr<ScriptGarment> build(const ScriptMesh& mesh, const emscripten::val& def);

  const GarmentPtr& garment() const { return garment_; }
  std::size_t vertexCount() const { return garment_->vertexCount(); }
  /// Tells garments apart that are there at one time.
  double key() const { return static_cast<double>(reinterpret_cast<std::uintptr_t>(garment_.get())); }
  std::size_t particleCount() const { return garment_->particleCount(); }
  std::size_t constraintCount() const { return garment_->constraintCount(); }
  emscripten::val triangles() const;
  emscripten::val particleOfVertex() const;
  emscripten::val restPositions() const;
  emscripten::val uvs() const;
  /// Vertices, parameters, compliance and colours of one kind.
  emscripten::val constraints(const std::string& kind) const;
  emscripten::val report() const;

 private:
  GarmentPtr garment_;
};

/// What garments are built from; refuses what it does not know.
GarmentDef garmentDefFrom(const emscripten::val& object);

/// One GLB file of a mesh with its vertices at `positions`.
emscripten::val glbOf(const ScriptMesh& mesh, const emscripten::val& positions, const std::string& name);

/// Vertices of a grid that a pattern of scene files names.
emscripten::val pinnedVerticesOf(const emscripten::val& grid, const std::string& pattern);

/// Names, sources and values of the fabrics that come along.
emscripten::val fabricPresetsList();

}  // namespace toile::script
