#!/bin/sh
# Prints the project's C++ files, separated by zero bytes:  sources.sh [FOLDER…]   (all folders by default)
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- bench cli docs fuzz include io scenes src tests viewer web/core
for folder in "$@"; do
  [ ! -d "$folder" ] || find "$folder" -type f \( -name '*.cpp' -o -name '*.h' \) -print0
done
