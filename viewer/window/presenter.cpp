#include "viewer/window/presenter.h"

#include <algorithm>

#include "viewer/gpu/barrier.h"

namespace toile::view {
namespace {

/// Colours are written as they are: a format that converts nothing.
VkSurfaceFormatKHR chooseFormat(const Device& device) {
  std::uint32_t count = 0;
  check(vkGetPhysicalDeviceSurfaceFormatsKHR(device.physical(), device.surface(), &count, nullptr), "surface formats");
  std::vector<VkSurfaceFormatKHR> formats(count);
  check(vkGetPhysicalDeviceSurfaceFormatsKHR(device.physical(), device.surface(), &count, formats.data()),
        "surface formats");
  for (const VkSurfaceFormatKHR& format : formats) {
    if (format.format == VK_FORMAT_B8G8R8A8_UNORM || format.format == VK_FORMAT_R8G8B8A8_UNORM) return format;
  }
  throw GpuError("the window takes no 8-bit colours");
}

VkSemaphore makeSemaphore(const Device& device) {
  const auto info = described<VkSemaphoreCreateInfo>(VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO);
  VkSemaphore semaphore = VK_NULL_HANDLE;
  check(vkCreateSemaphore(device.get(), &info, nullptr, &semaphore), "vkCreateSemaphore");
  return semaphore;
}

constexpr ImageUse kShown{VK_IMAGE_LAYOUT_PRESENT_SRC_KHR, VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT, 0};

}  // namespace

Result<std::unique_ptr<Presenter>> Presenter::create(const Device& device, Renderer& renderer, std::uint32_t width,
                                                     std::uint32_t height) {
  std::unique_ptr<Presenter> presenter(new Presenter(device, renderer));
  const Status made = guarded([&] {
    presenter->free_ = makeSemaphore(device);
    presenter->createSwapchain(width, height);
  });
  if (!made.ok()) return Error{made.error()};
  return presenter;
}

Presenter::~Presenter() {
  device_.waitIdle();
  destroySwapchain();
  vkDestroySemaphore(device_.get(), free_, nullptr);
}

void Presenter::destroySwapchain() {
  for (VkSemaphore semaphore : drawn_) vkDestroySemaphore(device_.get(), semaphore, nullptr);
  drawn_.clear(), images_.clear();
  vkDestroySwapchainKHR(device_.get(), swapchain_, nullptr);
  swapchain_ = VK_NULL_HANDLE;
}

void Presenter::createSwapchain(std::uint32_t width, std::uint32_t height) {
  device_.waitIdle();
  destroySwapchain();
  VkSurfaceCapabilitiesKHR can;
  check(vkGetPhysicalDeviceSurfaceCapabilitiesKHR(device_.physical(), device_.surface(), &can), "surface capabilities");
  const bool free = can.currentExtent.width == 0xffffffffu;
  extent_ = free ? VkExtent2D{std::clamp(width, can.minImageExtent.width, can.maxImageExtent.width),
                              std::clamp(height, can.minImageExtent.height, can.maxImageExtent.height)}
                 : can.currentExtent;
  const VkSurfaceFormatKHR format = chooseFormat(device_);
  auto info = described<VkSwapchainCreateInfoKHR>(VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR);
  info.surface = device_.surface();
  info.minImageCount =
      can.maxImageCount == 0 ? can.minImageCount + 1 : std::min(can.minImageCount + 1, can.maxImageCount);
  info.imageFormat = format.format, info.imageColorSpace = format.colorSpace;
  info.imageExtent = extent_;
  info.imageArrayLayers = 1;
  info.imageUsage = VK_IMAGE_USAGE_TRANSFER_DST_BIT;
  info.preTransform = can.currentTransform;
  info.compositeAlpha = VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR;
  info.presentMode = VK_PRESENT_MODE_FIFO_KHR;  // every device has it
  info.clipped = VK_TRUE;
  check(vkCreateSwapchainKHR(device_.get(), &info, nullptr, &swapchain_), "vkCreateSwapchainKHR");
  std::uint32_t count = 0;
  check(vkGetSwapchainImagesKHR(device_.get(), swapchain_, &count, nullptr), "vkGetSwapchainImagesKHR");
  images_.resize(count);
  check(vkGetSwapchainImagesKHR(device_.get(), swapchain_, &count, images_.data()), "vkGetSwapchainImagesKHR");
  for (std::size_t i = 0; i < images_.size(); ++i) drawn_.push_back(makeSemaphore(device_));
  stale_ = false;
}

Status Presenter::show(const Stage& stage, const Look& look, const PanelList* panels, std::uint32_t width,
                       std::uint32_t height) {
  std::uint32_t index = 0;
  const Status ready = guarded([&] {
    check(renderer_.wait().ok() ? VK_SUCCESS : VK_ERROR_DEVICE_LOST, "waiting");
    if (stale_ || extent_.width != width || extent_.height != height) createSwapchain(width, height);
    VkResult result = vkAcquireNextImageKHR(device_.get(), swapchain_, ~0ull, free_, VK_NULL_HANDLE, &index);
    if (result == VK_ERROR_OUT_OF_DATE_KHR) {
      createSwapchain(width, height);
      result = vkAcquireNextImageKHR(device_.get(), swapchain_, ~0ull, free_, VK_NULL_HANDLE, &index);
    }
    if (result != VK_SUBOPTIMAL_KHR) check(result, "vkAcquireNextImageKHR");
  });
  if (!ready.ok()) return ready;
  if (const Status sized = renderer_.resize(extent_.width, extent_.height); !sized.ok()) return sized;
  Renderer::Showing showing;
  showing.waitFor = free_, showing.signal = drawn_[index];
  showing.record = [&](VkCommandBuffer commands, VkImage picture) {
    const ImageUse before{VK_IMAGE_LAYOUT_UNDEFINED, VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT, 0};
    useImage(commands, images_[index], VK_IMAGE_ASPECT_COLOR_BIT, before, kCopiedTo);
    VkImageBlit blit{};
    blit.srcSubresource = blit.dstSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
    blit.srcOffsets[1] =
        blit.dstOffsets[1] = {static_cast<std::int32_t>(extent_.width), static_cast<std::int32_t>(extent_.height), 1};
    vkCmdBlitImage(commands, picture, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, images_[index],
                   VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &blit, VK_FILTER_NEAREST);
    useImage(commands, images_[index], VK_IMAGE_ASPECT_COLOR_BIT, kCopiedTo, kShown);
  };
  if (const Status drawn = renderer_.drawAndShow(stage, look, panels, showing); !drawn.ok()) return drawn;
  return guarded([&] {
    auto info = described<VkPresentInfoKHR>(VK_STRUCTURE_TYPE_PRESENT_INFO_KHR);
    info.waitSemaphoreCount = 1;
    info.pWaitSemaphores = &drawn_[index];
    info.swapchainCount = 1;
    info.pSwapchains = &swapchain_;
    info.pImageIndices = &index;
    const VkResult result = vkQueuePresentKHR(device_.queue(), &info);
    if (result == VK_SUBOPTIMAL_KHR || result == VK_ERROR_OUT_OF_DATE_KHR)
      stale_ = true;
    else
      check(result, "vkQueuePresentKHR");
  });
}

}  // namespace toile::view
