#include "io/obj_import.h"

#include <cmath>
#include <system_error>

#include "io/import_facts.h"
#include "io/import_file.h"
#include "io/import_text.h"
#include "io/obj_statements.h"

namespace toile {

namespace {

constexpr std::uint32_t kNoCorner = 0xffffffffu;

/// Gives every combination of v, vt and vn its own vertex. The first V vertices are the `v` lines with the
/// combination they are first used with; further combinations are appended, chained to their `v`.
class Splitter {
 public:
  explicit Splitter(const ObjStatements& file) : corners_(file.vertices.size()) {
    for (std::size_t v = 0; v < corners_.size(); ++v) corners_[v].vertex = static_cast<std::int64_t>(v);
    used_.assign(corners_.size(), false);
    next_.assign(corners_.size(), kNoCorner);
  }

  std::uint32_t vertexFor(const ObjCorner& corner) {
    std::uint32_t v = static_cast<std::uint32_t>(corner.vertex);
    if (!used_[v]) {
      used_[v] = true;
      corners_[v] = corner;
      return v;
    }
    for (;;) {
      if (corners_[v].uv == corner.uv && corners_[v].normal == corner.normal) return v;
      if (next_[v] == kNoCorner) break;
      v = next_[v];
    }
    next_[v] = static_cast<std::uint32_t>(corners_.size());
    corners_.push_back(corner);
    next_.push_back(kNoCorner);
    return next_[v];
  }

  const std::vector<ObjCorner>& corners() const { return corners_; }

 private:
  std::vector<ObjCorner> corners_;  ///< of each vertex made so far
  std::vector<bool> used_;          ///< of the first V
  std::vector<std::uint32_t> next_;
};

bool sectionMatches(const ObjSection& section, const std::string& wanted) {
  return wanted.empty() || section.object == wanted || section.group == wanted;
}

/// Parts with at least one face of the wanted object or group, in file order.
std::vector<MeshPart> partsOf(const ObjStatements& file, const std::string& wanted) {
  std::vector<MeshPart> parts;
  for (std::size_t s = 0; s < file.sections.size(); ++s) {
    const ObjSection& section = file.sections[s];
    const std::size_t end = s + 1 < file.sections.size() ? file.sections[s + 1].firstFace : file.faceSizes.size();
    if (end == section.firstFace || !sectionMatches(section, wanted)) continue;
    MeshPart part;
    part.name = section.group.empty() ? section.object : section.group;
    part.material = section.material;
    part.firstFace = section.firstFace;
    part.faceCount = end - section.firstFace;
    parts.push_back(std::move(part));
  }
  return parts;
}

void fillAttributes(const ObjStatements& file, const std::vector<ObjCorner>& corners, const FileSpace& space,
                    ImportedMesh& result) {
  SurfaceMesh& mesh = result.mesh;
  bool anyUv = false, anyNormal = false;
  for (const ObjCorner& c : corners) {
    anyUv = anyUv || c.uv >= 0;
    anyNormal = anyNormal || c.normal >= 0;
  }
  std::size_t badUvs = 0, badNormals = 0;
  for (const ObjCorner& c : corners) {
    mesh.positions.push_back(pointFromFile(space, file.vertices[static_cast<std::size_t>(c.vertex)]));
    if (anyUv) {
      const Vec2 uv = c.uv >= 0 ? file.uvs[static_cast<std::size_t>(c.uv)] : Vec2{};
      const bool good = std::isfinite(uv.x) && std::isfinite(uv.y);
      badUvs += !good;
      mesh.uvs.push_back(good ? uv : Vec2{});
    }
    if (anyNormal) {
      const Vec3 normal = c.normal >= 0 ? file.normals[static_cast<std::size_t>(c.normal)] : Vec3{};
      badNormals += !isFinite(normal);
      mesh.normals.push_back(isFinite(normal) ? directionFromFile(space, normal) : Vec3{});
    }
  }
  if (badUvs > 0) result.warnings.push_back(counted(badUvs, "texture coordinate") + " not finite: set to 0");
  if (badNormals > 0) result.warnings.push_back(counted(badNormals, "normal") + " not finite: set to 0");
  if (file.colours.empty()) return;
  const auto paint = [&](const char* name, float Vec3::*channel) {
    std::vector<float>& values = mesh.paints[name];
    for (const ObjCorner& c : corners) {
      const float value = file.colours[static_cast<std::size_t>(c.vertex)].*channel;
      values.push_back(std::isfinite(value) ? value : 1.0f);
    }
  };
  paint("COLOR_0.r", &Vec3::x);
  paint("COLOR_0.g", &Vec3::y);
  paint("COLOR_0.b", &Vec3::z);
}

/// Takes the faces of the parts over and numbers them from zero.
void fillFaces(const ObjStatements& file, Splitter& splitter, ImportedMesh& result) {
  std::vector<std::size_t> firstCorner(file.faceSizes.size() + 1, 0);
  for (std::size_t f = 0; f < file.faceSizes.size(); ++f) firstCorner[f + 1] = firstCorner[f] + file.faceSizes[f];
  for (MeshPart& part : result.parts) {
    const std::size_t firstFace = result.mesh.faceSizes.size();
    for (std::size_t f = part.firstFace; f < part.firstFace + part.faceCount; ++f) {
      result.mesh.faceSizes.push_back(file.faceSizes[f]);
      for (std::size_t c = firstCorner[f]; c < firstCorner[f + 1]; ++c) {
        result.mesh.faceVertices.push_back(splitter.vertexFor(file.corners[c]));
      }
    }
    part.firstFace = firstFace;
  }
}

/// Of a part of a file only the vertices it uses stay, in their order.
std::vector<ObjCorner> keepUsed(std::vector<ObjCorner> corners, SurfaceMesh& mesh) {
  std::vector<std::uint32_t> newIndex(corners.size(), kNoCorner);
  for (const std::uint32_t v : mesh.faceVertices) newIndex[v] = 0;
  std::uint32_t count = 0;
  for (std::size_t v = 0; v < corners.size(); ++v) {
    if (newIndex[v] == kNoCorner) continue;
    newIndex[v] = count;
    corners[count++] = corners[v];
  }
  corners.resize(count);
  for (std::uint32_t& v : mesh.faceVertices) v = newIndex[v];
  return corners;
}

void addWarnings(const ObjStatements& file, const std::filesystem::path& folder, ImportedMesh& result) {
  if (file.shortFaces > 0) {
    result.warnings.push_back(counted(file.shortFaces, "face") + " with fewer than 3 corners left out");
  }
  std::size_t without = 0;
  for (const ObjCorner& c : file.corners) without += c.uv < 0;
  if (!result.mesh.uvs.empty() && without > 0) {
    result.warnings.push_back(counted(without, "face corner") + " without texture coordinate: set to 0");
  }
  if (folder.empty()) return;
  for (const std::string& library : file.materialLibraries) {
    const auto path = pathInside(folder, library);
    std::error_code failed;
    if (path && std::filesystem::is_regular_file(*path, failed)) continue;
    result.warnings.push_back("material library \"" + shown(library) + "\" not found");
  }
}

std::string groupNames(const ObjStatements& file) {
  std::string names;
  for (const MeshPart& part : partsOf(file, {})) {
    if (names.size() > 200) return "; there are: " + names + ", ...";
    if (!part.name.empty()) names += (names.empty() ? "" : ", ") + shown(part.name);
  }
  return names.empty() ? "; the file names none" : "; there are: " + names;
}

}  // namespace

Result<ImportedMesh> importObj(std::string_view text, std::string_view name, const std::filesystem::path& folder,
                               const ImportOptions& options) {
  const std::string prefix = std::string(name) + ": ";
  Result<ObjStatements> read = readObjStatements(text, name);
  if (!read) return Error{read.error()};
  const ObjStatements& file = *read;
  if (file.vertices.size() > options.maximumVertices) {
    return Error{prefix + counted(file.vertices.size(), "vertex") + ", more than the limit of " +
                 std::to_string(options.maximumVertices)};
  }
  if (file.faceSizes.empty()) {
    return Error{prefix + "no face (" + std::to_string(file.vertices.size()) + " v lines" +
                 (file.ignored.empty() ? "" : ", " + counted(file.ignored.size(), "unknown keyword")) + ")"};
  }
  if (file.nonFiniteNumbers > 0 && !options.allowNonFinite) {
    return Error{prefix + "line " + std::to_string(file.firstNonFiniteLine) + ": v is not finite (" +
                 counted(file.nonFiniteNumbers, "such number") + " in the file)"};
  }

  ImportedMesh result;
  result.parts = partsOf(file, options.meshName);
  if (result.parts.empty()) {
    return Error{prefix + "no object or group \"" + shown(options.meshName) + "\" with faces" + groupNames(file)};
  }
  Splitter splitter(file);
  fillFaces(file, splitter, result);
  std::vector<ObjCorner> corners = splitter.corners();
  result.facts.splitVertices = corners.size() - file.vertices.size();
  if (!options.meshName.empty()) corners = keepUsed(std::move(corners), result.mesh);
  fillAttributes(file, corners, options.space, result);
  for (MeshPart& part : result.parts) part.vertexCount = result.mesh.positions.size();
  result.facts.nonFiniteNumbers = file.nonFiniteNumbers;
  result.facts.skippedPoints = file.points;
  result.facts.skippedLines = file.lines;
  result.facts.ignoredStatements = file.ignored;
  addWarnings(file, folder, result);
  return finishImport(std::move(result), prefix, options);
}

}  // namespace toile
