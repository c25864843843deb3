// A mesh drawn over a simulated one, as JavaScript holds it, and what a GPU needs to draw.
#pragma once

#include <emscripten/val.h>

#include <memory>
#include <string>

#include "backends/gpu/drawing.h"
#include "web/core/script_garment.h"

namespace toile::script {

class ScriptDrawnGarment {
 public:
  explicit ScriptDrawnGarment(DrawnGarmentPtr drawn) : drawn_(std::move(drawn)) {}

  /// `simulated` has the members mesh, a ScriptMesh, or vertices, a number (grids only), and kept.
  static std::shared_ptr<ScriptDrawnGarment> build(const ScriptMesh& mesh, const emscripten::val& def,
                                                   const ScriptMesh* simulated, const emscripten::val& options);

  const DrawnGarmentPtr& drawn() const { return drawn_; }
  std::shared_ptr<ScriptGarment> simulated() const { return std::make_shared<ScriptGarment>(drawn_->simulated()); }
  std::size_t vertexCount() const { return drawn_->vertexCount(); }
  emscripten::val triangles() const;
  emscripten::val restPositions() const;
  emscripten::val drawnVertexOf() const;
  /// A copy.
  emscripten::val simulatedVertices(const emscripten::val& drawn) const;
  emscripten::val report() const;

 private:
  DrawnGarmentPtr drawn_;
};

/// What the device keeps to draw a garment as it is simulated, or what is drawn over it: words of the uniform buffer,
/// corners, values (copies), pairs of a kernel and its workgroups, and the number of drawn vertices.
emscripten::val gpuDrawingOf(const ScriptGarment& garment);
emscripten::val gpuDrawingOver(const ScriptDrawnGarment& drawn);
/// File and entry point of every kernel of shaders/skinning.
emscripten::val gpuDrawKernelList();

}  // namespace toile::script
