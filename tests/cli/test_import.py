"""Files that have to be refused, by every command that reads one: with a reason, an exit code and nothing left (P31, P32),
and what `toile inspect` counts in meshes that are read.

Usage: test_import.py PROGRAM [unittest arguments].
"""

import base64
import json
import struct

from command import CommandTest, main, run

CORNERS = "v 0 0 0\nv 1 0 0\nv 0 1 0\n"


def triangle_gltf(**root):
    positions = struct.pack("<9f", 0, 0, 0, 1, 0, 0, 0, 1, 0)
    data = "data:application/octet-stream;base64," + base64.b64encode(positions).decode()
    return {
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
        "meshes": [{"name": "cloth", "primitives": [{"attributes": {"POSITION": 0}}]}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
        "bufferViews": [{"buffer": 0, "byteLength": 36}], "buffers": [{"byteLength": 36, "uri": data}], **root,
    }


class Refused(CommandTest):
    def assert_refused(self, name, *words):
        for command in (["inspect", name], ["inspect", name, "--json"],
                        ["bake", name, "--frames", "1", "--out", "o.pc2"]):
            with self.subTest(command):
                result = run(*command, cwd=self.folder)
                self.expect(result, 1)
                self.assertEqual(result.stdout, "")
                for word in (name, *words):
                    self.assertIn(word, result.stderr)
                self.assert_nothing_left(name)

    def test_p31_required_extension_that_is_not_supported(self):
        for extension in ("KHR_draco_mesh_compression", "EXT_meshopt_compression", "VENDOR_unheard_of"):
            self.write("t.gltf", json.dumps(triangle_gltf(extensionsUsed=[extension], extensionsRequired=[extension])))
            self.assert_refused("t.gltf", f'required extension "{extension}" is not supported')
            # Only used: the file says that it works without.
            self.write("t.gltf", json.dumps(triangle_gltf(extensionsUsed=[extension])))
            self.expect(run("inspect", "t.gltf", cwd=self.folder), 0)

    def test_p32_index_zero_and_out_of_range(self):
        for face, word in (("f 0 1 2", "vertex index 0"), ("f 1 2 99", "vertex index 99 is out of range"),
                           ("f -1 -2 -4", "vertex index -4 is out of range")):
            with self.subTest(face):
                self.write("t.obj", CORNERS + face + "\n")
                self.assert_refused("t.obj", "line 4", word)

    def test_p32_relative_indices_are_read(self):
        self.write("t.obj", CORNERS + "f -3 -2 -1\nv 5 0 0\nv 6 0 0\nv 5 1e0 1e-3\nf -3\t-2 -1 # a comment\r\n")
        result = run("inspect", "t.obj", "--json", cwd=self.folder)
        self.expect(result, 0)
        self.assertEqual(json.loads(result.stdout)["garment"]["triangles"], 2)


class Inspect(CommandTest):
    def inspect(self, name, *more):
        result = run("inspect", name, "--json", *more, cwd=self.folder)
        self.expect(result, 0)
        return json.loads(result.stdout)

    def test_mass_is_that_of_the_default_fabric(self):
        self.write("t.obj", "v 0 0 0\nv 2 0 0\nv 2 3 0\nv 0 3 0\nf 1 2 3 4\n")
        garment = self.inspect("t.obj")["garment"]
        self.assertEqual(garment["area"], 6.0)
        self.assertAlmostEqual(garment["areal_density"], 0.2, delta=1e-7)
        self.assertAlmostEqual(garment["mass"], 1.2, delta=1e-6)
        self.assertAlmostEqual(self.inspect("t.obj", "--unit", "cm")["garment"]["mass"], 1.2e-4, delta=1e-10)
        table = run("inspect", "t.obj", cwd=self.folder).stdout
        self.assertRegex(table, r"(?m)^  mass +1\.2$")
        self.assertRegex(table, r"(?m)^  simulated meshes +0$")

    def test_meshes_marked_as_simulated_are_counted_and_left_out(self):
        file = triangle_gltf(nodes=[{"mesh": 0, "children": [1]}, {"mesh": 1, "extras": {"toile_simulated": True}}])
        file["meshes"].append({"name": "coarse", "primitives": [{"attributes": {"POSITION": 0}}]})
        self.write("t.gltf", json.dumps(file))
        report = self.inspect("t.gltf")
        self.assertEqual(report["file"]["simulated_meshes"], 1)
        self.assertEqual(report["file"]["vertices"], 3)
        self.assertRegex(run("inspect", "t.gltf", cwd=self.folder).stdout, r"(?m)^  simulated meshes +1$")

    def test_every_quirk_is_counted(self):
        # A concave polygon, two tetrahedra-like fans that touch in a point, an edge of three triangles, a triangle twice.
        self.write("t.obj", "v 0 0 0\nv 4 0 0\nv 4 4 0\nv 2 1 0\nv 0 4 0\nf 1 2 3 4 5\n"    # concave: three triangles
                            "v 10 0 0\nv 11 0 0\nv 11 1 0\nv 9 0 0\nv 9 -1 0\nf 6 7 8\nf 6 9 10\n"  # bow tie in vertex 6
                            "v 20 0 0\nv 21 0 0\nv 20 1 0\nv 20 0 1\nv 20 -1 0\n"
                            "f 11 12 13\nf 11 12 14\nf 12 11 15\nf 13 11 12\n"                # non-manifold, and doubled
                            "v 30 0 0\nv 31 0 0\nv 32 0 0\nf 16 17 18\nf 16 16 17\n")         # without area
        garment = self.inspect("t.obj")["garment"]
        expected = {"triangles": 3 + 2 + 3, "concave_polygons": 1, "bow_tie_vertices": 1, "non_manifold_edges": 1,
                    "duplicate_triangles": 1, "degenerate_faces": 2, "loose_vertices": 3, "particles": 15}
        self.assertEqual({key: garment[key] for key in expected}, expected)


if __name__ == "__main__":
    main()
