// A scene described in plain data: what a scene file says, and what the named scenes are written in.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "io/axes.h"
#include "io/picture.h"
#include "toile/toile.h"

namespace toile {

// ---- meshes

struct MeshFile {
  std::filesystem::path path;  ///< relative ones are resolved against Scene::folder
  std::string mesh;            ///< glTF mesh or node, OBJ object or group; empty joins everything
  FileSpace space;
};

/// A tube or an open sector of a cone about the Y axis, its rim at y = 0 and the hem below: skirts, capes.
struct ConeMesh {
  float radiusTop = 0.15f;     ///< m, > 0
  float radiusBottom = 0.45f;  ///< m, > 0
  float height = 0.8f;         ///< m, > 0
  float arc = 6.2831853f;      ///< rad, 0 … 2π, centred on −z; 2π closes the tube
  std::uint32_t around = 48;   ///< cells along the rim, >= 3
  std::uint32_t down = 24;     ///< cells from rim to hem, >= 1
};

/// A round sheet in the x–z plane about the origin, front face up.
struct DiscMesh {
  float radius = 0.7f;       ///< m, > 0
  std::uint32_t rings = 24;  ///< >= 1; ring k has 6k vertices, so that triangles stay nearly equilateral
};

/// A square sheet of size × size vertices folded over a line in its middle, as a U that lies on its side: two level
/// halves, one above the other, joined by half a turn. Rest shape by UVs in metres (RestState::flatFromUv).
struct FoldedMesh {
  std::uint32_t size = 32;  ///< vertices along each side, >= 4
  float spacing = 0.03f;    ///< m, > 0
  float gap = 0.06f;        ///< m, > 0; between the halves
  float noise = 0.0f;       ///< m, >= 0; each coordinate of each vertex is off by at most this
};

using MeshSource = std::variant<GridDef, MeshFile, ConeMesh, DiscMesh, FoldedMesh>;

// ---- choosing vertices

struct BoxRegion {
  Vec3 minimum, maximum;  ///< m, in the garment's own frame, faces included
};
struct SphereRegion {
  Vec3 centre;          ///< m, in the garment's own frame
  float radius = 0.1f;  ///< m, >= 0
};
/// Vertices whose painted value is at least `atLeast`.
struct PaintRegion {
  std::string paint;
  float atLeast = 0.5f;
};
/// The highest vertices: those no further below the topmost than this part of the mesh's height.
struct TopRegion {
  float part = 0.01f;  ///< 1, 0 … 1
};

using VertexRegion =
    std::variant<PinPattern, std::vector<std::uint32_t>, BoxRegion, SphereRegion, PaintRegion, TopRegion>;
/// The union of its regions.
using VertexChoice = std::vector<VertexRegion>;

// ---- garments

struct SceneFabric {
  std::string preset;  ///< empty: none
  Fabric fabric;       ///< the values used; those of the preset unless overridden
};

/// Names of painted attributes that scale a garment; empty: not scaled.
struct ScenePaints {
  std::string stiffness, mass, maxDistance, thickness;
};

/// Painted weights that the scene keeps itself: an attribute of the mesh, in place of one of that name where the file
/// has one. For SceneGarment::paints and PaintRegion.
struct ScenePaint {
  std::string name;           ///< not empty; of those of one garment each has another
  std::vector<float> values;  ///< one a vertex of the mesh, finite
};

struct SceneGarment {
  std::string name;
  MeshSource mesh = GridDef{};
  SceneFabric fabric;
  KindSet kinds{Kind::stretch, Kind::shear, Kind::quadraticBending};
  PerKind<std::optional<float>> compliance;
  RestState restState = RestState::importedPose;
  float uvScale = 1.0f;
  float weldDistance = 0.0f;
  std::optional<float> totalMass;
  bool evenMass = false;
  VertexChoice fixed;  ///< GarmentDef::fixedVertices
  ScenePaints paints;
  std::vector<ScenePaint> painted;
  /// What is simulated in place of the mesh (docs/drawing.md); neither: the mesh itself, or what its glTF file marks.
  std::uint32_t simulateVertices = 0;  ///< simplified to at most this many; 0: not
  std::string simulateMesh;  ///< mesh or node of the same glTF file, object or group of the same OBJ; empty: none
};

// ---- motion

/// An animated glTF file: its joints move nodes, its surface moves pins.
struct Character {
  std::string name;
  std::filesystem::path path;
  FileSpace space;
  std::string clip;  ///< empty: the first one
  Transform transform;
  float speed = 1.0f;  ///< 1; of the clip
  float start = 0.0f;  ///< s into the clip at t = 0
  bool loop = true;
};

struct MotionKey {
  double time = 0.0;  ///< s, ascending
  Transform transform;
};

enum class Easing : std::uint8_t {
  linear,  ///< constant velocity between keys
  smooth,  ///< 3u² − 2u³: at rest at each key
};

/// amplitude · cos(2π · frequency · t + phase), along `axis` or about it.
struct Oscillation {
  bool rotates = false;
  Vec3 axis{1.0f, 0.0f, 0.0f};  ///< not zero; only its direction counts
  float amplitude = 0.1f;       ///< m, or rad when it rotates
  float frequency = 1.0f;       ///< Hz, >= 0
  float phase = 0.0f;           ///< rad
  float fadeIn = 0.0f;          ///< s, >= 0: grows smoothly from nothing over this time
};

/// A moving frame. Its place in its parent is transform · keys(t) · oscillations(t); in that of a joint, the
/// joint's place takes the parent's part.
struct SceneNode {
  std::string name;
  std::string parent;  ///< an earlier node, or empty for the world
  std::string character, joint;
  Transform transform;
  std::vector<MotionKey> keys;
  Easing easing = Easing::smooth;
  bool loop = false;  ///< keys start over after the last
  std::vector<Oscillation> oscillations;
};

// ---- what is in the world

struct ScenePin {
  VertexChoice vertices;
  std::string node;       ///< carried along rigidly; empty: stays where it is
  std::string skinnedTo;  ///< a character: each vertex follows the nearest vertex of its surface
  bool holds = true;      ///< false: sets targets only (the centre of maxDistance)
  double release = std::numeric_limits<double>::infinity();  ///< s, >= 0: let go at this time
};

/// Copies of a cloth on a lattice: columns along x, rows along z.
struct Repeat {
  std::uint32_t columns = 1, rows = 1;
  float spacingX = 1.0f, spacingZ = 1.0f;  ///< m
};

struct SceneCloth {
  std::string name;
  std::string garment;
  Transform transform;
  Repeat repeat;
  std::vector<ScenePin> pins;
  ClothParams params;
  std::uint32_t collisionMask = 0xffffffffu;
  std::uint32_t collisionGroup = 1;
  bool enabled = true;
  Colour front{0.80f, 0.27f, 0.22f};
  Colour back{0.93f, 0.72f, 0.42f};
};

/// The surface of a character, skinned: it moves as the character does.
struct CharacterBody {
  std::string name;
};

/// One closed surface round all spheres and capsules of the scene that follow nodes, enabled or not; it bends with
/// them.
struct SkinBody {
  float cell = 0.025f;  ///< m, > 0; about the length of an edge
  float blend = 0.03f;  ///< m, >= 0; how wide the seams between two capsules are rounded
};

using BodySource = std::variant<MeshFile, CharacterBody, SkinBody>;

/// A convex hull of points in the collider's own frame, or of the vertices of a mesh.
struct HullSource {
  std::vector<Vec3> points;  ///< m; empty where there is a file
  std::optional<MeshFile> file{};
  float radius = 0.0f;            ///< m, >= 0; rounds edges and corners
  std::uint32_t mostFaces = 128;  ///< HullDef::mostFaces
};

/// Signed distances from a file (.sdf, or .vdb where Toile was built with OpenVDB), or of a closed mesh (with OpenVDB).
struct VolumeSource {
  std::filesystem::path path;  ///< relative ones are resolved against Scene::folder; empty where there is a mesh
  std::optional<MeshFile> mesh{};
  float cell = 0.02f;   ///< m, > 0; of a mesh: between samples
  float radius = 0.0f;  ///< m, >= 0; how far the surface is moved out
};

struct SceneCollider {
  std::string node;  ///< empty: the world
  ColliderDef def;   ///< transform is relative to the node
  /// A mesh body in place of def.shape. Where it is a character or a skin, the node and the transform play no part.
  std::optional<BodySource> body{};
  /// In place of def.shape.
  std::optional<HullSource> hull{};
  std::optional<VolumeSource> volume{};
};

/// How a picture of the bake is taken.
struct ScenePicture {
  std::uint32_t frames = 6;  ///< >= 1, evenly spread over the bake, both ends kept
  std::uint32_t columns = 0;
  std::uint32_t width = 1600, height = 500;
  std::optional<Camera> camera;
  float azimuth = 0.5f, elevation = 0.22f;
  bool ground = true;
  std::optional<float> groundHeight;  ///< m
};

struct Scene {
  std::string name;
  std::string description;
  double framesPerSecond = 30.0;  ///< 1/s, > 0; one step a frame
  double duration = 3.0;          ///< s, >= 0; both ends are frames
  Vec3 gravity{0.0f, -9.81f, 0.0f};
  Wind wind;
  std::uint32_t substeps = 60;
  std::uint32_t iterations = 1;
  std::vector<Character> characters;
  std::vector<SceneNode> nodes;
  std::vector<SceneGarment> garments;
  std::vector<SceneCloth> cloths;
  std::vector<SceneCollider> colliders;
  ScenePicture picture;
  std::filesystem::path folder;  ///< where relative paths start; not part of the file

  /// The world this scene asks for; threads and instruction set are the caller's choice.
  WorldDef worldDef() const {
    WorldDef def;
    def.gravity = gravity, def.wind = wind, def.substeps = substeps, def.iterations = iterations;
    return def;
  }
};

}  // namespace toile
