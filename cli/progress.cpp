#include "cli/progress.h"

#include <unistd.h>

#include <cstdio>
#include <string>

namespace toile::cli {

Progress::Progress(const char* what, std::size_t total, bool quiet)
    : what_(what),
      total_(total),
      quiet_(quiet),
      terminal_(isatty(STDERR_FILENO) != 0),
      begin_(std::chrono::steady_clock::now()) {}

Progress::~Progress() {
  if (barOpen_) std::fputc('\n', stderr);
}

void Progress::show(std::size_t done) {
  if (quiet_) return;
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  if (terminal_) {
    constexpr std::size_t width = 40;
    const std::size_t full = width * done / total_;
    const std::string bar = std::string(full, '#') + std::string(width - full, '.');
    std::fprintf(stderr, "\r%s [%s] %zu/%zu frames, %.1f s", what_, bar.c_str(), done, total_, seconds);
    std::fflush(stderr);
    barOpen_ = true;
    return;
  }
  if (done < total_ && 10 * done / total_ == 10 * lastShown_ / total_) return;
  lastShown_ = done;
  std::fprintf(stderr, "%s %zu/%zu frames, %.1f s\n", what_, done, total_, seconds);
}

}  // namespace toile::cli
