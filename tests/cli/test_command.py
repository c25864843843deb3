"""The `toile` command from outside: what it writes, prints and exits with.

Usage: test_command.py PROGRAM [unittest arguments]. Needs only Python's standard library.
"""

import json
import os
import re
import resource
import signal
import struct
import subprocess
import time

from command import CommandTest, main, program, run, scene_names

SQUARE = "v 0 0 0\nv 1 0 0\nv 1 -1 0\nv 0 -1 0\nf 4 3 2 1\n"


class Usage(CommandTest):
    def test_wrong_command_lines_exit_with_2(self):
        for arguments in (
            [],
            ["fly"],
            ["bake"],
            ["bake", "flag"],  # nothing to write
            ["bake", "flag", "--out", "a.xyz"],
            ["bake", "flag", "--out", "a.glb,a.glb"],
            ["bake", "flag", "--out", "a.glb", "--frames", "0"],
            ["bake", "flag", "--out", "a.glb", "--fps", "nan"],
            ["bake", "flag", "--out", "a.glb", "--substeps", "1001"],
            ["bake", "a.obj", "--out", "a.glb", "--unit", "furlong"],
            ["bake", "a.obj", "--out", "a.glb", "--unit", "-1"],
            ["bake", "a.obj", "--out", "a.glb", "--up", "x"],
            ["bake", "flag", "--out", "a.glb,./a.glb"],
            ["bake", "flag", "--picture", "a.jpg"],
            ["bake", "flag", "--out", "a.glb", "--up", "z"],
            ["bake", "flag", "--out", "a.glb", "--unit", "cm"],
            ["bake", "flag", "--out", "a.glb", "--simulate", ""],
            ["bake", "flag", "--out", "a.glb", "--simulate", "-5"],
            ["bake", "flag", "--out", "a.glb", "--simulate", "1e9"],
            ["bake", "flag", "--out", "a.glb", "--simulate", "0"],
            ["bench", "sheet32", "--simd", "mmx"],
            ["bench", "sheet32", "--steps", "many"],
            ["fit"],
            ["fit", "a.glb"],
            ["fit", "a.glb", "--out", "a.glb"],
            ["fit", "a.glb", "--out", "a.json", "--inside", "1.5"],
            ["fit", "a.glb", "--out", "a.json", "--inside", "nan"],
            ["fit", "a.glb", "--out", "a.json", "--picture", "a.jpg"],
            ["volume", "a.obj"],
            ["volume", "a.obj", "--out", "a.vdb"],
            ["volume", "a.obj", "--out", "a.sdf", "--cell", "0"],
            ["scenes", "--json"],
        ):
            with self.subTest(arguments):
                self.expect(run(*arguments, cwd=self.folder), 2)
        self.assert_nothing_left()

    def test_help_and_version_succeed(self):
        for arguments in (["--help"], ["bake", "--help"], ["--version"]):
            result = run(*arguments)
            self.expect(result, 0)
            self.assertIn("toile" if "bake" not in arguments else "--out", result.stdout)


    def test_unknown_words_are_named_with_the_known_ones(self):
        for arguments, words in (
            (["fly"], ['"fly"', "bake, inspect, bench, fit, volume, scenes"]),
            (["bench", "sheet32", "--simd", "mmx"], ['"mmx"', "auto, scalar, sse4, avx2, avx512"]),
            (["bake", "flag"], ["nothing to write", "--out", "--picture"]),
            (["bake", "flag", "--picture", "a.jpg"], ["a.jpg", "PNG"]),
        ):
            with self.subTest(arguments):
                result = run(*arguments, cwd=self.folder)
                self.expect(result, 2)
                for word in words:
                    self.assertIn(word, result.stderr)

    def test_help_holds_no_control_bytes_and_no_values_of_flags(self):
        for command in ("bake", "inspect", "bench", "fit", "volume", "scenes"):
            text = run(command, "--help").stdout
            self.assertEqual([c for c in text if ord(c) < 32 and c != "\n"], [])
            self.assertNotIn("{false}", text)

    def test_output_that_cannot_be_written_is_no_success(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full")
        with open("/dev/full", "w", encoding="utf-8") as full:
            result = subprocess.run([program(), "scenes"], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
        self.assertEqual(result.returncode, 1)
        self.assertIn("standard output", result.stderr)


class Bake(CommandTest):
    def test_named_scene_to_every_format(self):
        names = ["f.glb", "f.pc2", "f.mdd", "g.obj", "f.usda"]
        result = run("bake", "flag", "--frames", "3", "--fps", "60", "--substeps", "2", "--out", ",".join(names),
                     "--picture", "f.png", cwd=self.folder)
        self.expect(result, 0)
        files = sorted(os.listdir(self.folder))
        self.assertEqual(files, sorted(["f.glb", "f.pc2", "f.mdd", "f.usda", "f.png", "f.obj", "g.0001.obj",
                                        "g.0002.obj", "g.0003.obj"]))
        for word in ("particles", "constraints", "ms a step", "maximum stretch", "frames", "3 at 60 1/s", "MB"):
            self.assertIn(word, result.stdout)
        with open(self.path("f.pc2"), "rb") as file:
            head = file.read(32)
        magic, version, vertices, start, rate, samples = struct.unpack("<12siiffi", head)
        self.assertEqual((magic, version, vertices, samples), (b"POINTCACHE2\0", 1, 46 * 31, 3))
        self.assertEqual(os.path.getsize(self.path("f.pc2")), 32 + 3 * 46 * 31 * 12)
        with open(self.path("f.glb"), "rb") as file:
            self.assertEqual(file.read(4), b"glTF")
        with open(self.path("f.png"), "rb") as file:
            self.assertEqual(file.read(4), b"\x89PNG")

    def test_quiet_says_nothing(self):
        result = run("bake", "flag", "-q", "--frames", "1", "--out", self.path("f.pc2"))
        self.expect(result, 0)
        self.assertEqual(result.stdout + result.stderr, "")

    def test_result_does_not_depend_on_threads(self):
        for threads in ("1", "2"):
            self.expect(run("bake", "flag", "-q", "--frames", "4", "--threads", threads, "--out",
                            self.path(threads + ".pc2")), 0)
        with open(self.path("1.pc2"), "rb") as one, open(self.path("2.pc2"), "rb") as two:
            self.assertEqual(one.read(), two.read())

    def test_mesh_hangs_from_its_highest_vertices(self):
        self.write("square.obj", SQUARE)
        self.expect(run("bake", "square.obj", "--frames", "16", "--out", "s.pc2", cwd=self.folder), 0)
        with open(self.path("s.pc2"), "rb") as file:
            data = file.read()
        self.assertEqual(len(data), 32 + 16 * 4 * 12)
        last = struct.unpack("<12f", data[-48:])
        self.assertEqual(last[0:6], (0.0, 0.0, 0.0, 1.0, 0.0, 0.0))  # the two on top stay
        self.assertAlmostEqual(last[7], -1.0, delta=0.03)  # the others hang

    def test_simulates_fewer_vertices_than_it_writes(self):
        result = run("bake", "flag", "--simulate", "100", "--frames", "3", "--out", self.path("f.pc2"))
        self.expect(result, 0)
        self.assertRegex(result.stdout, r"particles +\d{2,3}\n")
        drawn = int(re.search(r"drawn +(\d+) vertices", result.stdout).group(1))
        self.assertGreater(drawn, 500)
        self.assertEqual(os.path.getsize(self.path("f.pc2")), 32 + 3 * drawn * 12)

    def test_simulates_a_mesh_of_the_file_by_name(self):
        # An OBJ names both; without a name the drawn mesh would hold the simulated one.
        fine = "o fine\n" + "".join(f"v {x / 8} {-y / 8} 0\n" for y in range(9) for x in range(9))
        fine += "".join(f"f {i} {i + 9} {i + 10} {i + 1}\n" for y in range(8) for i in range(9 * y + 1, 9 * y + 9))
        coarse = "o coarse\n" + "".join(f"v {x / 2} {-y / 2} 0\n" for y in range(3) for x in range(3))
        coarse += "".join(f"f {i} {i + 3} {i + 4} {i + 1}\n" for y in range(2) for i in range(3 * y + 82, 3 * y + 84))
        self.write("two.obj", fine + coarse)
        scene = {"toile": 1, "name": "two", "garments": [{"name": "g", "mesh": {"file": {"path": "two.obj", "mesh": "fine"}},
                                           "simulate_mesh": "coarse"}],
                 "cloths": [{"name": "c", "garment": "g", "pins": [{"vertices": [{"top": {"part": 0.01}}]}]}]}
        self.write("two.json", json.dumps(scene))
        result = run("bake", "two.json", "--frames", "2", "--out", "t.pc2", cwd=self.folder)
        self.expect(result, 0)
        self.assertRegex(result.stdout, r"particles +9\n")
        self.assertRegex(result.stdout, r"drawn +81 vertices")
        result = run("bake", "two.obj", "--simulate", "coarse", "--frames", "2", "--out", "t.pc2", cwd=self.folder)
        self.expect(result, 1)
        self.assertIn("has to be named as well", result.stderr)

    def test_unit_and_up_axis_of_a_mesh(self):
        # The same square lying in x-z of a Z-up file in centimetres: hanging along -z there.
        self.write("z.obj", "v 0 0 0\nv 100 0 0\nv 100 0 -100\nv 0 0 -100\nf 4 3 2 1\n")
        self.write("y.obj", SQUARE)
        self.expect(run("bake", "z.obj", "--up", "z", "--unit", "cm", "--frames", "5", "--out", "a.pc2",
                        cwd=self.folder), 0)
        self.expect(run("bake", "y.obj", "--frames", "5", "--out", "b.pc2", cwd=self.folder), 0)
        with open(self.path("a.pc2"), "rb") as one, open(self.path("b.pc2"), "rb") as two:
            self.assertEqual(one.read(), two.read())

    def test_scene_file(self):
        dumped = run("scenes", "flag", "--json")
        self.expect(dumped, 0)
        self.write("scene.json", dumped.stdout)
        self.expect(run("bake", "scene.json", "-q", "--frames", "4", "--out", "a.pc2", cwd=self.folder), 0)
        self.expect(run("bake", "flag", "-q", "--frames", "4", "--out", "b.pc2", cwd=self.folder), 0)
        with open(self.path("a.pc2"), "rb") as one, open(self.path("b.pc2"), "rb") as two:
            self.assertEqual(one.read(), two.read())

    def test_errors_name_the_cause_and_leave_nothing(self):
        self.write("bad.json", '{"toile": 1, "name": "t", "garments": [{"name": "g", "mesh": {"grid": {}}}], '
                   '"cloths": [{"name": "c", "garment": "g", "params": {"tethers": 99}}]}')
        self.write("nofile.json", '{"toile": 1, "name": "t", "garments": [{"name": "g", "mesh": {"file": {"path": '
                   '"missing.obj"}}}], "cloths": [{"name": "c", "garment": "g"}]}')
        self.write("bad.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 99\n")
        self.write("empty.obj", "")
        inputs = ["bad.json", "nofile.json", "bad.obj", "empty.obj"]
        for source, words in (
            ("nothing", ["nothing", "scenes"]),
            ("absent.json", ["absent.json", "No such file"]),
            ("absent.obj", ["absent.obj"]),
            ("bad.json", ["bad.json", "/cloths/0/params/tethers"]),
            ("nofile.json", ["nofile.json", "missing.obj"]),
            ("bad.obj", ["bad.obj", "99"]),
            ("empty.obj", ["empty.obj"]),
        ):
            with self.subTest(source):
                result = run("bake", source, "--out", "o.glb,o.pc2", "--picture", "o.png", cwd=self.folder)
                self.expect(result, 1)
                for word in words:
                    self.assertIn(word, result.stderr)
                self.assertEqual(result.stdout, "")
                self.assert_nothing_left(*inputs)

    def test_unwritable_place_is_named_and_an_older_file_stays(self):
        result = run("bake", "flag", "--frames", "1", "--out", self.path("no/such/folder/o.pc2"))
        self.expect(result, 1)
        self.assertIn("no/such/folder", result.stderr)
        self.write("old.pc2", "old")
        result = run("bake", "flag", "--frames", "2", "--out", "old.pc2,no/o.glb", cwd=self.folder)
        self.expect(result, 1)
        with open(self.path("old.pc2"), encoding="utf-8") as file:
            self.assertEqual(file.read(), "old")
        self.assert_nothing_left("old.pc2")

    def refused(self, arguments, words, code=1):
        """The bake fails with these words, before it begins, and leaves all files as they were."""
        def contents():
            files = {}
            for name in sorted(os.listdir(self.folder)):
                if os.path.isfile(self.path(name)):
                    with open(self.path(name), "rb") as file:
                        files[name] = file.read()
                else:
                    files[name] = None
            return files
        before = contents()
        result = run("bake", *arguments, cwd=self.folder)
        self.expect(result, code)
        for word in words:
            self.assertIn(word, result.stderr)
        self.assertNotIn("frames,", result.stderr)  # of the progress
        self.assertEqual(contents(), before)

    def test_no_input_is_replaced(self):
        self.write("g.obj", SQUARE)
        self.write("g.0002.obj", SQUARE)
        self.expect(run("bake", "g.obj", "-q", "--out", "k.glb", "--frames", "1", cwd=self.folder), 0)
        os.symlink("g.obj", self.path("link.obj"))
        os.mkdir(self.path("sub"))
        scene = {"toile": 1, "name": "s", "garments": [{"name": "g", "mesh": {"file": {"path": "g.obj"}}}],
                 "cloths": [{"name": "c", "garment": "g"}]}
        self.write("s.json", json.dumps(scene))
        scene["characters"] = [{"name": "who", "path": "k.glb"}]
        self.write("who.json", json.dumps(scene))
        scene.pop("characters")
        scene["colliders"] = [{"body": {"file": {"path": "k.glb"}}}]
        self.write("body.json", json.dumps(scene))
        # Names of buffers are anything; %2e is a dot.
        model = {"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
                 "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
                 "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
                 "bufferViews": [{"buffer": 0, "byteLength": 36}],
                 "buffers": [{"byteLength": 36, "uri": "sub/places%2epc2"}]}
        self.write("outside.gltf", json.dumps(model))
        self.write("sub/places.pc2", "\0" * 36)
        for arguments, name in (
            (["g.obj", "--out", "g.pc2"], "g.obj"),
            (["g.obj", "--out", "sub/../g.mdd"], "g.obj"),
            (["g.obj", "--out", "g.obj", "--frames", "1"], "g.obj"),
            (["link.obj", "--out", "g.obj", "--frames", "1"], "link.obj"),
            (["./g.0002.obj", "--out", "g.obj", "--frames", "2"], "g.0002.obj"),
            (["k.glb", "--out", "k.glb"], "k.glb"),
            (["k.glb", "--out", self.path("sub/../k.glb")], "k.glb"),
            (["s.json", "--out", "g.pc2"], "g.obj"),
            (["who.json", "--out", "k.glb"], "k.glb"),
            (["body.json", "--out", "k.glb"], "k.glb"),
            (["outside.gltf", "--out", "sub/places.pc2"], "places.pc2"),
        ):
            with self.subTest(arguments):
                self.refused(arguments, ["would replace", name])

    def test_a_mesh_beside_a_cache_replaces_only_what_toile_wrote(self):
        self.write("f.obj", SQUARE)
        self.refused(["flag", "--out", "f.pc2"], ["f.obj", "did not write"])
        os.remove(self.path("f.obj"))
        for _ in range(2):
            self.expect(run("bake", "flag", "-q", "--frames", "1", "--out", "f.pc2,f.mdd", cwd=self.folder), 0)
        self.assert_nothing_left("f.mdd", "f.obj", "f.pc2")

    def test_two_targets_that_are_one_file(self):
        self.refused(["flag", "--out", "f.glb,./f.glb"], ["same file"], 2)
        self.refused(["flag", "--out", "f.obj,f.0001.pc2", "--frames", "2"], ["f.0001.pc2", "same file"])

    def test_targets_are_looked_at_before_the_bake(self):
        os.mkdir(self.path("d.glb"))
        os.mkdir(self.path("d.png"))
        os.mkdir(self.path("d.0002.obj"))
        self.write("file", "")
        for arguments, word in (
            (["--out", "d.glb"], "d.glb is a folder"),
            (["--out", "a.glb", "--picture", "d.png"], "d.png is a folder"),
            (["--out", "d.obj", "--frames", "3"], "d.0002.obj is a folder"),
            (["--out", "no/a.glb"], "the folder no does not exist"),
            (["--out", "a.glb", "--picture", "no/a.png"], "the folder no does not exist"),
            (["--out", "no/a.obj"], "the folder no does not exist"),
            (["--out", "file/a.glb"], "file is no folder"),
        ):
            with self.subTest(arguments):
                self.refused(["flag", *arguments], [word])
        if os.path.isdir("/proc"):  # nobody can write there, root neither
            self.refused(["flag", "--out", "a.glb", "--picture", "/proc/a.png"], ["/proc/a.png", "cannot be written"])

    def test_a_file_past_its_limit_is_an_error_and_leaves_nothing(self):
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000))
        result = subprocess.run([program(), "bake", "flag", "--frames", "4", "--out", "o.glb,o.pc2,o.usda"],
                                cwd=self.folder, capture_output=True, text=True, timeout=240, preexec_fn=limit)
        self.expect(result, 1)
        self.assertIn("File too large", result.stderr)
        self.assert_nothing_left()

    def test_a_mesh_that_is_pinned_all_over_is_warned_of(self):
        self.write("flat.obj", "v 0 0 0\nv 1 0 0\nv 1 0 1\nv 0 0 1\nf 4 3 2 1\n")
        result = run("bake", "flat.obj", "--frames", "2", "--out", "f.glb", cwd=self.folder)
        self.expect(result, 0)
        self.assertIn("all 4 particles are pinned", result.stderr)
        self.assertIn("nothing will move", result.stderr)
        self.assertNotIn("pinned", run("bake", "flag", "--frames", "1", "--out", self.path("g.glb")).stderr)

    def test_interrupt_leaves_nothing(self):
        process = subprocess.Popen([program(), "bake", "flag", "--frames", "60000", "--out", "o.glb,o.pc2,o.obj"],
                                   cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        # Once the temporary files are there, it is baking.
        deadline = time.monotonic() + 60
        while not os.listdir(self.folder) and process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.05)
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        _, error = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, error)
        self.assertIn(b"interrupted", error)
        self.assert_nothing_left()


class Fit(CommandTest):
    def test_what_is_no_character_is_named_and_leaves_nothing(self):
        self.write("t.obj", SQUARE)
        self.write("b.glb", "no glTF")
        for name, word in (("no.glb", "no.glb"), ("t.obj", "t.obj"), ("b.glb", "b.glb")):
            with self.subTest(name):
                result = run("fit", name, "--out", "f.json", "--picture", "f.png", cwd=self.folder)
                self.expect(result, 1)
                self.assertIn(word, result.stderr)
        self.assert_nothing_left("b.glb", "t.obj")


class Volume(CommandTest):
    def test_what_cannot_be_sampled_is_named_and_leaves_nothing(self):
        self.write("s.obj", SQUARE)
        self.write("a.sdf", "no volume")
        for name, word in (("no.obj", "no.obj"), ("s.obj", "s.obj"), ("a.sdf", "is no .sdf file")):
            with self.subTest(name):
                result = run("volume", name, "--out", "v.sdf", cwd=self.folder)
                self.expect(result, 1)
                self.assertIn(word, result.stderr)
        self.assert_nothing_left("a.sdf", "s.obj")


class Inspect(CommandTest):
    def test_counts_and_warnings(self):
        self.write("t.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 2 2 0\nv 0 0 0\nf 1 2 3\nf 1 1 2\n")
        result = run("inspect", "t.obj", "--json", cwd=self.folder)
        self.expect(result, 0)
        report = json.loads(result.stdout)
        self.assertEqual(report["file"]["vertices"], 5)
        self.assertEqual(report["garment"]["particles"], 3)
        self.assertEqual(report["garment"]["triangles"], 1)
        self.assertEqual(report["garment"]["degenerate_faces"], 1)
        self.assertEqual(report["garment"]["loose_vertices"], 1)
        self.assertEqual(report["garment"]["welded_vertices"], 1)
        self.assertAlmostEqual(report["garment"]["area"], 0.5)
        self.assertTrue(report["warnings"])
        table = run("inspect", "t.obj", cwd=self.folder)
        self.expect(table, 0)
        self.assertIn("loose vertices", table.stdout)
        self.assertIn("warning: ", table.stdout)

    def test_unit(self):
        self.write("s.obj", SQUARE)
        report = json.loads(run("inspect", "s.obj", "--unit", "inch", "--json", cwd=self.folder).stdout)
        self.assertAlmostEqual(report["garment"]["area"], 0.0254 ** 2, delta=1e-9)

    def test_unknown_mesh_of_a_file_without_names(self):
        self.write("s.obj", SQUARE)
        result = run("inspect", "s.obj", "--mesh", "sleeve", cwd=self.folder)
        self.expect(result, 1)
        self.assertIn('"sleeve"', result.stderr)
        self.assertIn("names none", result.stderr)

    def test_missing_file(self):
        result = run("inspect", "no.glb", cwd=self.folder)
        self.expect(result, 1)
        self.assertIn("no.glb", result.stderr)


class Bench(CommandTest):
    def test_json(self):
        result = run("bench", "sheet32", "--steps", "10", "--json")
        self.expect(result, 0)
        report = json.loads(result.stdout)
        for key in ("scene", "particles", "constraints_per_step", "substeps", "iterations", "threads", "simd",
                    "ms_per_step", "ns_per_constraint", "stretch_end", "stretch_peak", "baseline_ms_per_step",
                    "ratio_to_baseline", "state_hash", "finite"):
            self.assertIn(key, report)
        self.assertEqual(report["particles"], 1024)
        self.assertTrue(report["finite"])
        again = json.loads(run("bench", "sheet32", "--steps", "10", "--json", "--threads", "2").stdout)
        self.assertEqual(report["state_hash"], again["state_hash"])

    def test_drawing_over_fewer_particles_is_measured_against_all_of_them(self):
        report = json.loads(run("bench", "render10k", "--steps", "4", "--json").stdout)
        self.assertLessEqual(report["particles"], 2000)
        self.assertEqual(report["drawn_vertices"], 10000)
        self.assertAlmostEqual(report["ratio_to_full"],
                               report["ms_per_step"]["median"] / report["full_ms_per_step"]["median"], places=6)
        self.assertGreater(report["ms_per_step"]["median"], report["ms_draw"]["median"])

    def test_substeps_are_counted_as_the_option_counts_them(self):
        self.write("s.json", json.dumps({"toile": 1, "name": "s", "frames_per_second": 30, "garments": [
            {"name": "g", "mesh": {"grid": {"width": 4, "height": 4}}}], "cloths": [{"name": "c", "garment": "g"}]}))
        result = run("bench", "s.json", "--substeps", "4", "--iterations", "3", "--steps", "2", "--json",
                     cwd=self.folder)
        self.expect(result, 0)
        report = json.loads(result.stdout)
        self.assertEqual((report["substeps"], report["substeps_per_step"]), (4, 8))
        self.assertEqual(report["constraints_per_step"], 8 * 3 * report["constraints_per_pass"])

    def test_table_and_unknown_scene(self):
        result = run("bench", "sheet32", "--steps", "2", "--substeps", "3", "--iterations", "2", "--tethers", "1")
        self.expect(result, 0)
        self.assertIn("3 substeps x 2 iterations", result.stdout)
        self.expect(run("bench", "sheet33"), 1)


class Scenes(CommandTest):
    def test_list_schema_and_fabrics(self):
        listed = run("scenes")
        self.expect(listed, 0)
        for name in ("cape", "flag", "curtain", "tablecloth", "skirt", "sheet100", "sheet100b", "sheet251", "sheet32",
                     "crowd256"):
            self.assertIn(name, listed.stdout)
        schema = json.loads(run("scenes", "--schema").stdout)
        self.assertEqual(schema["$schema"], "http://json-schema.org/draft-07/schema#")
        self.assertIn("cotton", run("scenes", "--fabrics").stdout)

    def test_every_scene_is_its_own_file(self):
        for name in scene_names():
            with self.subTest(name):
                dumped = run("scenes", name, "--json")
                self.expect(dumped, 0)
                self.write("s.json", dumped.stdout)
                self.assertEqual(run("scenes", self.path("s.json"), "--json").stdout, dumped.stdout)


if __name__ == "__main__":
    main()
