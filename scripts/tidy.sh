#!/bin/sh
# clang-tidy over what a build compiles of the product's own sources:  tidy.sh BUILD_FOLDER
# Needs compile_commands.json there; a unity build takes a fifth of the time.
set -eu
python3 - "$1" <<'END' | xargs -0 --max-procs="$(nproc)" --max-args=1 clang-tidy --quiet -p "$1" 2>/dev/null
import json, pathlib, re, sys
commands = json.loads(pathlib.Path(sys.argv[1], "compile_commands.json").read_text())
product = re.compile(r"(CMakeFiles/toile\.dir|(io|scenes|cli)/CMakeFiles/toile_\w+\.dir)/")
files = sorted(command["file"] for command in commands if product.search(command["command"]))
print(*files, sep="\0", end="")
END
