# Kernels are inlined into a few very large functions, once for each instruction set. Checks inside them make clang take
# minutes a file, because its branch analysis grows faster than linearly. With sanitizers, therefore, for these files
# only: two instruction sets instead of four (none, and AVX2), and no checks of what the address sanitizer or the
# processor's aligned loads report anyway. Address checks stay inline: as calls they halve the time to compile and take two
# thirds of that of a run.
set(TOILE_DISABLED_TARGETS "(HWY_SSSE3|HWY_SSE4|HWY_AVX3)")
set(toile_kernel_options -fno-sanitize=alignment,null,object-size,pointer-overflow)
file(GLOB toile_kernel_sources src/kernels/*.cpp src/collision/*.cpp
  src/collision/body/contact.cpp src/collision/body/refit.cpp src/collision/body/search.cpp
  src/collision/self/flat.cpp src/collision/self/planes.cpp src/collision/self/push.cpp src/collision/self/search.cpp)
set_source_files_properties(${toile_kernel_sources} PROPERTIES COMPILE_OPTIONS "${toile_kernel_options}")
