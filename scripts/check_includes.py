"""Checks that includes point one way (ARCHITECTURE.md, "Which part may use which").

usage: check_includes.py REPOSITORY
"""
import pathlib
import re
import sys

# What each part may include besides itself and the public headers in include/toile/.
# A part is a folder of src/, one of the files directly in src/ that are named here, or a folder beside src/. The other
# files directly in src/ put the parts together: they are the part `top`, which may include everything and which
# nothing below may include.
MAY_INCLUDE = {
    "include": set(),
    "aligned": set(),
    "math": set(),
    "constraint_set": {"aligned"},
    "topology": {"math", "constraint_set"},
    "garment_data": {"constraint_set", "topology"},
    "constraints": {"math", "topology"},
    "kernels": {"aligned", "constraint_set", "math"},
    "collision": {"aligned", "kernels", "math"},
    "skinning": {"aligned", "math", "constraint_set", "garment_data", "kernels", "topology"},
    "state": {"aligned"},
    "garment_pack": {"constraint_set", "topology", "garment_data", "constraints"},
    "cloth": {"constraint_set", "state", "garment_data", "garment_pack", "topology", "constraints", "kernels", "collision"},
    "backends": {"aligned", "math", "constraint_set", "kernels", "state"},
    "step": {"aligned", "math", "garment_data", "constraints", "kernels", "collision", "backends", "state", "cloth"},
    "gpu": {"aligned", "math", "constraint_set", "garment_data", "topology", "kernels", "collision", "skinning", "state", "cloth", "step"},
    "vulkan": {"gpu", "top"},
    "crowd": {"aligned", "math", "constraint_set", "garment_data", "kernels", "collision", "backends", "state", "cloth",
              "step"},
    "io": set(),
    "scenes": {"io"},
    "bench": {"io", "scenes"},
    "viewer": {"io", "scenes"},
    "cli": {"io", "scenes", "bench", "viewer"},
    "docs": set(),
    "web": {"io", "scenes", "gpu", "top"},
    "fuzz": {"io", "scenes"},
}
# Files directly in src/ that belong to a part of another name.
BELONGS_TO = {"step_parts": "step", "step_air": "step", "step_contacts": "step", "impacts": "step",
              "internal_damping": "step", "coarse_levels": "step", "contact_group": "step", "bodies": "step",
              "cloth_stats": "cloth", "coarse_build": "cloth"}
# Folders inside a part's folder that are parts themselves.
FOLDERS_OF_THEIR_OWN = {"backends/gpu": "gpu", "backends/vulkan": "vulkan"}
# No chain of includes may lead from the first part to the second.
NEVER_REACHES = [("kernels", "topology")]

INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
FOLDERS = ["include", "src", "io", "scenes", "bench", "viewer", "cli", "docs", "fuzz", "web/core"]


def part_of(path):
    """`src/kernels/distance.h` → kernels, `src/step.cpp` → step, `src/world.cpp` → top, `io/obj.cpp` → io."""
    parts = path.parts
    if parts[0] != "src":
        return parts[0]
    if len(parts) > 2:
        return FOLDERS_OF_THEIR_OWN.get("/".join(parts[1:3]), parts[1])
    part = BELONGS_TO.get(path.stem, path.stem)
    return part if part in MAY_INCLUDE else "top"


def resolve(root, path, name):
    """The repository's file an include names, or None for one from outside."""
    for folder in (path.parent, pathlib.Path("include"), pathlib.Path("src"), pathlib.Path()):
        if (root / folder / name).is_file():
            return pathlib.Path((root / folder / name).resolve().relative_to(root))
    return None


def include_graph(root):
    graph = {}
    for folder in FOLDERS:
        for file in sorted((root / folder).rglob("*")):
            if file.suffix in (".h", ".cpp"):
                path = file.relative_to(root)
                found = (resolve(root, path, name) for name in INCLUDE.findall(file.read_text()))
                graph[path] = [target for target in found if target is not None]
    return graph


def direction_errors(graph):
    for path, targets in graph.items():
        part = part_of(path)
        if part == "top":
            continue
        if part not in MAY_INCLUDE:
            yield f"{path}: {part} is not listed in MAY_INCLUDE"
            continue
        for target in targets:
            used = part_of(target)
            if used not in (part, "include") and used not in MAY_INCLUDE[part]:
                yield f"{path}: {part} may not include {target}"


def chain(graph, start, part):
    """The chain of includes from `start` to a file of `part`, or None."""
    waiting, seen = [[start]], {start}
    while waiting:
        trail = waiting.pop(0)
        if part_of(trail[-1]) == part:
            return trail
        for target in graph.get(trail[-1], []):
            if target not in seen:
                seen.add(target)
                waiting.append(trail + [target])
    return None


def reach_errors(graph):
    for part, forbidden in NEVER_REACHES:
        for path in graph:
            if part_of(path) == part and (trail := chain(graph, path, forbidden)):
                yield f"{part} reaches {forbidden}: " + " → ".join(map(str, trail))


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    graph = include_graph(root)
    errors = [*direction_errors(graph), *reach_errors(graph)]
    print("\n".join(errors) or f"{len(graph)} files, all includes point the right way")
    return 1 if errors or not graph else 0


if __name__ == "__main__":
    sys.exit(main())
