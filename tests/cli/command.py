"""What the tests of the `toile` command share: running it, in a folder of the test's own."""

import os
import subprocess
import sys
import tempfile
import unittest

_program = ""


def run(*arguments, cwd=None):
    return subprocess.run([_program, *arguments], cwd=cwd, capture_output=True, text=True, timeout=240)


def program():
    return _program


def scene_names():
    """All named scenes but those whose files are not on this machine, which it says."""
    there = []
    for name in (line.split()[0] for line in run("scenes").stdout.splitlines()):
        found = run("scenes", name)
        if "TOILE_DATA" in found.stderr:
            print(f"scene {name} is skipped: {found.stderr.strip()}", file=sys.stderr)
        else:
            there.append(name)
    return there


def main():
    """Runs the tests of the main module against the program that the first argument names."""
    global _program
    if not os.environ.get("TOILE_DATA") and os.environ.get("TOILE_DATA_DEFAULT"):
        os.environ["TOILE_DATA"] = os.environ["TOILE_DATA_DEFAULT"]
    _program = os.path.abspath(sys.argv.pop(1))
    unittest.main(verbosity=2)


class CommandTest(unittest.TestCase):
    def setUp(self):
        self._folder = tempfile.TemporaryDirectory()
        self.folder = self._folder.name

    def tearDown(self):
        self._folder.cleanup()

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        return self.path(name)

    def bytes_of(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def expect(self, result, code):
        self.assertEqual(result.returncode, code, result.stdout + result.stderr)

    def assert_nothing_left(self, *inputs):
        self.assertEqual(sorted(os.listdir(self.folder)), sorted(inputs))
