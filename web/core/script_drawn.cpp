#include "web/core/script_drawn.h"

#include <cstring>

#include "web/core/script_reader.h"
#include "web/core/script_writer.h"

namespace toile::script {
namespace {

val copied(const val& view) { return view.call<val>("slice"); }

val drawingObject(const GpuDrawing& drawing) {
  std::uint32_t words[sizeof(GpuDrawingValues) / sizeof(std::uint32_t)];
  std::memcpy(words, &drawing.uniform, sizeof words);
  std::vector<std::uint32_t> dispatches;
  for (const GpuDrawDispatch& d : drawing.dispatches) dispatches.insert(dispatches.end(), {d.kernel, d.groups});
  val object = val::object();
  object.set("uniform", copied(viewOf(std::span<const std::uint32_t>(words))));
  object.set("corners", copied(viewOf(std::span<const std::uint32_t>(drawing.corners))));
  object.set("values", copied(viewOf(std::span<const float>(drawing.values))));
  object.set("dispatches", copied(viewOf(std::span<const std::uint32_t>(dispatches))));
  object.set("vertices", drawing.vertexCount());
  return object;
}

}  // namespace

std::shared_ptr<ScriptDrawnGarment> ScriptDrawnGarment::build(const ScriptMesh& mesh, const val& def,
                                                              const ScriptMesh* simulated, const val& options) {
  ScriptReader reader(options, "simulated");
  SimulatedMesh from;
  reader("vertices", from.vertices);
  from.kept = numbersFrom<std::uint32_t>(reader.other("kept"));
  reader.finish();
  if (simulated != nullptr) from.mesh = &simulated->mesh();
  return std::make_shared<ScriptDrawnGarment>(take(DrawnGarment::build(mesh.mesh(), garmentDefFrom(def), from)));
}

val ScriptDrawnGarment::triangles() const { return viewOf(drawn_->triangles()); }
val ScriptDrawnGarment::restPositions() const { return viewOf(drawn_->restPositions()); }
val ScriptDrawnGarment::drawnVertexOf() const { return viewOf(drawn_->drawnVertexOf()); }

val ScriptDrawnGarment::simulatedVertices(const val& drawn) const {
  const std::vector<std::uint32_t> vertices = numbersFrom<std::uint32_t>(drawn);
  for (const std::uint32_t v : vertices) {
    if (v >= vertexCount()) fail("vertices: there is no drawn vertex " + std::to_string(v));
  }
  return copied(viewOf(std::span<const std::uint32_t>(drawn_->simulatedVertices(vertices))));
}

val ScriptDrawnGarment::report() const {
  const DrawnReport& r = drawn_->report();
  val object = val::object();
  object.set("drawnVertices", r.drawnVertices), object.set("particles", r.particles);
  object.set("detailVertices", r.detailVertices), object.set("jumps", r.jumps);
  object.set("farthestOffset", r.farthestOffset), object.set("restError", r.restError);
  return object;
}

val gpuDrawingOf(const ScriptGarment& garment) { return drawingObject(makeGpuDrawing(garment.garment()->data())); }

val gpuDrawingOver(const ScriptDrawnGarment& drawn) {
  const DrawnData& data = drawn.drawn()->data();
  return drawingObject(data.same ? makeGpuDrawing(data.simulated->data()) : makeGpuDrawing(data));
}

val gpuDrawKernelList() {
  val list = val::array();
  for (const GpuKernelInfo& kernel : gpuDrawKernels()) {
    val object = val::object();
    object.set("file", std::string(kernel.file)), object.set("entry", std::string(kernel.entry));
    list.call<void>("push", object);
  }
  return list;
}

}  // namespace toile::script
