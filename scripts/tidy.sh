#!/bin/sh
# clang-tidy over the product's own sources:  tidy.sh BUILD_FOLDER   (which holds compile_commands.json)
set -eu
build=$(realpath "$1")
cd "$(dirname "$0")/.."
scripts/sources.sh src io scenes cli | tr '\0' '\n' | grep '\.cpp$' |
  xargs --max-procs="$(nproc)" --max-args=1 clang-tidy --quiet -p "$build" 2>/dev/null
