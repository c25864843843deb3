"""Prints the README's table of figures: one line for each named benchmark scene, measured now.

usage: figures.py build/release/cli/toile [OPTIONS OF toile bench…]
"""
import json
import platform
import subprocess
import sys

SCENES = ["sheet32", "sheet100", "sheet100b", "render10k", "sheet251", "crowd256"]
COLUMNS = [
    ("scene", lambda r: f"`{r['scene']}`"),
    ("particles", lambda r: f"{r['particles']:,}"),
    ("constraints a step", lambda r: f"{r['constraints_per_step']:,}"),
    ("substeps × iterations", lambda r: f"{r['substeps']} × {r['iterations']}"),
    ("ms a step (median)", lambda r: f"{r['ms_per_step']['median']:.3f}"),
    ("ns a constraint", lambda r: f"{r['ns_per_constraint']:.2f}"),
    ("ratio to scalar", lambda r: "–" if r["ratio_to_baseline"] is None else f"{r['ratio_to_baseline']:.3f}"),
    ("stretch at the end", lambda r: f"{r['stretch_end']:.3f}"),
]


def processor():
    with open("/proc/cpuinfo", encoding="utf-8") as lines:
        for line in lines:
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.processor()


def main():
    toile, options = sys.argv[1], sys.argv[2:]
    results = []
    for scene in SCENES:
        done = subprocess.run([toile, "bench", scene, "--json", *options], capture_output=True, text=True, check=True)
        results.append(json.loads(done.stdout))
    print("| " + " | ".join(title for title, _ in COLUMNS) + " |")
    print("|" + "---|" * len(COLUMNS))
    for result in results:
        print("| " + " | ".join(show(result) for _, show in COLUMNS) + " |")
    print(f"\n{processor()}, {results[0]['simd']}, {results[0]['threads']} thread(s)")


if __name__ == "__main__":
    main()
