// Where the shared real-world test files lie, and how a test says that it was skipped for want of them.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace toile::test {

/// $TOILE_DATA, or the folder beside the checkout.
inline std::filesystem::path dataFolder() {
  const char* variable = std::getenv("TOILE_DATA");
  return variable != nullptr && *variable != '\0' ? std::filesystem::path(variable)
                                                  : std::filesystem::path(TOILE_DATA_DEFAULT);
}

}  // namespace toile::test

/// Path of a shared file in `variable`; skips the test, saying so, where the file is absent.
#define TOILE_DATA_OR_SKIP(variable, relative)                                     \
  const std::filesystem::path variable = ::toile::test::dataFolder() / (relative); \
  if (!std::filesystem::exists(variable)) GTEST_SKIP() << "no shared data: " << variable
