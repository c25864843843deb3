// The graphics device: whichever Vulkan 1.3 driver is there, a software one as well.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "viewer/gpu/call.h"

namespace toile::view {

/// What a window asks of the instance and the device; nothing for pictures without one.
struct WindowNeeds {
  std::vector<const char*> instanceExtensions;
  std::function<VkResult(VkInstance, VkSurfaceKHR*)> makeSurface;
};

class Device {
 public:
  /// The first discrete device, else the first integrated one, else any. Errors say what is missing: a Vulkan loader, a
  /// driver, Vulkan 1.3, a queue that draws (and shows on the window's surface). With TOILE_VULKAN_VALIDATION=1 in
  /// the environment the validation layer is on and what it says goes to stderr.
  static Result<std::unique_ptr<Device>> create(const WindowNeeds* window = nullptr);
  ~Device();
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  VkPhysicalDevice physical() const { return physical_; }
  VkDevice get() const { return device_; }
  VkQueue queue() const { return queue_; }
  std::uint32_t family() const { return family_; }
  VkSurfaceKHR surface() const { return surface_; }  ///< null without a window
  const VkPhysicalDeviceProperties& properties() const { return properties_; }
  std::string name() const { return properties_.deviceName; }
  /// Messages of the validation layer so far; 0 where it is off.
  std::size_t complaints() const { return complaints_; }

  void waitIdle() const { vkDeviceWaitIdle(device_); }

 private:
  Device() = default;
  void createInstance(const WindowNeeds* window);
  void choosePhysical();
  bool suits(VkPhysicalDevice candidate, std::uint32_t& family, std::string& why) const;
  void createDevice();

  static VKAPI_ATTR VkBool32 VKAPI_CALL complain(VkDebugUtilsMessageSeverityFlagBitsEXT,
                                                 VkDebugUtilsMessageTypeFlagsEXT,
                                                 const VkDebugUtilsMessengerCallbackDataEXT* data, void* user);

  VkInstance instance_ = VK_NULL_HANDLE;
  VkDebugUtilsMessengerEXT messenger_ = VK_NULL_HANDLE;
  VkSurfaceKHR surface_ = VK_NULL_HANDLE;
  VkPhysicalDevice physical_ = VK_NULL_HANDLE;
  VkPhysicalDeviceProperties properties_{};
  VkDevice device_ = VK_NULL_HANDLE;
  VkQueue queue_ = VK_NULL_HANDLE;
  std::uint32_t family_ = 0;
  std::size_t complaints_ = 0;
};

}  // namespace toile::view
