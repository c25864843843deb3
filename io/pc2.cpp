#include "io/pc2.h"

#include <cstring>
#include <limits>

#include "io/export_file.h"
#include "io/export_frames.h"

namespace toile {
namespace {

constexpr char kMagic[12] = "POINTCACHE2";
constexpr std::size_t kPc2HeaderSize = 32;

class Pc2Writer final : public FrameWriter {
 public:
  Pc2Writer(Target target, OutputFile file) : FrameWriter(std::move(target)), file_(std::move(file)) {
    bytes_.assign(kMagic, kMagic + sizeof(kMagic));
    putBytes(bytes_, std::uint32_t{1}, ByteOrder::little);
    putBytes(bytes_, static_cast<std::uint32_t>(this->target().vertexCount), ByteOrder::little);
    putBytes(bytes_, 0.0f, ByteOrder::little);
    putBytes(bytes_, 1.0f, ByteOrder::little);
    putBytes(bytes_, static_cast<std::uint32_t>(this->target().info.frameCount), ByteOrder::little);
    file_.write(bytes_.data(), bytes_.size());
  }

 private:
  Status writeFrame(std::size_t, std::span<const Vec3> positions, std::span<const Vec3>) override {
    bytes_.clear();
    for (const Vec3& p : positions) {
      for (const float value : {p.x, p.y, p.z}) putBytes(bytes_, value, ByteOrder::little);
    }
    file_.write(bytes_.data(), bytes_.size());
    return file_.status();
  }
  Status complete() override { return file_.commit(); }

  OutputFile file_;
  std::vector<std::uint8_t> bytes_;
};

}  // namespace

Result<std::unique_ptr<AnimationWriter>> openPc2Writer(const std::filesystem::path& path, std::size_t vertexCount,
                                                       const BakeInfo& info, const ExportOptions& options) {
  constexpr std::size_t kLimit = std::numeric_limits<std::int32_t>::max();
  if (vertexCount > kLimit || info.frameCount > kLimit) {
    return Error{path.string() + ": PC2 counts vertices and frames with 31 bits"};
  }
  Result<OutputFile> file = OutputFile::open(path);
  if (!file) return Error{file.error()};
  return std::unique_ptr<AnimationWriter>(
      std::make_unique<Pc2Writer>(FrameWriter::Target{path, vertexCount, info, options}, std::move(*file)));
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
