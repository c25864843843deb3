#include "io/skeleton.h"

#include <algorithm>
#include <cmath>

namespace toile {

namespace {

/// Values of one channel at one time, a few floats; morph weights may be many.
using ChannelValue = std::vector<float>;

double quaternionDot(const float* a, const float* b) {
  return double{a[0]} * b[0] + double{a[1]} * b[1] + double{a[2]} * b[2] + double{a[3]} * b[3];
}

/// Spherical interpolation without sine or arc cosine, so that every machine gets the same bits: the arc is halved
/// (the normalised sum of two unit quaternions is the middle of their arc) until what is left, at most π/2 over
/// 2^8 rad, is so short that a straight line leaves the arc's even pace by less than 1e-9 rad.
void sphericalInterpolation(const float* from, const float* to, float t, ChannelValue& out) {
  const double sign = quaternionDot(from, to) < 0.0 ? -1.0 : 1.0;  // the shorter arc
  double a[4], b[4];
  for (int i = 0; i < 4; ++i) {
    a[i] = from[i];
    b[i] = sign * to[i];
  }
  double s = t;
  const auto blend = [](const double* p, const double* q, double u, double* result) {
    double squared = 0.0;
    for (int i = 0; i < 4; ++i) {
      result[i] = p[i] + (q[i] - p[i]) * u;
      squared += result[i] * result[i];
    }
    const double scale = squared > 1e-30 ? 1.0 / std::sqrt(squared) : 0.0;
    for (int i = 0; i < 4; ++i) result[i] *= scale;
  };
  for (int halving = 0; halving < 8; ++halving) {
    double middle[4];
    blend(a, b, 0.5, middle);
    const bool late = s >= 0.5;
    std::copy(middle, middle + 4, late ? a : b);
    s = late ? 2.0 * s - 1.0 : 2.0 * s;
  }
  double result[4];
  blend(a, b, s, result);
  for (int i = 0; i < 4; ++i) out[static_cast<std::size_t>(i)] = static_cast<float>(result[i]);
}

/// Cubic Hermite spline of glTF 2.0, appendix C: tangents are per second.
void hermite(const float* key, const float* nextKey, std::size_t width, float t, float interval, ChannelValue& out) {
  const float t2 = t * t, t3 = t2 * t;
  const float *value = key + width, *outTangent = key + 2 * width, *inTangent = nextKey, *nextValue = nextKey + width;
  for (std::size_t i = 0; i < width; ++i) {
    out[i] = (2 * t3 - 3 * t2 + 1) * value[i] + (t3 - 2 * t2 + t) * interval * outTangent[i] +
             (-2 * t3 + 3 * t2) * nextValue[i] + (t3 - t2) * interval * inTangent[i];
  }
}

void sample(const AnimationChannel& channel, float time, ChannelValue& out) {
  const std::size_t width = channel.width, keys = channel.times.size();
  const bool spline = channel.interpolation == Interpolation::cubicSpline;
  const std::size_t stride = spline ? 3 * width : width;
  const auto keyAt = [&](std::size_t k) { return channel.values.data() + k * stride; };
  out.resize(width);

  const auto after = std::upper_bound(channel.times.begin(), channel.times.end(), time);
  const std::size_t next = static_cast<std::size_t>(after - channel.times.begin());
  const std::size_t key = next == 0 ? 0 : next - 1;
  const bool held = next == 0 || next == keys || channel.interpolation == Interpolation::step;
  if (held) {
    std::copy_n(keyAt(key) + (spline ? width : 0), width, out.begin());
    return;
  }
  const float interval = channel.times[next] - channel.times[key];
  const float t = interval > 0.0f ? (time - channel.times[key]) / interval : 0.0f;
  if (spline) {
    hermite(keyAt(key), keyAt(next), width, t, interval, out);
  } else if (channel.target == ChannelTarget::rotation) {
    sphericalInterpolation(keyAt(key), keyAt(next), t, out);
  } else {
    for (std::size_t i = 0; i < width; ++i) out[i] = keyAt(key)[i] + (keyAt(next)[i] - keyAt(key)[i]) * t;
  }
}

Mat4 fileToWorld(const FileSpace& space) {
  const Vec3 x = pointFromFile(space, {1, 0, 0}), y = pointFromFile(space, {0, 1, 0}),
             z = pointFromFile(space, {0, 0, 1});
  return {{x.x, x.y, x.z, 0, y.x, y.y, y.z, 0, z.x, z.y, z.z, 0, 0, 0, 0, 1}};
}

/// Multiplies the local motions down the tree; parents come before children.
std::vector<Mat4> globalsOf(const FileSpace& space, const std::vector<SkeletonNode>& nodes) {
  const Mat4 root = fileToWorld(space);
  const bool plain = root == Mat4{};
  std::vector<Mat4> global(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const SkeletonNode& node = nodes[i];
    const Mat4 local = node.matrix ? *node.matrix : fromTrs(node.translation, node.rotation, node.scale);
    if (node.parent >= 0) {
      global[i] = global[static_cast<std::size_t>(node.parent)] * local;
    } else {
      global[i] = plain ? local : root * local;
    }
  }
  return global;
}

void applyChannel(const AnimationChannel& channel, const ChannelValue& value, SkeletonNode& node, Pose& pose) {
  switch (channel.target) {
    case ChannelTarget::translation:
      node.translation = {value[0], value[1], value[2]};
      break;
    case ChannelTarget::rotation:
      node.rotation = normalized(Quat{value[0], value[1], value[2], value[3]});
      break;
    case ChannelTarget::scale:
      node.scale = {value[0], value[1], value[2]};
      break;
    case ChannelTarget::morphWeights:
      pose.morphWeights[channel.node] = value;
      break;
  }
}

/// Positions in file space with the morph targets of the pose added.
std::vector<Vec3> morphedPositions(const AnimatedModel& model, const Pose& pose) {
  std::vector<Vec3> positions = model.bindPositions;
  for (const MorphTarget& target : model.morphTargets) {
    const std::vector<float>& weights = pose.morphWeights[target.node];
    const float weight = target.weightIndex < weights.size() ? weights[target.weightIndex] : 0.0f;
    if (weight == 0.0f) continue;
    for (std::size_t i = 0; i < target.displacements.size(); ++i) {
      positions[target.firstVertex + i] += target.displacements[i] * weight;
    }
  }
  return positions;
}

}  // namespace

std::optional<std::size_t> Skeleton::findNode(std::string_view name) const {
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i].name != name) continue;
    if (nodes[i].isJoint) return i;
    if (!found) found = i;
  }
  return found;
}

std::optional<std::size_t> Skeleton::findClip(std::string_view name) const {
  for (std::size_t i = 0; i < clips.size(); ++i) {
    if (clips[i].name == name) return i;
  }
  return std::nullopt;
}

Pose restPose(const Skeleton& skeleton) {
  Pose pose;
  pose.global = globalsOf(skeleton.space, skeleton.nodes);
  pose.morphWeights.reserve(skeleton.nodes.size());
  for (const SkeletonNode& node : skeleton.nodes) pose.morphWeights.push_back(node.morphWeights);
  return pose;
}

Pose evaluate(const Skeleton& skeleton, const AnimationClip& clip, float time) {
  Pose pose;
  pose.morphWeights.reserve(skeleton.nodes.size());
  for (const SkeletonNode& node : skeleton.nodes) pose.morphWeights.push_back(node.morphWeights);
  std::vector<SkeletonNode> nodes = skeleton.nodes;
  ChannelValue value;
  for (const AnimationChannel& channel : clip.channels) {
    sample(channel, time, value);
    applyChannel(channel, value, nodes[channel.node], pose);
  }
  pose.global = globalsOf(skeleton.space, nodes);
  return pose;
}

std::vector<Mat4> slotMatrices(const AnimatedModel& model, const Pose& pose) {
  std::vector<Mat4> matrices(model.slots.size());
  for (std::size_t s = 0; s < matrices.size(); ++s) {
    const Mat4& global = pose.global[model.slots[s].node];
    matrices[s] = model.slots[s].inverseBind == Mat4{} ? global : global * model.slots[s].inverseBind;
  }
  return matrices;
}

Mat4 vertexMatrix(const AnimatedModel& model, const std::vector<Mat4>& matrices, std::size_t vertex) {
  const std::size_t influences = model.influencesPerVertex, first = vertex * influences;
  if (model.influenceWeights[first] == 1.0f) return matrices[model.influenceSlots[first]];
  Mat4 sum;
  sum.m.fill(0.0f);
  for (std::size_t k = first; k < first + influences; ++k) {
    const Mat4& m = matrices[model.influenceSlots[k]];
    for (std::size_t e = 0; e < 16; ++e) sum.m[e] += m.m[e] * model.influenceWeights[k];
  }
  return sum;
}

std::vector<Vec3> posedPositions(const AnimatedModel& model, const Pose& pose) {
  std::vector<Vec3> positions = morphedPositions(model, pose);
  const std::vector<Mat4> matrices = slotMatrices(model, pose);
  for (std::size_t v = 0; v < positions.size(); ++v) {
    positions[v] = transformPoint(vertexMatrix(model, matrices, v), positions[v]);
  }
  return positions;
}

}  // namespace toile
