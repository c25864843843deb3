// One glTF primitive: its vertex attributes and its triangles, checked, in file space.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "io/gltf_accessor.h"
#include "toile/vec.h"

namespace tinygltf {
struct Primitive;
}

namespace toile {

/// One row of influences: joint numbers of the skin and weights, `width` of each a vertex.
struct GltfInfluences {
  std::size_t width = 0;  ///< 4 or 8; 0 without a skin
  std::vector<std::uint32_t> joints;
  std::vector<float> weights;
};

struct GltfVertices {
  std::vector<Vec3> positions;
  std::vector<Vec3> normals;  ///< or empty
  std::vector<Vec2> uvs;      ///< or empty
  std::map<std::string, std::vector<float>> paints;
  GltfInfluences influences;
  std::vector<std::vector<Vec3>> morphs;  ///< one list a target; empty where a target does not move positions
  std::size_t nonFiniteNumbers = 0;       ///< in positions
  std::vector<std::string> warnings;
};

/// `what` begins messages. Fails for positions that are not finite unless allowed, wrong counts, and weights that are
/// negative or not finite; other attributes with such numbers are dropped with a warning.
Result<GltfVertices> readGltfVertices(GltfAccessors& accessors, const tinygltf::Primitive& primitive,
                                      const std::string& what, bool skinned, bool allowNonFinite);

/// Triples of vertex numbers below `vertexCount`: lists, strips and fans. `leftOver`: indices that make no triangle.
Result<std::vector<std::uint32_t>> readGltfTriangles(GltfAccessors& accessors, const tinygltf::Primitive& primitive,
                                                     const std::string& what, std::size_t vertexCount,
                                                     std::size_t& leftOver);

}  // namespace toile
