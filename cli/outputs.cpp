#include "cli/outputs.h"

#include <algorithm>
#include <system_error>

#include "io/export_file.h"
#include "io/file_name.h"
#include "io/import.h"
#include "io/obj_export.h"

namespace toile::cli {
namespace {

namespace fs = std::filesystem;

/// Links followed as far as the path exists, the rest tidied up.
fs::path linksFollowed(const fs::path& path) {
  std::error_code failed;
  const fs::path whole = fs::absolute(path, failed);
  if (failed) return path.lexically_normal();
  const fs::path resolved = fs::weakly_canonical(whole, failed);
  return failed ? whole.lexically_normal() : resolved;
}

fs::path firstFile(const Target& target) {
  return target.numbered == 0 ? target.path : objFramePath(target.path, 0, target.numbered);
}

/// `path` is the target or one of its numbered files.
bool covers(const Target& target, const fs::path& path) {
  if (target.numbered == 0) return sameFile(target.path, path);
  const fs::path other = linksFollowed(path), base = linksFollowed(target.path);
  if (other.parent_path() != base.parent_path()) return false;
  const std::string stem = base.stem().string() + ".", name = other.stem().string();
  if (name.compare(0, stem.size(), stem) != 0) return false;
  const std::string digits = name.substr(stem.size());
  if (digits.empty() || digits.size() > 18 || digits.find_first_not_of("0123456789") != digits.npos) return false;
  const std::size_t number = std::stoull(digits);
  return number >= 1 && number <= target.numbered &&
         objFramePath(base, number - 1, target.numbered).filename() == other.filename();
}

bool overlap(const Target& a, const Target& b) {
  if (a.numbered > 0 && b.numbered > 0) return linksFollowed(a.path) == linksFollowed(b.path);
  return a.numbered > 0 ? covers(a, b.path) : covers(b, a.path);
}

/// A folder, a device, a pipe: nothing that a file can take the place of.
Status checkReplaceable(const Target& target) {
  const std::size_t files = std::max<std::size_t>(1, target.numbered);
  for (std::size_t k = 0; k < files; ++k) {
    const fs::path path = target.numbered == 0 ? target.path : objFramePath(target.path, k, target.numbered);
    std::error_code failed;
    const fs::file_status status = fs::status(path, failed);
    if (fs::is_directory(status)) return Error{target.what + ": " + path.string() + " is a folder"};
    if (fs::exists(status) && !fs::is_regular_file(status))
      return Error{target.what + ": " + path.string() + " is no regular file"};
  }
  return {};
}

/// Opens and removes a file of a temporary name beside the target.
Status checkWritable(const Target& target) {
  const fs::path file = firstFile(target);
  std::error_code failed;
  const fs::path folder = file.parent_path();
  if (!folder.empty() && !fs::is_directory(folder, failed)) {
    const bool exists = fs::exists(folder, failed);
    return Error{target.what + ": the folder " + folder.string() + (exists ? " is no folder" : " does not exist")};
  }
  const auto probe = OutputFile::open(file, "probe");
  return probe ? Status() : Status(Error{probe.error()});
}

}  // namespace

fs::path meshBeside(const fs::path& cache) {
  fs::path path = cache;
  return path.replace_extension(".obj");
}

bool bringsMesh(const fs::path& output) {
  const std::string ending = lowerExtension(output);
  return ending == ".pc2" || ending == ".mdd";
}

bool sameFile(const fs::path& a, const fs::path& b) {
  if (linksFollowed(a) == linksFollowed(b)) return true;
  std::error_code failed;  // hard links, and names that differ in case where that does not matter
  return fs::exists(a, failed) && fs::exists(b, failed) && fs::equivalent(a, b, failed) && !failed;
}

std::vector<Target> targetsOf(std::span<const fs::path> outputs, const fs::path& picture, std::size_t frames) {
  std::vector<Target> targets;
  for (const fs::path& path : outputs) {
    const bool sequence = lowerExtension(path) == ".obj" && frames > 1;
    targets.push_back({path, "--out " + path.string(), sequence ? frames : 0, false});
  }
  if (!picture.empty()) targets.push_back({picture, "--picture " + picture.string(), 0, false});
  for (const fs::path& path : outputs) {
    if (!bringsMesh(path)) continue;
    // Where --out names it as well, that OBJ (or sequence) is the mesh; two caches of one name share theirs.
    const fs::path mesh = meshBeside(path);
    const bool there =
        std::any_of(targets.begin(), targets.end(), [&](const Target& other) { return sameFile(other.path, mesh); });
    if (!there) targets.push_back({mesh, "the mesh beside " + path.string(), 0, true});
  }
  return targets;
}

std::vector<fs::path> inputsOf(const std::string& source, const Scene& scene) {
  std::vector<fs::path> inputs;
  std::error_code failed;
  if (fs::exists(source, failed)) inputs.emplace_back(source);
  const auto add = [&](const fs::path& path) {
    const fs::path mesh = path.is_absolute() ? path : scene.folder / path;
    inputs.push_back(mesh);
    const std::vector<fs::path> buffers = externalBuffers(mesh);
    inputs.insert(inputs.end(), buffers.begin(), buffers.end());
  };
  for (const SceneGarment& garment : scene.garments) {
    if (const MeshFile* file = std::get_if<MeshFile>(&garment.mesh)) add(file->path);
  }
  for (const Character& character : scene.characters) add(character.path);
  for (const SceneCollider& collider : scene.colliders) {
    const MeshFile* file = collider.body ? std::get_if<MeshFile>(&*collider.body) : nullptr;
    if (file != nullptr) add(file->path);
  }
  return inputs;
}

Status checkTargets(std::span<const Target> targets, std::span<const fs::path> inputs) {
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const Target& target = targets[i];
    for (const fs::path& input : inputs) {
      if (covers(target, input))
        return Error{target.what + ": would replace " + input.string() + ", which the bake reads"};
    }
    for (std::size_t k = 0; k < i; ++k) {
      if (overlap(targets[k], target)) return Error{target.what + ": is the same file as " + targets[k].what};
    }
    if (Status good = checkReplaceable(target); !good) return good;
    std::error_code failed;
    if (target.companion && fs::exists(target.path, failed) && !isExportedObj(target.path))
      return Error{target.what + ": would replace " + target.path.string() +
                   ", which Toile did not write; move it, or give the cache another name"};
    if (Status good = checkWritable(target); !good) return good;
  }
  return {};
}

}  // namespace toile::cli
