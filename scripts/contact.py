"""Figures of cloth against cloth that docs/contact.md quotes.

usage: contact.py growth build/release/cli/toile   what a step costs a particle, from 1,000 to 100,000 of them
       contact.py layers build/release/cli/toile SCENE…   speed and distances of layers at the end of a scene
"""
import json
import math
import struct
import subprocess
import sys
import tempfile
from pathlib import Path


def bench(toile, scene, folder, steps):
    path = folder / "scene.json"
    path.write_text(json.dumps(scene), encoding="utf-8")
    arguments = [toile, "bench", path, "--json", "--steps", str(steps), "--no-baseline"]
    return json.loads(subprocess.run(arguments, capture_output=True, text=True, check=True).stdout)


def named(toile, name):
    return json.loads(subprocess.run([toile, "scenes", name, "--json"], capture_output=True, text=True, check=True).stdout)


def copies(scene, columns, rows):
    scene["cloths"][0]["repeat"] = {"columns": columns, "rows": rows, "spacing_x": 1.5, "spacing_z": 1.5}


def sheet(scene, size):
    scene["garments"][0]["mesh"]["folded"]["size"] = size


GROWTH = {
    "copies of fold32": [(lambda s: copies(s, 1, 1), 1), (lambda s: copies(s, 5, 2), 10), (lambda s: copies(s, 10, 10), 100)],
    "one folded sheet": [(lambda s: sheet(s, 32), 1), (lambda s: sheet(s, 100), 10), (lambda s: sheet(s, 316), 100)],
}


def growth(toile, steps=40):
    """Medians of steps with self-collision and without, a particle: the difference is search, contact and guard."""
    with tempfile.TemporaryDirectory() as name:
        print(f"| | particles | µs a particle and step | without self-collision | searches a step | pairs a particle |\n|{'---|' * 6}")
        for what, sizes in GROWTH.items():
            for change, _ in sizes:
                scene = named(toile, "fold32")
                change(scene)
                results = []
                for enabled in (True, False):
                    scene["cloths"][0]["params"]["self_collision"]["enabled"] = enabled
                    results.append(bench(toile, scene, Path(name), steps))
                on, off = results
                n = on["particles"]
                cost = [1e3 * r["ms_per_step"]["median"] / n for r in results]
                print(f"| {what} | {n:,} | {cost[0]:.2f} | {cost[1]:.2f} | {on['searches_per_step']:.2f} | {on['pairs'] / n:.2f} |",
                      flush=True)


def pointcache(path):
    data = path.read_bytes()
    _, points, _, _, samples = struct.unpack_from("<iiffi", data, 12)
    frame = lambda k: struct.unpack_from(f"<{3 * points}f", data, 32 + 12 * points * k)
    group = lambda flat: [flat[3 * i:3 * i + 3] for i in range(points)]
    return group(frame(samples - 2)), group(frame(samples - 1))


def sub(a, b):
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def to_segment(p, a, b):
    along, to = sub(b, a), sub(p, a)
    length = dot(along, along)
    u = min(1.0, max(0.0, dot(to, along) / length)) if length > 0.0 else 0.0
    return math.dist(p, (a[0] + u * along[0], a[1] + u * along[1], a[2] + u * along[2]))


def to_triangle(p, a, b, c):
    e, f, s = sub(b, a), sub(c, a), sub(p, a)
    ee, ef, ff, se, sf = dot(e, e), dot(e, f), dot(f, f), dot(s, e), dot(s, f)
    area = ee * ff - ef * ef
    if area > 0.0:
        u, v = (ff * se - ef * sf) / area, (ee * sf - ef * se) / area
        if u >= 0.0 and v >= 0.0 and u + v <= 1.0:
            return math.dist(p, tuple(a[k] + u * e[k] + v * f[k] for k in range(3)))
    return min(to_segment(p, a, b), to_segment(p, b, c), to_segment(p, c, a))


def faces(path):
    """Triangles of an OBJ; its quads are cut as they come."""
    triangles = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("f "):
            corners = [int(word.split("/")[0]) - 1 for word in line.split()[1:]]
            triangles += [(corners[0], corners[k], corners[k + 1]) for k in range(1, len(corners) - 1)]
    return triangles


def rings(triangles, count, depth):
    """For each vertex those that at most `depth` edges lead to."""
    near = [set() for _ in range(count)]
    for t in triangles:
        for v in t:
            near[v].update(t)
    reach = [set(n) for n in near]
    for _ in range(depth - 1):
        reach = [set().union(*(near[w] for w in r)) if r else r for r in reach]
    return reach


def layers_of(x, triangles, thickness, depth):
    """Each vertex' distance to the nearest triangle that is not its neighbour, where that is below 1.5 thicknesses."""
    cell = max(2.0 * thickness, max(math.dist(x[t[0]], x[t[1]]) for t in triangles))
    key = lambda p: tuple(math.floor(c / cell) for c in p)
    grid = {}
    for index, t in enumerate(triangles):
        low, high = key([min(x[v][k] for v in t) - 1.5 * thickness for k in range(3)]), key([max(x[v][k] for v in t) + 1.5 * thickness for k in range(3)])
        for i in range(low[0], high[0] + 1):
            for j in range(low[1], high[1] + 1):
                for k in range(low[2], high[2] + 1):
                    grid.setdefault((i, j, k), []).append(index)
    reach = rings(triangles, len(x), depth)
    found = []
    for v, p in enumerate(x):
        least = math.inf
        for index in grid.get(key(p), ()):
            t = triangles[index]
            if not reach[v].isdisjoint(t):
                continue
            least = min(least, to_triangle(p, *(x[w] for w in t)))
        if least < 1.5 * thickness:
            found.append(least / thickness)
    return sorted(found)


def layers(toile, scenes):
    print(f"| scene | RMS speed at the end | vertices on a layer | distance over thickness: least, 10 %, half, 90 % | within 10 % |\n|{'---|' * 5}")
    for scene in scenes:
        data = named(toile, scene)
        cloth, fabric = data["cloths"][0], data["garments"][0]["fabric"]
        thickness = cloth["params"]["self_collision"].get("thickness", -1.0)
        thickness = thickness if thickness >= 0.0 else fabric["thickness"]
        with tempfile.TemporaryDirectory() as name:
            out = Path(name) / "end.pc2"
            subprocess.run([toile, "bake", scene, "--out", out, "--quiet"], check=True)
            before, after = pointcache(out)
            triangles = faces(out.with_suffix(".obj"))
        rate = data.get("frames_per_second", 30.0)
        speed = math.sqrt(sum(math.dist(a, b) ** 2 for a, b in zip(before, after)) / len(after)) * rate
        edge = sum(math.dist(after[t[0]], after[t[1]]) for t in triangles) / len(triangles)
        d = layers_of(after, triangles, thickness, math.ceil(3.0 * thickness / edge) + 1)
        part = lambda q: d[min(len(d) - 1, int(q * len(d)))]
        within = sum(1 for value in d if 0.9 <= value <= 1.1) / len(d)
        print(f"| `{scene}` | {1e3 * speed:.1f} mm/s | {len(d):,} of {len(after):,} | {d[0]:.2f}, {part(0.1):.2f}, {part(0.5):.2f}, {part(0.9):.2f} | {100 * within:.0f} % |", flush=True)


if __name__ == "__main__":
    if len(sys.argv) > 2 and sys.argv[1] == "growth":
        growth(sys.argv[2])
    elif len(sys.argv) > 3 and sys.argv[1] == "layers":
        layers(sys.argv[2], sys.argv[3:])
    else:
        sys.exit(__doc__)
