#include "viewer/gpu/device.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace toile::view {
namespace {

constexpr const char* kValidation = "VK_LAYER_KHRONOS_validation";

bool validationWanted() {
  const char* wanted = std::getenv("TOILE_VULKAN_VALIDATION");
  return wanted != nullptr && std::strcmp(wanted, "0") != 0;
}

/// The order in which devices are preferred.
int rank(VkPhysicalDeviceType type) {
  switch (type) {
    case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU:
      return 0;
    case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU:
      return 1;
    case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU:
      return 2;
    default:
      return 3;
  }
}

}  // namespace

VKAPI_ATTR VkBool32 VKAPI_CALL Device::complain(VkDebugUtilsMessageSeverityFlagBitsEXT, VkDebugUtilsMessageTypeFlagsEXT,
                                                const VkDebugUtilsMessengerCallbackDataEXT* data, void* user) {
  ++static_cast<Device*>(user)->complaints_;
  std::fprintf(stderr, "vulkan: %s\n", data->pMessage);
  return VK_FALSE;
}

Result<std::unique_ptr<Device>> Device::create(const WindowNeeds* window) {
  std::unique_ptr<Device> device(new Device);
  const Status made = guarded([&] {
    if (volkInitialize() != VK_SUCCESS)
      throw GpuError("there is no Vulkan loader (libvulkan.so.1, Debian package libvulkan1)");
    device->createInstance(window);
    if (window != nullptr && window->makeSurface)
      check(window->makeSurface(device->instance_, &device->surface_), "creating the window's surface");
    device->choosePhysical();
    device->createDevice();
  });
  if (!made.ok()) return Error{made.error()};
  return device;
}

Device::~Device() {
  if (device_ != VK_NULL_HANDLE) {
    vkDeviceWaitIdle(device_);
    vkDestroyDevice(device_, nullptr);
  }
  if (instance_ == VK_NULL_HANDLE) return;
  if (surface_ != VK_NULL_HANDLE) vkDestroySurfaceKHR(instance_, surface_, nullptr);
  if (messenger_ != VK_NULL_HANDLE) vkDestroyDebugUtilsMessengerEXT(instance_, messenger_, nullptr);
  vkDestroyInstance(instance_, nullptr);
}

void Device::createInstance(const WindowNeeds* window) {
  auto application = described<VkApplicationInfo>(VK_STRUCTURE_TYPE_APPLICATION_INFO);
  application.pApplicationName = "toile";
  application.apiVersion = VK_API_VERSION_1_3;
  std::vector<const char*> extensions, layers;
  if (window != nullptr) extensions = window->instanceExtensions;
  auto messenger =
      described<VkDebugUtilsMessengerCreateInfoEXT>(VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT);
  messenger.messageSeverity =
      VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
  messenger.messageType =
      VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT;
  messenger.pfnUserCallback = complain;
  messenger.pUserData = this;
  const VkValidationFeatureEnableEXT enabled = VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT;
  auto features = described<VkValidationFeaturesEXT>(VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT);
  features.enabledValidationFeatureCount = 1;
  features.pEnabledValidationFeatures = &enabled;
  auto info = described<VkInstanceCreateInfo>(VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO);
  if (validationWanted()) {
    layers.push_back(kValidation);
    extensions.push_back(VK_EXT_DEBUG_UTILS_EXTENSION_NAME);
    info.pNext = &features;
  }
  info.pApplicationInfo = &application;
  info.enabledExtensionCount = static_cast<std::uint32_t>(extensions.size());
  info.ppEnabledExtensionNames = extensions.data();
  info.enabledLayerCount = static_cast<std::uint32_t>(layers.size());
  info.ppEnabledLayerNames = layers.data();
  check(vkCreateInstance(&info, nullptr, &instance_), "vkCreateInstance");
  volkLoadInstance(instance_);
  if (validationWanted())
    check(vkCreateDebugUtilsMessengerEXT(instance_, &messenger, nullptr, &messenger_), "vkCreateDebugUtilsMessenger");
}

bool Device::suits(VkPhysicalDevice candidate, std::uint32_t& family, std::string& why) const {
  VkPhysicalDeviceProperties properties;
  vkGetPhysicalDeviceProperties(candidate, &properties);
  const std::string name = std::string(properties.deviceName) + ": ";
  if (properties.apiVersion < VK_API_VERSION_1_3) {
    why += name + "no Vulkan 1.3. ";
    return false;
  }
  auto features13 = described<VkPhysicalDeviceVulkan13Features>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES);
  VkPhysicalDeviceFeatures2 features{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, &features13, {}};
  vkGetPhysicalDeviceFeatures2(candidate, &features);
  if (features13.dynamicRendering == VK_FALSE || features13.synchronization2 == VK_FALSE) {
    why += name + "no dynamic rendering. ";
    return false;
  }
  std::uint32_t count = 0;
  vkGetPhysicalDeviceQueueFamilyProperties(candidate, &count, nullptr);
  std::vector<VkQueueFamilyProperties> families(count);
  vkGetPhysicalDeviceQueueFamilyProperties(candidate, &count, families.data());
  for (std::uint32_t f = 0; f < count; ++f) {
    if ((families[f].queueFlags & VK_QUEUE_GRAPHICS_BIT) == 0) continue;
    VkBool32 shows = VK_TRUE;
    if (surface_ != VK_NULL_HANDLE) vkGetPhysicalDeviceSurfaceSupportKHR(candidate, f, surface_, &shows);
    if (shows == VK_FALSE) continue;
    family = f;
    return true;
  }
  why +=
      name + (surface_ != VK_NULL_HANDLE ? "no queue that draws and shows on this window. " : "no queue that draws. ");
  return false;
}

void Device::choosePhysical() {
  std::uint32_t count = 0;
  check(vkEnumeratePhysicalDevices(instance_, &count, nullptr), "vkEnumeratePhysicalDevices");
  std::vector<VkPhysicalDevice> candidates(count);
  check(vkEnumeratePhysicalDevices(instance_, &count, candidates.data()), "vkEnumeratePhysicalDevices");
  std::string why;
  int best = 4;
  for (VkPhysicalDevice candidate : candidates) {
    VkPhysicalDeviceProperties properties;
    vkGetPhysicalDeviceProperties(candidate, &properties);
    std::uint32_t family = 0;
    if (rank(properties.deviceType) >= best || !suits(candidate, family, why)) continue;
    best = rank(properties.deviceType);
    physical_ = candidate, family_ = family, properties_ = properties;
  }
  if (physical_ != VK_NULL_HANDLE) return;
  throw GpuError(candidates.empty() ? "there is no Vulkan driver (without a graphics card: Debian package "
                                      "mesa-vulkan-drivers)"
                                    : "no device will do: " + why);
}

void Device::createDevice() {
  const float priority = 1.0f;
  auto queue = described<VkDeviceQueueCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO);
  queue.queueFamilyIndex = family_;
  queue.queueCount = 1;
  queue.pQueuePriorities = &priority;
  auto features = described<VkPhysicalDeviceVulkan13Features>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES);
  features.dynamicRendering = VK_TRUE;
  features.synchronization2 = VK_TRUE;
  const char* swapchain = VK_KHR_SWAPCHAIN_EXTENSION_NAME;
  auto info = described<VkDeviceCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO);
  info.pNext = &features;
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queue;
  info.enabledExtensionCount = surface_ != VK_NULL_HANDLE ? 1 : 0;
  info.ppEnabledExtensionNames = &swapchain;
  check(vkCreateDevice(physical_, &info, nullptr, &device_), "vkCreateDevice");
  vkGetDeviceQueue(device_, family_, 0, &queue_);
}

}  // namespace toile::view
