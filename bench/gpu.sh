#!/bin/sh
# For a machine with a GPU: builds, checks the solver against the CPU there, and times the standard scenes.
#   bench/gpu.sh [PART OF A DEVICE'S NAME]
# Needs cmake, ninja, a C++20 compiler and the packages of scripts/packages.txt (groups build and viewer). Under five
# minutes on eight cores.
set -eu
cd "$(dirname "$0")/.."
device=${1:-}
build=build/release
scripts/install_packages.sh build viewer
cmake --preset release --log-level=WARNING
cmake --build $build --target toile_cli test_vulkan
echo "==== the solver against the CPU"
$build/tests/vulkan/test_vulkan --gtest_brief=1
echo "==== times"
for scene in sheet32 sheet100 sheet100b crowd256 grow100k self32 fold32 sheet251 article251; do
  echo "---- $scene"
  $build/cli/toile bench "$scene" --backend vulkan --device "$device" --steps 30
done
