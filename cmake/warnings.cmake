# Flags every target of the project shares. Not exported to users.
add_library(toile_warnings INTERFACE)
target_compile_options(toile_warnings INTERFACE -Wall -Wextra -Wpedantic)

# The same bits everywhere: no fused multiply-add, IEEE sqrt without errno (so that it vectorises).
add_library(toile_determinism INTERFACE)
target_compile_options(toile_determinism INTERFACE -ffp-contract=off -fno-math-errno)
