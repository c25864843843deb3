// The meshes of a glTF scene joined into one surface, with what each vertex follows.
#pragma once

#include "io/gltf_accessor.h"
#include "io/gltf_scene.h"

namespace toile {

/// Fills everything of the model except skeleton.clips. `model.skeleton.nodes` and `space` must be set.
Status readGltfSurface(const GltfDocument& document, GltfAccessors& accessors, const GltfScene& scene,
                       const ImportOptions& options, AnimatedModel& model);

}  // namespace toile
