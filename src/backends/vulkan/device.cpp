#include "backends/vulkan/device.h"

#include <algorithm>
#include <cstring>
#include <span>

#include "backends/gpu/drawing.h"
#include "backends/gpu/kernels.h"
#include "backends/vulkan/pipelines.h"
#include "skinningShaders.h"
#include "solverShaders.h"

namespace toile {
namespace {

constexpr const char* kValidationLayer = "VK_LAYER_KHRONOS_validation";

VKAPI_ATTR VkBool32 VKAPI_CALL keepMessage(VkDebugUtilsMessageSeverityFlagBitsEXT, VkDebugUtilsMessageTypeFlagsEXT,
                                           const VkDebugUtilsMessengerCallbackDataEXT* data, void* to) {
  static_cast<std::vector<std::string>*>(to)->push_back(data->pMessage);
  return VK_FALSE;
}

VkDebugUtilsMessengerCreateInfoEXT messengerInfo(std::vector<std::string>& messages) {
  auto info = vulkanInfo<VkDebugUtilsMessengerCreateInfoEXT>(VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT);
  info.messageSeverity =
      VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
  info.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT;
  info.pfnUserCallback = keepMessage;
  info.pUserData = &messages;
  return info;
}

bool layerInstalled(PFN_vkGetInstanceProcAddr find) {
  const auto enumerate =
      reinterpret_cast<PFN_vkEnumerateInstanceLayerProperties>(find(nullptr, "vkEnumerateInstanceLayerProperties"));
  std::uint32_t count = 0;
  if (enumerate == nullptr || enumerate(&count, nullptr) != VK_SUCCESS) return false;
  std::vector<VkLayerProperties> layers(count);
  if (enumerate(&count, layers.data()) != VK_SUCCESS) return false;
  return std::any_of(layers.begin(), layers.end(),
                     [](const VkLayerProperties& l) { return std::strcmp(l.layerName, kValidationLayer) == 0; });
}

/// Creates an instance, with the validation layer where `validate`.
Status createInstance(VulkanDevice::Impl& device, bool validate) {
  const PFN_vkGetInstanceProcAddr find = device.handles.getInstanceProcAddr;
  const auto create = reinterpret_cast<PFN_vkCreateInstance>(find(nullptr, "vkCreateInstance"));
  if (create == nullptr) return Error{"Vulkan: the library has no vkCreateInstance"};
  if (validate && !layerInstalled(find)) return Error{std::string("Vulkan: ") + kValidationLayer + " is not installed"};
  auto application = vulkanInfo<VkApplicationInfo>(VK_STRUCTURE_TYPE_APPLICATION_INFO);
  application.pApplicationName = "toile";
  application.apiVersion = VK_API_VERSION_1_1;
  auto info = vulkanInfo<VkInstanceCreateInfo>(VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO);
  info.pApplicationInfo = &application;
  const char* const extensions[] = {VK_EXT_DEBUG_UTILS_EXTENSION_NAME};
  constexpr VkValidationFeatureEnableEXT kChecks[] = {VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT};
  VkDebugUtilsMessengerCreateInfoEXT messenger = messengerInfo(device.messages);
  auto features = vulkanInfo<VkValidationFeaturesEXT>(VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT);
  features.enabledValidationFeatureCount = 1;
  features.pEnabledValidationFeatures = kChecks;
  features.pNext = &messenger;
  if (validate) {
    info.enabledLayerCount = 1, info.ppEnabledLayerNames = &kValidationLayer;
    info.enabledExtensionCount = 1, info.ppEnabledExtensionNames = extensions;
    info.pNext = &features;
  }
  if (const VkResult result = create(&info, nullptr, &device.handles.instance); result != VK_SUCCESS)
    return Error{"Vulkan: no instance: " + vulkanError(result)};
  if (!loadInstanceFunctions(find, device.handles.instance, device.vk))
    return Error{"Vulkan: the library is older than 1.1"};
  if (!validate) return {};
  const auto make = reinterpret_cast<PFN_vkCreateDebugUtilsMessengerEXT>(
      find(device.handles.instance, "vkCreateDebugUtilsMessengerEXT"));
  if (make == nullptr || make(device.handles.instance, &messenger, nullptr, &device.messenger) != VK_SUCCESS)
    return Error{"Vulkan: the validation layer takes no messenger"};
  return {};
}

bool software(const VkPhysicalDeviceProperties& p) { return p.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU; }

int rankOf(const VkPhysicalDeviceProperties& p) {
  switch (p.deviceType) {
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

struct Candidate {
  VkPhysicalDevice device;
  VkPhysicalDeviceProperties properties;
};

/// Best first.
std::vector<Candidate> candidates(const VulkanDevice::Impl& device) {
  std::uint32_t count = 0;
  if (device.vk.vkEnumeratePhysicalDevices(device.handles.instance, &count, nullptr) != VK_SUCCESS) return {};
  std::vector<VkPhysicalDevice> found(count);
  device.vk.vkEnumeratePhysicalDevices(device.handles.instance, &count, found.data());
  std::vector<Candidate> all;
  for (std::uint32_t i = 0; i < count; ++i) {
    all.push_back({found[i], {}});
    device.vk.vkGetPhysicalDeviceProperties(found[i], &all.back().properties);
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Candidate& a, const Candidate& b) { return rankOf(a.properties) < rankOf(b.properties); });
  return all;
}

/// A family of queues that takes compute, or −1; `timestamps`: whether it has a clock.
int computeFamily(const VulkanDevice::Impl& device, VkPhysicalDevice physical) {
  std::uint32_t count = 0;
  device.vk.vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, nullptr);
  std::vector<VkQueueFamilyProperties> families(count);
  device.vk.vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, families.data());
  for (std::uint32_t i = 0; i < count; ++i) {
    if ((families[i].queueFlags & VK_QUEUE_COMPUTE_BIT) != 0) return static_cast<int>(i);
  }
  return -1;
}

/// Limits and clock of the device chosen.
Status describe(VulkanDevice::Impl& device) {
  device.vk.vkGetPhysicalDeviceProperties(device.handles.physicalDevice, &device.properties);
  device.vk.vkGetPhysicalDeviceMemoryProperties(device.handles.physicalDevice, &device.memory);
  device.name = device.properties.deviceName;
  const VkPhysicalDeviceLimits& limits = device.properties.limits;
  const std::string about = "Vulkan: " + device.name;
  if (device.properties.apiVersion < VK_API_VERSION_1_1) return Error{about + " is older than Vulkan 1.1"};
  if (limits.maxComputeWorkGroupInvocations < 256) return Error{about + " has workgroups of less than 256"};
  if (limits.maxPerStageDescriptorStorageBuffers < kGpuBufferCount ||
      limits.maxDescriptorSetStorageBuffersDynamic < 1 || limits.maxDescriptorSetUniformBuffersDynamic < 2) {
    return Error{about + " lets a shader see " + std::to_string(limits.maxPerStageDescriptorStorageBuffers) +
                 " storage buffers, " + std::to_string(kGpuBufferCount) + " are needed"};
  }
  std::uint32_t count = 0;
  device.vk.vkGetPhysicalDeviceQueueFamilyProperties(device.handles.physicalDevice, &count, nullptr);
  std::vector<VkQueueFamilyProperties> families(count);
  device.vk.vkGetPhysicalDeviceQueueFamilyProperties(device.handles.physicalDevice, &count, families.data());
  if (device.handles.queueFamily >= count) return Error{about + " has no queue family of that number"};
  const VkQueueFamilyProperties& family = families[device.handles.queueFamily];
  if ((family.queueFlags & VK_QUEUE_COMPUTE_BIT) == 0) return Error{about + ": the queue takes no compute"};
  device.timestamps = family.timestampValidBits != 0 && limits.timestampPeriod > 0.0f;
  return {};
}

Status choose(VulkanDevice::Impl& device, const VulkanDeviceDef& def) {
  std::string names;
  for (const Candidate& candidate : candidates(device)) {
    const std::string name = candidate.properties.deviceName;
    names += (names.empty() ? "" : ", ") + name;
    const int family = computeFamily(device, candidate.device);
    if (family < 0 || name.find(def.name) == std::string::npos) continue;
    if (software(candidate.properties) && !def.allowSoftware) continue;
    device.handles.physicalDevice = candidate.device;
    device.handles.queueFamily = static_cast<std::uint32_t>(family);
    return {};
  }
  if (names.empty()) return Error{"Vulkan: no device"};
  return Error{"Vulkan: no device as asked for (name \"" + def.name + "\"" +
               (def.allowSoftware ? "" : ", no software") + "); there are: " + names};
}

Status createDevice(VulkanDevice::Impl& device) {
  constexpr float kPriority = 1.0f;
  auto queue = vulkanInfo<VkDeviceQueueCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO);
  queue.queueFamilyIndex = device.handles.queueFamily;
  queue.queueCount = 1;
  queue.pQueuePriorities = &kPriority;
  auto info = vulkanInfo<VkDeviceCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO);
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queue;
  const VkResult result =
      device.vk.vkCreateDevice(device.handles.physicalDevice, &info, nullptr, &device.handles.device);
  if (result != VK_SUCCESS) return Error{"Vulkan: " + device.name + " cannot be opened: " + vulkanError(result)};
  if (!loadDeviceFunctions(device.handles.device, device.vk))
    return Error{"Vulkan: " + device.name + " lacks functions of Vulkan 1.1"};
  device.vk.vkGetDeviceQueue(device.handles.device, device.handles.queueFamily, 0, &device.handles.queue);
  return {};
}

}  // namespace

std::string vulkanError(VkResult result) {
  switch (result) {
    case VK_ERROR_DEVICE_LOST:
      return "the device is lost";
    case VK_ERROR_OUT_OF_DEVICE_MEMORY:
      return "out of device memory";
    case VK_ERROR_OUT_OF_HOST_MEMORY:
      return "out of memory";
    case VK_ERROR_INITIALIZATION_FAILED:
      return "initialization failed";
    case VK_ERROR_INCOMPATIBLE_DRIVER:
      return "no driver";
    default:
      return "error " + std::to_string(static_cast<int>(result));
  }
}

VulkanDevice::Impl::Impl() = default;

VulkanDevice::Impl::~Impl() {
  solving.reset(), drawing.reset();
  if (!owned) return;
  if (handles.device != VK_NULL_HANDLE && vk.vkDestroyDevice != nullptr) vk.vkDestroyDevice(handles.device, nullptr);
  if (messenger != VK_NULL_HANDLE) {
    const auto destroy = reinterpret_cast<PFN_vkDestroyDebugUtilsMessengerEXT>(
        handles.getInstanceProcAddr(handles.instance, "vkDestroyDebugUtilsMessengerEXT"));
    destroy(handles.instance, messenger, nullptr);
  }
  if (handles.instance != VK_NULL_HANDLE && vk.vkDestroyInstance != nullptr)
    vk.vkDestroyInstance(handles.instance, nullptr);
}

VkResult VulkanDevice::Impl::preparePipelines() {
  if (solving) return VK_SUCCESS;
  auto kernels = std::make_unique<VulkanPipelines>(
      *this, VulkanShaderFamily{gpuKernels(), solverShaders, static_cast<std::uint32_t>(kGpuBufferCount), 2});
  drawing = std::make_unique<VulkanPipelines>(
      *this, VulkanShaderFamily{gpuDrawKernels(), skinningShaders, static_cast<std::uint32_t>(kGpuDrawBufferCount), 1});
  TOILE_VK_TRY(kernels->create());
  TOILE_VK_TRY(drawing->create());
  solving = std::move(kernels);
  return VK_SUCCESS;
}

int VulkanDevice::Impl::memoryType(std::uint32_t bits, VkMemoryPropertyFlags wanted) const {
  for (std::uint32_t i = 0; i < memory.memoryTypeCount; ++i) {
    if ((bits >> i & 1u) != 0 && (memory.memoryTypes[i].propertyFlags & wanted) == wanted) return static_cast<int>(i);
  }
  return -1;
}

Result<VulkanDevicePtr> VulkanDevice::create(const VulkanDeviceDef& def) {
  auto impl = std::make_unique<Impl>();
  impl->owned = true;
  impl->handles.getInstanceProcAddr = findVulkan();
  if (impl->handles.getInstanceProcAddr == nullptr) return Error{"Vulkan: no library (libvulkan.so.1)"};
  if (Status s = createInstance(*impl, def.validate); !s) return Error{s.error()};
  if (Status s = choose(*impl, def); !s) return Error{s.error()};
  if (Status s = describe(*impl); !s) return Error{s.error()};
  if (Status s = createDevice(*impl); !s) return Error{s.error()};
  return VulkanDevicePtr(new VulkanDevice(std::move(impl)));
}

Result<VulkanDevicePtr> VulkanDevice::adopt(const VulkanHandles& handles) {
  if (handles.getInstanceProcAddr == nullptr || handles.instance == VK_NULL_HANDLE ||
      handles.physicalDevice == VK_NULL_HANDLE || handles.device == VK_NULL_HANDLE || handles.queue == VK_NULL_HANDLE) {
    return Error{"Vulkan: VulkanHandles: all handles are needed"};
  }
  auto impl = std::make_unique<Impl>();
  impl->handles = handles;
  if (!loadInstanceFunctions(handles.getInstanceProcAddr, handles.instance, impl->vk))
    return Error{"Vulkan: the instance lacks functions of Vulkan 1.1"};
  if (Status s = describe(*impl); !s) return Error{s.error()};
  if (!loadDeviceFunctions(handles.device, impl->vk))
    return Error{"Vulkan: " + impl->name + " lacks functions of Vulkan 1.1"};
  return VulkanDevicePtr(new VulkanDevice(std::move(impl)));
}

std::vector<std::string> VulkanDevice::list() {
  Impl probe;
  probe.owned = true;
  probe.handles.getInstanceProcAddr = findVulkan();
  std::vector<std::string> names;
  if (probe.handles.getInstanceProcAddr == nullptr || !createInstance(probe, false).ok()) return names;
  for (const Candidate& candidate : candidates(probe)) names.emplace_back(candidate.properties.deviceName);
  return names;
}

VulkanDevice::VulkanDevice(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
VulkanDevice::~VulkanDevice() = default;
const std::string& VulkanDevice::name() const { return impl_->name; }
bool VulkanDevice::isSoftware() const { return software(impl_->properties); }
const VulkanHandles& VulkanDevice::handles() const { return impl_->handles; }
const std::vector<std::string>& VulkanDevice::validationMessages() const { return impl_->messages; }

}  // namespace toile
