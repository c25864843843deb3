#include "io/point_cache.h"

#include <limits>

namespace toile {
namespace {

class PointCacheWriter final : public FrameWriter {
 public:
  PointCacheWriter(Target target, OutputFile file, ByteOrder order)
      : FrameWriter(std::move(target)), file_(std::move(file)), order_(order) {}

 private:
  Status writeFrame(std::size_t, std::span<const Vec3> positions, std::span<const Vec3>) override {
    bytes_.clear();
    for (const Vec3& p : positions) {
      for (const float value : {p.x, p.y, p.z}) putBytes(bytes_, value, order_);
    }
    file_.write(bytes_.data(), bytes_.size());
    return file_.status();
  }
  Status complete() override { return file_.commit(); }

  OutputFile file_;
  ByteOrder order_;
  std::vector<std::uint8_t> bytes_;
};

}  // namespace

Result<std::unique_ptr<AnimationWriter>> openPointCache(const std::string& format, FrameWriter::Target target,
                                                        ByteOrder order, const std::vector<std::uint8_t>& header) {
  constexpr std::size_t kLimit = std::numeric_limits<std::int32_t>::max();
  if (target.vertexCount > kLimit || target.info.frameCount > kLimit)
    return Error{target.path.string() + ": " + format + " counts vertices and frames with 31 bits"};
  Result<OutputFile> file = OutputFile::open(target.path);
  if (!file) return Error{file.error()};
  file->write(header.data(), header.size());
  return std::unique_ptr<AnimationWriter>(
      std::make_unique<PointCacheWriter>(std::move(target), std::move(*file), order));
}

}  // namespace toile
