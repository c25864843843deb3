#include "io/import.h"

#include <cmath>
#include <exception>

#include "io/file_name.h"
#include "io/gltf_document.h"
#include "io/gltf_import.h"
#include "io/import_file.h"
#include "io/import_text.h"
#include "io/obj_import.h"
#include "io/skeleton.h"

namespace toile {

namespace {

/// The parsers below call parts that may throw (JSON, allocation): nothing gets out of here.
template <class T, class Read>
Result<T> guarded(std::string_view name, const Read& read) {
  try {
    return read();
  } catch (const std::bad_alloc&) {
    return Error{std::string(name) + ": not enough memory to read it"};
  } catch (const std::exception& failure) {
    return Error{std::string(name) + ": " + shown(failure.what(), 200)};
  }
}

Result<MeshFormat> formatOf(const std::filesystem::path& path) {
  const std::string extension = lowerExtension(path);
  if (extension == ".obj") return MeshFormat::obj;
  if (extension == ".gltf") return MeshFormat::gltf;
  if (extension == ".glb") return MeshFormat::glb;
  return Error{path.string() + ": unknown kind of mesh file \"" + shown(extension) +
               "\"; known are .obj, .gltf and .glb"};
}

Status checkOptions(std::string_view name, const ImportOptions& options) {
  const double scale = options.space.metresPerUnit;
  if (std::isfinite(scale) && scale > 0.0) return {};
  return Error{std::string(name) + ": the unit must be a positive number of metres"};
}

/// `folder` is empty for buffers in memory.
Result<AnimatedModel> readModel(std::span<const std::byte> bytes, MeshFormat format, std::string_view name,
                                const std::filesystem::path* folder, const ImportOptions& options, bool needsMesh) {
  if (Status good = checkOptions(name, options); !good) return Error{good.error()};
  if (bytes.empty()) return Error{std::string(name) + ": the file is empty"};
  if (format != MeshFormat::obj) return importGltf(bytes, format, name, folder, options, needsMesh);
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  Result<ImportedMesh> mesh = importObj(text, name, folder != nullptr ? *folder : std::filesystem::path(), options);
  if (!mesh) return Error{mesh.error()};
  AnimatedModel model;
  model.surface = std::move(mesh).value();
  return model;
}

Result<AnimatedModel> readModelFile(const std::filesystem::path& path, const ImportOptions& options, bool needsMesh) {
  const Result<MeshFormat> format = formatOf(path);
  if (!format) return Error{format.error()};
  const Result<std::vector<std::byte>> bytes = readWholeFile(path);
  if (!bytes) return Error{bytes.error()};
  std::filesystem::path folder = path.parent_path();
  if (folder.empty()) folder = ".";
  return readModel(*bytes, *format, path.string(), &folder, options, needsMesh);
}

Result<ImportedMesh> surfaceOf(Result<AnimatedModel> model) {
  if (!model) return Error{model.error()};
  return std::move(model->surface);
}

Status needsGltf(MeshFormat format, std::string_view name) {
  if (format != MeshFormat::obj) return {};
  return Error{std::string(name) + ": OBJ files have no animation; glTF or GLB is needed"};
}

}  // namespace

Result<ImportedMesh> importMesh(const std::filesystem::path& path, const ImportOptions& options) {
  return guarded<ImportedMesh>(path.string(), [&] { return surfaceOf(readModelFile(path, options, true)); });
}

Result<ImportedMesh> importMeshFromMemory(std::span<const std::byte> bytes, MeshFormat format, std::string_view name,
                                          const ImportOptions& options) {
  return guarded<ImportedMesh>(name, [&] { return surfaceOf(readModel(bytes, format, name, nullptr, options, true)); });
}

Result<AnimatedModel> importAnimatedModel(const std::filesystem::path& path, const ImportOptions& options) {
  return guarded<AnimatedModel>(path.string(), [&]() -> Result<AnimatedModel> {
    if (const Result<MeshFormat> format = formatOf(path); format) {
      if (Status good = needsGltf(*format, path.string()); !good) return Error{good.error()};
    }
    return readModelFile(path, options, false);
  });
}

Result<AnimatedModel> importAnimatedModelFromMemory(std::span<const std::byte> bytes, MeshFormat format,
                                                    std::string_view name, const ImportOptions& options) {
  return guarded<AnimatedModel>(name, [&]() -> Result<AnimatedModel> {
    if (Status good = needsGltf(format, name); !good) return Error{good.error()};
    return readModel(bytes, format, name, nullptr, options, false);
  });
}

std::vector<std::filesystem::path> externalBuffers(const std::filesystem::path& path) {
  using Files = std::vector<std::filesystem::path>;
  const Result<Files> files = guarded<Files>(path.string(), [&]() -> Result<Files> {
    const Result<MeshFormat> format = formatOf(path);
    if (!format || *format == MeshFormat::obj) return Files();
    const Result<std::vector<std::byte>> bytes = readWholeFile(path);
    if (!bytes) return Files();
    return gltfBufferFiles(*bytes, *format, path.parent_path());
  });
  return files ? *files : Files();
}

}  // namespace toile
