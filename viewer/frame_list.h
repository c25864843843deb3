// Which frames of a scene are meant.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "toile/result.h"

namespace toile::view {

/// "last", "all", "0,30,60", "0:90" (both ends) or "0:90:3", of a scene of `count` frames (at least 1). Ascending, once
/// each. Frames beyond the last are allowed up to 10⁷ (the scene goes on); nothing else is. Errors name the word.
Result<std::vector<std::size_t>> frameList(const std::string& text, std::size_t count);

}  // namespace toile::view
