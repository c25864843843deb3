#include "web/core/script_garment.h"

#include "web/core/script_reader.h"
#include "web/core/script_writer.h"

namespace toile::script {

// ---- meshes

std::shared_ptr<ScriptMesh> ScriptMesh::fromArrays(const val& arrays) {
  ImportedMesh imported;
  SurfaceMesh& mesh = imported.mesh;
  mesh.positions = pointsFrom(arrays["positions"], "mesh.positions");
  mesh.faceVertices = numbersFrom<std::uint32_t>(arrays["faceVertices"]);
  mesh.faceSizes = numbersFrom<std::uint32_t>(arrays["faceSizes"]);
  mesh.normals = pointsFrom(arrays["normals"], "mesh.normals");
  const std::vector<float> uvs = numbersFrom<float>(arrays["uvs"]);
  if (uvs.size() % 2 != 0) fail("mesh.uvs: " + std::to_string(uvs.size()) + " numbers are no whole UVs");
  for (std::size_t i = 0; i + 1 < uvs.size(); i += 2) mesh.uvs.push_back({uvs[i], uvs[i + 1]});
  return std::make_shared<ScriptMesh>(std::move(imported));
}

std::shared_ptr<ScriptMesh> ScriptMesh::grid(const val& object) {
  GridDef def;
  ScriptReader::readWhole(object, "grid", def);
  constexpr std::uint32_t kMost = 4096;
  if (def.width < 2 || def.height < 2 || def.width > kMost || def.height > kMost) {
    fail("grid: width and height are 2 … 4096, not " + std::to_string(def.width) + " and " +
         std::to_string(def.height));
  }
  if (!(def.spacing > 0.0f)) fail("grid.spacing: a length above 0 is wanted");
  ImportedMesh imported;
  imported.mesh = makeGrid(def);
  return std::make_shared<ScriptMesh>(std::move(imported));
}

namespace {

MeshFormat formatOf(const std::string& name) {
  std::string lower;
  for (const char c : name) lower += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  if (lower.ends_with(".obj")) return MeshFormat::obj;
  if (lower.ends_with(".gltf")) return MeshFormat::gltf;
  if (lower.ends_with(".glb")) return MeshFormat::glb;
  fail(name + ": the name ends in none of .obj, .gltf and .glb");
}

}  // namespace

std::shared_ptr<ScriptMesh> ScriptMesh::fromFile(const val& bytes, const std::string& name, const val& object) {
  const MeshFormat format = formatOf(name);
  ImportOptions options;
  ScriptReader reader(object, "options");
  space(reader, options.space);
  reader("mesh", options.meshName);
  reader.finish();
  const std::vector<std::uint8_t> content = numbersFrom<std::uint8_t>(bytes);
  return std::make_shared<ScriptMesh>(
      take(importMeshFromMemory(std::as_bytes(std::span(content)), format, name, options)));
}

val ScriptMesh::positions() const { return viewOf<Vec3>(mesh().positions); }
val ScriptMesh::faceVertices() const { return viewOf(mesh().faceVertices); }
val ScriptMesh::faceSizes() const { return viewOf(mesh().faceSizes); }
val ScriptMesh::uvs() const { return viewOf<Vec2>(mesh().uvs); }
val ScriptMesh::warnings() const { return listOf(imported_.warnings); }

// ---- garments

namespace {

Fabric fabricFrom(const val& object) {
  const auto preset = [](const std::string& name) {
    const FabricPreset* found = findFabricPreset(name);
    if (found != nullptr) return found->fabric;
    std::string known;
    for (const FabricPreset& each : fabricPresets()) known += " " + std::string(each.name);
    fail("garment.fabric: there is no \"" + name + "\"; known are" + known);
  };
  if (isMissing(object)) return {};
  if (object.isString()) return preset(object.as<std::string>());
  ScriptReader reader(object, "garment.fabric");
  std::string name;
  reader("preset", name);
  Fabric fabric = name.empty() ? Fabric{} : preset(name);
  fields(reader, fabric);
  reader.finish();
  return fabric;
}

}  // namespace

GarmentDef garmentDefFrom(const val& object) {
  ScriptReader reader(object, "garment");
  GarmentDef def;
  def.fabric = fabricFrom(reader.other("fabric"));
  reader("kinds", def.kinds);
  reader("compliance", def.compliance);
  reader("rest", def.restState);
  reader("uv_scale", def.uvScale);
  reader("weld_distance", def.weldDistance);
  reader("total_mass", def.totalMass);
  reader("even_mass", def.evenMass);
  def.vertexMasses = numbersFrom<float>(reader.other("vertexMasses"));
  def.stiffnessScale = numbersFrom<float>(reader.other("stiffnessScale"));
  def.massScale = numbersFrom<float>(reader.other("massScale"));
  def.maxDistanceScale = numbersFrom<float>(reader.other("maxDistanceScale"));
  def.thicknessScale = numbersFrom<float>(reader.other("thicknessScale"));
  def.fixedVertices = numbersFrom<std::uint32_t>(reader.other("fixedVertices"));
  reader.finish();
  return def;
}

std::shared_ptr<ScriptGarment> ScriptGarment::build(const ScriptMesh& mesh, const val& def) {
  return std::make_shared<ScriptGarment>(take(Garment::build(mesh.mesh(), garmentDefFrom(def))));
}

val ScriptGarment::triangles() const { return viewOf(garment_->triangles()); }
val ScriptGarment::particleOfVertex() const { return viewOf(garment_->particleOfVertex()); }
val ScriptGarment::restPositions() const { return viewOf(garment_->restPositions()); }
val ScriptGarment::uvs() const { return viewOf(garment_->uvs()); }

val ScriptGarment::constraints(const std::string& kind) const {
  const ConstraintList list = garment_->constraints(ScriptReader::readKind(val(kind), "kind"));
  std::vector<std::uint32_t> vertices(list.particles.size()), starts(list.colourStart.begin(), list.colourStart.end());
  for (std::size_t i = 0; i < vertices.size(); ++i) vertices[i] = garment_->vertexOfParticle()[list.particles[i]];
  // Copies: unlike a garment's own arrays these are gone when the call is over.
  const auto copyOf = [](const val& view) { return view.call<val>("slice"); };
  val object = val::object();
  object.set("arity", list.arity);
  object.set("count", list.count());
  object.set("vertices", copyOf(viewOf(vertices)));
  object.set("parameters", copyOf(viewOf(list.parameters)));
  object.set("compliance", copyOf(viewOf(list.compliance)));
  object.set("colourStart", copyOf(viewOf(starts)));
  return object;
}

val ScriptGarment::report() const {
  const GarmentReport& r = garment_->report();
  val object = val::object();
  object.set("vertices", r.vertices), object.set("faces", r.faces), object.set("particles", r.particles);
  object.set("triangles", r.triangles), object.set("edges", r.edges), object.set("hinges", r.hinges);
  object.set("components", r.components), object.set("boundaryLoops", r.boundaryLoops);
  object.set("weldedVertices", r.weldedVertices), object.set("looseVertices", r.looseVertices);
  object.set("degenerateFaces", r.degenerateFaces), object.set("duplicateTriangles", r.duplicateTriangles);
  object.set("nonManifoldEdges", r.nonManifoldEdges), object.set("closed", r.closed);
  object.set("area", r.area), object.set("mass", r.mass), object.set("warnings", listOf(r.warnings()));
  return object;
}

val pinnedVerticesOf(const val& grid, const std::string& name) {
  GridDef def;
  ScriptReader::readWhole(grid, "grid", def);
  PinPattern pattern = PinPattern::none;
  ScriptReader::read(val(name), "pattern", pattern);
  return viewOf(pinnedVertices(def, pattern)).call<val>("slice");
}

val fabricPresetsList() {
  val list = val::array();
  for (const FabricPreset& preset : fabricPresets()) {
    val object = val::object();
    object.set("name", std::string(preset.name)), object.set("source", std::string(preset.source));
    object.set("fabric", ScriptWriter::write(preset.fabric));
    list.call<void>("push", object);
  }
  return list;
}

}  // namespace toile::script
