// The console's commands.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "viewer/workbench.h"

namespace toile::view {

struct ConsoleCommand {
  std::string_view name;
  std::string_view arguments;
  std::string_view summary;
  /// Gets the words after the name; says what it has to say to the bench.
  Status (*run)(Workbench& bench, std::span<const std::string> arguments);
};

std::span<const ConsoleCommand> consoleCommands();

/// Runs one line and keeps it, what came of it and what went wrong in the log. Empty lines do nothing.
void runCommand(Workbench& bench, const std::string& line);

/// The only command that begins like this, or the longest beginning that those which do have in common.
std::string completeCommand(const std::string& beginning);

}  // namespace toile::view
