#include <cstdio>

#include "cli/commands.h"
#include "cli/messages.h"
#include "scenes/find.h"

namespace toile::cli {

int runBenchCommand(const BenchCommand& command) {
  const auto scene = findScene(command.scene, {});
  if (!scene) {
    printError(scene.error());
    return kFailed;
  }
  const auto result = bench::runBench(*scene, command.options);
  if (!result) {
    printError(command.scene + ": " + result.error());
    return kFailed;
  }
  std::fputs((command.json ? bench::toJson(*result) : bench::toTable(*result)).c_str(), stdout);
  if (result->finite) return kDone;
  printError(command.scene + ": the cloth became non-finite");
  return kFailed;
}

}  // namespace toile::cli
