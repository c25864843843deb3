#include "io/import_file.h"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <system_error>

namespace toile {

Result<std::vector<std::byte>> readWholeFile(const std::filesystem::path& path) {
  constexpr std::uintmax_t kLimit = std::uintmax_t{1} << 31;
  const std::string name = path.string();
  std::error_code failed;
  if (!std::filesystem::exists(path, failed)) return Error{name + ": no such file"};
  if (!std::filesystem::is_regular_file(path, failed)) return Error{name + ": not a regular file"};
  const std::uintmax_t size = std::filesystem::file_size(path, failed);
  if (failed) return Error{name + ": " + failed.message()};
  if (size > kLimit) return Error{name + ": larger than 2 GiB"};
  std::ifstream file(path, std::ios::binary);
  if (!file) return Error{name + ": cannot be opened for reading"};
  std::vector<std::byte> bytes(static_cast<std::size_t>(size));
  file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size));
  if (static_cast<std::uintmax_t>(file.gcount()) != size) return Error{name + ": read error"};
  return bytes;
}

std::optional<std::filesystem::path> pathInside(const std::filesystem::path& folder, std::string_view relative) {
  if (relative.empty() || relative.find_first_of(std::string_view(":\\\0", 3)) != relative.npos) return std::nullopt;
  const std::filesystem::path name(relative);
  if (name.is_absolute() || name.has_root_name()) return std::nullopt;
  for (const std::filesystem::path& step : name) {
    if (step == "..") return std::nullopt;
  }
  // Links are followed before the comparison, so that none leads out.
  std::error_code failed;
  const std::filesystem::path base = std::filesystem::weakly_canonical(folder.empty() ? "." : folder, failed);
  if (failed) return std::nullopt;
  const std::filesystem::path target = std::filesystem::weakly_canonical(base / name, failed);
  if (failed) return std::nullopt;
  const auto differs = std::mismatch(base.begin(), base.end(), target.begin(), target.end());
  if (differs.first != base.end()) return std::nullopt;
  return target;
}

}  // namespace toile
