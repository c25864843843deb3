#include "io/obj_export.h"

#include <algorithm>
#include <fstream>
#include <string_view>
#include <vector>

#include "io/export_file.h"
#include "io/export_frames.h"
#include "io/export_text.h"

namespace toile {
namespace {

constexpr std::string_view kFirstLine = "# written by Toile";

/// Names are one word in OBJ.
std::string oneWord(const std::string& name, const char* fallback) {
  std::string word = name.empty() ? fallback : name;
  for (char& c : word) {
    if (static_cast<unsigned char>(c) <= ' ' || c == '#' || c == '\\') c = '_';
  }
  return word;
}

void appendFaces(std::string& text, const SurfaceMesh& mesh, std::span<const MeshPart> parts, bool normals) {
  std::size_t corner = 0;
  for (std::size_t f = 0; f < mesh.faceCount(); ++f) {
    for (const MeshPart& part : parts) {
      if (part.firstFace != f || part.faceCount == 0) continue;
      text += "g " + oneWord(part.name, "part") + "\n";
      if (!part.material.empty()) text += "usemtl " + oneWord(part.material, "") + "\n";
    }
    text += 'f';
    const std::size_t end = corner + (mesh.faceSizes.empty() ? 3 : mesh.faceSizes[f]);
    for (; corner < end; ++corner) {
      const std::string index = std::to_string(std::size_t{mesh.faceVertices[corner]} + 1);
      text += ' ' + index;
      if (!mesh.uvs.empty()) text += '/' + index;
      if (normals) text += (mesh.uvs.empty() ? "//" : "/") + index;
    }
    text += '\n';
  }
}

std::string objText(const SurfaceMesh& mesh, std::span<const MeshPart> parts, const std::string& name,
                    std::span<const Vec3> positions, std::span<const Vec3> normals, bool flipV) {
  std::string text = std::string(kFirstLine) + "\no " + oneWord(name, "mesh") + "\n";
  for (const Vec3& p : positions) {
    text += "v ";
    appendNumbers(text, p, " ");
    text += '\n';
  }
  for (const Vec2& uv : mesh.uvs) {
    text += "vt ";
    appendNumber(text, uv.x);
    text += ' ';
    appendNumber(text, flipV ? 1.0f - uv.y : uv.y);
    text += '\n';
  }
  for (const Vec3& n : normals) {
    text += "vn ";
    appendNumbers(text, n, " ");
    text += '\n';
  }
  appendFaces(text, mesh, parts, !normals.empty());
  return text;
}

class ObjWriter final : public FrameWriter {
 public:
  ObjWriter(Target target, const SurfaceMesh& mesh, std::span<const MeshPart> parts)
      : FrameWriter(std::move(target)), mesh_(mesh), parts_(parts.begin(), parts.end()) {}

 private:
  Status writeFrame(std::size_t frame, std::span<const Vec3> positions, std::span<const Vec3> normals) override {
    Result<OutputFile> file = OutputFile::open(objFramePath(target().path, frame, target().info.frameCount));
    if (!file) return Error{file.error()};
    file->write(objText(mesh_, parts_, target().info.name, positions, normals, target().options.flipV));
    if (Status closed = file->close(); !closed) return closed;
    files_.push_back(std::move(*file));
    return {};
  }

  Status complete() override {
    for (OutputFile& file : files_) {
      if (Status committed = file.commit(); !committed) return committed;
    }
    return {};
  }

  SurfaceMesh mesh_;
  std::vector<MeshPart> parts_;
  std::vector<OutputFile> files_;  ///< closed, still under their temporary names
};

}  // namespace

std::filesystem::path objFramePath(const std::filesystem::path& path, std::size_t frame, std::size_t frames) {
  if (frames == 1) return path;
  const std::size_t digits = std::max<std::size_t>(4, std::to_string(frames).size());
  std::string number = std::to_string(frame + 1);
  number.insert(0, digits - number.size(), '0');
  std::filesystem::path numbered = path;
  const std::string extension = path.extension().string();
  numbered.replace_extension();
  numbered += "." + number + extension;
  return numbered;
}

bool isExportedObj(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string line;
  return std::getline(file, line) && line == kFirstLine;
}

Result<std::unique_ptr<AnimationWriter>> openObjWriter(const std::filesystem::path& path, const SurfaceMesh& mesh,
                                                       std::span<const MeshPart> parts, const BakeInfo& info,
                                                       const ExportOptions& options) {
  return std::unique_ptr<AnimationWriter>(
      std::make_unique<ObjWriter>(FrameWriter::Target{path, mesh.vertexCount(), info, options}, mesh, parts));
}

Status writeObj(const std::filesystem::path& path, const SurfaceMesh& mesh, const ExportOptions& options) {
  BakeInfo info;
  info.frameCount = 1;
  info.name = path.stem().string();
  if (Status checked = checkMesh(path, mesh); !checked) return checked;
  if (Status checked = checkOptions(path, info, options); !checked) return checked;
  Result<std::unique_ptr<AnimationWriter>> writer = openObjWriter(path, mesh, {}, info, options);
  if (!writer) return Error{writer.error()};
  if (Status added = (*writer)->addFrame(mesh.positions, mesh.normals); !added) return added;
  return (*writer)->finish();
}

}  // namespace toile
