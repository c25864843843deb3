// Scenes known by name: the same ones in the command, tests, benchmarks and samples.
#pragma once

#include <filesystem>
#include <span>
#include <string_view>

#include "scenes/scene.h"

namespace toile {

struct NamedScene {
  std::string_view name;
  std::string_view summary;
  bool benchmark;  ///< one of the standard benchmark scenes, whose every number is fixed
  Scene (*make)();
  bool needsFiles = false;  ///< meshes that are no part of Toile: findScene says where it looked
};

std::span<const NamedScene> namedScenes();

/// Null when there is none of that name.
const NamedScene* findNamedScene(std::string_view name);

/// What `toile bake MESH` plays: the mesh hung from its highest vertices (those within the topmost hundredth of its
/// height), cotton, 3 s at 30 frames a second.
Scene meshScene(const MeshFile& file);

// Each named scene; all made by code.
Scene sheet100();   ///< 100×100 sheet, a capsule swings through it; skip-one bending
Scene sheet100b();  ///< the same with quadratic bending
Scene render10k();  ///< sheet100b drawn, 2,000 of its vertices simulated
Scene sheet251();
Scene article251();  ///< sheet251 with bending of hinges, area and tethers as well: 749,749 constraints with the
                     ///< tethers
Scene sheet32();
Scene crowd256();
Scene grow1k();  ///< the sheet alone, hung, with a thousand particles …
Scene grow10k();
Scene grow100k();
Scene grow1m();  ///< … to a million
// Cloth against cloth (contact_scenes.cpp).
Scene self32();      ///< sheet32 with self-collision, 20×1
Scene fold32();      ///< 32×32 folded in a U with noise, dropped on a plane
Scene drop32v();     ///< 32×32 dropped edge-on on a plane
Scene plane100();    ///< 100×100 dropped flat, crumpled by a moving sphere, then piling up
Scene twist100();    ///< 100×100, both ends turned 3 full turns
Scene layers5();     ///< five sheets on a sphere, then the sphere leaves
Scene cape10k();     ///< a cape of 1,000 particles on an animated body of 10,000 triangles (demo_scenes.cpp)
Scene dressScene();  ///< panels of a pleated dress round a mannequin, from files in $TOILE_DATA (dress_scene.cpp)
Scene capeScene();
Scene flagScene();
Scene curtainScene();
Scene tableclothScene();
Scene skirtScene();

}  // namespace toile
