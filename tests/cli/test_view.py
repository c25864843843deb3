"""`toile view` by hands that are written down: under Xvfb where that is installed, and without a window."""

import os
import re
import shutil
import subprocess
import tempfile
import unittest

from command import CommandTest, main, program, run, scene_names

# Those that take longer than a second to build or a frame are seen once by hand.
SLOW = {"grow100k", "grow1m", "sheet251", "grow10k", "crowd256"}
LINE = re.compile(r"scene (\S+) frame (\d+) (\w+) pinned (\d+) tool (\d) console (\d) complaints (\d+) hash (\w+)")


def missing():
    """Why nothing can be drawn here, or None."""
    with tempfile.TemporaryDirectory() as folder:
        done = run("render", "flag", "--frames", "0", "--size", "16x16", "--out", os.path.join(folder, "a.png"))
    return None if done.returncode == 0 else done.stderr.strip()


class Viewed(CommandTest):
    def view(self, script, *arguments, source="flag", display=False):
        file = self.write("script.txt", script)
        command = [program(), "view", source, "--script", file, "--size", "400x250", *arguments]
        if display:
            command = ["xvfb-run", "-a", "-s", "-screen 0 800x600x24", *command]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, cwd=self.folder)
        self.expect(done, 0)
        return [Report(*match) for match in LINE.findall(done.stdout)], done.stdout


class Report:
    def __init__(self, scene, frame, state, pinned, tool, console, complaints, state_hash):
        self.scene, self.frame, self.state, self.pinned = scene, int(frame), state, int(pinned)
        self.tool, self.console, self.complaints, self.hash = int(tool), int(console), int(complaints), state_hash


# The middle of the flag in the camera of its scene; panels are closed, as they would lie over it.
PLAY = """
key f2
frame 3
report
move 0.45 0.28
down left
frame 1
move 0.48 0.25
frame 3
report
up left
frame 1
report
key x
frame 4
report
press z
key x
release z
frame 1
report
key f2
console picture seen.png
frame 1
shot window.png
key r
frame 1
report
key f1
frame 2
text cloth_wind 1 2 3
frame 1
key enter
frame 2
report
"""


class Played(Viewed):
    def played(self, display, *arguments):
        reports, output = self.view(PLAY, *arguments, display=display)
        start, dragged, freed, paused, stepped, reset, typed = reports
        self.assertEqual((start.frame, start.state), (3, "playing"))
        self.assertEqual(dragged.pinned, start.pinned + 1, "the mouse pulls nothing")
        self.assertEqual(dragged.frame, 7)
        self.assertEqual(freed.pinned, start.pinned, "what was pulled is still held")
        self.assertEqual((paused.frame, paused.state), (freed.frame, "paused"))
        self.assertEqual(paused.hash, freed.hash)
        self.assertEqual(stepped.frame, paused.frame + 1)
        self.assertNotEqual(stepped.hash, paused.hash)
        self.assertEqual((reset.frame, reset.state), (0, "paused"))
        self.assertEqual(typed.console, 1)
        self.assertIn("| wind 1 2 3 m/s", output)
        self.assertEqual(typed.complaints, 0)
        for name in ("seen.png", "window.png"):
            self.assertEqual(self.bytes_of(name)[:4], b"\x89PNG")
        # The one has panels, the other has not.
        self.assertNotEqual(self.bytes_of("seen.png"), self.bytes_of("window.png"))
        return reports

    def test_without_a_window(self):
        self.played(False, "--no-window")

    def test_in_a_window(self):
        if shutil.which("xvfb-run") is None:
            self.skipTest("skipped: xvfb-run is not installed (Debian: xvfb xauth), so that no window can be opened")
        in_window = self.played(True)
        without = self.played(False, "--no-window")
        self.assertEqual([r.hash for r in in_window], [r.hash for r in without], "hands do the same in both")

    def test_a_drag_changes_the_cloth_and_nothing_else_does(self):
        still, _ = self.view("key f2\nmove 0.45 0.28\nframe 8\nreport\n", "--no-window")
        again, _ = self.view("move 0.1 0.5\nwheel 2\nframe 8\nreport\n", "--no-window")
        moved, _ = self.view("key f2\nframe 3\nmove 0.45 0.28\ndown left\nframe 1\nmove 0.48 0.25\nframe 3\nup left\nframe 1\nreport\n",
                             "--no-window")
        self.assertEqual(still[0].hash, again[0].hash)
        self.assertNotEqual(still[0].hash, moved[0].hash)

    def test_every_scene_is_loaded_drawn_and_stepped(self):
        names = scene_names()
        script = "key f2\nkey x\n"
        for name in names:
            if name not in SLOW:
                script += f"console load {name}\nconsole step 1\nreport\n"
        reports, output = self.view(script, "--no-window")
        self.assertEqual([r.scene for r in reports], [n for n in names if n not in SLOW])
        self.assertTrue(all(r.frame == 1 for r in reports))
        self.assertNotIn("error:", output)
        self.assertTrue(all(r.complaints == 0 for r in reports))

    def test_painted_weights_are_saved_and_read(self):
        script = ("key f2\nkey x\nkey b\nframe 1\nmove 0.45 0.28\ndown left\nmove 0.46 0.28\nup left\nframe 1\n"
                  "console save painted.json\nreport\n")
        _, output = self.view(script, "--no-window")
        self.assertIn("| saved painted.json", output)
        saved = self.bytes_of("painted.json").decode()
        self.assertIn('"painted_stiffness"', saved)
        again, _ = self.view("frame 2\nreport\n", "--no-window", source=self.path("painted.json"))
        self.assertEqual(again[0].frame, 2)

    def test_record_writes_numbered_frames(self):
        self.view("console record out\nframe 2\nconsole record off\nframe 2\n", "--no-window")
        self.assertEqual(sorted(os.listdir(self.path("out"))), ["00000.png", "00001.png", "00002.png"])

    def test_a_wrong_script_is_named_by_its_line(self):
        done = run("view", "flag", "--no-window", "--script", self.write("s.txt", "frame\nfly\n"))
        self.expect(done, 1)
        self.assertIn("s.txt:2: ", done.stderr)

    def test_without_a_display_it_says_so(self):
        environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
        done = subprocess.run([program(), "view", "flag"], capture_output=True, text=True, env=environment, timeout=60)
        self.expect(done, 1)
        self.assertIn("no window can be opened", done.stderr)


class Rendered(CommandTest):
    def test_pictures_of_frames(self):
        done = run("render", "flag", "--frames", "0:4:2", "--size", "64x48", "--out", self.path("frames"))
        self.expect(done, 0)
        self.assertEqual(sorted(os.listdir(self.path("frames"))), ["0000.png", "0002.png", "0004.png"])

    def test_wrong_options_are_named(self):
        out = self.path("a.png")
        for options, code, words in [(["--frames", "x", "--out", out], 1, '"x"'),
                                     (["--camera", "1,2", "--out", out], 2, "--camera"),
                                     (["--camera", "1,1,1,1,1,1", "--out", out], 2, "--camera"),
                                     (["--size", "8x8", "--out", out], 2, "--size"),
                                     (["--layers", "hair", "--out", out], 2, "hair"),
                                     (["--out", "/no/such/folder/a.png", "--frames", "0", "--size", "16x16"], 1,
                                      "/no/such/folder/a.png")]:
            done = run("render", "flag", *options)
            self.expect(done, code)
            self.assertIn(words, done.stderr)
        self.assert_nothing_left()




if __name__ == "__main__":
    import sys
    import command
    command._program = os.path.abspath(sys.argv[1])
    why = missing()
    if why is not None:
        print(f"skipped: nothing can be drawn here: {why}")
        sys.exit(77)
    main()
