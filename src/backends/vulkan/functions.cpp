#include "backends/vulkan/functions.h"

#ifdef _WIN32
#include <windows.h>
#else
#include <dlfcn.h>
#endif

namespace toile {
namespace {

PFN_vkGetInstanceProcAddr openVulkan() {
#ifdef _WIN32
  const HMODULE library = LoadLibraryA("vulkan-1.dll");
  if (library == nullptr) return nullptr;
  return reinterpret_cast<PFN_vkGetInstanceProcAddr>(
      reinterpret_cast<void*>(GetProcAddress(library, "vkGetInstanceProcAddr")));
#else
#ifdef __APPLE__
  constexpr const char* kNames[] = {"libvulkan.dylib", "libvulkan.1.dylib", "libMoltenVK.dylib"};
#else
  constexpr const char* kNames[] = {"libvulkan.so.1", "libvulkan.so"};
#endif
  for (const char* name : kNames) {
    void* library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) continue;
    return reinterpret_cast<PFN_vkGetInstanceProcAddr>(dlsym(library, "vkGetInstanceProcAddr"));
  }
  return nullptr;
#endif
}

}  // namespace

PFN_vkGetInstanceProcAddr findVulkan() {
  static const PFN_vkGetInstanceProcAddr found = openVulkan();
  return found;
}

bool loadInstanceFunctions(PFN_vkGetInstanceProcAddr find, VkInstance instance, VulkanFunctions& functions) {
  bool all = true;
#define TOILE_VK_LOAD(name)                                             \
  functions.name = reinterpret_cast<PFN_##name>(find(instance, #name)); \
  all = all && functions.name != nullptr;
  TOILE_VK_INSTANCE_FUNCTIONS(TOILE_VK_LOAD)
#undef TOILE_VK_LOAD
  return all;
}

bool loadDeviceFunctions(VkDevice device, VulkanFunctions& functions) {
  bool all = true;
#define TOILE_VK_LOAD(name)                                                                    \
  functions.name = reinterpret_cast<PFN_##name>(functions.vkGetDeviceProcAddr(device, #name)); \
  all = all && functions.name != nullptr;
  TOILE_VK_DEVICE_FUNCTIONS(TOILE_VK_LOAD)
#undef TOILE_VK_LOAD
  return all;
}

}  // namespace toile
