#include "io/gltf_accessor.h"

#include <tiny_gltf.h>

#include <algorithm>
#include <cstring>

#include "io/import_text.h"

namespace toile {

namespace {

std::size_t sizeOf(int componentType) {
  switch (componentType) {
    case TINYGLTF_COMPONENT_TYPE_BYTE:
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
      return 1;
    case TINYGLTF_COMPONENT_TYPE_SHORT:
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
      return 2;
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT:
    case TINYGLTF_COMPONENT_TYPE_FLOAT:
      return 4;
    default:
      return 0;  // not glTF 2.0
  }
}

template <class T>
T load(const std::byte* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);  // may lie unaligned
  return value;
}

/// glTF 2.0, 3.6.2.2: c/255, c/65535, max(c/127, −1), max(c/32767, −1).
float toFloat(const std::byte* bytes, int componentType, bool normalized) {
  switch (componentType) {
    case TINYGLTF_COMPONENT_TYPE_BYTE: {
      const float c = load<std::int8_t>(bytes);
      return normalized ? std::max(c / 127.0f, -1.0f) : c;
    }
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE: {
      const float c = load<std::uint8_t>(bytes);
      return normalized ? c / 255.0f : c;
    }
    case TINYGLTF_COMPONENT_TYPE_SHORT: {
      const float c = load<std::int16_t>(bytes);
      return normalized ? std::max(c / 32767.0f, -1.0f) : c;
    }
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT: {
      const float c = load<std::uint16_t>(bytes);
      return normalized ? c / 65535.0f : c;
    }
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT:
      return static_cast<float>(load<std::uint32_t>(bytes));
    default:
      return load<float>(bytes);
  }
}

std::uint32_t toInteger(const std::byte* bytes, int componentType) {
  switch (componentType) {
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
      return load<std::uint8_t>(bytes);
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
      return load<std::uint16_t>(bytes);
    default:
      return load<std::uint32_t>(bytes);
  }
}

bool isUnsigned(int componentType) {
  return componentType == TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE ||
         componentType == TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT ||
         componentType == TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT;
}

}  // namespace

/// Where the numbers of one accessor lie, all of it checked.
struct GltfAccessors::Layout {
  const std::byte* data = nullptr;  ///< null: zeros
  std::size_t count = 0, stride = 0, components = 0, componentSize = 0;
  int componentType = 0;
  bool normalized = false;
  std::size_t sparseCount = 0;
  const std::byte* sparseIndices = nullptr;
  int sparseIndexType = 0;
  const std::byte* sparseValues = nullptr;
};

GltfAccessors::GltfAccessors(const GltfDocument& document, std::size_t maximumVertices)
    : document_(document), maximumVertices_(maximumVertices), budget_(8 * maximumVertices) {
  for (const auto& buffer : document.buffers) budget_ += buffer.size();
}

std::size_t GltfAccessors::components(int accessor) const {
  const auto& accessors = document_.model->accessors;
  if (accessor < 0 || static_cast<std::size_t>(accessor) >= accessors.size()) return 0;
  switch (accessors[static_cast<std::size_t>(accessor)].type) {
    case TINYGLTF_TYPE_SCALAR:
      return 1;
    case TINYGLTF_TYPE_VEC2:
      return 2;
    case TINYGLTF_TYPE_VEC3:
      return 3;
    case TINYGLTF_TYPE_VEC4:
      return 4;
    case TINYGLTF_TYPE_MAT4:
      return 16;
    default:
      return 0;
  }
}

Result<std::size_t> GltfAccessors::count(int accessor, const std::string& use) {
  const auto& accessors = document_.model->accessors;
  if (accessor < 0 || static_cast<std::size_t>(accessor) >= accessors.size()) {
    return Error{use + ": accessor " + std::to_string(accessor) + " does not exist (there are " +
                 std::to_string(accessors.size()) + ")"};
  }
  return accessors[static_cast<std::size_t>(accessor)].count;
}

/// Start of `count` elements, the last of which ends inside the view and the view inside its buffer. `stride` 0 becomes
/// the element size.
Result<const std::byte*> GltfAccessors::range(int view, std::size_t offset, std::size_t elementSize,
                                              std::size_t& stride, std::size_t count, const std::string& what) const {
  const auto& views = document_.model->bufferViews;
  if (view < 0 || static_cast<std::size_t>(view) >= views.size()) {
    return Error{what + ": bufferView " + std::to_string(view) + " does not exist (there are " +
                 std::to_string(views.size()) + ")"};
  }
  const tinygltf::BufferView& v = views[static_cast<std::size_t>(view)];
  if (v.buffer < 0 || static_cast<std::size_t>(v.buffer) >= document_.buffers.size()) {
    return Error{what + ": bufferView " + std::to_string(view) + " names buffer " + std::to_string(v.buffer) +
                 ", which does not exist (there are " + std::to_string(document_.buffers.size()) + ")"};
  }
  const std::span<const std::byte> buffer = document_.buffers[static_cast<std::size_t>(v.buffer)];
  if (v.byteOffset > buffer.size() || v.byteLength > buffer.size() - v.byteOffset) {
    return Error{what + ": bufferView " + std::to_string(view) + " reaches past the end of buffer " +
                 std::to_string(v.buffer) + " (" + counted(buffer.size(), "byte") + ")"};
  }
  if (stride == 0) stride = elementSize;
  if (stride < elementSize) {
    return Error{what + ": byteStride " + std::to_string(stride) + " is smaller than an element of " +
                 counted(elementSize, "byte")};
  }
  const bool fits = count == 0 || (offset <= v.byteLength && elementSize <= v.byteLength - offset &&
                                   count - 1 <= (v.byteLength - offset - elementSize) / stride);
  if (!fits) {
    return Error{what + ": " + counted(count, "element") + " reach past the end of bufferView " + std::to_string(view) +
                 " (" + counted(v.byteLength, "byte") + ")"};
  }
  return buffer.data() + v.byteOffset + (count == 0 ? 0 : offset);
}

Result<GltfAccessors::Layout> GltfAccessors::layout(int accessor, std::size_t components, const std::string& use,
                                                    std::optional<std::size_t> expected) {
  const Result<std::size_t> elements = count(accessor, use);
  if (!elements) return Error{elements.error()};
  const tinygltf::Accessor& a = document_.model->accessors[static_cast<std::size_t>(accessor)];
  const std::string what = use + " (accessor " + std::to_string(accessor) + ")";

  Layout result;
  result.count = a.count;
  result.components = this->components(accessor);
  result.componentType = a.componentType;
  result.componentSize = sizeOf(a.componentType);
  result.normalized = a.normalized;
  if (result.components != components) return Error{what + ": wrong type of element"};
  if (result.componentSize == 0) return Error{what + ": component type " + std::to_string(a.componentType)};
  if (expected && a.count != *expected) {
    return Error{what + ": " + counted(a.count, "element") + ", " + std::to_string(*expected) + " expected"};
  }
  if (a.count > maximumVertices_ && a.bufferView < 0) {
    return Error{what + ": " + counted(a.count, "element") + ", more than the limit"};
  }
  const std::size_t elementSize = components * result.componentSize;
  if (a.bufferView >= 0) {
    if (static_cast<std::size_t>(a.bufferView) < document_.model->bufferViews.size()) {
      result.stride = document_.model->bufferViews[static_cast<std::size_t>(a.bufferView)].byteStride;
    }
    const auto data = range(a.bufferView, a.byteOffset, elementSize, result.stride, a.count, what);
    if (!data) return Error{data.error()};
    result.data = *data;
  }
  const std::size_t wanted = a.count + (a.sparse.isSparse ? static_cast<std::size_t>(std::max(a.sparse.count, 0)) : 0);
  if (wanted > budget_) return Error{what + ": the file asks for far more data than it holds"};
  budget_ -= wanted;
  if (!a.sparse.isSparse) return result;

  const std::string sparse = what + " sparse";
  if (a.sparse.count < 0 || a.sparse.indices.byteOffset < 0 || a.sparse.values.byteOffset < 0 ||
      !isUnsigned(a.sparse.indices.componentType)) {
    return Error{sparse + ": counts, offsets or index type out of range"};
  }
  result.sparseCount = static_cast<std::size_t>(a.sparse.count);
  result.sparseIndexType = a.sparse.indices.componentType;
  std::size_t indexStride = 0, valueStride = 0;
  const auto indices = range(a.sparse.indices.bufferView, static_cast<std::size_t>(a.sparse.indices.byteOffset),
                             sizeOf(result.sparseIndexType), indexStride, result.sparseCount, sparse + " indices");
  if (!indices) return Error{indices.error()};
  const auto values = range(a.sparse.values.bufferView, static_cast<std::size_t>(a.sparse.values.byteOffset),
                            elementSize, valueStride, result.sparseCount, sparse + " values");
  if (!values) return Error{values.error()};
  result.sparseIndices = *indices;
  result.sparseValues = *values;
  return result;
}

template <class Number, class Convert>
Result<std::vector<Number>> GltfAccessors::read(const Layout& from, const Convert& convert, const std::string& what) {
  std::vector<Number> numbers(from.count * from.components);
  const auto copy = [&](const std::byte* element, std::size_t index) {
    for (std::size_t c = 0; c < from.components; ++c) {
      numbers[index * from.components + c] = convert(element + c * from.componentSize);
    }
  };
  for (std::size_t i = 0; i < from.count && from.data != nullptr; ++i) copy(from.data + i * from.stride, i);
  for (std::size_t s = 0; s < from.sparseCount; ++s) {
    const std::size_t index = toInteger(from.sparseIndices + s * sizeOf(from.sparseIndexType), from.sparseIndexType);
    if (index >= from.count) {
      return Error{what + ": sparse index " + std::to_string(index) + " is out of range (" +
                   counted(from.count, "element") + ")"};
    }
    copy(from.sparseValues + s * from.components * from.componentSize, index);
  }
  return numbers;
}

Result<std::vector<float>> GltfAccessors::floats(int accessor, std::size_t components, const std::string& use,
                                                 std::optional<std::size_t> expected) {
  const Result<Layout> from = layout(accessor, components, use, expected);
  if (!from) return Error{from.error()};
  const Layout& l = *from;
  return read<float>(
      l, [&l](const std::byte* bytes) { return toFloat(bytes, l.componentType, l.normalized); }, use);
}

Result<std::vector<std::uint32_t>> GltfAccessors::integers(int accessor, std::size_t components, const std::string& use,
                                                           std::optional<std::size_t> expected) {
  const Result<Layout> from = layout(accessor, components, use, expected);
  if (!from) return Error{from.error()};
  const Layout& l = *from;
  if (!isUnsigned(l.componentType)) {
    return Error{use + " (accessor " + std::to_string(accessor) + "): not unsigned integers"};
  }
  return read<std::uint32_t>(
      l, [&l](const std::byte* bytes) { return toInteger(bytes, l.componentType); }, use);
}

}  // namespace toile
