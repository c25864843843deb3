#include "cli/commands.h"
#include "cli/messages.h"
#include "viewer/app.h"

namespace toile::cli {

int runViewCommand(const ViewCommand& command) {
#ifdef TOILE_VIEWER
  view::ViewOptions options;
  options.source = command.source;
  options.session.threads = command.threads, options.session.meshSpace = command.meshSpace;
  options.width = command.width, options.height = command.height;
  options.script = command.script, options.window = command.window;
  const Status viewed = view::runView(options);
#else
  (void)command;
  const Status viewed =
      Error{"this toile was built without the viewer (scripts/install_packages.sh viewer, then build again)"};
#endif
  if (!viewed.ok()) printError(viewed.error());
  return viewed.ok() ? kDone : kFailed;
}

}  // namespace toile::cli
