#include "io/import_facts.h"

#include <algorithm>

#include "io/import_text.h"

namespace toile {

namespace {

/// Whether a face names a vertex twice. Large polygons are sorted: hostile ones may have millions of corners.
bool repeatsVertex(const std::uint32_t* corners, std::size_t size, std::vector<std::uint32_t>& scratch) {
  if (size == 3) return corners[0] == corners[1] || corners[1] == corners[2] || corners[2] == corners[0];
  scratch.assign(corners, corners + size);
  std::sort(scratch.begin(), scratch.end());
  return std::adjacent_find(scratch.begin(), scratch.end()) != scratch.end();
}

void countFaces(const SurfaceMesh& mesh, ImportFacts& facts) {
  std::vector<bool> used(mesh.vertexCount(), false);
  for (const std::uint32_t v : mesh.faceVertices) used[v] = true;
  facts.unusedVertices = static_cast<std::size_t>(std::count(used.begin(), used.end(), false));

  std::vector<std::uint32_t> scratch;
  std::size_t corner = 0;
  for (std::size_t f = 0; f < mesh.faceCount(); ++f) {
    const std::size_t size = mesh.faceSizes.empty() ? 3 : mesh.faceSizes[f];
    facts.quads += size == 4;
    facts.polygons += size > 4;
    facts.degenerateFaces += repeatsVertex(&mesh.faceVertices[corner], size, scratch);
    corner += size;
  }
}

void describe(const ImportFacts& facts, std::vector<std::string>& warnings) {
  const auto warn = [&](std::size_t count, const char* noun, const char* rest) {
    if (count > 0) warnings.push_back(counted(count, noun) + rest);
  };
  warn(facts.nonFiniteNumbers, "number", " in positions not finite");
  warn(facts.unusedVertices, "vertex", " used by no face");
  warn(facts.degenerateFaces, "face", " naming a vertex twice");
  warn(facts.skippedPoints, "point element", " skipped");
  warn(facts.skippedLines, "line element", " skipped");
  for (const auto& [what, count] : facts.ignoredStatements) {
    warnings.push_back(counted(count, "statement") + " \"" + what + "\" not read");
  }
}

}  // namespace

Result<ImportedMesh> finishImport(ImportedMesh mesh, const std::string& prefix, const ImportOptions& options) {
  for (std::size_t v = 0; v < mesh.mesh.positions.size() && !options.allowNonFinite; ++v) {
    if (isFinite(mesh.mesh.positions[v])) continue;
    return Error{prefix + "vertex " + std::to_string(v) + " is not finite once transformed and scaled"};
  }
  // A mesh of triangles only says so by leaving the sizes away.
  std::vector<std::uint32_t>& sizes = mesh.mesh.faceSizes;
  if (std::all_of(sizes.begin(), sizes.end(), [](std::uint32_t size) { return size == 3; })) sizes.clear();
  countFaces(mesh.mesh, mesh.facts);
  describe(mesh.facts, mesh.warnings);
  return mesh;
}

}  // namespace toile
