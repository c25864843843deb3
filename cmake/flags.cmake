# Flags every target of the project shares through toile_flags. Not exported to users.
add_library(toile_flags INTERFACE)

target_compile_options(toile_flags INTERFACE -Wall -Wextra -Wpedantic)
if(TOILE_WARNINGS_AS_ERRORS)
  target_compile_options(toile_flags INTERFACE -Werror)
endif()

# The same bits everywhere: no fused multiply-add, IEEE sqrt without errno (so that it vectorises).
target_compile_options(toile_flags INTERFACE -ffp-contract=off -fno-math-errno)

# With sanitizers (presets asan, tsan). Left out are checks at every access of what the address sanitizer reports anyway (a
# null pointer, one beyond its object) and of alignment and overflow of pointers, which make a third of the time to compile,
# but in targets whose TOILE_POINTER_CHECKS is on, as io, which reads what others wrote. Kernels have no 128-bit set that is
# emulated in loops: as with g++ 12, the set of machines without AVX2 is the scalar one, in a seventh of the time.
set(TOILE_SANITIZED_QUICKLY "")  # what is not worth optimising for a run under sanitizers; half the time to build
if(TOILE_SANITIZE)
  set(TOILE_SANITIZED_QUICKLY -O0)
  set(TOILE_SANITIZE_OPTIONS -fsanitize=${TOILE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_compile_options(toile_flags INTERFACE ${TOILE_SANITIZE_OPTIONS}
    $<$<NOT:$<BOOL:$<TARGET_PROPERTY:TOILE_POINTER_CHECKS>>>:-fno-sanitize=alignment,null,object-size,pointer-overflow>)
  target_compile_definitions(toile_flags INTERFACE HWY_BROKEN_EMU128=1)
  target_link_options(toile_flags INTERFACE ${TOILE_SANITIZE_OPTIONS})
endif()
