// libFuzzer target: glTF or GLB from memory, with every clip played. Build with -DTOILE_BUILD_FUZZERS=ON (clang).
#include <cstring>

#include "fuzz/check_mesh.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const bool binary = size >= 4 && std::memcmp(data, "glTF", 4) == 0;
  const toile::MeshFormat format = binary ? toile::MeshFormat::glb : toile::MeshFormat::gltf;
  toile::checkImport(data, size, format);
  toile::checkAnimation(data, size, format);
  return 0;
}
