#include "io/volume_file.h"

#include <utility>

#include "io/export_file.h"
#include "io/file_name.h"
#include "io/import_file.h"

namespace toile {
namespace {

constexpr std::string_view kMagic = "toileSDF";
constexpr std::size_t kHeaderSize = 8 + 4 + 3 * 4 + 3 * 4 + 4;
constexpr std::uint32_t kVersion = 1, kMostSamples = 4096;

}  // namespace

Result<VolumeGrid> parseSdf(std::string_view bytes, std::string_view name) {
  const auto fail = [&](const std::string& reason) { return Error{std::string(name) + ": " + reason}; };
  if (bytes.size() < kHeaderSize || bytes.substr(0, kMagic.size()) != kMagic)
    return fail("is no .sdf file: it does not begin with a header of " + std::to_string(kHeaderSize) + " bytes and \"" +
                std::string(kMagic) + "\"");
  const auto* at = reinterpret_cast<const std::uint8_t*>(bytes.data()) + kMagic.size();
  const auto integer = [&] { return getInteger(std::exchange(at, at + 4), ByteOrder::little); };
  const auto real = [&] { return getFloat(std::exchange(at, at + 4), ByteOrder::little); };
  const std::uint32_t version = integer();
  if (version != kVersion) return fail("is of version " + std::to_string(version) + ", must be 1");
  VolumeGrid grid;
  std::uint64_t count = 1;  // of 4096 an axis: more than 32 bits hold
  for (std::uint32_t& samples : grid.samples) {
    samples = integer();
    if (samples < 2 || samples > kMostSamples)
      return fail("has " + std::to_string(samples) + " samples along an axis, must be 2 … 4096");
    count *= samples;
  }
  grid.origin.x = real(), grid.origin.y = real(), grid.origin.z = real();
  grid.cell = real();
  if (count > kMostVolumeSamples || bytes.size() - kHeaderSize != 4 * count)
    return fail("announces " + std::to_string(count) + " samples of 4 bytes, but holds " +
                std::to_string(bytes.size() - kHeaderSize) + " bytes of them");
  grid.distances.resize(static_cast<std::size_t>(count));
  for (float& distance : grid.distances) distance = real();
  return grid;
}

Result<VolumeGrid> readVolume(const std::filesystem::path& path) {
  const std::string extension = lowerExtension(path);
  if (extension == ".vdb") return readVdb(path);
  if (extension != ".sdf") return Error{path.string() + ": volumes are read from .sdf and .vdb files"};
  const auto bytes = readWholeFile(path);
  if (!bytes) return Error{bytes.error()};
  return parseSdf({reinterpret_cast<const char*>(bytes->data()), bytes->size()}, path.string());
}

Status writeSdf(const std::filesystem::path& path, const VolumeGrid& grid) {
  std::vector<std::uint8_t> bytes(kMagic.begin(), kMagic.end());
  bytes.reserve(kHeaderSize + 4 * grid.distances.size());
  putBytes(bytes, kVersion, ByteOrder::little);
  for (const std::uint32_t samples : grid.samples) putBytes(bytes, samples, ByteOrder::little);
  for (const float value : {grid.origin.x, grid.origin.y, grid.origin.z, grid.cell})
    putBytes(bytes, value, ByteOrder::little);
  for (const float distance : grid.distances) putBytes(bytes, distance, ByteOrder::little);
  Result<OutputFile> file = OutputFile::open(path);
  if (!file) return Error{file.error()};
  file->write(bytes.data(), bytes.size());
  return file->commit();
}

}  // namespace toile
