#include "scenes/play.h"

#include <algorithm>
#include <cmath>

#include "io/matrix.h"
#include "scenes/solids.h"

namespace toile {
namespace {

template <class Named>
std::size_t indexOf(const std::vector<Named>& list, const std::string& name) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i].name == name) return i;
  }
  return list.size();
}

std::string inQuotes(const std::string& name) { return "\"" + name + "\""; }

/// Errors begin with the JSON pointer of what they are about: "/cloths/0".
std::string elementOf(const char* list, std::size_t index) {
  return "/" + std::string(list) + "/" + std::to_string(index);
}

Result<std::vector<float>> paintOf(const SurfaceMesh& mesh, const std::string& name) {
  if (name.empty()) return std::vector<float>{};
  const auto paint = mesh.paints.find(name);
  if (paint == mesh.paints.end()) return Error{"the mesh has no painted attribute " + inQuotes(name)};
  return paint->second;
}

/// What the scene painted itself. Errors begin with a pointer from the garment on.
Status addPaints(const SceneGarment& garment, SurfaceMesh& mesh) {
  for (std::size_t p = 0; p < garment.painted.size(); ++p) {
    const ScenePaint& paint = garment.painted[p];
    const std::string who = elementOf("painted", p);
    for (std::size_t before = 0; before < p; ++before) {
      if (garment.painted[before].name == paint.name)
        return Error{who + "/name: " + inQuotes(paint.name) + " is painted twice"};
    }
    if (paint.values.size() != mesh.vertexCount()) {
      return Error{who + "/values: " + std::to_string(paint.values.size()) + " for " +
                   std::to_string(mesh.vertexCount()) + " vertices of the mesh"};
    }
    mesh.paints[paint.name] = paint.values;
  }
  return {};
}

/// Errors begin with a pointer from the garment on.
Result<GarmentDef> garmentDef(const SceneGarment& garment, const SurfaceMesh& mesh) {
  GarmentDef def;
  def.fabric = garment.fabric.fabric;
  def.kinds = garment.kinds;
  def.compliance = garment.compliance;
  def.restState = garment.restState;
  def.uvScale = garment.uvScale;
  def.weldDistance = garment.weldDistance;
  def.totalMass = garment.totalMass;
  def.evenMass = garment.evenMass;
  const struct {
    const char* key;
    const std::string& name;
    std::vector<float>& values;
  } paints[] = {{"stiffness", garment.paints.stiffness, def.stiffnessScale},
                {"mass", garment.paints.mass, def.massScale},
                {"max_distance", garment.paints.maxDistance, def.maxDistanceScale},
                {"thickness", garment.paints.thickness, def.thicknessScale}};
  for (const auto& paint : paints) {
    auto values = paintOf(mesh, paint.name);
    if (!values) return Error{"/paints/" + std::string(paint.key) + ": " + values.error()};
    paint.values = std::move(*values);
  }
  auto fixed = chooseVertices(garment.fixed, garment.mesh, mesh);
  if (!fixed) return Error{"/fixed" + fixed.error()};
  def.fixedVertices = std::move(*fixed);
  return def;
}

}  // namespace

Result<ScenePlay> ScenePlay::instantiate(const Scene& scene, World& world) {
  ScenePlay play;
  play.scene_ = scene;
  Status status = play.loadCharacters();
  if (status.ok()) status = play.loadGarments();
  if (status.ok()) {
    play.pose(0.0);
    play.startPoses_ = play.poses_, play.startPlaces_ = play.places_;
    status = play.createCloths(world);
  }
  if (status.ok()) status = play.createColliders(world);
  if (!status.ok()) {
    play.rollBack(world);
    return Error{status.error()};
  }
  return play;
}

void ScenePlay::rollBack(World& world) {
  for (const PlayedCloth& cloth : cloths_) (void)world.destroyCloth(cloth.id);
  for (const ColliderId id : colliderIds_) (void)world.removeCollider(id);
}

Status ScenePlay::loadCharacters() {
  for (const Character& character : scene_.characters) {
    const std::string who = elementOf("characters", characters_.size());
    ImportOptions options;
    options.space = character.space;
    auto model =
        importAnimatedModel(character.path.is_absolute() ? character.path : scene_.folder / character.path, options);
    if (!model) return Error{who + ": " + model.error()};
    CharacterPlay play{std::move(*model), 0, false};
    play.animated = !play.model.skeleton.clips.empty();
    if (!character.clip.empty()) {
      const auto clip = play.model.skeleton.findClip(character.clip);
      if (!clip) return Error{who + "/clip: no clip " + inQuotes(character.clip) + " in " + character.path.string()};
      play.clip = *clip;
    }
    characters_.push_back(std::move(play));
  }
  joints_.assign(scene_.nodes.size(), 0);
  for (std::size_t n = 0; n < scene_.nodes.size(); ++n) {
    const SceneNode& node = scene_.nodes[n];
    const std::string who = elementOf("nodes", n);
    const auto earlier = scene_.nodes.begin() + static_cast<std::ptrdiff_t>(n);
    if (!node.parent.empty() &&
        std::none_of(scene_.nodes.begin(), earlier, [&](const SceneNode& other) { return other.name == node.parent; }))
      return Error{who + "/parent: no earlier node " + inQuotes(node.parent)};
    if (node.character.empty()) continue;
    const std::size_t c = indexOf(scene_.characters, node.character);
    if (c == scene_.characters.size()) return Error{who + "/character: no character " + inQuotes(node.character)};
    const auto joint = characters_[c].model.skeleton.findNode(node.joint);
    if (!joint)
      return Error{who + "/joint: character " + inQuotes(node.character) + " has no joint " + inQuotes(node.joint)};
    joints_[n] = *joint;
  }
  return {};
}

Status ScenePlay::loadGarments() {
  for (const SceneGarment& garment : scene_.garments) {
    auto built = buildGarment(garment, garments_.size());
    if (!built) return Error{built.error()};
    garments_.push_back(std::move(*built));
  }
  return {};
}

Result<PlayedGarment> ScenePlay::buildGarment(const SceneGarment& garment, std::size_t index) const {
  const std::string who = elementOf("garments", index);
  auto source = loadMesh(garment.mesh, scene_.folder, garment.simulateMesh);
  if (!source) return Error{who + "/mesh: " + source.error()};
  if (const Status painted = addPaints(garment, source->mesh); !painted.ok()) return Error{who + painted.error()};
  auto def = garmentDef(garment, source->mesh);
  if (!def) return Error{who + def.error()};
  auto coarse = loadSimulatedMesh(garment.mesh, scene_.folder, garment.simulateMesh,
                                  source->marksSimulated && garment.simulateVertices == 0);
  if (!coarse) return Error{who + "/simulate_mesh: " + coarse.error()};
  SimulatedMesh simulated;
  simulated.vertices = garment.simulateVertices;
  if (coarse->has_value()) simulated.mesh = &coarse->value();
  if (simulated.vertices != 0) {
    auto held = heldVertices(garment, source->mesh);
    if (!held) return Error{held.error()};
    simulated.kept = std::move(*held);
  }
  auto drawn = DrawnGarment::build(source->mesh, *def, simulated);
  if (!drawn) return Error{who + ": " + drawn.error()};
  const GarmentPtr built = (*drawn)->simulated();
  return PlayedGarment{std::move(*source), built, std::move(*drawn)};
}

Result<std::vector<std::uint32_t>> ScenePlay::heldVertices(const SceneGarment& garment, const SurfaceMesh& mesh) const {
  std::vector<std::uint32_t> held;
  for (std::size_t c = 0; c < scene_.cloths.size(); ++c) {
    const SceneCloth& cloth = scene_.cloths[c];
    if (cloth.garment != garment.name) continue;
    for (std::size_t p = 0; p < cloth.pins.size(); ++p) {
      const ScenePin& pin = cloth.pins[p];
      if (!pin.holds) continue;
      auto chosen = chooseVertices(pin.vertices, garment.mesh, mesh);
      if (!chosen) return Error{elementOf("cloths", c) + elementOf("pins", p) + "/vertices" + chosen.error()};
      held.insert(held.end(), chosen->begin(), chosen->end());
    }
  }
  return held;
}

void ScenePlay::pose(double time) {
  poses_.clear();
  for (std::size_t c = 0; c < characters_.size(); ++c) {
    poses_.push_back(characters_[c].pose(scene_.characters[c], time));
  }
  places_ = nodePlaces(scene_, joints_, poses_, time);
}

Status ScenePlay::createCloths(World& world) {
  for (std::size_t c = 0; c < scene_.cloths.size(); ++c) {
    const SceneCloth& cloth = scene_.cloths[c];
    const std::string who = elementOf("cloths", c);
    const std::size_t garment = indexOf(scene_.garments, cloth.garment);
    if (garment == scene_.garments.size()) return Error{who + "/garment: no garment " + inQuotes(cloth.garment)};
    for (std::uint32_t row = 0; row < cloth.repeat.rows; ++row) {
      for (std::uint32_t column = 0; column < cloth.repeat.columns; ++column) {
        ClothDef def;
        def.garment = garments_[garment].garment;
        def.transform = cloth.transform;
        def.transform.translation += Vec3{column * cloth.repeat.spacingX, 0.0f, row * cloth.repeat.spacingZ};
        def.params = cloth.params;
        def.collisionMask = cloth.collisionMask;
        def.collisionGroup = cloth.collisionGroup;
        def.enabled = cloth.enabled;
        auto id = world.createCloth(def);
        if (!id) return Error{who + ": " + id.error()};
        cloths_.push_back({*id, c, garment});
        const Status pinned = createPins(world, cloth, garment, *id, def.transform);
        if (!pinned.ok()) return Error{who + pinned.error()};
      }
    }
  }
  return {};
}

Status ScenePlay::createPins(World& world, const SceneCloth& cloth, std::size_t garment, ClothId id,
                             const Transform& place) {
  for (std::size_t p = 0; p < cloth.pins.size(); ++p) {
    const ScenePin& pin = cloth.pins[p];
    const std::string who = elementOf("pins", p);
    const SurfaceMesh& mesh = garments_[garment].source.mesh;
    auto chosen = chooseVertices(pin.vertices, scene_.garments[garment].mesh, mesh);
    if (!chosen) return Error{who + "/vertices" + chosen.error()};
    Follower follower;
    follower.cloth = id;
    // Vertices of no face are never simulated: there is nothing to hold.
    follower.vertices = garments_[garment].drawn->simulatedVertices(*chosen);
    const std::span<const Vec3> rest = garments_[garment].garment->restPositions();
    follower.holds = pin.holds;
    follower.release = pin.release;
    for (const std::uint32_t v : follower.vertices) follower.start.push_back(apply(place, rest[v]));
    if (!pin.node.empty()) {
      follower.node = indexOf(scene_.nodes, pin.node);
      if (follower.node == scene_.nodes.size()) return Error{who + "/node: no node " + inQuotes(pin.node)};
    }
    if (!pin.skinnedTo.empty()) {
      follower.character = indexOf(scene_.characters, pin.skinnedTo);
      if (follower.character == scene_.characters.size())
        return Error{who + "/skinned_to: no character " + inQuotes(pin.skinnedTo)};
      if (characters_[follower.character].model.bindPositions.empty())
        return Error{who + "/skinned_to: character " + inQuotes(pin.skinnedTo) + " shows no mesh to follow"};
      findNearestSurface(follower);
    }
    if (pin.holds) {
      const Status status = world.pin(id, follower.vertices);
      if (!status.ok()) return Error{who + ": " + status.error()};
    }
    const bool still = follower.node == kNone && follower.character == kNone;
    if (!still || std::isfinite(pin.release)) followers_.push_back(std::move(follower));
  }
  return {};
}

void ScenePlay::findNearestSurface(Follower& follower) const {
  const Character& character = scene_.characters[follower.character];
  const std::vector<Vec3> surface =
      posedPositions(characters_[follower.character].model, startPoses_[follower.character]);
  for (const Vec3 start : follower.start) {
    const Vec3 local = applyInverse(character.transform, start);
    std::uint32_t nearest = 0;
    for (std::uint32_t v = 1; v < surface.size(); ++v) {
      if (lengthSquared(surface[v] - local) < lengthSquared(surface[nearest] - local)) nearest = v;
    }
    follower.surface.push_back(nearest);
  }
}

Status ScenePlay::createColliders(World& world) {
  for (std::size_t i = 0; i < scene_.colliders.size(); ++i) {
    const SceneCollider& collider = scene_.colliders[i];
    const std::string who = elementOf("colliders", i);
    ColliderDef def = collider.def;
    if (!collider.node.empty()) {
      const std::size_t node = indexOf(scene_.nodes, collider.node);
      if (node == scene_.nodes.size()) return Error{who + "/node: no node " + inQuotes(collider.node)};
      def.transform = compose(places_[node], def.transform);
    }
    bodies_.emplace_back();
    if (collider.body) {
      auto body = PlayedBody::load(*collider.body, motion());
      if (!body) return Error{who + body.error()};
      def.shape = MeshBody{body->mesh()};
      def.transform = body->frame(motion(), def.transform);
      bodies_.back() = std::move(*body);
    }
    if (collider.hull) {
      auto hull = makeHull(*collider.hull, scene_.folder);
      if (!hull) return Error{who + "/hull" + hull.error()};
      def.shape = std::move(*hull);
    }
    if (collider.volume) {
      auto volume = makeVolume(*collider.volume, scene_.folder);
      if (!volume) return Error{who + "/volume" + volume.error()};
      def.shape = std::move(*volume);
    }
    auto id = world.addCollider(def);
    if (!id) return Error{who + ": " + id.error()};
    colliderIds_.push_back(*id);
  }
  return {};
}

Status ScenePlay::moveFollower(World& world, Follower& follower, double time) {
  if (follower.released) return {};
  if (time > follower.release) {
    follower.released = true;
    return follower.holds ? world.unpin(follower.cloth, follower.vertices) : Status{};
  }
  targets_.resize(follower.vertices.size());
  if (follower.node != kNone) {
    const Transform motion = compose(places_[follower.node], inverse(startPlaces_[follower.node]));
    for (std::size_t i = 0; i < targets_.size(); ++i) targets_[i] = apply(motion, follower.start[i]);
  } else if (follower.character != kNone) {
    const std::size_t c = follower.character;
    const Transform& place = scene_.characters[c].transform;
    const AnimatedModel& model = characters_[c].model;
    const std::vector<Mat4> startMatrices = slotMatrices(model, startPoses_[c]);
    const std::vector<Mat4> matrices = slotMatrices(model, poses_[c]);
    for (std::size_t i = 0; i < targets_.size(); ++i) {
      const Vec3 local = applyInverse(place, follower.start[i]);
      const Mat4 before = vertexMatrix(model, startMatrices, follower.surface[i]);
      const Mat4 now = vertexMatrix(model, matrices, follower.surface[i]);
      targets_[i] = apply(place, transformPoint(now * affineInverse(before), local));
    }
  } else {
    return {};
  }
  return world.setTargets(follower.cloth, follower.vertices, targets_);
}

Status ScenePlay::prepare(World& world) {
  const double next = static_cast<double>(frame_ + 1) / scene_.framesPerSecond;
  pose(next);
  for (std::size_t i = 0; i < colliderIds_.size(); ++i) {
    const SceneCollider& collider = scene_.colliders[i];
    if (bodies_[i] && bodies_[i]->bends()) {
      const Status moved = world.moveColliderVertices(colliderIds_[i], bodies_[i]->vertices(motion()));
      if (!moved.ok()) return Error{elementOf("colliders", i) + ": " + moved.error()};
      continue;
    }
    if (collider.node.empty()) continue;
    const Transform& place = places_[indexOf(scene_.nodes, collider.node)];
    const Status moved = world.moveCollider(colliderIds_[i], compose(place, collider.def.transform));
    if (!moved.ok()) return Error{elementOf("colliders", i) + ": " + moved.error()};
  }
  for (Follower& follower : followers_) {
    const Status moved = moveFollower(world, follower, next);
    if (!moved.ok()) return Error{"pins: " + moved.error()};
  }
  return {};
}

Status ScenePlay::step(World& world) {
  return step([&world](float seconds) { return world.step(seconds); });
}

Status ScenePlay::step(const std::function<Status(float)>& step) {
  const Status status = step(static_cast<float>(1.0 / scene_.framesPerSecond));
  if (status.ok()) ++frame_;
  return status;
}

std::vector<std::string> ScenePlay::warnings() const {
  std::vector<std::string> lines;
  for (std::size_t c = 0; c < characters_.size(); ++c) {
    const std::string who = scene_.characters[c].name + ": ";
    for (const std::string& warning : characters_[c].model.surface.warnings) lines.push_back(who + warning);
  }
  for (std::size_t g = 0; g < garments_.size(); ++g) {
    const std::string who = scene_.garments[g].name + ": ";
    for (const std::string& warning : garments_[g].source.warnings) lines.push_back(who + warning);
    for (const std::string& warning : garments_[g].garment->report().warnings()) lines.push_back(who + warning);
  }
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    if (!bodies_[i] || bodies_[i]->mesh()->report().closed) continue;
    const BodyReport& report = bodies_[i]->mesh()->report();
    lines.push_back("collider " + std::to_string(i) + ": the body is not closed: " + std::to_string(report.openEdges) +
                    " edges have one triangle, " + std::to_string(report.crowdedEdges) + " more than two");
  }
  return lines;
}

Result<PlayedWorld> playScene(const Scene& scene, const WorldDef& def) {
  auto world = World::create(def);
  if (!world) return Error{"world: " + world.error()};
  auto play = ScenePlay::instantiate(scene, *world);
  if (!play) return Error{play.error()};
  return PlayedWorld{std::move(*world), std::move(*play)};
}

}  // namespace toile
