"""What a bake leaves: frames of every format at their times (P34), and the files that `make demo` promises.

Usage: test_export.py PROGRAM [unittest arguments]. The readers here share nothing with the library's.
"""

import json
import os
import re
import struct

from command import CommandTest, main, run

# Three seconds with both ends kept: P34 of the cases.
RATES = {"24": 73, "25": 76, "30": 91, "60": 181, "23.976": 72}
SIDE = 4  # vertices along the sheet
GRAVITY = 9.81
FREE_FALL = {
    "toile": 1, "name": "fall", "duration": 3, "wind": {"air_density": 0},
    "garments": [{"name": "sheet", "mesh": {"grid": {"width": SIDE, "height": SIDE, "spacing": 0.1}}}],
    "cloths": [{"name": "sheet", "garment": "sheet", "params": {"velocity_damping": 0}}],
}


def mean(numbers):
    return sum(numbers) / len(numbers)


def pc2_frames(data):
    """Heights of the centroid, one a sample. The format's rate counts frames, not seconds."""
    magic, version, vertices, start, rate, samples = struct.unpack_from("<12siiffi", data)
    assert (magic, version, start, rate) == (b"POINTCACHE2\0", 1, 0.0, 1.0), (magic, version, start, rate)
    assert len(data) == 32 + samples * vertices * 12
    return [mean(struct.unpack_from(f"<{3 * vertices}f", data, 32 + k * vertices * 12)[1::3]) for k in range(samples)]


def mdd_frames(data):
    """Times in s and heights of the centroid."""
    samples, vertices = struct.unpack_from(">ii", data)
    times = struct.unpack_from(f">{samples}f", data, 8)
    start = 8 + 4 * samples
    assert len(data) == start + samples * vertices * 12
    return times, [mean(struct.unpack_from(f">{3 * vertices}f", data, start + k * vertices * 12)[1::3])
                   for k in range(samples)]


def glb_frames(data):
    """Times in s and heights of the centroid: base positions plus the morph target that has weight 1 then."""
    magic, version, length = struct.unpack_from("<4sII", data)
    assert (magic, version, length) == (b"glTF", 2, len(data))
    size, kind = struct.unpack_from("<I4s", data, 12)
    assert kind == b"JSON"
    document = json.loads(data[20:20 + size])
    binary = 20 + size + 8

    def read(index):
        accessor = document["accessors"][index]
        assert accessor["componentType"] == 5126
        width = {"SCALAR": 1, "VEC3": 3}[accessor["type"]]
        if "bufferView" not in accessor:  # all zeros
            return [0.0] * (accessor["count"] * width)
        view = document["bufferViews"][accessor["bufferView"]]
        assert view.get("byteStride", 4 * width) == 4 * width
        at = binary + view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
        return struct.unpack_from(f"<{accessor['count'] * width}f", data, at)

    sampler = document["animations"][0]["samplers"][0]
    times, weights = read(sampler["input"]), read(sampler["output"])
    primitive = document["meshes"][0]["primitives"][0]
    base = mean(read(primitive["attributes"]["POSITION"])[1::3])
    shapes = [mean(read(target["POSITION"])[1::3]) for target in primitive["targets"]]
    assert len(weights) == len(times) * len(shapes)
    heights = []
    for k in range(len(times)):
        row = weights[k * len(shapes):(k + 1) * len(shapes)]
        assert sorted(set(row)) in ([0.0], [0.0, 1.0]) and sum(row) <= 1.0, row
        heights.append(base + sum(w * shape for w, shape in zip(row, shapes)))
    return times, heights


def obj_height(data):
    return mean([float(line.split()[2]) for line in data.decode().splitlines() if line.startswith("v ")])


def usda_frames(data):
    """Rate in 1/s, time codes and heights of the centroid."""
    text = data.decode()
    rate = float(re.search(r"timeCodesPerSecond = (\S+)", text).group(1))
    samples = re.search(r"point3f\[\] points\.timeSamples = \{(.*?)\}", text, re.S).group(1)
    codes, heights = [], []
    for code, points in re.findall(r"([\d.]+): \[(.*?)\]", samples, re.S):
        codes.append(float(code))
        heights.append(mean([float(p) for p in re.findall(r"\(([^,]+), ([^,]+), ([^)]+)\)", points) for p in p[1:2]]))
    return rate, codes, heights


class P34(CommandTest):
    def test_every_format_has_its_frames_at_their_times_at_every_rate(self):
        self.write("fall.json", json.dumps(FREE_FALL))
        at_one_second = []
        for rate, frames in RATES.items():
            with self.subTest(rate):
                fps = float(rate)
                self.expect(run("bake", "fall.json", "-q", "--fps", rate, "--out", "f.glb,f.pc2,f.mdd,o.obj,f.usda",
                                cwd=self.folder), 0)
                heights = pc2_frames(self.bytes_of("f.pc2"))
                self.assertEqual(len(heights), frames)

                mdd_times, mdd_heights = mdd_frames(self.bytes_of("f.mdd"))
                glb_times, glb_heights = glb_frames(self.bytes_of("f.glb"))
                usda_rate, codes, usda_heights = usda_frames(self.bytes_of("f.usda"))
                self.assertEqual(usda_rate, fps)
                self.assertEqual(codes, list(range(frames)))
                for times in (mdd_times, glb_times, [code / usda_rate for code in codes]):
                    self.assertEqual(len(times), frames)
                    for k, time in enumerate(times):
                        self.assertAlmostEqual(time, k / fps, delta=1e-6)

                numbered = sorted(name for name in os.listdir(self.folder) if re.fullmatch(r"o\.\d{4}\.obj", name))
                self.assertEqual(numbered, [f"o.{k + 1:04}.obj" for k in range(frames)])
                obj_heights = [obj_height(self.bytes_of(name)) for name in numbered]
                # The same animation in each. Rounding: of positions of 44 m to float, and once more as a difference.
                for other in (mdd_heights, glb_heights, usda_heights, obj_heights):
                    self.assertEqual(len(other), frames)
                    for one, another in zip(heights, other):
                        self.assertAlmostEqual(one, another, delta=1e-5)
                for name in numbered:
                    os.remove(self.path(name))

                # Free fall is a parabola: the three frames round one second give it exactly.
                k = round(fps)
                a, b, c = heights[k - 1] - heights[0], heights[k] - heights[0], heights[k + 1] - heights[0]
                s = fps - k
                at_one_second.append(b + 0.5 * s * (c - a) + 0.5 * s * s * (a - 2 * b + c))
        substep = 1 / 3600  # the default
        for y in at_one_second:
            self.assertAlmostEqual(y, -0.5 * GRAVITY, delta=0.5 * GRAVITY * substep + 1e-3)
        self.assertLessEqual(max(at_one_second) - min(at_one_second), 0.5 * GRAVITY * substep + 1e-3)

    def test_last_time_at_ntsc_film_rate(self):
        self.write("fall.json", json.dumps(FREE_FALL))
        self.expect(run("bake", "fall.json", "-q", "--fps", "23.976", "--out", "f.mdd", cwd=self.folder), 0)
        times, _ = mdd_frames(self.bytes_of("f.mdd"))
        self.assertAlmostEqual(times[-1], 2.9613, delta=5e-5)


class Demo(CommandTest):
    """The line of the Makefile's `demo`, with fewer frames."""

    def demo_line(self):
        makefile = os.path.join(os.path.dirname(__file__), "..", "..", "Makefile")
        with open(makefile, encoding="utf-8") as file:
            line = re.search(r"^\t\$\(TOILE\) (bake .*)$", file.read(), re.M)
        return line.group(1).split()

    def test_leaves_the_files_and_the_summary_that_the_readme_promises(self):
        os.mkdir(self.path("out"))
        result = run(*self.demo_line(), "--frames", "3", "--substeps", "4", cwd=self.folder)
        self.expect(result, 0)
        self.assertEqual(sorted(os.listdir(self.path("out"))), ["cape.glb", "cape.obj", "cape.pc2", "cape.png"])

        for label, pattern in (("scene", r"cape"), ("particles", r"\d+"), ("constraints", r"\d+ a pass, \d+ tethers"),
                               ("ms a step", r"\d+\.\d+ median, \d+\.\d+ worst \(.+\)"),
                               ("maximum stretch", r"\d+\.\d+ % \(frame \d+\)"), ("frames", r"3 at \d+ 1/s")):
            self.assertRegex(result.stdout, rf"(?m)^{label} +{pattern}$")
        for name in ("cape.glb", "cape.pc2", "cape.obj", "cape.png"):
            size = os.path.getsize(self.path("out/" + name)) / 1e6
            self.assertRegex(result.stdout, rf"(?m)^wrote +out/{re.escape(name)}, {size:.2f} MB$")
        self.assertRegex(result.stderr, r"baking.*3")

        # The picture is a PNG of some size that is not one colour; the cache and its mesh are of the same vertices.
        png = self.bytes_of("out/cape.png")
        self.assertEqual(png[:8], b"\x89PNG\r\n\x1a\n")
        width, height = struct.unpack_from(">II", png, 16)
        self.assertGreater(width, 400)
        self.assertGreater(height, 200)
        self.assertGreater(len(png), 10000)
        frames = pc2_frames(self.bytes_of("out/cape.pc2"))
        self.assertEqual(len(frames), 3)
        vertices = struct.unpack_from("<i", self.bytes_of("out/cape.pc2"), 16)[0]
        mesh = self.bytes_of("out/cape.obj").decode().splitlines()
        self.assertEqual(sum(line.startswith("v ") for line in mesh), vertices)
        times, heights = glb_frames(self.bytes_of("out/cape.glb"))
        self.assertEqual(len(times), 3)
        for one, another in zip(frames, heights):
            self.assertAlmostEqual(one, another, delta=1e-5)

    def test_what_cannot_stretch_stretches_by_nothing(self):
        scene = {"toile": 1, "name": "board", "garments": [{"name": "g", "mesh": {"grid": {"width": 2, "height": 2}},
                                                            "fixed": [{"top": {"part": 1}}]}],
                 "cloths": [{"name": "c", "garment": "g"}]}
        self.write("board.json", json.dumps(scene))
        result = run("bake", "board.json", "--frames", "2", "--out", "b.pc2", cwd=self.folder)
        self.expect(result, 0)
        self.assertRegex(result.stdout, r"maximum stretch +0\.00 %")


if __name__ == "__main__":
    main()
