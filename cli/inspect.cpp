#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/messages.h"
#include "io/import.h"
#include "toile/garment.h"

namespace toile::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Edges {
  double mean = 0.0, shortest = 0.0, longest = 0.0;
};

/// Lengths of the distinct edges between particles.
Edges measureEdges(const Garment& garment) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
  const auto triangles = garment.triangles();
  const auto particle = garment.particleOfVertex();
  for (std::size_t t = 0; t < triangles.size(); t += 3) {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t a = particle[triangles[t + k]], b = particle[triangles[t + (k + 1) % 3]];
      if (a != b && a != Garment::kNoParticle && b != Garment::kNoParticle) edges.emplace_back(std::minmax(a, b));
    }
  }
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  if (edges.empty()) return {};
  Edges result{0.0, INFINITY, 0.0};
  const auto vertex = garment.vertexOfParticle();
  const auto positions = garment.restPositions();
  for (const auto& [a, b] : edges) {
    const double l = distance(positions[vertex[a]], positions[vertex[b]]);
    result.mean += l / static_cast<double>(edges.size());
    result.shortest = std::min(result.shortest, l), result.longest = std::max(result.longest, l);
  }
  return result;
}

Json importJson(const ImportedMesh& imported) {
  const ImportFacts& facts = imported.facts;
  Json json;
  json["vertices"] = imported.mesh.vertexCount();
  json["faces"] = imported.mesh.faceCount();
  json["quads"] = facts.quads;
  json["polygons"] = facts.polygons;
  json["parts"] = imported.parts.size();
  json["has_uvs"] = !imported.mesh.uvs.empty();
  json["has_normals"] = !imported.mesh.normals.empty();
  Json paints = Json::array();
  for (const auto& [name, values] : imported.mesh.paints) paints.push_back(name);
  json["paints"] = paints;
  json["instances"] = facts.instances;
  json["simulated_meshes"] = facts.simulatedMeshes;
  json["mirrored_nodes"] = facts.mirroredNodes;
  json["skins"] = facts.skins;
  json["animations"] = facts.animations;
  json["non_finite_numbers"] = facts.nonFiniteNumbers;
  json["split_vertices"] = facts.splitVertices;
  json["unused_vertices"] = facts.unusedVertices;
  json["skipped_points"] = facts.skippedPoints;
  json["skipped_lines"] = facts.skippedLines;
  json["repeated_corner_faces"] = facts.degenerateFaces;
  Json ignored = Json::object();
  for (const auto& [statement, count] : facts.ignoredStatements) ignored[statement] = count;
  json["ignored_statements"] = ignored;
  return json;
}

Json boxJson(const SurfaceMesh& mesh) {
  Vec3 low{INFINITY, INFINITY, INFINITY}, high{-INFINITY, -INFINITY, -INFINITY};
  for (const Vec3 p : mesh.positions) {
    if (!isFinite(p)) continue;
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  if (!isFinite(low)) return nullptr;
  return Json::array({high.x - low.x, high.y - low.y, high.z - low.z});
}

Json garmentJson(const Garment& garment) {
  const GarmentReport& r = garment.report();
  const Edges edges = measureEdges(garment);
  Json json;
  json["particles"] = r.particles;
  json["triangles"] = r.triangles;
  json["edges"] = r.edges;
  json["hinges"] = r.hinges;
  json["braced_quads"] = r.quads;
  json["components"] = r.components;
  json["boundary_loops"] = r.boundaryLoops;
  json["boundary_edges"] = r.boundaryEdges;
  json["welded_vertices"] = r.weldedVertices;
  json["loose_vertices"] = r.looseVertices;
  json["concave_polygons"] = r.concavePolygons;
  json["crossing_polygons"] = r.crossingPolygons;
  json["degenerate_faces"] = r.degenerateFaces;
  json["degenerate_triangles"] = r.degenerateTriangles;
  json["duplicate_triangles"] = r.duplicateTriangles;
  json["non_manifold_edges"] = r.nonManifoldEdges;
  json["bow_tie_vertices"] = r.bowTieVertices;
  json["inconsistent_edges"] = r.inconsistentEdges;
  json["max_valence"] = r.maxValence;
  json["degenerate_uv_triangles"] = r.degenerateUvTriangles;
  json["skipped_constraints"] = r.skippedConstraints;
  json["closed"] = r.closed;
  json["area"] = r.area;
  json["volume"] = r.volume;
  json["areal_density"] = garment.def().fabric.arealDensity;
  json["mass"] = r.mass;
  json["mean_edge"] = edges.mean;
  json["shortest_edge"] = edges.shortest;
  json["longest_edge"] = edges.longest;
  return json;
}

void printTable(const char* heading, const Json& object) {
  std::printf("%s\n", heading);
  for (const auto& [key, value] : object.items()) {
    std::string name = key;
    std::replace(name.begin(), name.end(), '_', ' ');
    std::string text = value.is_boolean() ? (value.get<bool>() ? "yes" : "no") : value.dump();
    if (value.is_number_float()) {
      char number[40];
      std::snprintf(number, sizeof number, "%.6g", value.get<double>());
      text = number;
    }
    std::printf("  %-26s %s\n", name.c_str(), text.c_str());
  }
}

}  // namespace

int runInspect(const InspectOptions& options) {
  ImportOptions importOptions;
  importOptions.space = options.space;
  importOptions.meshName = options.mesh;
  importOptions.allowNonFinite = true;  // to be counted, not refused
  const auto imported = importMesh(options.file, importOptions);
  if (!imported) {
    printError(imported.error());
    return kFailed;
  }
  std::vector<std::string> warnings = imported->warnings;
  Json file = importJson(*imported);
  file["box"] = boxJson(imported->mesh);
  const auto garment = Garment::build(imported->mesh);
  Json sewn = nullptr;
  if (garment) {
    sewn = garmentJson(**garment);
    for (std::string& warning : (*garment)->report().warnings()) warnings.push_back(std::move(warning));
  } else {
    warnings.push_back("no garment can be made of it: " + garment.error());
  }
  if (options.json) {
    Json json;
    json["path"] = options.file.string();
    json["file"] = std::move(file);
    json["garment"] = std::move(sewn);
    json["warnings"] = warnings;
    // Names in files need not be UTF-8.
    std::printf("%s\n", json.dump(2, ' ', false, Json::error_handler_t::replace).c_str());
    return kDone;
  }
  std::printf("%s\n", options.file.string().c_str());
  printTable("as it comes (m)", file);
  if (!sewn.is_null()) printTable("as a garment of the default fabric (m, m², m³, kg/m², kg)", sewn);
  for (const std::string& warning : warnings) std::printf("warning: %s\n", warning.c_str());
  return kDone;
}

}  // namespace toile::cli
