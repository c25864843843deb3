#include <cstdio>

#include "bench/gpu.h"
#include "cli/commands.h"
#include "cli/messages.h"
#include "scenes/find.h"

namespace toile::cli {

namespace {

template <class Result>
int report(const BenchCommand& command, const Result& result) {
  if (!result) {
    printError(command.scene + ": " + result.error());
    return kFailed;
  }
  std::fputs((command.json ? bench::toJson(*result) : bench::toTable(*result)).c_str(), stdout);
  if (result->finite) return kDone;
  printError(command.scene + ": the cloth became non-finite");
  return kFailed;
}

}  // namespace

int runBenchCommand(const BenchCommand& command) {
  const auto scene = findScene(command.scene, {});
  if (!scene) {
    printError(scene.error());
    return kFailed;
  }
  if (command.backend == "vulkan") return report(command, bench::runGpuBench(*scene, command.options, command.device));
  return report(command, bench::runBench(*scene, command.options));
}

}  // namespace toile::cli
