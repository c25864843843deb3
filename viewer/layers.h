// What can be shown beside the surfaces.
#pragma once

#include <string>
#include <string_view>

#include "scenes/play.h"
#include "viewer/brush.h"
#include "viewer/session.h"
#include "viewer/stage.h"

namespace toile::view {

struct Layers {
  bool wireframe = false;    ///< edges of the drawn triangles
  bool strain = false;       ///< heat map of warp and weft, whichever is strained more
  bool pins = false;         ///< dots
  bool normals = false;      ///< of the drawn vertices
  bool constraints = false;  ///< of the kinds chosen, coloured by kind, or by colour of the solver
  bool contacts = false;     ///< dots where colliders and cloth push, with their normals
  bool bounds = false;       ///< boxes round cloths and colliders
  bool weights = false;      ///< heat map of the painted weight in hand

  float strainRange = 0.05f;  ///< 1, > 0; strain that has the strongest colour
  KindSet kinds{Kind::stretch,         Kind::shear, Kind::wing,          Kind::skipOne, Kind::quadraticBending,
                Kind::dihedralBending, Kind::area,  Kind::triangleShear, Kind::strain};
  bool bySolverColour = false;  ///< constraints: solved at once in one colour
};

/// Names of all layers, as "wireframe, pins".
std::string layerNames();
std::vector<std::string> layerList();
/// Null where there is no layer of that name.
bool* findLayer(Layers& layers, std::string_view name);

/// Adds marks and tints to a filled stage.
void addLayers(const World& world, const ScenePlay& play, const Layers& layers, Stage& stage);

/// Tints cloths by a painted weight; `stroke`, of the scene's garment `strokeGarment`, is newer than the scene's.
void tintWeights(const Session& session, Weight weight, const std::vector<float>* stroke, std::size_t strokeGarment,
                 Stage& stage);

/// Blue – white – red for −1 … 1.
Rgba heat(float signedPart);

/// A colour for each of any number of things, neighbours far apart.
Rgba distinct(std::size_t index, float alpha = 1.0f);

}  // namespace toile::view
