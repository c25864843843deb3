# Compiles through ccache where it is installed and nothing else was asked for.
if(PROJECT_IS_TOP_LEVEL AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(TOILE_CCACHE ccache)
  mark_as_advanced(TOILE_CCACHE)
  if(TOILE_CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${TOILE_CCACHE})
  endif()
endif()
