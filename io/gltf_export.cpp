#include "io/gltf_export.h"

#include <algorithm>
#include <limits>

#include "io/export_file.h"
#include "io/export_frames.h"
#include "io/gltf_export_layout.h"

namespace toile {
namespace {

constexpr std::uint64_t kLargestFile = std::numeric_limits<std::uint32_t>::max();  // lengths in a GLB have 32 bits
constexpr std::uint64_t kHeadBytes = 12 + 8 + 8;                                   // file header, two chunk headers

class GlbWriter final : public FrameWriter {
 public:
  /// The bounds of all frames stand in the JSON in front of the frames: so the binary chunk is written to a file of
  /// its own first and appended in the end.
  GlbWriter(Target target, GlbLayout layout, const SurfaceMesh& mesh, OutputFile main, OutputFile binary)
      : FrameWriter(std::move(target)), layout_(std::move(layout)), main_(std::move(main)), binary_(std::move(binary)) {
    for (const Vec2& uv : mesh.uvs) {
      put(uv.x);
      put(this->target().options.flipV ? 1.0f - uv.y : uv.y);
    }
    for (const std::uint32_t index : layout_.indices) putBytes(bytes_, index, ByteOrder::little);
    flush();
    if (layout_.animated()) putAnimation();
  }

 private:
  void put(float value) { putBytes(bytes_, value, ByteOrder::little); }
  void put(std::span<const Vec3> vectors) {
    for (const Vec3& v : vectors) put(v.x), put(v.y), put(v.z);
  }
  void flush() {
    binary_.write(bytes_.data(), bytes_.size());
    bytes_.clear();
  }

  void putAnimation() {
    const std::size_t frames = layout_.frameCount;
    for (std::size_t k = 0; k < frames; ++k) put(static_cast<float>(timeOf(k)));
    if (layout_.sparseWeights()) {
      for (std::size_t k = 0; k < frames; ++k) {
        putBytes(bytes_, static_cast<std::uint32_t>(k * frames + k), ByteOrder::little);
      }
      for (std::size_t k = 0; k < frames; ++k) put(1.0f);
    } else {
      for (std::size_t k = 0; k < frames * frames; ++k) put(k / frames == k % frames ? 1.0f : 0.0f);
    }
    flush();
  }

  void addBounds(std::span<const Vec3> vectors) {
    for (const GlbRange& range : layout_.ranges) {
      GlbBounds bounds{vectors[range.first], vectors[range.first]};
      for (const Vec3& v : vectors.subspan(range.first, range.count)) {
        bounds.low = {std::min(bounds.low.x, v.x), std::min(bounds.low.y, v.y), std::min(bounds.low.z, v.z)};
        bounds.high = {std::max(bounds.high.x, v.x), std::max(bounds.high.y, v.y), std::max(bounds.high.z, v.z)};
      }
      bounds_.push_back(bounds);
    }
  }

  Status putShape(std::span<const Vec3> positions, std::span<const Vec3> normals) {
    addBounds(positions);
    put(positions);
    put(normals);
    flush();
    return binary_.status();
  }

  static void displace(std::span<const Vec3> base, std::span<const Vec3> goal, std::vector<Vec3>& out) {
    out.resize(goal.size());
    for (std::size_t i = 0; i < goal.size(); ++i) out[i] = goal[i] - base[i];
  }

  Status writeFrame(std::size_t frame, std::span<const Vec3> positions, std::span<const Vec3> normals) override {
    if (frame == 0) {
      layout_.normals = !normals.empty();
      basePositions_.assign(positions.begin(), positions.end());
      baseNormals_.assign(normals.begin(), normals.end());
      if (Status base = putShape(positions, normals); !base || !layout_.animated()) return base;
    }
    displace(basePositions_, positions, positions_);
    displace(baseNormals_, normals, normals_);
    for (const Vec3& d : positions_) {
      if (!isFinite(d))
        return Error{target().path.string() + ": frame " + std::to_string(frame) +
                     ": a vertex moved too far from frame 0 for a float"};
    }
    return putShape(positions_, normals_);
  }

  Status complete() override {
    std::string json = glbJson(layout_, target().info, target().options.blend, bounds_);
    json.resize((json.size() + 3) / 4 * 4, ' ');
    const std::uint64_t total = kHeadBytes + json.size() + binary_.size();
    if (total > kLargestFile) return Error{target().path.string() + ": is larger than the 4 GiB a GLB can have"};
    const auto putHead = [&](std::initializer_list<std::uint64_t> values) {
      for (const std::uint64_t value : values) {
        putBytes(bytes_, static_cast<std::uint32_t>(value), ByteOrder::little);
      }
      main_.write(bytes_.data(), bytes_.size());
      bytes_.clear();
    };
    putHead({0x46546C67, 2, total, json.size(), 0x4E4F534A});  // "glTF", version, length; JSON's length, "JSON"
    main_.write(json);
    putHead({binary_.size(), 0x004E4942});  // length, "BIN\0"; everything in it has whole words
    main_.append(binary_);
    return main_.commit();
  }

  GlbLayout layout_;
  OutputFile main_, binary_;
  std::vector<std::uint8_t> bytes_;
  std::vector<GlbBounds> bounds_;
  std::vector<Vec3> basePositions_, baseNormals_, positions_, normals_;
};

}  // namespace

Result<std::unique_ptr<AnimationWriter>> openGlbWriter(const std::filesystem::path& path, const SurfaceMesh& mesh,
                                                       std::span<const MeshPart> parts, const BakeInfo& info,
                                                       const ExportOptions& options) {
  constexpr std::size_t kMostFrames = 65535;  // frames² weights are counted with 32 bits
  if (info.frameCount > kMostFrames) return Error{path.string() + ": a GLB can have 65535 frames"};
  GlbLayout layout = layoutGlb(mesh, parts, info.frameCount);
  if (layout.primitives.empty()) return Error{path.string() + ": the mesh has no triangles, a GLB cannot hold it"};
  GlbLayout largest = layout;
  largest.normals = true;
  if (largest.totalBytes() + kHeadBytes > kLargestFile) {
    return Error{path.string() + ": " + std::to_string(info.frameCount) + " frames of " +
                 std::to_string(mesh.vertexCount()) + " vertices are more than the 4 GiB a GLB can have"};
  }
  Result<OutputFile> main = OutputFile::open(path);
  if (!main) return Error{main.error()};
  Result<OutputFile> binary = OutputFile::open(path, "buffer");
  if (!binary) return Error{binary.error()};
  ExportOptions standard = options;
  standard.space = {};  // glTF is Y up and in metres
  return std::unique_ptr<AnimationWriter>(
      std::make_unique<GlbWriter>(FrameWriter::Target{path, mesh.vertexCount(), info, standard}, std::move(layout),
                                  mesh, std::move(*main), std::move(*binary)));
}

}  // namespace toile
