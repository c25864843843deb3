// Small glTF files made in tests: bytes, views and accessors are added one by one, then written as GLB or glTF.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "io/import.h"
#include "toile/vec.h"

namespace toile::test {

using nlohmann::json;
using Bytes = std::vector<std::byte>;

inline Bytes asBytes(const std::string& text) {
  const auto* first = reinterpret_cast<const std::byte*>(text.data());
  return Bytes(first, first + text.size());
}

constexpr int kByte = 5120, kUnsignedByte = 5121, kShort = 5122, kUnsignedShort = 5123, kUnsignedInt = 5125,
              kFloat = 5126;

struct GltfBuilder {
  json root = {{"asset", {{"version", "2.0"}}},
               {"scene", 0},
               {"scenes", json::array({{{"nodes", {0}}}})},
               {"nodes", json::array()},
               {"meshes", json::array()},
               {"accessors", json::array()},
               {"bufferViews", json::array()}};
  Bytes binary;

  /// Appends values at the next multiple of 4; returns the offset.
  template <class T>
  std::size_t append(const std::vector<T>& values) {
    while (binary.size() % 4 != 0) binary.push_back(std::byte{0});
    const std::size_t offset = binary.size();
    binary.resize(offset + values.size() * sizeof(T));
    if (!values.empty()) std::memcpy(binary.data() + offset, values.data(), values.size() * sizeof(T));
    return offset;
  }
  int addView(std::size_t offset, std::size_t length, std::size_t stride = 0) {
    json view = {{"buffer", 0}, {"byteOffset", offset}, {"byteLength", length}};
    if (stride > 0) view["byteStride"] = stride;
    root["bufferViews"].push_back(view);
    return static_cast<int>(root["bufferViews"].size()) - 1;
  }
  int addAccessor(int view, std::size_t offset, int componentType, std::size_t count, const char* type,
                  bool normalized = false) {
    json accessor = {{"componentType", componentType}, {"count", count}, {"type", type}};
    if (view >= 0) accessor["bufferView"] = view;
    if (offset > 0) accessor["byteOffset"] = offset;
    if (normalized) accessor["normalized"] = true;
    root["accessors"].push_back(accessor);
    return static_cast<int>(root["accessors"].size()) - 1;
  }
  /// A packed accessor with a view of its own.
  template <class T>
  int add(const std::vector<T>& values, int componentType, const char* type, std::size_t components,
          bool normalized = false) {
    const std::size_t offset = append(values);
    return addAccessor(addView(offset, values.size() * sizeof(T)), 0, componentType, values.size() / components, type,
                       normalized);
  }
  int addPositions(const std::vector<Vec3>& points) {
    std::vector<float> numbers;
    for (const Vec3& p : points) numbers.insert(numbers.end(), {p.x, p.y, p.z});
    return add(numbers, kFloat, "VEC3", 3);
  }
  int addIndices(const std::vector<std::uint16_t>& indices) { return add(indices, kUnsignedShort, "SCALAR", 1); }
  int addMesh(const json& primitives, const char* name = "mesh") {
    root["meshes"].push_back({{"name", name}, {"primitives", primitives}});
    return static_cast<int>(root["meshes"].size()) - 1;
  }
  int addNode(const json& node) {
    root["nodes"].push_back(node);
    return static_cast<int>(root["nodes"].size()) - 1;
  }

  Bytes glb() const {
    json file = root;
    if (!binary.empty() && !file.contains("buffers")) file["buffers"] = json::array({{{"byteLength", binary.size()}}});
    std::string text = file.dump();
    while (text.size() % 4 != 0) text += ' ';
    Bytes out;
    const auto word = [&out](std::size_t value) {
      for (int shift = 0; shift < 32; shift += 8) out.push_back(static_cast<std::byte>(value >> shift & 0xff));
    };
    const std::size_t padded = (binary.size() + 3) / 4 * 4;
    word(0x46546c67);
    word(2);
    word(12 + 8 + text.size() + 8 + padded);
    word(text.size());
    word(0x4e4f534a);
    for (const char c : text) out.push_back(static_cast<std::byte>(c));
    word(padded);
    word(0x004e4942);
    out.insert(out.end(), binary.begin(), binary.end());
    out.resize(out.size() + padded - binary.size());
    return out;
  }
  /// Without the buffer's bytes: they go to an external file or a data URI.
  std::string gltf(const std::string& uri) const {
    json file = root;
    file["buffers"] = json::array({{{"byteLength", binary.size()}, {"uri", uri}}});
    return file.dump();
  }
  Result<ImportedMesh> import(const ImportOptions& options = {}) const {
    return importMeshFromMemory(glb(), MeshFormat::glb, "test.glb", options);
  }
};

/// One triangle (0,0,0), (1,0,0), (0,1,0) shown by node 0.
inline GltfBuilder triangleFile() {
  GltfBuilder file;
  const int positions = file.addPositions({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}});
  file.addNode({{"mesh", file.addMesh(json::array({{{"attributes", {{"POSITION", positions}}}}}))}});
  return file;
}

/// Six times the signed volume of the surface: positive where the faces point out.
inline double sixfoldVolume(const SurfaceMesh& mesh) {
  double sum = 0.0;
  for (std::size_t f = 0; f < mesh.faceCount(); ++f) {
    const Vec3 a = mesh.positions[mesh.faceVertices[3 * f]], b = mesh.positions[mesh.faceVertices[3 * f + 1]],
               c = mesh.positions[mesh.faceVertices[3 * f + 2]];
    sum += dot(a, cross(b, c));
  }
  return sum;
}

/// Geometric normal of one triangle, not unit.
inline Vec3 faceNormal(const SurfaceMesh& mesh, std::size_t face) {
  const Vec3 a = mesh.positions[mesh.faceVertices[3 * face]], b = mesh.positions[mesh.faceVertices[3 * face + 1]],
             c = mesh.positions[mesh.faceVertices[3 * face + 2]];
  return cross(b - a, c - a);
}

}  // namespace toile::test
