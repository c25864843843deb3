#include "toile/garment.h"

namespace toile {

std::vector<std::string> GarmentReport::warnings() const {
  std::vector<std::string> lines;
  const auto add = [&](std::size_t count, const char* one, const char* many) {
    if (count != 0) lines.push_back(std::to_string(count) + " " + (count == 1 ? one : many));
  };
  add(looseVertices, "vertex belongs to no usable face: drawn at its rest place, not simulated",
      "vertices belong to no usable face: drawn at their rest places, not simulated");
  add(crossingPolygons, "polygon crosses itself: its triangles overlap",
      "polygons cross themselves: their triangles overlap");
  add(degenerateFaces, "face without area or with fewer than 3 distinct corners: not simulated",
      "faces without area or with fewer than 3 distinct corners: not simulated");
  add(degenerateTriangles, "triangle of a polygon has no area: not simulated",
      "triangles of polygons have no area: not simulated");
  add(duplicateTriangles, "triangle lies on another one with the same corners: simulated once",
      "triangles lie on others with the same corners: simulated once");
  add(nonManifoldEdges, "edge is shared by more than two triangles: hinged pairwise in order",
      "edges are shared by more than two triangles: hinged pairwise in order");
  add(bowTieVertices, "point joins parts of the surface that share no edge there",
      "points join parts of the surface that share no edge there");
  add(inconsistentEdges, "edge lies between faces of opposite winding", "edges lie between faces of opposite winding");
  add(degenerateUvTriangles, "triangle has no area in the UVs: shape from the pose, warp along its longest edge",
      "triangles have no area in the UVs: shape from the pose, warp along their longest edges");
  add(skippedConstraints, "constraint has no extent to act on (a needle, or folded onto itself): left out",
      "constraints have no extent to act on (needles, or folded onto themselves): left out");
  return lines;
}

}  // namespace toile
