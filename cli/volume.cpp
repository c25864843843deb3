#include <cstdio>

#include "cli/commands.h"
#include "cli/messages.h"
#include "cli/outputs.h"
#include "io/file_name.h"
#include "io/import.h"
#include "io/volume_file.h"

namespace toile::cli {
namespace {

Result<VolumeGrid> gridOf(const VolumeCommand& command) {
  if (lowerExtension(command.file) == ".vdb" || lowerExtension(command.file) == ".sdf") return readVolume(command.file);
  ImportOptions options;
  options.space = command.space, options.meshName = command.mesh;
  const auto mesh = importMesh(command.file, options);
  if (!mesh) return Error{mesh.error()};
  for (const std::string& warning : mesh->warnings) printWarning(warning);
  auto grid = volumeOfMesh(mesh->mesh, command.cell);
  if (!grid) return Error{command.file.string() + ": " + grid.error()};
  return grid;
}

Status makeVolume(const VolumeCommand& command) {
  if (sameFile(command.output, command.file))
    return Error{command.output.string() + " is the input itself, which is not replaced"};
  const auto grid = gridOf(command);
  if (!grid) return Error{grid.error()};
  const auto volume = SdfVolume::build(grid->def());
  if (!volume) return Error{command.file.string() + ": " + volume.error()};
  const VolumeReport& report = (*volume)->report();
  std::printf("%u x %u x %u samples of %g m, %zu inside, deepest %g m, %g m round the solid\n", grid->samples[0],
              grid->samples[1], grid->samples[2], static_cast<double>(grid->cell), report.inside,
              static_cast<double>(report.deepest), static_cast<double>(report.band));
  return writeSdf(command.output, *grid);
}

}  // namespace

int runVolume(const VolumeCommand& command) {
  const Status status = makeVolume(command);
  if (status.ok()) return kDone;
  printError(status.error());
  return kFailed;
}

}  // namespace toile::cli
