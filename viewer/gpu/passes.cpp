// What a frame consists of: shadow maps, the ground, surfaces, marks, panels.
#include "viewer/gpu/barrier.h"
#include "viewer/gpu/frame_block.h"
#include "viewer/gpu/renderer.h"

namespace toile::view {
namespace {

/// y up, as in WebGPU: Vulkan's viewport is turned over.
void setViewport(VkCommandBuffer commands, float width, float height) {
  const VkViewport viewport{0.0f, height, width, -height, 0.0f, 1.0f};
  const VkRect2D scissor{{0, 0}, {static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height)}};
  vkCmdSetViewport(commands, 0, 1, &viewport);
  vkCmdSetScissor(commands, 0, 1, &scissor);
}

VkRenderingAttachmentInfo attachment(VkImageView view, VkImageLayout layout, VkAttachmentLoadOp load, bool keep) {
  auto info = described<VkRenderingAttachmentInfo>(VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO);
  info.imageView = view;
  info.imageLayout = layout;
  info.loadOp = load;
  info.storeOp = keep ? VK_ATTACHMENT_STORE_OP_STORE : VK_ATTACHMENT_STORE_OP_DONT_CARE;
  return info;
}

void beginRendering(VkCommandBuffer commands, std::uint32_t width, std::uint32_t height,
                    const VkRenderingAttachmentInfo* colour, const VkRenderingAttachmentInfo* depth) {
  auto info = described<VkRenderingInfo>(VK_STRUCTURE_TYPE_RENDERING_INFO);
  info.renderArea.extent = {width, height};
  info.layerCount = 1;
  info.colorAttachmentCount = colour != nullptr ? 1 : 0;
  info.pColorAttachments = colour;
  info.pDepthAttachment = depth;
  vkCmdBeginRendering(commands, &info);
}

}  // namespace

void Renderer::bindStage() {
  const VkBuffer buffers[]{arena_.buffer(), arena_.buffer(), arena_.buffer()};
  const VkDeviceSize offsets[]{at_.positions, at_.normals, at_.tints};
  vkCmdBindVertexBuffers(commands_, 0, 3, buffers, offsets);
  vkCmdBindIndexBuffer(commands_, arena_.buffer(), at_.triangles, VK_INDEX_TYPE_UINT32);
}

void Renderer::recordShadows(const Stage& stage) {
  useImage(commands_, shadows_->get(), VK_IMAGE_ASPECT_DEPTH_BIT, kNothing, kDepthTested);
  const std::uint32_t size = shadows_->wish().width;
  for (int map : {0, 1}) {
    VkRenderingAttachmentInfo depth = attachment(
        shadows_->view(kDepthFormat, map), VK_IMAGE_LAYOUT_DEPTH_ATTACHMENT_OPTIMAL, VK_ATTACHMENT_LOAD_OP_CLEAR, true);
    depth.clearValue.depthStencil.depth = 1.0f;
    beginRendering(commands_, size, size, nullptr, &depth);
    setViewport(commands_, static_cast<float>(size), static_cast<float>(size));
    vkCmdBindPipeline(commands_, VK_PIPELINE_BIND_POINT_GRAPHICS, pipelines_.shadow);
    vkCmdBindDescriptorSets(commands_, VK_PIPELINE_BIND_POINT_GRAPHICS, pipelines_.lightLayout, 0, 1, &lightSet_, 1,
                            &at_.lights[map]);
    bindStage();
    for (const StagePart& part : stage.parts) {
      if (part.casts)
        vkCmdDrawIndexed(commands_, static_cast<std::uint32_t>(part.indexCount), 1,
                         static_cast<std::uint32_t>(part.firstIndex), static_cast<std::int32_t>(part.firstVertex), 0);
    }
    vkCmdEndRendering(commands_);
  }
  useImage(commands_, shadows_->get(), VK_IMAGE_ASPECT_DEPTH_BIT, kDepthTested, kSampled);
}

void Renderer::recordScene(const Stage& stage) {
  useImage(commands_, target_->get(), VK_IMAGE_ASPECT_COLOR_BIT, kNothing, kDrawnInto);
  useImage(commands_, depth_->get(), VK_IMAGE_ASPECT_DEPTH_BIT, kNothing, kDepthTested);
  VkRenderingAttachmentInfo colour = attachment(target_->view(kColourFormat), VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
                                                VK_ATTACHMENT_LOAD_OP_DONT_CARE, true);
  if (colour_) {
    useImage(commands_, colour_->get(), VK_IMAGE_ASPECT_COLOR_BIT, kNothing, kDrawnInto);
    colour.resolveImageView = colour.imageView, colour.resolveImageLayout = colour.imageLayout;
    colour.resolveMode = VK_RESOLVE_MODE_AVERAGE_BIT;
    colour.imageView = colour_->view(kColourFormat), colour.storeOp = VK_ATTACHMENT_STORE_OP_DONT_CARE;
  }
  const VkRenderingAttachmentInfo depth = attachment(
      depth_->view(kDepthFormat), VK_IMAGE_LAYOUT_DEPTH_ATTACHMENT_OPTIMAL, VK_ATTACHMENT_LOAD_OP_CLEAR, false);
  beginRendering(commands_, width_, height_, &colour, &depth);
  setViewport(commands_, static_cast<float>(width_), static_cast<float>(height_));
  const auto bind = [&](VkPipeline pipeline, std::uint32_t material) {
    const VkDescriptorSet sets[]{frameSet_, materialSet_};
    const std::uint32_t offsets[]{at_.frame, material};
    vkCmdBindPipeline(commands_, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
    vkCmdBindDescriptorSets(commands_, VK_PIPELINE_BIND_POINT_GRAPHICS, pipelines_.sceneLayout, 0, 2, sets, 2, offsets);
  };
  bind(pipelines_.ground, at_.materials);
  vkCmdDraw(commands_, 3, 1, 0, 0);
  bindStage();
  auto material = at_.materials;
  for (const StagePart& part : stage.parts) {
    material += static_cast<std::uint32_t>(Arena::roomFor(sizeof(MaterialBlock)));
    bind(pipelines_.surface, material);
    vkCmdDrawIndexed(commands_, static_cast<std::uint32_t>(part.indexCount), 1,
                     static_cast<std::uint32_t>(part.firstIndex), static_cast<std::int32_t>(part.firstVertex), 0);
  }
  if (!stage.marks.empty()) {
    bind(pipelines_.marks, at_.materials);
    const VkBuffer buffer = arena_.buffer();
    vkCmdBindVertexBuffers(commands_, 0, 1, &buffer, &at_.marks);
    vkCmdDraw(commands_, 4, static_cast<std::uint32_t>(stage.marks.size()), 0, 0);
  }
  vkCmdEndRendering(commands_);
}

void Renderer::recordPanels(const PanelList& panels) {
  useImage(commands_, target_->get(), VK_IMAGE_ASPECT_COLOR_BIT, kDrawnInto, kDrawnInto);
  const VkRenderingAttachmentInfo colour = attachment(
      target_->view(kPanelFormat), VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL, VK_ATTACHMENT_LOAD_OP_LOAD, true);
  beginRendering(commands_, width_, height_, &colour, nullptr);
  setViewport(commands_, static_cast<float>(width_), static_cast<float>(height_));
  vkCmdBindPipeline(commands_, VK_PIPELINE_BIND_POINT_GRAPHICS, pipelines_.panels);
  vkCmdBindDescriptorSets(commands_, VK_PIPELINE_BIND_POINT_GRAPHICS, pipelines_.panelLayout, 0, 1, &panelSet_, 1,
                          &at_.panels);
  const VkBuffer buffer = arena_.buffer();
  vkCmdBindVertexBuffers(commands_, 0, 1, &buffer, &at_.panelVertices);
  vkCmdBindIndexBuffer(commands_, buffer, at_.panelIndices, VK_INDEX_TYPE_UINT16);
  for (const PanelPart& part : panels.parts) {
    const VkRect2D scissor{{part.left, part.top}, {part.width, part.height}};
    vkCmdSetScissor(commands_, 0, 1, &scissor);
    vkCmdDrawIndexed(commands_, part.indexCount, 1, part.firstIndex, static_cast<std::int32_t>(part.firstVertex), 0);
  }
  vkCmdEndRendering(commands_);
}

}  // namespace toile::view
