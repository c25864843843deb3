// The pipelines a picture is drawn with, and what they are bound to.
#pragma once

#include <array>
#include <span>

#include "viewer/gpu/memory.h"

namespace toile::view {

inline constexpr VkFormat kColourFormat = VK_FORMAT_R8G8B8A8_SRGB;  // of surfaces: light is linear
inline constexpr VkFormat kPanelFormat = VK_FORMAT_R8G8B8A8_UNORM;  // of panels: colours as they are
inline constexpr VkFormat kDepthFormat = VK_FORMAT_D32_SFLOAT;

/// How many samples a pixel has: 4, or 1 where the device has no more.
VkSampleCountFlagBits sampleCount(const Device& device);

class Pipelines {
 public:
  Pipelines(const Device& device, VkSampleCountFlagBits samples);
  ~Pipelines();
  Pipelines(const Pipelines&) = delete;
  Pipelines& operator=(const Pipelines&) = delete;

  /// One bind group layout of the shaders each; uniform blocks have dynamic offsets.
  VkDescriptorSetLayout frameSet = VK_NULL_HANDLE, materialSet = VK_NULL_HANDLE, lightSet = VK_NULL_HANDLE,
                        panelSet = VK_NULL_HANDLE;
  VkPipelineLayout sceneLayout = VK_NULL_HANDLE;  ///< frameSet, materialSet
  VkPipelineLayout lightLayout = VK_NULL_HANDLE, panelLayout = VK_NULL_HANDLE;
  VkPipeline shadow = VK_NULL_HANDLE, surface = VK_NULL_HANDLE, ground = VK_NULL_HANDLE, marks = VK_NULL_HANDLE,
             panels = VK_NULL_HANDLE;

 private:
  VkDescriptorSetLayout makeSet(std::span<const VkDescriptorType> bindings);
  VkPipelineLayout makeLayout(std::span<const VkDescriptorSetLayout> sets);
  const Device& device_;
};

}  // namespace toile::view
