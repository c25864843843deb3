"""clang-tidy over what a build compiles of the product's own sources:  tidy.py BUILD_FOLDER

Needs compile_commands.json there; a unity build takes a fifth of the time. Kernels, which a build compiles once for each
instruction set and file by file, are looked at in the widest set and a folder at a time. Exit: 0 fine, 1 findings.
"""
import concurrent.futures
import json
import os
import pathlib
import platform
import re
import subprocess
import sys

PRODUCT = re.compile(r"(CMakeFiles/toile\.dir|(io|scenes|cli)/CMakeFiles/toile_\w+\.dir)/")
# One set, which has both one lane and its full width.
ONE_SET = " -DHWY_COMPILE_ONLY_STATIC" + (" -march=skylake-avx512" if platform.machine() == "x86_64" else "")


def is_kernel(command):
    return "hwy/foreach_target.h" in pathlib.Path(command["file"]).read_text(encoding="utf-8")


def whole_folders(kernels, work):
    """One command for the kernels of each folder, compiling a file that includes them."""
    folders = {}
    for command in kernels:
        folders.setdefault(pathlib.Path(command["file"]).parent, []).append(command)
    for folder, commands in folders.items():
        whole = work / f"{folder.name}.cpp"
        whole.write_text("".join(f'#include "{command["file"]}"\n' for command in commands), encoding="utf-8")
        first = commands[0]
        yield {**first, "file": str(whole), "command": first["command"].replace(first["file"], str(whole)) + ONE_SET}


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    work = build / "tidy"
    work.mkdir(exist_ok=True)
    commands = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
    commands = [command for command in commands if PRODUCT.search(command["command"])]
    kernels = [command for command in commands if is_kernel(command)]
    commands = [command for command in commands if command not in kernels] + list(whole_folders(kernels, work))
    (work / "compile_commands.json").write_text(json.dumps(commands), encoding="utf-8")

    def tidy(command):
        return subprocess.run(["clang-tidy", "--quiet", "-p", work, command["file"]], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, check=False, text=True)

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(tidy, commands))
    print("".join(result.stdout for result in results), end="")
    return 1 if any(result.returncode != 0 for result in results) else 0


if __name__ == "__main__":
    sys.exit(main())
