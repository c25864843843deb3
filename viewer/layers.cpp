#include "viewer/layers.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "io/picture_shapes.h"

namespace toile::view {
namespace {

struct Named {
  const char* name;
  bool Layers::*shown;
};
constexpr Named kLayers[] = {
    {"wireframe", &Layers::wireframe}, {"strain", &Layers::strain},           {"pins", &Layers::pins},
    {"normals", &Layers::normals},     {"constraints", &Layers::constraints}, {"contacts", &Layers::contacts},
    {"bounds", &Layers::bounds},       {"weights", &Layers::weights},
};

constexpr Rgba kWire = rgba(0.05f, 0.05f, 0.07f, 0.5f), kPin = rgba(0.98f, 0.80f, 0.10f),
               kNormal = rgba(0.10f, 0.35f, 0.85f, 0.8f), kContact = rgba(0.95f, 0.25f, 0.75f),
               kBox = rgba(0.2f, 0.2f, 0.25f, 0.6f);

/// Positions of one cloth's simulated vertices.
std::vector<Vec3> simulated(const World& world, const ScenePlay& play, const PlayedCloth& cloth) {
  std::vector<Vec3> positions(play.garments()[cloth.garment].garment->vertexCount());
  if (!world.readPositions(cloth.id, positions).ok()) positions.clear();
  return positions;
}

void tintStrain(const World& world, const ScenePlay& play, float range, Stage& stage) {
  for (const StagePart& part : stage.parts) {
    if (part.what != StagePart::What::cloth) continue;
    const PlayedCloth& cloth = play.cloths()[part.index];
    std::vector<Vec2> compression(part.vertexCount);
    DrawnFrame frame;
    frame.compression = compression;
    if (!world.readDrawn(cloth.id, *play.garments()[cloth.garment].drawn, frame).ok()) continue;
    for (std::size_t v = 0; v < part.vertexCount; ++v) {
      const Vec2 c = compression[v];
      const float strain = std::fabs(c.x) > std::fabs(c.y) ? -c.x : -c.y;
      stage.tints[part.firstVertex + v] = heat(strain / range);
    }
  }
}

void addPins(const World& world, const ScenePlay& play, Stage& stage) {
  for (const PlayedCloth& cloth : play.cloths()) {
    const std::vector<Vec3> positions = simulated(world, play, cloth);
    for (std::uint32_t v = 0; v < positions.size(); ++v) {
      const auto pinned = world.isPinned(cloth.id, v);
      if (pinned && *pinned) stage.marks.push_back({positions[v], 7.0f, positions[v], kPin});
    }
  }
}

void addNormals(Stage& stage) {
  const float length = 0.02f * stage.radius;
  for (const StagePart& part : stage.parts) {
    if (part.what != StagePart::What::cloth) continue;
    for (std::size_t v = part.firstVertex; v < part.firstVertex + part.vertexCount; ++v) {
      const Vec3 n = normalizedOr(stage.normals[v], {});
      stage.marks.push_back({stage.positions[v], 1.0f, stage.positions[v] + n * length, kNormal});
    }
  }
}

/// Lines between the corners of each constraint: distances as they are, others round their stencil.
void addConstraints(const World& world, const ScenePlay& play, const Layers& layers, Stage& stage) {
  for (const PlayedCloth& cloth : play.cloths()) {
    const std::vector<Vec3> positions = simulated(world, play, cloth);
    if (positions.empty()) continue;
    const Garment& garment = *play.garments()[cloth.garment].garment;
    const auto vertexOf = garment.vertexOfParticle();
    for (std::size_t k = 0; k < kKindCount; ++k) {
      const Kind kind = static_cast<Kind>(k);
      if (!layers.kinds.has(kind)) continue;
      const ConstraintList list = garment.constraints(kind);
      std::size_t colour = 0;
      for (std::size_t i = 0; i < list.count(); ++i) {
        while (colour + 1 < list.colourStart.size() && list.colourStart[colour + 1] <= i) ++colour;
        const Rgba rgb = layers.bySolverColour ? distinct(colour, 0.8f) : distinct(k, 0.6f);
        for (std::size_t c = 0; c < list.arity; ++c) {
          if (list.arity == 2 && c == 1) break;
          const std::uint32_t a = list.particles[i * list.arity + c];
          const std::uint32_t b = list.particles[i * list.arity + (c + 1) % list.arity];
          stage.marks.push_back({positions[vertexOf[a]], 1.2f, positions[vertexOf[b]], rgb});
        }
      }
    }
  }
}

/// Vertices of a cloth that lie on a collider: within its thickness and half a millimetre.
void addContacts(const World& world, const ScenePlay& play, Stage& stage) {
  for (const PlayedCloth& cloth : play.cloths()) {
    const std::vector<Vec3> positions = simulated(world, play, cloth);
    const auto params = world.params(cloth.id);
    if (positions.empty() || !params) continue;
    const float fabric = play.garments()[cloth.garment].garment->def().fabric.thickness;
    const float reach = (params->thickness >= 0.0f ? params->thickness : fabric) + 5e-4f;
    for (const ColliderId id : play.colliders()) {
      const auto collider = world.collider(id);
      // The distance to a mesh is that to its rest pose, and slow.
      if (!collider || !isDrawn(*collider) || std::holds_alternative<MeshBody>(collider->shape)) continue;
      if (const auto touching = world.colliderContacts(id); touching && *touching == 0) continue;
      for (const Vec3& p : positions) {
        if (signedDistance(collider->shape, applyInverse(collider->transform, p)) < reach)
          stage.marks.push_back({p, 4.0f, p, kContact});
      }
    }
  }
}

void addBox(Vec3 low, Vec3 high, Stage& stage) {
  const auto corner = [&](unsigned i) {
    return Vec3{(i & 1) != 0 ? high.x : low.x, (i & 2) != 0 ? high.y : low.y, (i & 4) != 0 ? high.z : low.z};
  };
  for (unsigned i = 0; i < 8; ++i) {
    for (const unsigned bit : {1u, 2u, 4u}) {
      if ((i & bit) == 0) stage.marks.push_back({corner(i), 1.2f, corner(i | bit), kBox});
    }
  }
}

void addBounds(Stage& stage) {
  for (const StagePart& part : stage.parts) {
    if (part.vertexCount == 0) continue;
    const auto positions = stage.positionsOf(part);
    Vec3 low = positions[0], high = low;
    for (const Vec3& p : positions) {
      low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
      high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
    }
    addBox(low, high, stage);
  }
}

}  // namespace

std::vector<std::string> layerList() {
  std::vector<std::string> names;
  for (const Named& layer : kLayers) names.emplace_back(layer.name);
  return names;
}

std::string layerNames() {
  std::string names;
  for (const Named& layer : kLayers) names.append(names.empty() ? "" : ", ").append(layer.name);
  return names;
}

bool* findLayer(Layers& layers, std::string_view name) {
  for (const Named& layer : kLayers) {
    if (layer.name == name) return &(layers.*layer.shown);
  }
  return nullptr;
}

void addLayers(const World& world, const ScenePlay& play, const Layers& layers, Stage& stage) {
  if (layers.strain) tintStrain(world, play, layers.strainRange, stage);
  if (layers.wireframe) addWireframe(stage, 1.0f, kWire);
  if (layers.constraints) addConstraints(world, play, layers, stage);
  if (layers.normals) addNormals(stage);
  if (layers.bounds) addBounds(stage);
  if (layers.contacts) addContacts(world, play, stage);
  if (layers.pins) addPins(world, play, stage);
}

void tintWeights(const Session& session, Weight weight, const std::vector<float>* stroke, std::size_t strokeGarment,
                 Stage& stage) {
  const ScenePlay& play = session.play();
  for (const StagePart& part : stage.parts) {
    if (part.what != StagePart::What::cloth) continue;
    const std::size_t garment = play.cloths()[part.index].garment;
    const std::vector<float> values =
        stroke != nullptr && garment == strokeGarment
            ? *stroke
            : weightsOf(session.scene().garments[garment], play.garments()[garment], weight);
    for (std::size_t v = 0; v < part.vertexCount && v < values.size(); ++v) {
      // 1, which changes nothing, is white; less is blue, more is red.
      stage.tints[part.firstVertex + v] = heat(values[v] < 1.0f ? values[v] - 1.0f : 0.5f * (values[v] - 1.0f));
    }
  }
}

Rgba heat(float part) {
  const float t = std::clamp(part, -1.0f, 1.0f);
  const Vec3 cold{0.03f, 0.18f, 0.75f}, none{0.85f, 0.85f, 0.85f}, hot{0.80f, 0.03f, 0.02f};
  const Vec3 c = none + ((t < 0.0f ? cold : hot) - none) * std::fabs(t);
  return rgba(c.x, c.y, c.z, 1.0f);
}

Rgba distinct(std::size_t index, float alpha) {
  // Steps of the golden angle round the colours: neighbours are far apart whatever their number.
  const float hue = std::fmod(0.61803399f * static_cast<float>(index), 1.0f) * 6.0f;
  const auto channel = [&](float shift) {
    const float k = std::fmod(shift + hue, 6.0f);
    return 0.9f - 0.8f * std::clamp(std::min(k, 4.0f - k), 0.0f, 1.0f);
  };
  return rgba(channel(5.0f), channel(3.0f), channel(1.0f), alpha);
}

}  // namespace toile::view
