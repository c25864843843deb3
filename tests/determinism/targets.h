// Every instruction set that this machine and build have.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <string>

#include "toile/toile.h"

namespace toile::test {

/// body(def, name): once for each, with a definition that forces it. Expects scalar and at least one more.
template <class Body>
void forEachTarget(Body body) {
  std::size_t found = 0;
  for (const Simd simd : {Simd::scalar, Simd::sse4, Simd::avx2, Simd::avx512, Simd::neon, Simd::wasm}) {
    WorldDef def;
    def.simd = simd;
    const Result<World> world = World::create(def);
    if (!world) continue;  // this machine or build has no such set
    ++found;
    body(def, world->simdName());
  }
  testing::Test::RecordProperty("sets", static_cast<int>(found));
  EXPECT_GE(found, 2u);  // scalar, and what the machine has
}

}  // namespace toile::test
