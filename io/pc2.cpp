#include "io/pc2.h"

#include <cstring>

#include "io/point_cache.h"

namespace toile {
namespace {

constexpr char kMagic[12] = "POINTCACHE2";
constexpr std::size_t kPc2HeaderSize = 32;

}  // namespace

Result<std::unique_ptr<AnimationWriter>> openPc2Writer(const std::filesystem::path& path, std::size_t vertexCount,
                                                       const BakeInfo& info, const ExportOptions& options) {
  std::vector<std::uint8_t> header(kMagic, kMagic + sizeof(kMagic));
  putBytes(header, std::uint32_t{1}, ByteOrder::little);  // version
  putBytes(header, static_cast<std::uint32_t>(vertexCount), ByteOrder::little);
  putBytes(header, 0.0f, ByteOrder::little);  // first frame
  putBytes(header, 1.0f, ByteOrder::little);  // frames a sample
  putBytes(header, static_cast<std::uint32_t>(info.frameCount), ByteOrder::little);
  return openPointCache("PC2", {path, vertexCount, info, options}, ByteOrder::little, header);
}

Result<Pc2Cache> readPc2(const std::filesystem::path& path) {
  Result<std::vector<std::uint8_t>> bytes = readCacheBytes(path);
  if (!bytes) return Error{bytes.error()};
  const std::string name = path.string() + ": ";
  if (bytes->size() < kPc2HeaderSize || std::memcmp(bytes->data(), kMagic, sizeof(kMagic)) != 0) {
    return Error{name + "is no PC2 file: it does not start with POINTCACHE2 and a header of 32 bytes"};
  }
  const std::uint8_t* header = bytes->data();
  if (const std::uint32_t version = getInteger(header + 12, ByteOrder::little); version != 1) {
    return Error{name + "has PC2 version " + std::to_string(version) + ", not 1"};
  }
  const std::uint64_t vertices = getInteger(header + 16, ByteOrder::little);
  const std::uint64_t samples = getInteger(header + 28, ByteOrder::little);
  const std::uint64_t vectors = (bytes->size() - kPc2HeaderSize) / 12;
  // Counts are below 2^32 each, so that their product cannot overflow; times 12 it could.
  if (vertices * samples != vectors || (bytes->size() - kPc2HeaderSize) % 12 != 0) {
    return Error{name + "announces " + std::to_string(samples) + " samples of " + std::to_string(vertices) +
                 " vertices, but holds " + std::to_string(bytes->size() - kPc2HeaderSize) + " bytes of them"};
  }
  Pc2Cache cache;
  cache.vertexCount = static_cast<std::size_t>(vertices);
  cache.startFrame = getFloat(header + 20, ByteOrder::little);
  cache.sampleRate = getFloat(header + 24, ByteOrder::little);
  cache.sampleCount = static_cast<std::size_t>(samples);
  cache.positions = getVectors({bytes->data() + kPc2HeaderSize, bytes->size() - kPc2HeaderSize}, ByteOrder::little);
  return cache;
}

}  // namespace toile
