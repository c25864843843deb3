#include "io/gltf_primitive.h"

#include <tiny_gltf.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "io/import_text.h"

namespace toile {

namespace {

std::size_t countNonFinite(const std::vector<float>& numbers, std::size_t& first) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (std::isfinite(numbers[i])) continue;
    if (count++ == 0) first = i;
  }
  return count;
}

std::vector<Vec3> asVec3(const std::vector<float>& numbers) {
  std::vector<Vec3> result(numbers.size() / 3);
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = {numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]};
  return result;
}

/// An attribute that cloth can do without: read, or dropped with a warning where it holds non-finite numbers.
Result<std::vector<float>> optionalAttribute(GltfAccessors& accessors, int accessor, std::size_t components,
                                             const std::string& what, GltfVertices& vertices) {
  Result<std::vector<float>> numbers = accessors.floats(accessor, components, what, vertices.positions.size());
  std::size_t first = 0;
  if (!numbers || countNonFinite(*numbers, first) == 0) return numbers;
  vertices.warnings.push_back(what + ": element " + std::to_string(first / components) +
                              " is not finite: attribute left out");
  return std::vector<float>();
}

/// "COLOR_0" as COLOR_0.r … .a, "_NAME" as it is or, for vectors, as _NAME.x … .w.
Status readPaint(GltfAccessors& accessors, const std::string& name, int accessor, const std::string& what,
                 GltfVertices& vertices) {
  const std::size_t components = accessors.components(accessor);
  const bool colour = name == "COLOR_0";
  if (components == 0 || components > 4 || (colour && components < 3)) {
    if (Result<std::size_t> known = accessors.count(accessor, what); !known) return Error{known.error()};
    vertices.warnings.push_back(what + ": wrong type of element: attribute left out");
    return {};
  }
  const Result<std::vector<float>> numbers = optionalAttribute(accessors, accessor, components, what, vertices);
  if (!numbers) return Error{numbers.error()};
  if (numbers->empty()) return {};
  for (std::size_t c = 0; c < components; ++c) {
    std::string key = name;
    if (colour || components > 1) key += std::string(".") + (colour ? "rgba" : "xyzw")[c];
    std::vector<float>& values = vertices.paints[key];
    values.resize(vertices.positions.size());
    for (std::size_t v = 0; v < values.size(); ++v) values[v] = (*numbers)[v * components + c];
  }
  return {};
}

Status readInfluences(GltfAccessors& accessors, const std::map<std::string, int>& attributes, const std::string& what,
                      GltfVertices& vertices) {
  GltfInfluences& to = vertices.influences;
  const std::size_t count = vertices.positions.size();
  const std::size_t sets = attributes.count("JOINTS_1") > 0 && attributes.count("WEIGHTS_1") > 0 ? 2 : 1;
  to.width = 4 * sets;
  to.joints.resize(count * to.width);
  to.weights.resize(count * to.width);
  for (std::size_t s = 0; s < sets; ++s) {
    const std::string suffix = std::to_string(s);
    const auto joints = accessors.integers(attributes.at("JOINTS_" + suffix), 4, what + "JOINTS_" + suffix, count);
    if (!joints) return Error{joints.error()};
    const auto weights = accessors.floats(attributes.at("WEIGHTS_" + suffix), 4, what + "WEIGHTS_" + suffix, count);
    if (!weights) return Error{weights.error()};
    for (std::size_t i = 0; i < joints->size(); ++i) {
      const float weight = (*weights)[i];
      if (!std::isfinite(weight) || weight < 0.0f) {
        return Error{what + "WEIGHTS_" + suffix + ": element " + std::to_string(i / 4) + " is negative or not finite"};
      }
      const std::size_t place = i / 4 * to.width + 4 * s + i % 4;
      to.joints[place] = (*joints)[i];
      to.weights[place] = weight;
    }
  }
  return {};
}

Status readMorphs(GltfAccessors& accessors, const tinygltf::Primitive& primitive, const std::string& what,
                  GltfVertices& vertices) {
  for (std::size_t t = 0; t < primitive.targets.size(); ++t) {
    vertices.morphs.emplace_back();
    const auto position = primitive.targets[t].find("POSITION");
    if (position == primitive.targets[t].end()) continue;
    const std::string target = what + "target " + std::to_string(t) + ": POSITION";
    const auto numbers = accessors.floats(position->second, 3, target, vertices.positions.size());
    if (!numbers) return Error{numbers.error()};
    std::size_t first = 0;
    if (countNonFinite(*numbers, first) > 0) {
      return Error{target + ": element " + std::to_string(first / 3) + " is not finite"};
    }
    vertices.morphs.back() = asVec3(*numbers);
  }
  return {};
}

}  // namespace

Result<GltfVertices> readGltfVertices(GltfAccessors& accessors, const tinygltf::Primitive& primitive,
                                      const std::string& what, bool skinned, bool allowNonFinite) {
  const std::map<std::string, int>& attributes = primitive.attributes;
  GltfVertices vertices;
  const int accessor = attributes.at("POSITION");
  const auto positions = accessors.floats(accessor, 3, what + "POSITION");
  if (!positions) return Error{positions.error()};
  std::size_t first = 0;
  vertices.nonFiniteNumbers = countNonFinite(*positions, first);
  if (vertices.nonFiniteNumbers > 0 && !allowNonFinite) {
    return Error{what + "POSITION (accessor " + std::to_string(accessor) + ") element " + std::to_string(first / 3) +
                 " is not finite (" + std::to_string(vertices.nonFiniteNumbers) + " of " +
                 counted(positions->size(), "number") + ")"};
  }
  vertices.positions = asVec3(*positions);

  for (const auto& [name, index] : attributes) {
    if (name == "NORMAL") {
      const auto numbers = optionalAttribute(accessors, index, 3, what + name, vertices);
      if (!numbers) return Error{numbers.error()};
      vertices.normals = asVec3(*numbers);
    } else if (name == "TEXCOORD_0") {
      const auto numbers = optionalAttribute(accessors, index, 2, what + name, vertices);
      if (!numbers) return Error{numbers.error()};
      for (std::size_t i = 0; i + 2 <= numbers->size(); i += 2)
        vertices.uvs.push_back({(*numbers)[i], (*numbers)[i + 1]});
    } else if (name == "COLOR_0" || (!name.empty() && name.front() == '_')) {
      if (Status good = readPaint(accessors, name, index, what + shown(name), vertices); !good) {
        return Error{good.error()};
      }
    }
  }
  if (skinned) {
    if (Status good = readInfluences(accessors, attributes, what, vertices); !good) return Error{good.error()};
  }
  if (Status good = readMorphs(accessors, primitive, what, vertices); !good) return Error{good.error()};
  return vertices;
}

Result<std::vector<std::uint32_t>> readGltfTriangles(GltfAccessors& accessors, const tinygltf::Primitive& primitive,
                                                     const std::string& what, std::size_t vertexCount,
                                                     std::size_t& leftOver) {
  std::vector<std::uint32_t> order(vertexCount);
  if (primitive.indices >= 0) {
    Result<std::vector<std::uint32_t>> indices = accessors.integers(primitive.indices, 1, what + "indices");
    if (!indices) return Error{indices.error()};
    order = std::move(indices).value();
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (order[i] < vertexCount) continue;
      return Error{what + "indices (accessor " + std::to_string(primitive.indices) + ") element " + std::to_string(i) +
                   ": vertex " + std::to_string(order[i]) + " is out of range (" + counted(vertexCount, "vertex") +
                   ")"};
    }
  } else {
    std::iota(order.begin(), order.end(), 0u);
  }
  if (primitive.mode == TINYGLTF_MODE_TRIANGLES) {
    leftOver = order.size() % 3;
    order.resize(order.size() - leftOver);
    return order;
  }
  std::vector<std::uint32_t> triangles;
  leftOver = order.size() < 3 ? order.size() : 0;
  for (std::size_t i = 0; i + 2 < order.size(); ++i) {
    if (primitive.mode == TINYGLTF_MODE_TRIANGLE_FAN) {
      triangles.insert(triangles.end(), {order[i + 1], order[i + 2], order[0]});
    } else {  // strip: every other triangle turns round
      triangles.insert(triangles.end(), {order[i], order[i + 1 + i % 2], order[i + 2 - i % 2]});
    }
  }
  return triangles;
}

}  // namespace toile
