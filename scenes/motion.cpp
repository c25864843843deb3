#include "scenes/motion.h"

#include <algorithm>
#include <cmath>

namespace toile {
namespace {

constexpr double kHalfPi = kPi / 2;

/// Taylor series on −π/4 … π/4; the first term left out is below 3e-14.
double sineNearZero(double r) {
  const double s = r * r;
  return r * (1 - s / 6 * (1 - s / 20 * (1 - s / 42 * (1 - s / 72 * (1 - s / 110 * (1 - s / 156))))));
}
double cosineNearZero(double r) {
  const double s = r * r;
  return 1 - s / 2 * (1 - s / 12 * (1 - s / 30 * (1 - s / 56 * (1 - s / 90 * (1 - s / 132 * (1 - s / 182))))));
}

/// sin(radians + quarters · π/2)
double sineShifted(double radians, int quarters) {
  const double turns = std::floor(radians / kHalfPi + 0.5);
  const double r = radians - turns * kHalfPi;
  const double phase = turns + quarters;
  const int quadrant = static_cast<int>(phase - 4 * std::floor(phase / 4));
  const double value = quadrant % 2 == 0 ? sineNearZero(r) : cosineNearZero(r);
  return quadrant < 2 ? value : -value;
}

double smooth(double u) { return u * u * (3 - 2 * u); }

Transform mix(const Transform& a, const Transform& b, double u) {
  const float t = static_cast<float>(u);
  const Vec3 place = a.translation + (b.translation - a.translation) * t;
  Quat q = b.rotation;
  const Quat p = a.rotation;
  const float cosine = p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w;
  if (cosine < 0) q = {-q.x, -q.y, -q.z, -q.w};  // the shorter way round
  // Normalised linear interpolation: along the same arc as slerp; keys less than a quarter turn apart keep
  // the angular speed even within 4 %.
  return {normalized({p.x + (q.x - p.x) * t, p.y + (q.y - p.y) * t, p.z + (q.z - p.z) * t, p.w + (q.w - p.w) * t}),
          place};
}

}  // namespace

double sineOf(double radians) { return sineShifted(radians, 0); }
double cosineOf(double radians) { return sineShifted(radians, 1); }

Quat rotationAbout(Vec3 axis, double angle) {
  const double l = std::sqrt(double{axis.x} * axis.x + double{axis.y} * axis.y + double{axis.z} * axis.z);
  if (!(l > 1e-30)) return {};
  const double s = sineOf(0.5 * angle) / l;
  return {static_cast<float>(axis.x * s), static_cast<float>(axis.y * s), static_cast<float>(axis.z * s),
          static_cast<float>(cosineOf(0.5 * angle))};
}

Transform keyedPlace(const SceneNode& node, double time) {
  const auto& keys = node.keys;
  if (keys.empty()) return {};
  const double first = keys.front().time, last = keys.back().time;
  if (node.loop && last > first && time > last) time -= (last - first) * std::floor((time - first) / (last - first));
  if (time <= first) return keys.front().transform;
  if (time >= last) return keys.back().transform;
  const auto next =
      std::upper_bound(keys.begin(), keys.end(), time, [](double t, const MotionKey& key) { return t < key.time; });
  const MotionKey &a = *(next - 1), &b = *next;
  const double u = (time - a.time) / (b.time - a.time);
  return mix(a.transform, b.transform, node.easing == Easing::smooth ? smooth(u) : u);
}

Transform oscillatedPlace(const SceneNode& node, double time) {
  Transform place;
  for (const Oscillation& o : node.oscillations) {
    const double fade = o.fadeIn > 0 ? smooth(std::clamp(time / o.fadeIn, 0.0, 1.0)) : 1.0;
    const double value = fade * o.amplitude * cosineOf(2 * kPi * o.frequency * time + o.phase);
    Transform part;
    if (o.rotates) {
      part.rotation = rotationAbout(o.axis, value);
    } else {
      part.translation = normalizedOr(o.axis, {}) * static_cast<float>(value);
    }
    place = compose(place, part);
  }
  return place;
}

Pose CharacterPlay::pose(const Character& character, double time) const {
  if (!animated) return restPose(model.skeleton);
  const AnimationClip& played = model.skeleton.clips[clip];
  double t = character.start + time * character.speed;
  if (character.loop && played.duration > 0) t -= played.duration * std::floor(t / played.duration);
  return evaluate(model.skeleton, played, static_cast<float>(t));
}

std::vector<Transform> nodePlaces(const Scene& scene, std::span<const std::size_t> joints, std::span<const Pose> poses,
                                  double time) {
  const auto indexOf = [](const auto& list, const std::string& name) {
    std::size_t i = 0;
    while (list[i].name != name) ++i;
    return i;
  };
  std::vector<Transform> places(scene.nodes.size());
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    const SceneNode& node = scene.nodes[n];
    Transform parent;
    if (!node.character.empty()) {
      const std::size_t c = indexOf(scene.characters, node.character);
      parent = compose(scene.characters[c].transform, poses[c].rigid(joints[n]));
    } else if (!node.parent.empty()) {
      parent = places[indexOf(scene.nodes, node.parent)];
    }
    const Transform local = compose(node.transform, compose(keyedPlace(node, time), oscillatedPlace(node, time)));
    places[n] = compose(parent, local);
    places[n].rotation = normalized(places[n].rotation);
  }
  return places;
}

}  // namespace toile
