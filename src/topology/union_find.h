// Disjoint sets.
#pragma once

#include <cstdint>
#include <numeric>
#include <vector>

namespace toile {

/// The representative of a set is its lowest member, so it doesn't depend on the order of the unions.
class UnionFind {
 public:
  explicit UnionFind(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0u); }

  std::uint32_t find(std::uint32_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }

  void unite(std::uint32_t a, std::uint32_t b) {
    a = find(a);
    b = find(b);
    if (a < b) {
      parent_[b] = a;
    } else {
      parent_[a] = b;
    }
  }

 private:
  std::vector<std::uint32_t> parent_;
};

}  // namespace toile
