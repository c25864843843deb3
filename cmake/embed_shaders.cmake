# toile_embed_shaders(TARGET FUNCTION FOLDER): puts the SPIR-V of shaders/spirv/FOLDER into TARGET, which may then
#   #include "FUNCTION.h"     toile::FUNCTION("integrate"): its words, or nothing where there is no such shader
# Run as a script (-D FUNCTION= -D FILES= -D OUT=) it writes the two files.
if(NOT CMAKE_SCRIPT_MODE_FILE)
  set(TOILE_EMBED_SCRIPT ${CMAKE_CURRENT_LIST_FILE})
  function(toile_embed_shaders target function folder)
    file(GLOB files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/shaders/spirv/${folder}/*.spv)
    if(NOT files)
      message(FATAL_ERROR "toile_embed_shaders: no SPIR-V in shaders/spirv/${folder}")
    endif()
    set(out ${CMAKE_CURRENT_BINARY_DIR}/embedded/${function})
    add_custom_command(OUTPUT ${out}.cpp ${out}.h
      COMMAND ${CMAKE_COMMAND} -D FUNCTION=${function} "-DFILES=${files}" -D OUT=${out} -P ${TOILE_EMBED_SCRIPT}
      DEPENDS ${files} ${TOILE_EMBED_SCRIPT} VERBATIM)
    target_sources(${target} PRIVATE ${out}.cpp)
    target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/embedded)
    set_source_files_properties(${out}.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endfunction()
  return()
endif()

set(arrays "")
set(cases "")
foreach(file IN LISTS FILES)
  get_filename_component(name ${file} NAME_WE)
  file(READ ${file} hex HEX)
  # Words lie in the file with their lowest byte first.
  string(REGEX REPLACE "(..)(..)(..)(..)" "0x\\4\\3\\2\\1u," words ${hex})
  string(APPEND arrays "constexpr std::uint32_t k_${name}[] = {${words}};\n")
  string(APPEND cases "  if (name == \"${name}\") return k_${name};\n")
endforeach()
file(WRITE ${OUT}.h "#pragma once\n#include <cstdint>\n#include <span>\n#include <string_view>\nnamespace toile {\n/// \
SPIR-V of a shader, or nothing.\nstd::span<const std::uint32_t> ${FUNCTION}(std::string_view name);\n}\n")
file(WRITE ${OUT}.cpp "#include \"${FUNCTION}.h\"\nnamespace toile {\nnamespace {\n${arrays}}  // namespace\n\
std::span<const std::uint32_t> ${FUNCTION}(std::string_view name) {\n${cases}  return {};\n}\n}  // namespace toile\n")
