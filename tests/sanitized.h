// Whether the tests run under a sanitizer. There a step takes ten times as long or more, memory is kept after it is
// freed, and operator new is taken: tests that take minutes then run a part of their variants, and say which.
#pragma once

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define TOILE_TEST_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define TOILE_TEST_SANITIZED 1
#endif
#endif
#ifndef TOILE_TEST_SANITIZED
#define TOILE_TEST_SANITIZED 0
#endif

namespace toile::test {
inline constexpr bool kSanitized = TOILE_TEST_SANITIZED != 0;
}  // namespace toile::test
