# What the viewer needs; without it TOILE_BUILD_VIEWER is off, and says so.
if(TOILE_BUILD_VIEWER)
  include(${CMAKE_CURRENT_LIST_DIR}/embed_shaders.cmake)
  find_path(TOILE_VOLK_INCLUDE volk.h)
  find_path(TOILE_VULKAN_INCLUDE vulkan/vulkan.h)
  mark_as_advanced(TOILE_VOLK_INCLUDE TOILE_VULKAN_INCLUDE)
  if(NOT TOILE_VOLK_INCLUDE OR NOT TOILE_VULKAN_INCLUDE)
    message(STATUS "Viewer: left out, as vulkan/vulkan.h or volk.h is missing "
                   "(libvulkan-dev libvulkan-volk-dev; scripts/install_packages.sh viewer)")
    set(TOILE_BUILD_VIEWER OFF)
  endif()
endif()
