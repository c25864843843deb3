# WebAssembly (preset `web`). Debian has the header-only libraries for its own machines; their folders are linked to from
# one of our own, as /usr/include itself would hide the headers of emscripten's C library.
set(toile_web_include ${PROJECT_BINARY_DIR}/include)
file(MAKE_DIRECTORY ${toile_web_include})
foreach(header hwy nlohmann stb valijson tiny_gltf.h)
  if(NOT EXISTS /usr/include/${header})
    message(FATAL_ERROR "/usr/include/${header} is missing: scripts/install_packages.sh build web")
  endif()
  file(CREATE_LINK /usr/include/${header} ${toile_web_include}/${header} SYMBOLIC)
endforeach()

# Highway has no code of its own where there is one instruction set only.
add_library(toile_web_headers INTERFACE)
target_include_directories(toile_web_headers SYSTEM INTERFACE ${toile_web_include})
add_library(hwy::hwy ALIAS toile_web_headers)
add_library(nlohmann_json::nlohmann_json ALIAS toile_web_headers)
foreach(variable TOILE_TINYGLTF_INCLUDE TOILE_VALIJSON_INCLUDE)
  set(${variable} ${toile_web_include} CACHE PATH "" FORCE)
endforeach()
set(TOILE_STB_INCLUDE ${toile_web_include}/stb CACHE PATH "" FORCE)

# 128-bit vectors, and exceptions as browsers do them (importers throw inside; the library throws nothing).
add_compile_options(-msimd128 -fwasm-exceptions)
add_link_options(-msimd128 -fwasm-exceptions)
