// A glTF file opened: JSON checked and parsed, buffers at hand. Indices inside it are not checked yet.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/import.h"
#include "toile/result.h"

namespace tinygltf {
class Model;
}

namespace toile {

struct GltfDocument {
  std::string name;                        ///< of the file, for messages
  std::unique_ptr<tinygltf::Model> model;  ///< without buffer bytes, images, cameras and extensions
  std::vector<std::span<const std::byte>> buffers;
  std::vector<std::vector<unsigned char>> ownedBuffers;  ///< of data URIs and external files
  std::map<std::string, std::size_t> ignored;            ///< features of the file that are not read
  std::vector<std::string> warnings;                     ///< about the container
  bool quantized = false;                                ///< KHR_mesh_quantization is declared

  GltfDocument();
  GltfDocument(GltfDocument&&) noexcept;
  GltfDocument& operator=(GltfDocument&&) noexcept;
  ~GltfDocument();
};

/// `bytes` must outlive the document: the BIN chunk of a GLB is used in place.
Result<GltfDocument> openGltf(std::span<const std::byte> bytes, MeshFormat format, std::string_view name,
                              const std::filesystem::path* folder);

/// Files that the buffers name, of what is there in `folder`; as much as can be understood.
std::vector<std::filesystem::path> gltfBufferFiles(std::span<const std::byte> bytes, MeshFormat format,
                                                   const std::filesystem::path& folder);

}  // namespace toile
