// The node tree of a glTF file: parents before children, loops refused, and which nodes the scene shows.
#pragma once

#include <vector>

#include "io/gltf_document.h"
#include "io/skeleton.h"

namespace toile {

struct GltfScene {
  std::vector<SkeletonNode> nodes;       ///< all nodes of the file
  std::vector<std::size_t> indexOfNode;  ///< from the file's node numbers to `nodes`
  std::vector<std::size_t> nodeOfIndex;  ///< and back
  std::vector<bool> shown;               ///< per entry of `nodes`: part of the scene
};

/// Fails for node and scene indices out of range, nodes with two parents or in a loop, and transforms that are not
/// finite or of a wrong length.
Result<GltfScene> readGltfScene(const GltfDocument& document);

/// "node 3 "Left arm"" or "node 3".
std::string nodeLabel(const GltfDocument& document, std::size_t node);

}  // namespace toile
