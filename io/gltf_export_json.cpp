// The JSON chunk of a GLB: https://registry.khronos.org/glTF/specs/2.0/glTF-2.0.html, sections 3.6, 3.7 and 3.11.
#include <nlohmann/json.hpp>

#include "io/gltf_export_layout.h"

namespace toile {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kFloat = 5126, kUnsignedInt = 5125;            // component types
constexpr int kArrayBuffer = 34962, kElementBuffer = 34963;  // targets of buffer views

Json toJson(Vec3 v) { return {v.x, v.y, v.z}; }

/// Adds views and accessors in the order of the chunk, keeping the offset.
class Document {
 public:
  Document(const GlbLayout& layout, const BakeInfo& info, FrameBlend blend, std::span<const GlbBounds> bounds)
      : layout_(layout), info_(info), blend_(blend), bounds_(bounds) {}

  std::string text() {
    json_["asset"] = {{"version", "2.0"}, {"generator", "toile"}};
    json_["scene"] = 0;
    json_["scenes"] = {{{"nodes", {0}}}};
    json_["nodes"] = {{{"name", info_.name}, {"mesh", 0}}};
    json_["buffers"] = {{{"byteLength", layout_.totalBytes()}}};
    json_["bufferViews"] = Json::array();
    json_["accessors"] = Json::array();
    addMaterials();
    addPrimitives();
    if (layout_.animated()) addAnimation();
    addShapes();
    json_["meshes"] = {{{"name", info_.name}, {"primitives", primitives_}}};
    // Names come from files and may be broken UTF-8: those bytes are replaced, JSON cannot hold them.
    return json_.dump(-1, ' ', false, Json::error_handler_t::replace);
  }

 private:
  std::size_t addView(std::uint64_t bytes, int target, int stride) {
    Json view = {{"buffer", 0}, {"byteOffset", offset_}, {"byteLength", bytes}};
    if (stride != 0) view["byteStride"] = stride;
    if (target != 0) view["target"] = target;
    offset_ += bytes;
    json_["bufferViews"].push_back(view);
    return json_["bufferViews"].size() - 1;
  }

  std::size_t addAccessor(std::size_t view, std::uint64_t offset, int component, std::size_t count, const char* type) {
    json_["accessors"].push_back(
        {{"bufferView", view}, {"byteOffset", offset}, {"componentType", component}, {"count", count}, {"type", type}});
    return json_["accessors"].size() - 1;
  }

  void addMaterials() {
    json_["materials"] = Json::array();
    for (const std::string& name : layout_.materials) {
      Json material = Json::object();
      if (!name.empty()) material["name"] = name;
      material["pbrMetallicRoughness"] = {
          {"baseColorFactor", {0.8, 0.8, 0.8, 1.0}}, {"metallicFactor", 0.0}, {"roughnessFactor", 0.9}};
      material["doubleSided"] = true;  // cloth is seen from both sides
      json_["materials"].push_back(material);
    }
  }

  /// UVs, indices and the primitives that name them.
  void addPrimitives() {
    std::vector<std::size_t> uvs;
    if (layout_.uvs) {
      const std::size_t view = addView(layout_.uvBytes(), kArrayBuffer, 8);
      for (const GlbRange& range : layout_.ranges) {
        uvs.push_back(addAccessor(view, 8 * range.first, kFloat, range.count, "VEC2"));
      }
    }
    const std::size_t view = addView(layout_.indexBytes(), kElementBuffer, 0);
    for (const GlbPrimitive& from : layout_.primitives) {
      Json primitive = {{"attributes", Json::object()}};
      if (layout_.uvs) primitive["attributes"]["TEXCOORD_0"] = uvs[from.range];
      primitive["indices"] = addAccessor(view, 4 * from.firstIndex, kUnsignedInt, from.indexCount, "SCALAR");
      primitive["material"] = from.material;
      primitive["mode"] = 4;
      if (!from.name.empty()) primitive["extras"] = {{"name", from.name}};
      primitives_.push_back(primitive);
    }
  }

  void addAnimation() {
    const std::size_t frames = layout_.frameCount;
    const std::size_t input = addAccessor(addView(layout_.timeBytes(), 0, 0), 0, kFloat, frames, "SCALAR");
    json_["accessors"][input]["min"] = {0.0};
    json_["accessors"][input]["max"] = {static_cast<float>(static_cast<double>(frames - 1) / info_.framesPerSecond)};
    std::size_t output = 0;
    if (layout_.sparseWeights()) {
      const std::size_t indices = addView(4 * std::uint64_t{frames}, 0, 0);
      const std::size_t values = addView(4 * std::uint64_t{frames}, 0, 0);
      json_["accessors"].push_back({{"componentType", kFloat},
                                    {"count", frames * frames},
                                    {"type", "SCALAR"},
                                    {"sparse",
                                     {{"count", frames},
                                      {"indices", {{"bufferView", indices}, {"componentType", kUnsignedInt}}},
                                      {"values", {{"bufferView", values}}}}}});
      output = json_["accessors"].size() - 1;
    } else {
      output = addAccessor(addView(layout_.weightBytes(), 0, 0), 0, kFloat, frames * frames, "SCALAR");
    }
    const char* interpolation = blend_ == FrameBlend::step ? "STEP" : "LINEAR";
    json_["animations"] = {{{"name", info_.name},
                            {"samplers", {{{"input", input}, {"interpolation", interpolation}, {"output", output}}}},
                            {"channels", {{{"sampler", 0}, {"target", {{"node", 0}, {"path", "weights"}}}}}}}};
  }

  /// Base and displacements: accessors of shape s and range r for every primitive.
  void addShapes() {
    const std::size_t shapes = layout_.animated() ? 1 + layout_.frameCount : 1;
    for (std::size_t s = 0; s < shapes; ++s) {
      const std::size_t positions = addView(layout_.positionBytes(), kArrayBuffer, 12);
      const std::size_t normals = layout_.normals ? addView(layout_.positionBytes(), kArrayBuffer, 12) : 0;
      std::vector<Json> attributes;
      for (std::size_t r = 0; r < layout_.ranges.size(); ++r) {
        const GlbRange& range = layout_.ranges[r];
        const GlbBounds& bounds = bounds_[s * layout_.ranges.size() + r];
        const std::size_t position = addAccessor(positions, 12 * range.first, kFloat, range.count, "VEC3");
        json_["accessors"][position]["min"] = toJson(bounds.low);
        json_["accessors"][position]["max"] = toJson(bounds.high);
        Json shape = {{"POSITION", position}};
        if (layout_.normals) shape["NORMAL"] = addAccessor(normals, 12 * range.first, kFloat, range.count, "VEC3");
        attributes.push_back(shape);
      }
      for (std::size_t p = 0; p < layout_.primitives.size(); ++p) {
        const Json& shape = attributes[layout_.primitives[p].range];
        if (s == 0) {
          primitives_[p]["attributes"].update(shape);
        } else {
          primitives_[p]["targets"].push_back(shape);
        }
      }
    }
  }

  const GlbLayout& layout_;
  const BakeInfo& info_;
  FrameBlend blend_;
  std::span<const GlbBounds> bounds_;
  std::uint64_t offset_ = 0;
  Json json_;
  Json primitives_ = Json::array();
};

}  // namespace

std::string glbJson(const GlbLayout& layout, const BakeInfo& info, FrameBlend blend,
                    std::span<const GlbBounds> bounds) {
  return Document(layout, info, blend, bounds).text();
}

}  // namespace toile
