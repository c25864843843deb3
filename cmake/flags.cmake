# Flags every target of the project shares through toile_flags. Not exported to users.
add_library(toile_flags INTERFACE)

target_compile_options(toile_flags INTERFACE -Wall -Wextra -Wpedantic)
if(TOILE_WARNINGS_AS_ERRORS)
  target_compile_options(toile_flags INTERFACE -Werror)
endif()

# The same bits everywhere: no fused multiply-add, IEEE sqrt without errno (so that it vectorises).
target_compile_options(toile_flags INTERFACE -ffp-contract=off -fno-math-errno)

if(TOILE_SANITIZE)
  set(TOILE_SANITIZE_OPTIONS -fsanitize=${TOILE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_compile_options(toile_flags INTERFACE ${TOILE_SANITIZE_OPTIONS})
  target_link_options(toile_flags INTERFACE ${TOILE_SANITIZE_OPTIONS})
endif()
