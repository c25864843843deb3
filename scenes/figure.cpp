#include "scenes/figure.h"

#include <string>

#include "scenes/motion.h"

namespace toile {
namespace {

constexpr float kHalfTurn = 3.14159265f;

/// A bone: a node at a joint, and a tapered capsule from the joint to `end` (in the node's frame).
struct FigureMaker {
  Scene& scene;
  float friction;

  SceneNode& node(const std::string& name, const std::string& parent, Vec3 place) {
    SceneNode n;
    n.name = name, n.parent = parent;
    n.transform.translation = place;
    scene.nodes.push_back(n);
    return scene.nodes.back();
  }
  void add(const std::string& nodeName, const Shape& shape, const Transform& place) {
    SceneCollider collider;
    collider.node = nodeName;
    collider.def.shape = shape;
    collider.def.transform = place;
    collider.def.frictionStatic = collider.def.frictionDynamic = friction;
    scene.colliders.push_back(collider);
  }
  void bone(const std::string& nodeName, Vec3 a, float radiusA, Vec3 b, float radiusB) {
    const Vec3 along = b - a;
    const Vec3 axis = normalizedOr(along, {0.0f, 1.0f, 0.0f});
    // The shortest turn from local y to the bone; straight down it is half a turn about any level axis.
    const Vec3 turn = cross({0.0f, 1.0f, 0.0f}, axis);
    const Quat rotation =
        axis.y < -0.9999f ? Quat{1.0f, 0.0f, 0.0f, 0.0f} : normalized({turn.x, turn.y, turn.z, 1.0f + axis.y});
    const Transform place{rotation, (a + b) * 0.5f};
    add(nodeName, TaperedCapsule{radiusA, radiusB, 0.5f * length(along)}, place);
  }
  void ball(const std::string& nodeName, Vec3 centre, float radius) {
    add(nodeName, Sphere{radius}, Transform{{}, centre});
  }
};

/// Amplitude and phase of a swing about x.
Oscillation swing(float amplitude, float phase, const Gait& gait) {
  return {true, {1.0f, 0.0f, 0.0f}, amplitude, gait.stepFrequency, phase, gait.fadeIn};
}

}  // namespace

void addFigure(Scene& scene, const char* root, const Gait& gait, float friction) {
  FigureMaker make{scene, friction};
  // The hips rise twice a step and sway once.
  SceneNode& body = make.node("body", root, {0.0f, 0.95f, 0.0f});
  body.oscillations.push_back({false, {0.0f, 1.0f, 0.0f}, 0.018f, 2.0f * gait.stepFrequency, kHalfTurn, gait.fadeIn});
  body.oscillations.push_back({true, {0.0f, 1.0f, 0.0f}, 0.08f, gait.stepFrequency, 0.0f, gait.fadeIn});
  make.bone("body", {-0.08f, -0.01f, 0.0f}, 0.12f, {0.08f, -0.01f, 0.0f}, 0.12f);

  // The chest turns against the hips.
  SceneNode& chest = make.node("chest", "body", {0.0f, 0.12f, 0.0f});
  chest.oscillations.push_back({true, {0.0f, 1.0f, 0.0f}, 0.15f, gait.stepFrequency, kHalfTurn, gait.fadeIn});
  make.bone("chest", {0.0f, -0.05f, 0.0f}, 0.115f, {0.0f, 0.21f, -0.01f}, 0.122f);
  make.bone("chest", {-0.15f, 0.30f, -0.01f}, 0.055f, {0.15f, 0.30f, -0.01f}, 0.055f);
  make.bone("chest", {-0.065f, 0.18f, -0.025f}, 0.105f, {0.065f, 0.18f, -0.025f}, 0.105f);
  make.bone("chest", {0.0f, 0.30f, -0.01f}, 0.06f, {0.0f, 0.46f, 0.0f}, 0.05f);

  make.node("head", "chest", {0.0f, 0.55f, 0.01f});
  make.bone("head", {0.0f, -0.03f, 0.01f}, 0.08f, {0.0f, 0.04f, 0.0f}, 0.095f);

  for (const float side : {-1.0f, 1.0f}) {
    const std::string which = side < 0 ? "right" : "left";
    const float legPhase = side < 0 ? 0.0f : kHalfTurn;
    make.node("thigh_" + which, "body", {0.09f * side, -0.04f, 0.0f})
        .oscillations.push_back(swing(-gait.thigh, legPhase, gait));
    make.bone("thigh_" + which, {0.0f, 0.0f, 0.0f}, 0.085f, {0.0f, -0.42f, 0.0f}, 0.058f);
    // A knee only bends backwards: a steady part as large as the swing, faded in by a swing of no frequency.
    SceneNode& shin = make.node("shin_" + which, "thigh_" + which, {0.0f, -0.42f, 0.0f});
    shin.oscillations.push_back({true, {1.0f, 0.0f, 0.0f}, gait.knee, 0.0f, 0.0f, gait.fadeIn});
    shin.oscillations.push_back(swing(gait.knee, legPhase + 0.5f * kHalfTurn, gait));
    make.bone("shin_" + which, {0.0f, 0.0f, 0.0f}, 0.056f, {0.0f, -0.42f, 0.0f}, 0.040f);
    make.bone("shin_" + which, {0.0f, -0.44f, -0.02f}, 0.040f, {0.0f, -0.455f, 0.13f}, 0.033f);

    SceneNode& arm = make.node("arm_" + which, "chest", {0.185f * side, 0.295f, -0.01f});
    arm.transform.rotation = rotationAbout({0.0f, 0.0f, 1.0f}, double{gait.armAngle} * side);
    arm.oscillations.push_back(swing(-gait.arm, legPhase + kHalfTurn, gait));
    make.bone("arm_" + which, {0.0f, 0.0f, 0.0f}, 0.045f, {0.0f, -0.28f, 0.0f}, 0.040f);
    SceneNode& forearm = make.node("forearm_" + which, "arm_" + which, {0.0f, -0.28f, 0.0f});
    forearm.transform.rotation = rotationAbout({1.0f, 0.0f, 0.0f}, -0.25);
    forearm.oscillations.push_back(swing(-0.5f * gait.arm, legPhase + kHalfTurn, gait));
    make.bone("forearm_" + which, {0.0f, 0.0f, 0.0f}, 0.042f, {0.0f, -0.25f, 0.0f}, 0.030f);
    make.ball("forearm_" + which, {0.0f, -0.30f, 0.0f}, 0.042f);
  }
}

}  // namespace toile
