"""Small made-up repositories that break one rule each: the include check has to name the file that does."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

CHECK = pathlib.Path(__file__).resolve().parents[2] / "scripts/check_includes.py"


def check(files):
    """Runs the check over files given as {path: [included names]}."""
    with tempfile.TemporaryDirectory() as folder:
        for path, includes in files.items():
            file = pathlib.Path(folder, path)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("".join(f'#include "{name}"\n' for name in includes))
        done = subprocess.run([sys.executable, CHECK, folder], capture_output=True, text=True)
        return done.returncode, done.stdout


class CheckIncludes(unittest.TestCase):
    def refuses(self, files, message):
        code, output = check(files)
        self.assertEqual(code, 1, output)
        self.assertIn(message, output)

    def test_accepts_the_right_direction(self):
        code, output = check({
            "include/toile/vec.h": [],
            "src/math/closest.h": ["toile/vec.h"],
            "src/topology/weld.h": ["math/closest.h", "toile/vec.h"],
            "io/obj.h": ["toile/vec.h"],
            "scenes/scene.cpp": ["io/obj.h", "cmath"],
        })
        self.assertEqual(code, 0, output)

    def test_mathematics_use_nothing(self):
        self.refuses({"src/math/a.h": ["topology/b.h"], "src/topology/b.h": []}, "src/math/a.h")

    def test_kernels_reach_no_topology_by_detours(self):
        self.refuses({"src/kernels/a.h": ["aligned.h"], "src/aligned.h": ["topology/b.h"], "src/topology/b.h": []},
                     "src/kernels/a.h → src/aligned.h → src/topology/b.h")

    def test_importers_know_nothing_of_the_solver(self):
        self.refuses({"io/a.cpp": ["../src/aligned.h"], "src/aligned.h": []}, "io/a.cpp")

    def test_importers_know_nothing_of_scenes(self):
        self.refuses({"io/a.cpp": ["scenes/b.h"], "scenes/b.h": []}, "io/a.cpp")

    def test_the_public_api_stands_alone(self):
        self.refuses({"include/toile/a.h": ["aligned.h"], "src/aligned.h": []}, "include/toile/a.h")

    def test_parts_do_not_know_what_is_built_on_them(self):
        self.refuses({"src/kernels/a.h": ["world.h"], "src/world.h": ["kernels/a.h"]}, "src/kernels/a.h")
        self.refuses({"src/step.cpp": ["world.h"], "src/world.h": ["step.h"], "src/step.h": []}, "src/step.cpp")

    def test_a_new_part_has_to_be_listed(self):
        self.refuses({"src/unheard_of/a.cpp": ["aligned.h"], "src/aligned.h": []}, "unheard_of is not listed")

    def test_an_empty_folder_is_no_success(self):
        self.assertEqual(check({})[0], 1)


if __name__ == "__main__":
    unittest.main()
