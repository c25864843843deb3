#include "viewer/gpu/pipelines.h"

#include <cstddef>
#include <vector>

#include "viewShaders.h"
#include "viewer/gpu/panel_list.h"
#include "viewer/stage.h"

namespace toile::view {
namespace {

class ShaderModule {
 public:
  ShaderModule(VkDevice device, const char* name) : device_(device) {
    const auto words = viewShaders(name);
    auto info = described<VkShaderModuleCreateInfo>(VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO);
    info.codeSize = 4 * words.size();
    info.pCode = words.data();
    check(vkCreateShaderModule(device, &info, nullptr, &module_), "vkCreateShaderModule");
  }
  ~ShaderModule() { vkDestroyShaderModule(device_, module_, nullptr); }
  ShaderModule(const ShaderModule&) = delete;
  ShaderModule& operator=(const ShaderModule&) = delete;
  VkShaderModule get() const { return module_; }

 private:
  VkDevice device_;
  VkShaderModule module_ = VK_NULL_HANDLE;
};

struct Attribute {
  VkFormat format;
  std::uint32_t offset;
};
/// One vertex buffer.
struct Stream {
  std::uint32_t stride;
  bool perInstance;
  std::vector<Attribute> attributes;
};

struct Wish {
  const char* shader;
  VkPipelineLayout layout;
  std::vector<Stream> streams;
  VkPrimitiveTopology topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
  VkFormat colour = VK_FORMAT_UNDEFINED, depth = VK_FORMAT_UNDEFINED;  ///< undefined: none
  VkCompareOp compare = VK_COMPARE_OP_ALWAYS;
  bool writesDepth = true;
  bool blends = false;
  VkSampleCountFlagBits samples = VK_SAMPLE_COUNT_1_BIT;
};

/// Vertex buffers as Vulkan wants them described.
struct Streams {
  std::vector<VkVertexInputBindingDescription> bindings;
  std::vector<VkVertexInputAttributeDescription> attributes;
  VkPipelineVertexInputStateCreateInfo info =
      described<VkPipelineVertexInputStateCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO);

  explicit Streams(const std::vector<Stream>& streams) {
    for (const Stream& stream : streams) {
      const auto binding = static_cast<std::uint32_t>(bindings.size());
      bindings.push_back(
          {binding, stream.stride, stream.perInstance ? VK_VERTEX_INPUT_RATE_INSTANCE : VK_VERTEX_INPUT_RATE_VERTEX});
      for (const Attribute& attribute : stream.attributes)
        attributes.push_back(
            {static_cast<std::uint32_t>(attributes.size()), binding, attribute.format, attribute.offset});
    }
    info.vertexBindingDescriptionCount = static_cast<std::uint32_t>(bindings.size());
    info.pVertexBindingDescriptions = bindings.data();
    info.vertexAttributeDescriptionCount = static_cast<std::uint32_t>(attributes.size());
    info.pVertexAttributeDescriptions = attributes.data();
  }
};

VkPipelineColorBlendAttachmentState blending(bool blends) {
  VkPipelineColorBlendAttachmentState state{};
  state.colorWriteMask = 0xf;
  if (!blends) return state;
  state.blendEnable = VK_TRUE;
  state.srcColorBlendFactor = VK_BLEND_FACTOR_SRC_ALPHA;
  state.dstColorBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA;
  state.srcAlphaBlendFactor = VK_BLEND_FACTOR_ONE;
  state.dstAlphaBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA;
  return state;
}

VkPipeline makePipeline(VkDevice device, const Wish& wish) {
  const ShaderModule module(device, wish.shader);
  VkPipelineShaderStageCreateInfo stages[2];
  for (VkPipelineShaderStageCreateInfo& stage : stages)
    stage = described<VkPipelineShaderStageCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO);
  stages[0].stage = VK_SHADER_STAGE_VERTEX_BIT, stages[0].module = module.get(), stages[0].pName = "vertex";
  stages[1].stage = VK_SHADER_STAGE_FRAGMENT_BIT, stages[1].module = module.get(), stages[1].pName = "fragment";
  const bool colours = wish.colour != VK_FORMAT_UNDEFINED;
  const Streams streams(wish.streams);
  auto assembly =
      described<VkPipelineInputAssemblyStateCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO);
  assembly.topology = wish.topology;
  auto viewport = described<VkPipelineViewportStateCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO);
  viewport.viewportCount = viewport.scissorCount = 1;
  auto raster =
      described<VkPipelineRasterizationStateCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO);
  raster.frontFace = VK_FRONT_FACE_COUNTER_CLOCKWISE;
  raster.lineWidth = 1.0f;
  auto samples =
      described<VkPipelineMultisampleStateCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO);
  samples.rasterizationSamples = wish.samples;
  auto depth =
      described<VkPipelineDepthStencilStateCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO);
  depth.depthTestEnable = wish.depth != VK_FORMAT_UNDEFINED;
  depth.depthWriteEnable = depth.depthTestEnable != VK_FALSE && wish.writesDepth;
  depth.depthCompareOp = wish.compare;
  const VkPipelineColorBlendAttachmentState attachment = blending(wish.blends);
  auto blend = described<VkPipelineColorBlendStateCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO);
  blend.attachmentCount = colours ? 1 : 0;
  blend.pAttachments = &attachment;
  const VkDynamicState dynamic[]{VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_SCISSOR};
  auto dynamics = described<VkPipelineDynamicStateCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO);
  dynamics.dynamicStateCount = 2;
  dynamics.pDynamicStates = dynamic;
  auto rendering = described<VkPipelineRenderingCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO);
  rendering.colorAttachmentCount = colours ? 1 : 0;
  rendering.pColorAttachmentFormats = &wish.colour;
  rendering.depthAttachmentFormat = wish.depth;
  auto info = described<VkGraphicsPipelineCreateInfo>(VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO);
  info.pNext = &rendering;
  info.stageCount = colours ? 2 : 1;  // depth alone needs no fragments
  info.pStages = stages;
  info.pVertexInputState = &streams.info;
  info.pInputAssemblyState = &assembly;
  info.pViewportState = &viewport;
  info.pRasterizationState = &raster;
  info.pMultisampleState = &samples;
  info.pDepthStencilState = &depth;
  info.pColorBlendState = &blend;
  info.pDynamicState = &dynamics;
  info.layout = wish.layout;
  VkPipeline pipeline = VK_NULL_HANDLE;
  check(vkCreateGraphicsPipelines(device, VK_NULL_HANDLE, 1, &info, nullptr, &pipeline), "vkCreateGraphicsPipelines");
  return pipeline;
}

}  // namespace

VkSampleCountFlagBits sampleCount(const Device& device) {
  const VkPhysicalDeviceLimits& limits = device.properties().limits;
  const bool four =
      (limits.framebufferColorSampleCounts & limits.framebufferDepthSampleCounts & VK_SAMPLE_COUNT_4_BIT) != 0;
  return four ? VK_SAMPLE_COUNT_4_BIT : VK_SAMPLE_COUNT_1_BIT;
}

Pipelines::Pipelines(const Device& device, VkSampleCountFlagBits samples) : device_(device) {
  constexpr VkDescriptorType kBlock = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC;
  constexpr VkDescriptorType kTexture = VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE;
  frameSet = makeSet(std::array{kBlock, kTexture});
  materialSet = makeSet(std::array{kBlock});
  lightSet = makeSet(std::array{kBlock});
  panelSet = makeSet(std::array{kBlock, kTexture, VK_DESCRIPTOR_TYPE_SAMPLER});
  sceneLayout = makeLayout(std::array{frameSet, materialSet});
  lightLayout = makeLayout(std::array{lightSet});
  panelLayout = makeLayout(std::array{panelSet});

  const Stream points{sizeof(Vec3), false, {{VK_FORMAT_R32G32B32_SFLOAT, 0}}};
  const Stream tints{sizeof(Rgba), false, {{VK_FORMAT_R8G8B8A8_UNORM, 0}}};
  const VkDevice d = device.get();
  Wish wish{"shadow", lightLayout, {points}};
  wish.depth = kDepthFormat, wish.compare = VK_COMPARE_OP_LESS;
  shadow = makePipeline(d, wish);

  wish = {"surface", sceneLayout, {points, points, tints}};
  wish.colour = kColourFormat, wish.depth = kDepthFormat, wish.samples = samples;
  wish.compare = VK_COMPARE_OP_GREATER_OR_EQUAL;
  surface = makePipeline(d, wish);

  wish.shader = "ground", wish.streams = {}, wish.compare = VK_COMPARE_OP_ALWAYS;
  ground = makePipeline(d, wish);

  wish.shader = "marks";
  wish.streams = {{sizeof(Mark),
                   true,
                   {{VK_FORMAT_R32G32B32A32_SFLOAT, offsetof(Mark, start)},
                    {VK_FORMAT_R32G32B32_SFLOAT, offsetof(Mark, end)},
                    {VK_FORMAT_R8G8B8A8_UNORM, offsetof(Mark, colour)}}}};
  wish.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP;
  wish.compare = VK_COMPARE_OP_GREATER_OR_EQUAL, wish.writesDepth = false, wish.blends = true;
  marks = makePipeline(d, wish);

  wish = {"panels", panelLayout, {}};
  wish.streams = {{sizeof(PanelVertex),
                   false,
                   {{VK_FORMAT_R32G32_SFLOAT, offsetof(PanelVertex, place)},
                    {VK_FORMAT_R32G32_SFLOAT, offsetof(PanelVertex, uv)},
                    {VK_FORMAT_R8G8B8A8_UNORM, offsetof(PanelVertex, colour)}}}};
  wish.colour = kPanelFormat, wish.blends = true;
  panels = makePipeline(d, wish);
}

Pipelines::~Pipelines() {
  for (VkPipeline pipeline : {shadow, surface, ground, marks, panels})
    vkDestroyPipeline(device_.get(), pipeline, nullptr);
  for (VkPipelineLayout layout : {sceneLayout, lightLayout, panelLayout})
    vkDestroyPipelineLayout(device_.get(), layout, nullptr);
  for (VkDescriptorSetLayout set : {frameSet, materialSet, lightSet, panelSet})
    vkDestroyDescriptorSetLayout(device_.get(), set, nullptr);
}

VkDescriptorSetLayout Pipelines::makeSet(std::span<const VkDescriptorType> bindings) {
  std::vector<VkDescriptorSetLayoutBinding> list;
  for (VkDescriptorType type : bindings) {
    list.push_back({static_cast<std::uint32_t>(list.size()), type, 1,
                    VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT, nullptr});
  }
  auto info = described<VkDescriptorSetLayoutCreateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO);
  info.bindingCount = static_cast<std::uint32_t>(list.size());
  info.pBindings = list.data();
  VkDescriptorSetLayout set = VK_NULL_HANDLE;
  check(vkCreateDescriptorSetLayout(device_.get(), &info, nullptr, &set), "vkCreateDescriptorSetLayout");
  return set;
}

VkPipelineLayout Pipelines::makeLayout(std::span<const VkDescriptorSetLayout> sets) {
  auto info = described<VkPipelineLayoutCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO);
  info.setLayoutCount = static_cast<std::uint32_t>(sets.size());
  info.pSetLayouts = sets.data();
  VkPipelineLayout layout = VK_NULL_HANDLE;
  check(vkCreatePipelineLayout(device_.get(), &info, nullptr, &layout), "vkCreatePipelineLayout");
  return layout;
}

}  // namespace toile::view
