// Preloaded under valgrind: libhwy measures its timer when it is loaded, with an instruction (RDTSCP) that valgrind
// 3.19 does not know. Nothing here uses that timer.
#include <cstdint>

namespace hwy::platform {
std::uint64_t TimerResolution() { return 1; }
}  // namespace hwy::platform
