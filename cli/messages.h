// What the command says on stderr.
#pragma once

#include <string>

namespace toile::cli {

/// Prints "toile: MESSAGE" on stderr.
void printError(const std::string& message);
void printWarning(const std::string& message);

}  // namespace toile::cli
