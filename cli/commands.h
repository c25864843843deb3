// The commands of the `toile` program. Each returns the exit code and prints errors on stderr.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "bench/measure.h"
#include "io/axes.h"
#include "io/picture.h"
#include "scenes/fit.h"

namespace toile::cli {

/// 0: done. 1: something from outside was refused or failed. 2: the command line was wrong.
/// 130: stopped by Ctrl-C (128 + SIGINT), nothing written.
enum ExitCode : int { kDone = 0, kFailed = 1, kUsage = 2, kInterrupted = 130 };

struct BakeOptions {
  std::string source;  ///< name of a scene, scene file, or mesh
  std::vector<std::filesystem::path> outputs;
  std::optional<std::filesystem::path> picture;
  std::optional<std::uint32_t> frames, substeps, iterations;
  std::optional<double> framesPerSecond;
  std::string simulate;  ///< vertices, or the name of a mesh: replaces what the scene says of all garments; empty: not
  std::uint32_t threads = 1;
  FileSpace meshSpace;    ///< of a mesh given as source
  FileSpace exportSpace;  ///< of the files written
  bool quiet = false;
};

struct InspectOptions {
  std::filesystem::path file;
  std::string mesh;
  FileSpace space;
  bool json = false;
};

struct BenchCommand {
  std::string scene;
  bench::BenchOptions options;
  std::string backend = "cpu";
  std::string device;  ///< part of a GPU's name
  bool json = false;
};

struct FitCommand {
  std::filesystem::path file, output;
  std::optional<std::filesystem::path> picture;
  FileSpace space;
  FitOptions options;
  bool quiet = false;
};

struct VolumeCommand {
  std::filesystem::path file, output;
  std::string mesh;
  FileSpace space;
  float cell = 0.02f;  ///< m
};

struct ScenesOptions {
  std::string name;
  bool json = false, schema = false, fabrics = false;
};

struct RenderOptions {
  std::string source;  ///< name of a scene, scene file, or mesh
  FileSpace meshSpace;
  std::filesystem::path out;  ///< a .png, or a folder
  std::string frames;         ///< "last", "all", "0,30,60" or "0:90:3"; empty: last for a file, all for a folder
  std::optional<Camera> camera;
  std::optional<float> azimuth, elevation;  ///< degrees
  std::uint32_t width = 1280, height = 800;
  std::vector<std::string> layers;
  std::optional<std::uint32_t> substeps, iterations;
  std::uint32_t threads = 1;
  bool quiet = false;
};

struct ViewCommand {
  std::string source;  ///< name of a scene, scene file, or mesh
  FileSpace meshSpace;
  std::uint32_t width = 1280, height = 800;
  std::optional<std::filesystem::path> script;
  bool window = true;
  std::uint32_t threads = 1;
};

int runBake(const BakeOptions& options);
int runInspect(const InspectOptions& options);
int runBenchCommand(const BenchCommand& command);
int runFit(const FitCommand& command);
int runVolume(const VolumeCommand& command);
int runScenes(const ScenesOptions& options);
int runRender(const RenderOptions& options);
int runViewCommand(const ViewCommand& command);

}  // namespace toile::cli
