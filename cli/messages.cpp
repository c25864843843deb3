#include "cli/messages.h"

#include <cstdio>

namespace toile::cli {

void printError(const std::string& message) { std::fprintf(stderr, "toile: %s\n", message.c_str()); }
void printWarning(const std::string& message) { std::fprintf(stderr, "toile: warning: %s\n", message.c_str()); }

}  // namespace toile::cli
