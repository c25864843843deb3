// Hands that are written down: a text file of events, for tests and demonstrations. They go the way that those of a
// window go.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "toile/result.h"
#include "viewer/input.h"

namespace toile::view {

struct ScriptFrames {
  std::uint32_t count = 1;
};
struct ScriptCommand {
  std::string line;  ///< of the console
};
/// Prints frame, pause, pins, the state's hash.
struct ScriptReport {};
/// What is seen, panels included.
struct ScriptShot {
  std::string file;
};
/// Moves of the mouse are in parts of the picture, 0 … 1 from the top left.
using ScriptStep = std::variant<InputEvent, ScriptFrames, ScriptCommand, ScriptReport, ScriptShot>;

/// One step a line, # begins a comment:
///   frame [N]          goes on for N frames, each of the scene's own length
///   move X Y           0 … 1 each
///   down|up BUTTON     left, right, middle
///   wheel NOTCHES
///   press|release KEY  a letter or digit, or escape enter tab backspace left right up down home end shift control f1
///   f2 key KEY            both text WORDS         types them console LINE       as if typed in the console report
///   prints how things are shot FILE.png      saves what is seen, with panels
/// Errors name the line.
Result<std::vector<ScriptStep>> parseScript(std::string_view text, const std::string& name);

}  // namespace toile::view
