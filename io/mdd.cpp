#include "io/mdd.h"

#include <limits>

#include "io/export_file.h"
#include "io/export_frames.h"

namespace toile {
namespace {

constexpr std::size_t kMddHeaderSize = 8;

class MddWriter final : public FrameWriter {
 public:
  MddWriter(Target target, OutputFile file) : FrameWriter(std::move(target)), file_(std::move(file)) {
    const std::size_t frames = this->target().info.frameCount;
    putBytes(bytes_, static_cast<std::uint32_t>(frames), ByteOrder::big);
    putBytes(bytes_, static_cast<std::uint32_t>(this->target().vertexCount), ByteOrder::big);
    for (std::size_t k = 0; k < frames; ++k) putBytes(bytes_, static_cast<float>(timeOf(k)), ByteOrder::big);
    file_.write(bytes_.data(), bytes_.size());
  }

 private:
  Status writeFrame(std::size_t, std::span<const Vec3> positions, std::span<const Vec3>) override {
    bytes_.clear();
    for (const Vec3& p : positions) {
      for (const float value : {p.x, p.y, p.z}) putBytes(bytes_, value, ByteOrder::big);
    }
    file_.write(bytes_.data(), bytes_.size());
    return file_.status();
  }
  Status complete() override { return file_.commit(); }

  OutputFile file_;
  std::vector<std::uint8_t> bytes_;
};

}  // namespace

Result<std::unique_ptr<AnimationWriter>> openMddWriter(const std::filesystem::path& path, std::size_t vertexCount,
                                                       const BakeInfo& info, const ExportOptions& options) {
  constexpr std::size_t kLimit = std::numeric_limits<std::int32_t>::max();
  if (vertexCount > kLimit || info.frameCount > kLimit) {
    return Error{path.string() + ": MDD counts vertices and frames with 31 bits"};
  }
  Result<OutputFile> file = OutputFile::open(path);
  if (!file) return Error{file.error()};
  return std::unique_ptr<AnimationWriter>(
      std::make_unique<MddWriter>(FrameWriter::Target{path, vertexCount, info, options}, std::move(*file)));
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
