// The statements of a Wavefront OBJ file, read and checked line by line, not yet a mesh.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "toile/result.h"
#include "toile/vec.h"

namespace toile {

/// One corner of a face: zero-based indices, −1 where the file gives none.
struct ObjCorner {
  std::int64_t vertex = -1, uv = -1, normal = -1;
};

/// Faces from `firstFace` on belong to this object, group and material, up to the next section.
struct ObjSection {
  std::string object, group, material;
  std::size_t firstFace = 0;
};

struct ObjStatements {
  std::vector<Vec3> vertices;
  std::vector<Vec3> colours;  ///< as many as vertices, or empty; white where a line gives none
  std::vector<Vec2> uvs;
  std::vector<Vec3> normals;
  std::vector<std::uint32_t> faceSizes;  ///< >= 3
  std::vector<std::size_t> faceLines;    ///< line number of each face, from 1
  std::vector<ObjCorner> corners;
  std::vector<ObjSection> sections;  ///< at least one
  std::vector<std::string> materialLibraries;
  std::size_t nonFiniteNumbers = 0;  ///< in `v` lines
  std::size_t firstNonFiniteLine = 0;
  std::size_t points = 0, lines = 0;  ///< elements, by their statements
  std::size_t shortFaces = 0;         ///< fewer than 3 corners: left out
  std::map<std::string, std::size_t> ignored;
};

/// Reads a whole file. Relative indices count back from the statements read so far; positive ones may point ahead.
/// Fails, naming file and line, for malformed numbers and for indices that are zero or out of range.
Result<ObjStatements> readObjStatements(std::string_view text, std::string_view name);

}  // namespace toile
