// Options that several commands share, and those of the commands that draw.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "cli/commands.h"

namespace toile::cli {

/// --PREFIXup and --PREFIXunit.
void addSpaceOptions(CLI::App& command, FileSpace& space, const std::string& prefix, const std::string& what);

void addRender(CLI::App& app, RenderOptions& options, int& code);
void addView(CLI::App& app, ViewCommand& command, int& code);

}  // namespace toile::cli
