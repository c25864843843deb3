// A file that appears under its own name only when it is complete.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "toile/result.h"
#include "toile/vec.h"

namespace toile {

/// Writes beside the target under a temporary name. Without `commit` the temporary file is removed again.
/// Errors stick: after the first one nothing more is written, and `commit` reports it.
class OutputFile {
 public:
  /// `role` keeps the temporary names of one target apart, e.g. "normals".
  static Result<OutputFile> open(const std::filesystem::path& target, std::string_view role = "");
  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&& other) noexcept;
  ~OutputFile();

  void write(const void* bytes, std::size_t size);
  void write(std::string_view text) { write(text.data(), text.size()); }
  /// Appends all that was written to `other` so far.
  void append(OutputFile& other);
  /// Flushes and closes, but leaves the temporary name; `rename` is then all that is left to do.
  Status close();
  /// Closes where that is still to do, and gives the file its target's name.
  Status commit();
  /// The first error so far.
  Status status() const;
  std::uint64_t size() const { return size_; }

 private:
  OutputFile() = default;
  void fail(int errorNumber, const char* action);
  void discard();

  std::filesystem::path target_, temporary_;
  std::FILE* file_ = nullptr;
  std::uint64_t size_ = 0;
  std::string error_;
};

/// Bytes in a stated order, whatever the machine's own.
enum class ByteOrder : std::uint8_t { little, big };
void putBytes(std::vector<std::uint8_t>& out, std::uint32_t value, ByteOrder order);
void putBytes(std::vector<std::uint8_t>& out, float value, ByteOrder order);
std::uint32_t getInteger(const std::uint8_t* bytes, ByteOrder order);
float getFloat(const std::uint8_t* bytes, ByteOrder order);
/// Precondition: a multiple of 12 bytes.
std::vector<Vec3> getVectors(std::span<const std::uint8_t> bytes, ByteOrder order);

/// A whole point cache's bytes, or why they cannot be read.
Result<std::vector<std::uint8_t>> readCacheBytes(const std::filesystem::path& path);

}  // namespace toile
