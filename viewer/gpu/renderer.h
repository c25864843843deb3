// Draws stages into an image: the same one for windows and for files.
#pragma once

#include <array>
#include <memory>
#include <optional>

#include "io/picture.h"
#include "viewer/gpu/arena.h"
#include "viewer/gpu/device.h"
#include "viewer/gpu/memory.h"
#include "viewer/gpu/panel_list.h"
#include "viewer/gpu/pipelines.h"
#include "viewer/look.h"
#include "viewer/stage.h"

namespace toile::view {

/// What the device spent on the last frame that is done; negative where it does not measure.
struct GpuTimes {
  double shadows = -1.0, surfaces = -1.0, panels = -1.0;  ///< ms
};

class Renderer {
 public:
  /// The device must outlive it. Errors: what the device cannot do, sizes outside 16 … 16384.
  static Result<std::unique_ptr<Renderer>> create(const Device& device, std::uint32_t width, std::uint32_t height,
                                                  const PanelFont* font = nullptr);
  ~Renderer();

  Status resize(std::uint32_t width, std::uint32_t height);
  /// Draws; panels go on top. Returns before the device is done.
  Status draw(const Stage& stage, const Look& look, const PanelList* panels = nullptr);
  /// The last picture drawn. Waits for it.
  Result<Image> read();
  /// Waits until the device is done with the last frame.
  Status wait();

  std::uint32_t width() const { return width_; }
  std::uint32_t height() const { return height_; }
  const GpuTimes& times() const { return times_; }

  /// For whoever shows the picture: recorded after the drawing, with the image ready to be copied from
  /// (TRANSFER_SRC_OPTIMAL). The semaphores are waited for before that and signalled after it.
  struct Showing {
    std::function<void(VkCommandBuffer, VkImage)> record;
    VkSemaphore waitFor = VK_NULL_HANDLE, signal = VK_NULL_HANDLE;
  };
  Status drawAndShow(const Stage& stage, const Look& look, const PanelList* panels, const Showing& showing);

 private:
  explicit Renderer(const Device& device);
  void createTargets(std::uint32_t width, std::uint32_t height);
  void createFont(const PanelFont& font);
  void createSets();
  void writeSets();
  void upload(const Stage& stage, const Look& look, const PanelList* panels);
  void recordShadows(const Stage& stage);
  void recordScene(const Stage& stage);
  void recordPanels(const PanelList& panels);
  void bindStage();
  void submit(const Showing* showing);
  void waitForDevice();
  void readTimes();
  void stamp(std::uint32_t index);

  struct Uploaded {
    std::uint64_t positions = 0, normals = 0, tints = 0, triangles = 0, marks = 0, panelVertices = 0, panelIndices = 0;
    std::uint32_t frame = 0, materials = 0, lights[2] = {0, 0}, panels = 0;
  };

  const Device& device_;
  Memory memory_;
  VkSampleCountFlagBits samples_;
  Pipelines pipelines_;
  Arena arena_;
  Uploaded at_;
  std::uint32_t width_ = 0, height_ = 0;
  std::unique_ptr<Image2D> colour_, depth_, target_, shadows_, font_;
  std::unique_ptr<Buffer> fontUpload_, readBack_;
  VkSampler fontSampler_ = VK_NULL_HANDLE;
  VkDescriptorPool pool_ = VK_NULL_HANDLE;
  VkDescriptorSet frameSet_ = VK_NULL_HANDLE, materialSet_ = VK_NULL_HANDLE, lightSet_ = VK_NULL_HANDLE,
                  panelSet_ = VK_NULL_HANDLE;
  VkCommandPool commandPool_ = VK_NULL_HANDLE;
  VkCommandBuffer commands_ = VK_NULL_HANDLE;
  VkFence done_ = VK_NULL_HANDLE;
  VkQueryPool queries_ = VK_NULL_HANDLE;
  bool pending_ = false;  ///< the device may still be drawing
  GpuTimes times_;
};

}  // namespace toile::view
