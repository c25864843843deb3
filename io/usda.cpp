#include "io/usda.h"

#include <algorithm>
#include <cctype>
#include <set>

#include "io/export_file.h"
#include "io/export_frames.h"
#include "io/export_text.h"

namespace toile {
namespace {

/// USD identifiers: letters, digits and underscores, not starting with a digit.
std::string identifier(const std::string& name, const char* fallback) {
  std::string out = name.empty() ? fallback : name;
  for (char& c : out) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 || static_cast<unsigned char>(c) > 127) c = '_';
  }
  if (std::isdigit(static_cast<unsigned char>(out[0])) != 0) out.insert(out.begin(), '_');
  return out;
}

template <class Element, class Append>
void appendList(std::string& text, std::span<const Element> elements, Append append) {
  text += '[';
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (i > 0) text += ", ";
    append(elements[i]);
  }
  text += ']';
}

void appendVectors(std::string& text, std::span<const Vec3> vectors) {
  appendList(text, vectors, [&](Vec3 v) {
    text += '(';
    appendNumbers(text, v, ", ");
    text += ')';
  });
}

void appendSample(std::string& text, std::size_t frame, std::span<const Vec3> vectors) {
  text += "        " + std::to_string(frame) + ": ";
  appendVectors(text, vectors);
  text += ",\n";
}

class UsdaWriter final : public FrameWriter {
 public:
  /// USD keeps all samples of one attribute together, so positions and normals grow in two files.
  UsdaWriter(Target target, const SurfaceMesh& mesh, std::span<const MeshPart> parts, OutputFile main,
             OutputFile normals)
      : FrameWriter(std::move(target)), main_(std::move(main)), normals_(std::move(normals)) {
    std::string text;
    appendHead(text);
    appendTopology(text, mesh, this->target().options.flipV);
    appendSubsets(text, parts);
    text += "    point3f[] points.timeSamples = {\n";
    main_.write(text);
  }

 private:
  void appendHead(std::string& text) const {
    const std::string name = identifier(target().info.name, "cloth");
    text += "#usda 1.0\n(\n    defaultPrim = \"" + name + "\"\n    startTimeCode = 0\n    endTimeCode = ";
    text += std::to_string(target().info.frameCount - 1) + "\n    timeCodesPerSecond = ";
    appendNumber(text, target().info.framesPerSecond);
    text += "\n    framesPerSecond = ";
    appendNumber(text, target().info.framesPerSecond);
    text += "\n    metersPerUnit = ";
    appendNumber(text, target().options.space.metresPerUnit);
    text += target().options.space.up == UpAxis::z ? "\n    upAxis = \"Z\"\n)\n\n" : "\n    upAxis = \"Y\"\n)\n\n";
    text += "def Mesh \"" + name + "\"\n{\n";
    text += "    uniform token subdivisionScheme = \"none\"\n    uniform token orientation = \"rightHanded\"\n";
    text += "    uniform bool doubleSided = 1\n";
  }

  static void appendTopology(std::string& text, const SurfaceMesh& mesh, bool flipV) {
    const auto number = [&](std::uint32_t value) { appendNumber(text, value); };
    const std::vector<std::uint32_t> triangleSizes(mesh.faceSizes.empty() ? mesh.faceCount() : 0, 3);
    text += "    int[] faceVertexCounts = ";
    appendList(text, std::span<const std::uint32_t>(mesh.faceSizes.empty() ? triangleSizes : mesh.faceSizes), number);
    text += "\n    int[] faceVertexIndices = ";
    appendList(text, std::span<const std::uint32_t>(mesh.faceVertices), number);
    text += '\n';
    if (mesh.uvs.empty()) return;
    text += "    texCoord2f[] primvars:st = ";
    appendList(text, std::span<const Vec2>(mesh.uvs), [&](Vec2 uv) {
      text += '(';
      appendNumber(text, uv.x);
      text += ", ";
      appendNumber(text, flipV ? 1.0f - uv.y : uv.y);
      text += ')';
    });
    text += " (\n        interpolation = \"vertex\"\n    )\n";
  }

  static void appendSubsets(std::string& text, std::span<const MeshPart> parts) {
    std::set<std::string> taken;
    for (const MeshPart& part : parts) {
      std::string name = identifier(!part.material.empty() ? part.material : part.name, "part");
      const std::string wanted = name;
      for (std::size_t copy = 2; !taken.insert(name).second; ++copy) name = wanted + "_" + std::to_string(copy);
      text += "\n    def GeomSubset \"" + name + "\"\n    {\n        uniform token elementType = \"face\"\n";
      text += "        uniform token familyName = \"materialBind\"\n        int[] indices = [";
      for (std::size_t f = 0; f < part.faceCount; ++f) {
        if (f > 0) text += ", ";
        appendNumber(text, part.firstFace + f);
      }
      text += "]\n    }\n\n";
    }
  }

  Status writeFrame(std::size_t frame, std::span<const Vec3> positions, std::span<const Vec3> normals) override {
    std::string text;
    appendSample(text, frame, positions);
    main_.write(text);
    if (!normals.empty()) {
      text.clear();
      appendSample(text, frame, normals);
      normals_.write(text);
    }
    Vec3 low = positions[0], high = positions[0];
    for (const Vec3& p : positions) {
      low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
      high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
    }
    const Vec3 corners[2] = {low, high};
    appendSample(extents_, frame, corners);
    const Status main = main_.status();
    return main.ok() ? normals_.status() : main;
  }

  Status complete() override {
    main_.write("    }\n");
    if (hasNormals()) {
      main_.write("    normal3f[] normals (\n        interpolation = \"vertex\"\n    )\n");
      main_.write("    normal3f[] normals.timeSamples = {\n");
      main_.append(normals_);
      main_.write("    }\n");
    }
    main_.write("    float3[] extent.timeSamples = {\n" + extents_ + "    }\n}\n");
    return main_.commit();
  }

  OutputFile main_, normals_;
  std::string extents_;
};

}  // namespace

Result<std::unique_ptr<AnimationWriter>> openUsdaWriter(const std::filesystem::path& path, const SurfaceMesh& mesh,
                                                        std::span<const MeshPart> parts, const BakeInfo& info,
                                                        const ExportOptions& options) {
  Result<OutputFile> main = OutputFile::open(path);
  if (!main) return Error{main.error()};
  Result<OutputFile> normals = OutputFile::open(path, "normals");
  if (!normals) return Error{normals.error()};
  return std::unique_ptr<AnimationWriter>(
      std::make_unique<UsdaWriter>(FrameWriter::Target{path, mesh.vertexCount(), info, options}, mesh, parts,
                                   std::move(*main), std::move(*normals)));
}

}  // namespace toile
