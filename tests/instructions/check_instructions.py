"""Counts the instructions of World::step under callgrind and compares them with golden.json.

usage: check_instructions.py TOILE golden.json BUILD VALGRIND NO_TIMER [--write]   (NO_TIMER: see no_timer.cpp)

BUILD is what the figures hold for, as CMake writes it ("GNU 12 Release"): instruction counts don't depend on the
machine but on the compiler. Exit: 0 fine, 1 some count has grown by more than the allowed part, 77 nothing to compare.
--write puts the counts measured into golden.json.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ALLOWED_GROWTH = 0.03
SKIPPED = 77


def count(valgrind, no_timer, toile, options):
    """Instructions inside World::step, everything it calls included."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [valgrind, "--tool=callgrind", f"--callgrind-out-file={folder}/out", "--collect-atstart=no",
             "--toggle-collect=toile::World::step(float)", toile, "bench", *options, "--no-baseline", "--threads", "1"],
            env={**os.environ, "LD_PRELOAD": no_timer}, capture_output=True, text=True, check=False)
    collected = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode != 0 or collected is None or int(collected[1]) == 0:
        sys.exit(f"callgrind counted nothing:\n{done.stdout}{done.stderr}")
    return int(collected[1])


def main():
    toile, golden_path, build = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
    valgrind, no_timer = sys.argv[4], sys.argv[5]
    golden = json.loads(golden_path.read_text(encoding="utf-8"))
    if not valgrind or valgrind.endswith("NOTFOUND"):
        print("skipped: valgrind is not installed")
        return SKIPPED
    if build != golden["build"]:
        print(f"skipped: the golden counts are those of {golden['build']}, this is {build}")
        return SKIPPED
    grown = False
    for entry in golden["counts"]:
        measured, expected = count(valgrind, no_timer, toile, entry["options"]), entry["instructions"]
        change = measured / expected - 1.0
        print(f"{' '.join(entry['options'])}: {measured:,} instructions, golden {expected:,}, {change:+.2%}")
        if change < -ALLOWED_GROWTH:
            print("  less: write the new count into the golden file, or the gain can be lost unseen")
        grown = grown or change > ALLOWED_GROWTH
        entry["instructions"] = measured
    if "--write" in sys.argv:
        golden_path.write_text(json.dumps(golden, indent=2) + "\n", encoding="utf-8")
        return 0
    return 1 if grown else 0


if __name__ == "__main__":
    sys.exit(main())
