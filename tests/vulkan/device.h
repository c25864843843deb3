// The device of the tests, opened once; without one they say so and are skipped.
#pragma once

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

#include "toile/toile.h"
#include "toile/vulkan.h"

namespace toile::test {

/// Without the validation layer, which takes ten times as long: ValidationIsSilent has it. TOILE_VALIDATE=1 in the
/// environment gives it to all.
inline const Result<VulkanDevicePtr>& sharedDevice() {
  static const Result<VulkanDevicePtr> device =
      VulkanDevice::create({.validate = std::getenv("TOILE_VALIDATE") != nullptr});
  return device;
}

}  // namespace toile::test

#define TOILE_DEVICE_OR_SKIP(variable)                                             \
  if (!::toile::test::sharedDevice().ok()) {                                       \
    GTEST_SKIP() << "no Vulkan device: " << ::toile::test::sharedDevice().error(); \
  }                                                                                \
  const ::toile::VulkanDevicePtr variable = *::toile::test::sharedDevice()
