#include "io/mdd.h"

#include "io/point_cache.h"

namespace toile {
namespace {

constexpr std::size_t kMddHeaderSize = 8;

}  // namespace

Result<std::unique_ptr<AnimationWriter>> openMddWriter(const std::filesystem::path& path, std::size_t vertexCount,
                                                       const BakeInfo& info, const ExportOptions& options) {
  std::vector<std::uint8_t> header;
  putBytes(header, static_cast<std::uint32_t>(info.frameCount), ByteOrder::big);
  putBytes(header, static_cast<std::uint32_t>(vertexCount), ByteOrder::big);
  for (std::size_t k = 0; k < info.frameCount; ++k) {
    const double seconds = static_cast<double>(k) / info.framesPerSecond;
    putBytes(header, static_cast<float>(seconds), ByteOrder::big);
  }
  return openPointCache("MDD", {path, vertexCount, info, options}, ByteOrder::big, header);
}

Result<MddCache> readMdd(const std::filesystem::path& path) {
  Result<std::vector<std::uint8_t>> bytes = readCacheBytes(path);
  if (!bytes) return Error{bytes.error()};
  const std::string name = path.string() + ": ";
  if (bytes->size() < kMddHeaderSize) return Error{name + "is no MDD file: shorter than its header of 8 bytes"};
  const std::uint64_t frames = getInteger(bytes->data(), ByteOrder::big);
  const std::uint64_t vertices = getInteger(bytes->data() + 4, ByteOrder::big);
  const std::uint64_t body = bytes->size() - kMddHeaderSize;
  // In this order nothing overflows: frames is bounded by the size before it is multiplied.
  const std::uint64_t times = 4 * frames;
  if (times > body || (body - times) % 12 != 0 || vertices * frames != (body - times) / 12) {
    return Error{name + "announces " + std::to_string(frames) + " frames of " + std::to_string(vertices) +
                 " vertices, but holds " + std::to_string(body) + " bytes of them"};
  }
  MddCache cache;
  cache.vertexCount = static_cast<std::size_t>(vertices);
  const std::uint8_t* at = bytes->data() + kMddHeaderSize;
  for (std::uint64_t k = 0; k < frames; ++k, at += 4) cache.times.push_back(getFloat(at, ByteOrder::big));
  cache.positions = getVectors({at, static_cast<std::size_t>(body - times)}, ByteOrder::big);
  return cache;
}

}  // namespace toile
