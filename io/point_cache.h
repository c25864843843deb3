// What PC2 and MDD have in common: a header, then the positions of every frame as they are.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "io/export_file.h"
#include "io/export_frames.h"

namespace toile {

/// A writer of `header` and then three floats a vertex and frame. Fails where there are more vertices or frames than 31
/// bits count, or the file cannot be opened. `format` is named in messages.
Result<std::unique_ptr<AnimationWriter>> openPointCache(const std::string& format, FrameWriter::Target target,
                                                        ByteOrder order, const std::vector<std::uint8_t>& header);

}  // namespace toile
