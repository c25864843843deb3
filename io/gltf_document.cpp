#include "io/gltf_document.h"

#include <tiny_gltf.h>

#include <bit>
#include <cstring>
#include <optional>

#include "io/gltf_json.h"
#include "io/import_file.h"
#include "io/import_text.h"

namespace toile {

GltfDocument::GltfDocument() : model(std::make_unique<tinygltf::Model>()) {}
GltfDocument::GltfDocument(GltfDocument&&) noexcept = default;
GltfDocument& GltfDocument::operator=(GltfDocument&&) noexcept = default;
GltfDocument::~GltfDocument() = default;

namespace {

static_assert(std::endian::native == std::endian::little, "glTF buffers are read in place: little endian only");

struct Chunks {
  std::string_view json;
  std::optional<std::span<const std::byte>> binary;
  std::size_t bytesAfter = 0;  ///< in the file, after the length that its header gives
};

std::uint32_t wordAt(std::span<const std::byte> bytes, std::size_t offset) {
  std::uint32_t word = 0;
  std::memcpy(&word, bytes.data() + offset, sizeof word);
  return word;
}

/// 12 bytes of header (magic, version, length), then chunks (length, kind, bytes padded to 4): JSON, then perhaps BIN.
Result<Chunks> splitGlb(std::span<const std::byte> bytes, const std::string& prefix) {
  constexpr std::uint32_t kMagic = 0x46546c67, kJson = 0x4e4f534a, kBin = 0x004e4942;
  if (bytes.size() < 20) return Error{prefix + "too short for a GLB file (" + counted(bytes.size(), "byte") + ")"};
  if (wordAt(bytes, 0) != kMagic) return Error{prefix + "not a GLB file (it does not start with \"glTF\")"};
  if (wordAt(bytes, 4) != 2) {
    return Error{prefix + "GLB version " + std::to_string(wordAt(bytes, 4)) + ", only 2 is known"};
  }
  const std::size_t length = wordAt(bytes, 8);
  if (length < 20) {
    return Error{prefix + "the header gives a length of " + counted(length, "byte") +
                 ", less than the 20 of the headers alone (the file has " + std::to_string(bytes.size()) + ")"};
  }
  if (length > bytes.size()) {
    return Error{prefix + "cut off: the header promises " + counted(length, "byte") + ", there are " +
                 std::to_string(bytes.size())};
  }
  Chunks chunks;
  std::size_t offset = 12;
  for (std::size_t i = 0; offset + 8 <= length; ++i) {
    const std::size_t size = wordAt(bytes, offset);
    const std::uint32_t kind = wordAt(bytes, offset + 4);
    if (size > length - offset - 8) {
      return Error{prefix + "chunk " + std::to_string(i) + " of " + counted(size, "byte") + " reaches past the end" +
                   (length == bytes.size() ? ""
                                           : " that the header gives, " + counted(length, "byte") + " (the file has " +
                                                 std::to_string(bytes.size()) + ")")};
    }
    const std::span<const std::byte> content = bytes.subspan(offset + 8, size);
    if (i == 0) {
      if (kind != kJson) return Error{prefix + "the first chunk is not JSON"};
      chunks.json = {reinterpret_cast<const char*>(content.data()), content.size()};
    } else if (kind == kBin && !chunks.binary) {
      chunks.binary = content;
    }
    offset += 8 + size;
  }
  chunks.bytesAfter = bytes.size() - length;
  return chunks;
}

/// "%20" and the like.
std::string percentDecoded(std::string_view text) {
  const auto digit = [](char c) {
    if (c >= '0' && c <= '9') return c - '0';
    const char lower = static_cast<char>(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
  };
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool code = text[i] == '%' && i + 2 < text.size() && digit(text[i + 1]) >= 0 && digit(text[i + 2]) >= 0;
    result += code ? static_cast<char>(16 * digit(text[i + 1]) + digit(text[i + 2])) : text[i];
    if (code) i += 2;
  }
  return result;
}

Result<std::vector<unsigned char>> decodeDataUri(const std::string& uri, const std::string& where) {
  const std::size_t comma = uri.find(',');
  const std::string_view marker = ";base64";
  if (comma == uri.npos || comma < marker.size() || uri.compare(comma - marker.size(), marker.size(), marker) != 0) {
    return Error{where + "data URI without base64 content"};
  }
  if (comma + 1 == uri.size()) return std::vector<unsigned char>();
  // The decoder knows a few media types only; which one is named does not matter to us.
  std::vector<unsigned char> bytes;
  std::string mediaType;
  const std::string known = "data:application/octet-stream;base64," + uri.substr(comma + 1);
  if (!tinygltf::DecodeDataURI(&bytes, mediaType, known, 0, false)) return Error{where + "base64 content is broken"};
  return bytes;
}

Result<std::vector<unsigned char>> readExternal(const std::string& uri, const std::string& where,
                                                const std::filesystem::path* folder) {
  if (folder == nullptr) {
    return Error{where + "external file \"" + shown(uri) + "\" cannot be read from memory"};
  }
  const auto path = pathInside(*folder, percentDecoded(uri));
  if (!path) return Error{where + "\"" + shown(uri) + "\" does not name a file in the folder of the glTF file"};
  const Result<std::vector<std::byte>> content = readWholeFile(*path);
  if (!content) return Error{where + content.error()};
  const auto* first = reinterpret_cast<const unsigned char*>(content->data());
  return std::vector<unsigned char>(first, first + content->size());
}

Status openBuffer(const nlohmann::json& buffer, std::size_t index, const std::optional<std::span<const std::byte>>& bin,
                  const std::filesystem::path* folder, GltfDocument& document) {
  const std::string where = document.name + ": buffer " + std::to_string(index) + ": ";
  if (!buffer.contains("byteLength") || !buffer["byteLength"].is_number_unsigned()) {
    return Error{where + "byteLength is missing or not a whole number"};
  }
  const std::size_t length = buffer["byteLength"].get<std::size_t>();
  std::span<const std::byte> bytes;
  if (!buffer.contains("uri")) {
    if (index != 0 || !bin) return Error{where + "no uri and no BIN chunk"};
    bytes = *bin;
  } else if (!buffer["uri"].is_string()) {
    return Error{where + "uri is not a string"};
  } else {
    const std::string uri = buffer["uri"].get<std::string>();
    Result<std::vector<unsigned char>> content =
        uri.compare(0, 5, "data:") == 0 ? decodeDataUri(uri, where) : readExternal(uri, where, folder);
    if (!content) return Error{content.error()};
    document.ownedBuffers.push_back(std::move(content).value());
    bytes = std::as_bytes(std::span<const unsigned char>(document.ownedBuffers.back()));
  }
  if (bytes.size() < length) {
    return Error{where + "byteLength " + std::to_string(length) + ", but there are only " +
                 counted(bytes.size(), "byte")};
  }
  document.buffers.push_back(bytes.first(length));
  return {};
}

Result<Chunks> chunksOf(std::span<const std::byte> bytes, MeshFormat format, const std::string& prefix) {
  if (format == MeshFormat::glb) return splitGlb(bytes, prefix);
  return Chunks{{reinterpret_cast<const char*>(bytes.data()), bytes.size()}, std::nullopt, 0};
}

}  // namespace

Result<GltfDocument> openGltf(std::span<const std::byte> bytes, MeshFormat format, std::string_view name,
                              const std::filesystem::path* folder) {
  const std::string prefix = std::string(name) + ": ";
  const Result<Chunks> split = chunksOf(bytes, format, prefix);
  if (!split) return Error{split.error()};
  const Chunks& chunks = *split;
  Result<GltfJson> read = readGltfJson(chunks.json, prefix);
  if (!read) return Error{read.error()};

  GltfDocument document;
  document.name = std::string(name);
  document.ignored = read->ignored;
  document.quantized = read->quantized;
  if (chunks.bytesAfter > 0)
    document.warnings.push_back(counted(chunks.bytesAfter, "byte") +
                                " after the length that the header gives: not read");
  for (std::size_t i = 0; i < read->buffers.size(); ++i) {
    if (Status good = openBuffer(read->buffers[i], i, chunks.binary, folder, document); !good) {
      return Error{good.error()};
    }
  }
  const std::string text = read->kept.dump();
  if (text.size() > 0xffffffffu) return Error{prefix + "more than 4 GiB of JSON"};
  tinygltf::TinyGLTF parser;
  std::string error, warning;
  if (!parser.LoadASCIIFromString(document.model.get(), &error, &warning, text.data(),
                                  static_cast<unsigned int>(text.size()), "")) {
    while (!error.empty() && (error.back() == '\n' || error.back() == ' ')) error.pop_back();
    return Error{prefix + shown(error, 300)};
  }
  return document;
}

std::vector<std::filesystem::path> gltfBufferFiles(std::span<const std::byte> bytes, MeshFormat format,
                                                   const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  const Result<Chunks> chunks = chunksOf(bytes, format, "");
  if (!chunks) return files;
  const Result<GltfJson> read = readGltfJson(chunks->json, "");
  if (!read) return files;
  for (const nlohmann::json& buffer : read->buffers) {
    const auto uri = buffer.find("uri");
    if (uri == buffer.end() || !uri->is_string()) continue;
    const auto path = pathInside(folder, percentDecoded(uri->get<std::string>()));
    std::error_code failed;
    if (path && std::filesystem::exists(*path, failed)) files.push_back(*path);
  }
  return files;
}

}  // namespace toile
