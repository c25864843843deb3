// Clips of a glTF file.
#pragma once

#include <string>
#include <vector>

#include "io/gltf_accessor.h"
#include "io/gltf_scene.h"

namespace toile {

/// Fails for indices out of range, key times that descend or are not finite, and wrong counts. What moves nothing that
/// is kept (unknown paths, nodes with a matrix) is left out and counted in `ignored`.
Result<std::vector<AnimationClip>> readGltfClips(const GltfDocument& document, GltfAccessors& accessors,
                                                 const GltfScene& scene, std::map<std::string, std::size_t>& ignored);

}  // namespace toile
