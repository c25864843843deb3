// The step that tests take where its length is not the matter.
#pragma once

namespace toile::test {
inline constexpr float kFrame = 1.0f / 60.0f;  // s
}  // namespace toile::test
