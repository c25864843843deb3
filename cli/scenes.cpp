#include <cstdio>

#include "cli/commands.h"
#include "cli/messages.h"
#include "scenes/find.h"
#include "scenes/named.h"
#include "scenes/scene_json.h"

namespace toile::cli {
namespace {

void printScenes() {
  for (const NamedScene& named : namedScenes()) {
    std::printf("%-12s %.*s\n", std::string(named.name).c_str(), static_cast<int>(named.summary.size()),
                named.summary.data());
  }
}

void printFabrics() {
  for (const FabricPreset& preset : fabricPresets()) {
    const Fabric& f = preset.fabric;
    std::printf("%-8s %.3f kg/m2, stretch %g / %g N/m, bending %g N m, thickness %g mm; %s\n",
                std::string(preset.name).c_str(), double{f.arealDensity}, double{f.stretchWarp}, double{f.stretchWeft},
                double{f.bendingRigidity}, 1e3 * double{f.thickness}, std::string(preset.source).c_str());
  }
}

}  // namespace

int runScenes(const ScenesOptions& options) {
  if (options.schema) {
    const std::string_view schema = sceneSchema();
    std::fwrite(schema.data(), 1, schema.size(), stdout);
  } else if (options.fabrics) {
    printFabrics();
  } else if (options.name.empty()) {
    printScenes();
  } else {
    const auto scene = findScene(options.name, {});
    if (!scene) {
      printError(scene.error());
      return kFailed;
    }
    if (options.json) {
      std::fputs(sceneToJson(*scene).c_str(), stdout);
    } else {
      std::printf("%s: %s\n%zu cloths, %zu garments, %zu colliders, %g s at %g 1/s, %u substeps x %u iterations\n",
                  scene->name.c_str(), scene->description.c_str(), scene->cloths.size(), scene->garments.size(),
                  scene->colliders.size(), scene->duration, scene->framesPerSecond, scene->substeps, scene->iterations);
    }
  }
  return kDone;
}

}  // namespace toile::cli
