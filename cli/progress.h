// A progress bar on a terminal, a plain line every tenth part elsewhere. Writes to stderr.
#pragma once

#include <chrono>
#include <cstddef>

namespace toile::cli {

class Progress {
 public:
  /// `total` > 0.
  Progress(const char* what, std::size_t total, bool quiet);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(std::size_t done);

 private:
  const char* what_;
  std::size_t total_;
  bool quiet_, terminal_;
  std::size_t lastShown_ = 0;
  bool barOpen_ = false;
  std::chrono::steady_clock::time_point begin_;
};

}  // namespace toile::cli
