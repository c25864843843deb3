// Brings what the renderer draws on to a window.
#pragma once

#include <vector>

#include "viewer/gpu/renderer.h"

namespace toile::view {

class Presenter {
 public:
  /// Both must outlive it. Errors: what the device says of the window's surface.
  static Result<std::unique_ptr<Presenter>> create(const Device& device, Renderer& renderer, std::uint32_t width,
                                                   std::uint32_t height);
  ~Presenter();
  Presenter(const Presenter&) = delete;
  Presenter& operator=(const Presenter&) = delete;

  /// Draws and shows. Where the window has changed meanwhile, nothing is shown and resize() is wanted.
  Status show(const Stage& stage, const Look& look, const PanelList* panels, std::uint32_t width, std::uint32_t height);

 private:
  Presenter(const Device& device, Renderer& renderer) : device_(device), renderer_(renderer) {}
  void createSwapchain(std::uint32_t width, std::uint32_t height);
  void destroySwapchain();

  const Device& device_;
  Renderer& renderer_;
  VkSwapchainKHR swapchain_ = VK_NULL_HANDLE;
  VkExtent2D extent_{};
  std::vector<VkImage> images_;
  std::vector<VkSemaphore> drawn_;  ///< an image
  VkSemaphore free_ = VK_NULL_HANDLE;
  bool stale_ = false;
};

}  // namespace toile::view
