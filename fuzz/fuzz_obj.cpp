// libFuzzer target: OBJ from memory. Build with -DTOILE_BUILD_FUZZERS=ON (clang).
#include "fuzz/check_mesh.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  toile::checkImport(data, size, toile::MeshFormat::obj);
  return 0;
}
