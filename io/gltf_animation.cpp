#include "io/gltf_animation.h"

#include <tiny_gltf.h>

#include <algorithm>
#include <cmath>

#include "io/import_text.h"

namespace toile {

namespace {

bool pathOf(const std::string& path, ChannelTarget& target) {
  if (path == "translation") return target = ChannelTarget::translation, true;
  if (path == "rotation") return target = ChannelTarget::rotation, true;
  if (path == "scale") return target = ChannelTarget::scale, true;
  if (path == "weights") return target = ChannelTarget::morphWeights, true;
  return false;
}

bool interpolationOf(const std::string& name, Interpolation& interpolation) {
  if (name == "LINEAR") return interpolation = Interpolation::linear, true;
  if (name == "STEP") return interpolation = Interpolation::step, true;
  if (name == "CUBICSPLINE") return interpolation = Interpolation::cubicSpline, true;
  return false;
}

Status readTimes(GltfAccessors& accessors, int input, const std::string& what, AnimationChannel& channel) {
  Result<std::vector<float>> times = accessors.floats(input, 1, what + ": input");
  if (!times) return Error{times.error()};
  if (times->empty()) return Error{what + ": no keys"};
  for (std::size_t k = 0; k < times->size(); ++k) {
    const bool good = std::isfinite((*times)[k]) && (k == 0 || (*times)[k] >= (*times)[k - 1]);
    if (!good) return Error{what + ": time of key " + std::to_string(k) + " descends or is not finite"};
  }
  channel.times = std::move(times).value();
  return {};
}

Status readValues(GltfAccessors& accessors, int output, const std::string& what, AnimationChannel& channel) {
  const bool weights = channel.target == ChannelTarget::morphWeights;
  const std::size_t perKey = channel.interpolation == Interpolation::cubicSpline ? 3 : 1;
  const std::size_t elements = channel.times.size() * perKey * (weights ? channel.width : 1);
  Result<std::vector<float>> values =
      accessors.floats(output, weights ? 1 : channel.width, what + ": output", elements);
  if (!values) return Error{values.error()};
  for (std::size_t i = 0; i < values->size(); ++i) {
    if (!std::isfinite((*values)[i])) return Error{what + ": output number " + std::to_string(i) + " is not finite"};
  }
  const std::size_t first =
      perKey == 3 ? 4 : 0;  // of a spline's in-tangent, value and out-tangent only the value turns
  for (std::size_t v = first; channel.target == ChannelTarget::rotation && v + 4 <= values->size(); v += 4 * perKey) {
    const auto key = values->begin() + static_cast<std::ptrdiff_t>(v);
    if (std::all_of(key, key + 4, [](float r) { return r == 0.0f; }))
      return Error{what + ": output of key " + std::to_string(v / 4 / perKey) + ": rotation 0, 0, 0, 0 is none"};
  }
  channel.values = std::move(values).value();
  return {};
}

/// Quaternion keys of integers are only nearly unit; interpolation wants them so.
void normalizeKeys(AnimationChannel& channel) {
  if (channel.target != ChannelTarget::rotation || channel.interpolation == Interpolation::cubicSpline) return;
  for (std::size_t k = 0; k + 4 <= channel.values.size(); k += 4) {
    float* v = &channel.values[k];
    const Quat q = normalized(Quat{v[0], v[1], v[2], v[3]});
    v[0] = q.x, v[1] = q.y, v[2] = q.z, v[3] = q.w;
  }
}

}  // namespace

Result<std::vector<AnimationClip>> readGltfClips(const GltfDocument& document, GltfAccessors& accessors,
                                                 const GltfScene& scene, std::map<std::string, std::size_t>& ignored) {
  std::vector<AnimationClip> clips;
  for (std::size_t a = 0; a < document.model->animations.size(); ++a) {
    const tinygltf::Animation& animation = document.model->animations[a];
    AnimationClip clip;
    clip.name = animation.name.empty() ? "animation " + std::to_string(a) : animation.name;
    for (std::size_t c = 0; c < animation.channels.size(); ++c) {
      const tinygltf::AnimationChannel& from = animation.channels[c];
      const std::string what = document.name + ": animation " + std::to_string(a) + " \"" + shown(clip.name) +
                               "\" channel " + std::to_string(c);
      if (from.target_node < 0 || static_cast<std::size_t>(from.target_node) >= scene.indexOfNode.size()) {
        return Error{what + ": node " + std::to_string(from.target_node) + " does not exist"};
      }
      if (from.sampler < 0 || static_cast<std::size_t>(from.sampler) >= animation.samplers.size()) {
        return Error{what + ": sampler " + std::to_string(from.sampler) + " does not exist"};
      }
      const tinygltf::AnimationSampler& sampler = animation.samplers[static_cast<std::size_t>(from.sampler)];

      AnimationChannel channel;
      channel.node = scene.indexOfNode[static_cast<std::size_t>(from.target_node)];
      const SkeletonNode& node = scene.nodes[channel.node];
      if (!pathOf(from.target_path, channel.target)) {
        ++ignored["animation path " + shown(from.target_path, 16)];
        continue;
      }
      if (!interpolationOf(sampler.interpolation, channel.interpolation)) {
        return Error{what + ": unknown interpolation \"" + shown(sampler.interpolation) + "\""};
      }
      if (channel.target == ChannelTarget::morphWeights) {
        channel.width = node.morphWeights.size();
      } else {
        channel.width = channel.target == ChannelTarget::rotation ? 4 : 3;
      }
      const bool movesNothing = channel.width == 0 || (node.matrix && channel.target != ChannelTarget::morphWeights);
      if (movesNothing) {
        ++ignored["animation channels of nodes that cannot move so"];
        continue;
      }
      if (Status good = readTimes(accessors, sampler.input, what, channel); !good) return Error{good.error()};
      if (Status good = readValues(accessors, sampler.output, what, channel); !good) return Error{good.error()};
      normalizeKeys(channel);
      clip.duration = std::max(clip.duration, channel.times.back());
      clip.channels.push_back(std::move(channel));
    }
    clips.push_back(std::move(clip));
  }
  return clips;
}

}  // namespace toile
