// Numbers out of glTF accessors: strided, sparse, normalised, every component type; bounds checked first.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "io/gltf_document.h"

namespace toile {

/// Reads accessors of one document. Everything read counts against a budget, so that a small file cannot ask for
/// any amount of memory by naming the same bytes again and again.
class GltfAccessors {
 public:
  GltfAccessors(const GltfDocument& document, std::size_t maximumVertices);

  /// Elements of an accessor. Fails for an index out of range.
  Result<std::size_t> count(int accessor, const std::string& use);

  /// All numbers, `components` an element (1, 2, 3, 4 or 16). Normalised integers come as −1 … 1 or 0 … 1, others as
  /// they are. `expected`: another element count is an error. `use` begins messages: "mesh 0: POSITION".
  Result<std::vector<float>> floats(int accessor, std::size_t components, const std::string& use,
                                    std::optional<std::size_t> expected = std::nullopt);

  /// The same for unsigned integers of 8, 16 or 32 bits.
  Result<std::vector<std::uint32_t>> integers(int accessor, std::size_t components, const std::string& use,
                                              std::optional<std::size_t> expected = std::nullopt);

  /// 1 … 4, or 16 for a 4×4 matrix; 0 for other kinds or an index out of range.
  std::size_t components(int accessor) const;

 private:
  struct Layout;
  Result<Layout> layout(int accessor, std::size_t components, const std::string& use,
                        std::optional<std::size_t> expected);
  Result<const std::byte*> range(int view, std::size_t offset, std::size_t elementSize, std::size_t& stride,
                                 std::size_t count, const std::string& what) const;
  template <class Number, class Convert>
  Result<std::vector<Number>> read(const Layout& from, const Convert& convert, const std::string& what);

  const GltfDocument& document_;
  std::size_t maximumVertices_;
  std::size_t budget_;
};

}  // namespace toile
