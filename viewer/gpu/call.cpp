#define VOLK_IMPLEMENTATION
#include "viewer/gpu/call.h"

namespace toile::view {

const char* resultName(VkResult result) {
  switch (result) {
    case VK_ERROR_OUT_OF_HOST_MEMORY:
      return "out of memory";
    case VK_ERROR_OUT_OF_DEVICE_MEMORY:
      return "out of device memory";
    case VK_ERROR_INITIALIZATION_FAILED:
      return "initialization failed";
    case VK_ERROR_DEVICE_LOST:
      return "the device was lost";
    case VK_ERROR_LAYER_NOT_PRESENT:
      return "a layer is not there";
    case VK_ERROR_EXTENSION_NOT_PRESENT:
      return "an extension is not there";
    case VK_ERROR_FEATURE_NOT_PRESENT:
      return "a feature is not there";
    case VK_ERROR_INCOMPATIBLE_DRIVER:
      return "there is no driver that fits";
    case VK_ERROR_SURFACE_LOST_KHR:
      return "the window's surface was lost";
    case VK_ERROR_OUT_OF_DATE_KHR:
      return "the window has changed";
    default:
      return "failed";
  }
}

}  // namespace toile::view
