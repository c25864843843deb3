// GLB files, written by the exporters of the command through emscripten's files in memory.
#include <cstdio>
#include <filesystem>

#include "io/export.h"
#include "web/core/script_garment.h"
#include "web/core/script_reader.h"

namespace toile::script {
namespace {

std::vector<std::uint8_t> contentOf(const std::filesystem::path& path) {
  std::vector<std::uint8_t> bytes;
  std::FILE* const file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) fail(path.string() + ": cannot be read back");
  bytes.resize(static_cast<std::size_t>(std::filesystem::file_size(path)));
  const std::size_t read = std::fread(bytes.data(), 1, bytes.size(), file);
  std::fclose(file);
  if (read != bytes.size()) fail(path.string() + ": cannot be read back");
  return bytes;
}

}  // namespace

val glbOf(const ScriptMesh& mesh, const val& positions, const std::string& name) {
  const std::filesystem::path path = "/toile.glb";
  const std::vector<Vec3> frame = pointsFrom(positions, "positions");
  auto writer = take(openAnimationWriter(path, mesh.mesh(), {}, BakeInfo{30.0, 1, name}));
  require(writer->addFrame(frame, {}));
  require(writer->finish());
  const std::vector<std::uint8_t> bytes = contentOf(path);
  std::error_code ignored;
  std::filesystem::remove(path, ignored);
  return val(emscripten::typed_memory_view(bytes.size(), bytes.data())).call<val>("slice");
}

}  // namespace toile::script
