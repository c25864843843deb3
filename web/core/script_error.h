// The library's errors as JavaScript exceptions.
#pragma once

#include <string>

#include "toile/result.h"

namespace toile::script {

/// Throws the package's ToileError with this text.
[[noreturn]] void fail(const std::string& message);

/// The value, or a throw of the error's text.
template <class T>
T take(Result<T> result) {
  if (!result) fail(result.error());
  return std::move(result).value();
}

inline void require(const Status& status) {
  if (!status) fail(status.error());
}

}  // namespace toile::script
