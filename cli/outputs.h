// What a bake will write, looked at before anything is simulated: no input is replaced, and every file can be written.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "scenes/scene.h"

namespace toile::cli {

/// One file of a bake, or the numbered files of an OBJ sequence.
struct Target {
  std::filesystem::path path;  ///< as given; of a sequence without the numbers
  std::string what;            ///< for messages: "--out a.pc2"
  std::size_t numbered = 0;    ///< files of a sequence; 0: `path` itself
  bool companion = false;      ///< the mesh beside a point cache, which nobody named
};

/// The mesh that a point cache is of no use without: NAME.obj beside NAME.pc2.
std::filesystem::path meshBeside(const std::filesystem::path& cache);
bool bringsMesh(const std::filesystem::path& output);

/// True when both names lead to the same file, over links, "./" and "..", whether or not it exists.
bool sameFile(const std::filesystem::path& a, const std::filesystem::path& b);

/// Everything a bake of `frames` frames writes; `picture` may be empty.
std::vector<Target> targetsOf(std::span<const std::filesystem::path> outputs, const std::filesystem::path& picture,
                              std::size_t frames);

/// Every file that a scene is read from: `source` itself where it is a file; meshes, characters and bodies, with the
/// buffers that lie outside of their glTF files.
std::vector<std::filesystem::path> inputsOf(const std::string& source, const Scene& scene);

/// Fails where two targets are one file, a target is an input or a folder or lies where nothing can be written, and
/// where a companion would replace an OBJ that Toile did not write. Leaves no trace.
Status checkTargets(std::span<const Target> targets, std::span<const std::filesystem::path> inputs);

}  // namespace toile::cli
