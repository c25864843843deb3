# Flags every target of the project shares through toile_flags. Not exported to users.
add_library(toile_flags INTERFACE)

target_compile_options(toile_flags INTERFACE -Wall -Wextra -Wpedantic)
if(TOILE_WARNINGS_AS_ERRORS)
  target_compile_options(toile_flags INTERFACE -Werror)
endif()

# The same bits everywhere: no fused multiply-add, IEEE sqrt without errno (so that it vectorises).
target_compile_options(toile_flags INTERFACE -ffp-contract=off -fno-math-errno)

# What is not worth optimising for a run under sanitizers; it takes half the time to build.
set(TOILE_SANITIZED_QUICKLY "")
if(TOILE_SANITIZE)
  set(TOILE_SANITIZED_QUICKLY -O0)
  set(TOILE_SANITIZE_OPTIONS -fsanitize=${TOILE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_compile_options(toile_flags INTERFACE ${TOILE_SANITIZE_OPTIONS})
  target_link_options(toile_flags INTERFACE ${TOILE_SANITIZE_OPTIONS})
endif()
