"""`toile inspect --json` over real files, against counts made here by a reader and a topology of their own.

Usage: test_shared_files.py PROGRAM [unittest arguments]. The files lie in $TOILE_DATA, or beside the checkout; without
them every test is skipped and says so.
"""

import collections
import json
import math
import os
import struct
import unittest

from command import CommandTest, main, run

DATA = os.environ.get("TOILE_DATA") or os.environ.get("TOILE_DATA_DEFAULT", "")

# Files that are not OBJ are checked against the table that comes with the data: after welding.
GLTF = {
    "characters/CesiumMan.glb": {"vertices": 3273, "triangles": 4672},
    "characters/RiggedSimple.glb": {"vertices": 960, "triangles": 892},
    "characters/mannequiny.glb": {"vertices": 12597, "triangles": 13832},
    "characters/simple_skin.gltf": {"vertices": 10, "triangles": 8, "non_manifold_edges": 0, "bow_tie_vertices": 0,
                                    "degenerate_faces": 0},
    "ugly/tinygltf_zero-sized-bin-chunk-440.glb": {"vertices": 3, "triangles": 1, "degenerate_faces": 0},
}
REFUSED = {
    "ugly/assimp_RecursiveNodes.gltf": "loop",
    "ugly/assimp_invalid_empty.obj": "empty",
    "ugly/assimp_invalid_malformed.obj": "line 28",
    "ugly/bounds/tinygltf_integer-out-of-bounds.gltf": "byteLength",
    "ugly/bounds/tinygltf_invalid-buffer-index.gltf": "buffer",
    "ugly/bounds/tinygltf_invalid-buffer-view-index.gltf": "bufferView is ",
    "ugly/bounds/tinygltf_invalid-primitive-indices.gltf": "accessors[0].bufferView is 1, but there are only 1",
}


def single(text):
    """The nearest float, as positions are kept."""
    return struct.unpack("f", struct.pack("f", float(text)))[0] + 0.0


def read_obj(path):
    places, faces = [], []
    with open(path, encoding="utf-8", errors="replace") as file:
        for line in file:
            words = line.split("#")[0].split()
            if words[:1] == ["v"]:
                places.append(tuple(single(w) for w in words[1:4]))
            elif words[:1] == ["f"]:
                corners = [int(w.split("/")[0]) for w in words[1:]]
                faces.append([c - 1 if c > 0 else len(places) + c for c in corners])
    return places, faces


def minus(a, b):
    return tuple(x - y for x, y in zip(a, b))


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def area_vector(points):
    total = (0.0, 0.0, 0.0)
    for b, c in zip(points[1:], points[2:]):
        total = tuple(t + n for t, n in zip(total, cross(minus(b, points[0]), minus(c, points[0]))))
    return tuple(0.5 * t for t in total)


def corners_turned_in(points):
    """How many corners turn against the polygon; straight within a millionth counts as straight."""
    normal = area_vector(points)
    size = math.sqrt(dot(normal, normal))
    if size == 0:
        return 0
    turned = 0
    for a, b, c in zip(points[-1:] + points[:-1], points, points[1:] + points[:1]):
        u, v = minus(b, a), minus(c, b)
        turned += dot(cross(u, v), normal) / size < -1e-6 * math.sqrt(dot(u, u) * dot(v, v))
    return turned


def triangles_of(places, face):
    """Of a triangle or quad; the shorter diagonal cuts a convex quad, the one inside a concave one."""
    if len(face) == 3:
        return [face]
    a, b, c, d = face
    points = [places[i] for i in face]
    normal = area_vector(points)

    def worst(cuts):
        return min(dot(area_vector([places[i] for i in cut]), normal) for cut in cuts)

    one, other = [[a, b, c], [a, c, d]], [[a, b, d], [b, c, d]]
    if worst(one) <= 0 or worst(other) <= 0:
        return one if worst(one) > worst(other) else other
    across = [dot(minus(p, q), minus(p, q)) for p, q in ((points[0], points[2]), (points[1], points[3]))]
    return one if across[0] <= across[1] * 1.0001 else other


def count(places, faces):
    """What a mesh of triangles and quads is, vertices at one place taken as one."""
    first = {}
    particle = [first.setdefault(p, len(first)) for p in places]
    at = {v: k for k, v in first.items()}
    seen, triangles = set(), []
    result = collections.Counter(faces=len(faces))
    for face in faces:
        points = [places[i] for i in face]
        if len(face) > 3:
            # A quad with one corner turned in is an arrow; with two, its sides cross.
            turned = corners_turned_in(points)
            result["concave_polygons"] += turned == 1
            result["crossing_polygons"] += turned == 2
        usable = 0
        for cut in triangles_of(places, face):
            corners = [particle[i] for i in cut]
            u, v = minus(at[corners[1]], at[corners[0]]), minus(at[corners[2]], at[corners[0]])
            twice = math.sqrt(dot(cross(u, v), cross(u, v)))
            if len(set(corners)) < 3 or twice <= 1e-6 * max(dot(u, u), dot(v, v)):
                continue
            usable += 1
            if frozenset(corners) in seen:
                result["duplicate_triangles"] += 1
                continue
            seen.add(frozenset(corners))
            triangles.append(corners)
        result["degenerate_faces"] += usable == 0
    sides = collections.defaultdict(list)
    for t, corners in enumerate(triangles):
        for p, q in zip(corners, corners[1:] + corners[:1]):
            sides[frozenset((p, q))].append(t)
    result["triangles"] = len(triangles)
    result["edges"] = len(sides)
    result["boundary_edges"] = sum(len(of) == 1 for of in sides.values())
    result["non_manifold_edges"] = sum(len(of) > 2 for of in sides.values())
    # Triangles at a point that hang together over edges at that point are one fan.
    around = collections.defaultdict(set)
    for t, corners in enumerate(triangles):
        for p in corners:
            around[p].add(t)
    for p, members in around.items():
        left, fans = set(members), 0
        while left:
            fans, stack = fans + 1, [left.pop()]
            while stack:
                t = stack.pop()
                for q in triangles[t]:
                    if q != p:
                        for other in sides[frozenset((p, q))]:
                            if other in left:
                                left.remove(other)
                                stack.append(other)
        result["bow_tie_vertices"] += fans > 1
    result["area"] = sum(math.sqrt(dot(n, n)) for n in (area_vector([at[p] for p in corners]) for corners in triangles))
    return result


KEYS = ["triangles", "concave_polygons", "crossing_polygons", "degenerate_faces", "duplicate_triangles", "non_manifold_edges",
        "bow_tie_vertices", "edges", "boundary_edges"]


@unittest.skipUnless(os.path.isdir(DATA), f"no shared data in {DATA!r}")
class SharedFiles(CommandTest):
    def files(self):
        for folder, _, names in sorted(os.walk(DATA)):
            for name in sorted(names):
                yield os.path.relpath(os.path.join(folder, name), DATA)

    def report(self, name):
        result = run("inspect", os.path.join(DATA, name), "--json")
        self.expect(result, 0)
        return json.loads(result.stdout)

    def test_every_mesh_is_checked_here(self):
        known = set(GLTF) | set(REFUSED) | {"ugly/assimp_BoxWithInfinites.glb"}
        for name in self.files():
            if name.endswith((".gltf", ".glb")):
                self.assertIn(name, known)

    def test_obj_files_have_the_counts_of_an_independent_reader(self):
        for name in self.files():
            if not name.endswith(".obj") or name in REFUSED:
                continue
            with self.subTest(name):
                places, faces = read_obj(os.path.join(DATA, name))
                report = self.report(name)
                self.assertEqual(report["file"]["vertices"] - report["file"]["split_vertices"], len(places))
                self.assertEqual(report["file"]["faces"], len(faces))
                if max(map(len, faces)) > 4:
                    continue
                counts = count(places, faces)
                garment = report["garment"]
                self.assertEqual({key: garment[key] for key in KEYS}, {key: counts[key] for key in KEYS})
                self.assertAlmostEqual(garment["area"] / counts["area"], 1.0, delta=1e-6)
                self.assertAlmostEqual(garment["mass"], garment["areal_density"] * counts["area"],
                                       delta=1e-5 * garment["mass"])

    def test_gltf_files_have_the_counts_of_their_description(self):
        for name, expected in GLTF.items():
            if not os.path.exists(os.path.join(DATA, name)):
                continue
            with self.subTest(name):
                report = self.report(name)
                self.assertEqual(report["file"]["vertices"], expected["vertices"])
                for key in set(expected) - {"vertices"}:
                    self.assertEqual(report["garment"][key], expected[key], key)

    def test_the_concave_polygon(self):
        name = "ugly/assimp_concave_polygon.obj"
        places, faces = read_obj(os.path.join(DATA, name))
        garment = self.report(name)["garment"]
        self.assertEqual(len(faces[0]), 66)
        # n corners make n − 2 triangles, whose areas sum to the polygon's.
        self.assertEqual(garment["triangles"], 64)
        self.assertEqual(garment["concave_polygons"], 1)
        self.assertEqual(garment["non_manifold_edges"], 0)
        normal = area_vector([places[i] for i in faces[0]])
        self.assertAlmostEqual(garment["area"] / math.sqrt(dot(normal, normal)), 1.0, delta=1e-6)

    def test_numbers_that_are_not_finite_are_counted(self):
        report = self.report("ugly/assimp_BoxWithInfinites.glb")
        self.assertEqual(report["file"]["non_finite_numbers"], 24)
        self.assertTrue(report["warnings"])

    def test_broken_files_are_refused_with_their_reason(self):
        for name, reason in REFUSED.items():
            if not os.path.exists(os.path.join(DATA, name)):
                continue
            with self.subTest(name):
                result = run("inspect", os.path.join(DATA, name), "--json")
                self.expect(result, 1)
                self.assertIn(reason, result.stderr)
                self.assertIn(name, result.stderr)

    def test_capsules_are_fitted_to_a_character(self):
        source = os.path.join(DATA, "characters/mannequiny.glb")
        if not os.path.exists(source):
            self.skipTest("no shared data: " + source)
        result = run("fit", source, "--out", "m.json", "--picture", "m.png", cwd=self.folder)
        self.expect(result, 0)
        self.assertIn("capsules hold", result.stdout)
        with open(self.path("m.json"), encoding="utf-8") as file:
            scene = json.load(file)
        self.assertEqual(len(scene["colliders"]), len(scene["nodes"]) + 1)  # a capsule a node, and the floor
        for node in scene["nodes"]:
            self.assertEqual(node["joint"], node["name"])
        self.assertEqual(self.bytes_of("m.png")[:4], b"\x89PNG")
        # The file stands where it was written and finds the character from there.
        self.expect(run("bake", "m.json", "--frames", "2", "--substeps", "4", "--out", "m.obj", "-q", cwd=self.folder), 0)


if __name__ == "__main__":
    main()
