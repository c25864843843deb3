#include "io/export_file.h"

#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

namespace toile {

Result<OutputFile> OutputFile::open(const std::filesystem::path& target, std::string_view role) {
  OutputFile out;
  out.target_ = target;
  out.temporary_ = target;
  if (!role.empty()) (out.temporary_ += ".") += role;
  out.temporary_ += ".partial";
  out.file_ = std::fopen(out.temporary_.string().c_str(), "wb+");
  if (out.file_ == nullptr) {
    const std::string reason = std::strerror(errno);
    out.temporary_.clear();
    return Error{target.string() + ": cannot be written: " + reason};
  }
  return out;
}

OutputFile::OutputFile(OutputFile&& other) noexcept { *this = std::move(other); }

OutputFile& OutputFile::operator=(OutputFile&& other) noexcept {
  if (this == &other) return *this;
  discard();
  target_ = std::move(other.target_);
  temporary_ = std::exchange(other.temporary_, {});
  file_ = std::exchange(other.file_, nullptr);
  size_ = other.size_;
  error_ = std::move(other.error_);
  return *this;
}

OutputFile::~OutputFile() { discard(); }

void OutputFile::discard() {
  if (file_ != nullptr) std::fclose(std::exchange(file_, nullptr));
  if (temporary_.empty()) return;
  std::error_code ignored;  // a temporary file that cannot be removed does no harm
  std::filesystem::remove(temporary_, ignored);
  temporary_.clear();
}

void OutputFile::fail(int errorNumber, const char* action) {
  if (error_.empty()) {
    error_ = target_.string() + ": " + action +
             " failed: " + (errorNumber != 0 ? std::strerror(errorNumber) : "unknown reason");
  }
}

Status OutputFile::status() const { return error_.empty() ? Status() : Status(Error{error_}); }

void OutputFile::write(const void* bytes, std::size_t size) {
  if (!error_.empty() || size == 0) return;
  errno = 0;
  if (file_ == nullptr || std::fwrite(bytes, 1, size, file_) != size) return fail(errno, "writing");
  size_ += size;
}

void OutputFile::append(OutputFile& other) {
  if (!other.status().ok()) {
    if (error_.empty()) error_ = other.error_;
    return;
  }
  errno = 0;
  if (std::fflush(other.file_) != 0 || std::fseek(other.file_, 0, SEEK_SET) != 0) return fail(errno, "writing");
  std::vector<char> block(1 << 20);
  std::uint64_t left = other.size_;
  while (left > 0 && error_.empty()) {
    const std::size_t wanted = left < block.size() ? static_cast<std::size_t>(left) : block.size();
    if (std::fread(block.data(), 1, wanted, other.file_) != wanted) return fail(errno, "reading the temporary file");
    write(block.data(), wanted);
    left -= wanted;
  }
}

Status OutputFile::close() {
  if (file_ != nullptr) {
    errno = 0;
    // A full disk often shows only when the last buffer is written.
    if (std::fclose(std::exchange(file_, nullptr)) != 0) fail(errno, "writing");
  }
  return status();
}

Status OutputFile::commit() {
  if (Status closed = close(); !closed) return closed;
  if (temporary_.empty()) return Error{target_.string() + ": was written already"};
  std::error_code error;
  std::filesystem::rename(temporary_, target_, error);
  if (error) {
    error_ = target_.string() + ": cannot be replaced: " + error.message();
    return status();
  }
  temporary_.clear();
  return {};
}

void putBytes(std::vector<std::uint8_t>& out, std::uint32_t value, ByteOrder order) {
  for (int i = 0; i < 4; ++i) {
    const int shift = order == ByteOrder::little ? 8 * i : 24 - 8 * i;
    out.push_back(static_cast<std::uint8_t>(value >> shift));
  }
}

void putBytes(std::vector<std::uint8_t>& out, float value, ByteOrder order) {
  std::uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  putBytes(out, bits, order);
}

std::uint32_t getInteger(const std::uint8_t* bytes, ByteOrder order) {
  std::uint32_t value = 0;
  for (int i = 0; i < 4; ++i) {
    const int shift = order == ByteOrder::little ? 8 * i : 24 - 8 * i;
    value |= static_cast<std::uint32_t>(bytes[i]) << shift;
  }
  return value;
}

float getFloat(const std::uint8_t* bytes, ByteOrder order) {
  const std::uint32_t bits = getInteger(bytes, order);
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

std::vector<Vec3> getVectors(std::span<const std::uint8_t> bytes, ByteOrder order) {
  std::vector<Vec3> vectors(bytes.size() / 12);
  const std::uint8_t* at = bytes.data();
  for (Vec3& v : vectors) {
    v = {getFloat(at, order), getFloat(at + 4, order), getFloat(at + 8, order)};
    at += 12;
  }
  return vectors;
}

Result<std::vector<std::uint8_t>> readCacheBytes(const std::filesystem::path& path) {
  std::FILE* file = std::fopen(path.string().c_str(), "rb");
  if (file == nullptr) return Error{path.string() + ": cannot be read: " + std::strerror(errno)};
  std::vector<std::uint8_t> bytes;
  std::vector<std::uint8_t> block(1 << 20);
  errno = 0;
  // Block by block: what calls itself a file may be a pipe or a folder and have no size to ask for.
  for (std::size_t count; (count = std::fread(block.data(), 1, block.size(), file)) > 0;) {
    bytes.insert(bytes.end(), block.begin(), block.begin() + static_cast<std::ptrdiff_t>(count));
  }
  const bool failed = std::ferror(file) != 0;
  const int reason = errno;
  std::fclose(file);
  if (failed) return Error{path.string() + ": cannot be read: " + std::strerror(reason)};
  return bytes;
}

}  // namespace toile
