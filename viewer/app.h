// `toile view`.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "viewer/session.h"

namespace toile::view {

struct ViewOptions {
  std::string source;  ///< scene by name, scene file, or mesh
  SessionOptions session;
  std::uint32_t width = 1280, height = 800;     ///< pixels
  std::optional<std::filesystem::path> script;  ///< of events (script.h); the viewer closes at its end
  bool window = true;                           ///< false: nothing is shown, for scripts on machines without a display
};

/// Runs until the window is closed or the script ends. Errors: no scene, no device, no display, a step of the script.
Status runView(const ViewOptions& options);

}  // namespace toile::view
