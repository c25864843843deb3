// Calls of Vulkan, and what becomes of their errors.
#pragma once

#include <volk.h>

#include <stdexcept>
#include <string>

#include "toile/result.h"

namespace toile::view {

/// Stays inside viewer/gpu/: its public calls turn it into a Status (`guarded`).
struct GpuError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

const char* resultName(VkResult result);

inline void check(VkResult result, const char* call) {
  if (result != VK_SUCCESS) throw GpuError(std::string(call) + ": " + resultName(result));
}

/// One of Vulkan's structures with its type and zeros.
template <class T>
T described(VkStructureType type) {
  T info{};
  info.sType = type;
  return info;
}

template <class Do>
Status guarded(Do&& act) {
  try {
    act();
  } catch (const GpuError& error) {
    return Error{std::string("graphics: ") + error.what()};
  }
  return {};
}

}  // namespace toile::view
