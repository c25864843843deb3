// What a file's name says.
#pragma once

#include <filesystem>
#include <string>

namespace toile {

/// ".glb" of "A.GLB". Only A to Z change, whatever the locale.
inline std::string lowerExtension(const std::filesystem::path& path) {
  std::string extension = path.extension().string();
  for (char& c : extension) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return extension;
}

}  // namespace toile
