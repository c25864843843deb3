// Volumes from bytes: read or refused, and what is read is a volume or refused as one.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "io/volume_file.h"
#include "toile/colliders.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const auto grid = toile::parseSdf({reinterpret_cast<const char*>(bytes), size}, "fuzz.sdf");
  if (!grid) return 0;
  if (grid->distances.size() != std::size_t{grid->samples[0]} * grid->samples[1] * grid->samples[2]) std::abort();
  const auto volume = toile::SdfVolume::build(grid->def());
  if (!volume) return 0;
  for (const float a : {-1e9f, -0.1f, 0.0f, 0.1f, 1e9f}) {
    if (!(toile::signedDistance(toile::Volume{*volume}, {a, -a, 0.5f * a}) > -3e9f)) std::abort();
  }
  return 0;
}
