"""Writes docs/convergence.md and its plots (SVG): stretch against cost on sheet100.

usage: convergence.py BUILD_FOLDER [LINES]   (builds and runs toile_convergence there; a few minutes)

LINES: a file with what toile_convergence has printed before, to draw it again without measuring.

Only the standard library is needed.
"""
import json
import math
import pathlib
import subprocess
import sys

from figures import processor

ROOT = pathlib.Path(__file__).resolve().parent.parent
COLOURS = ["#1b6ca8", "#c8553d", "#588157", "#8e5ea2", "#d4a017", "#444444"]
NAMES = {"gauss_seidel": "Gauss–Seidel, scalar", "jacobi": "Jacobi, scalar", "vbd": "VBD, scalar",
         "toile": "Toile"}


def escape(text):
    return text.replace("&", "&amp;").replace("<", "&lt;")


class Plot:
    """Cost against stretch beyond the rest length, both logarithmic."""
    WIDTH, HEIGHT = 820, 470
    LEFT, RIGHT, TOP, BOTTOM = 90, 230, 40, 60

    def __init__(self, title, rows):
        """Rooms for the rows that will be drawn."""
        self.x_range = (min(r["cost"] for r in rows) * 0.8, max(r["cost"] for r in rows) * 1.3)
        self.y_range = (min(r["peak"] - 1.0 for r in rows) * 0.7, max(r["peak"] - 1.0 for r in rows) * 1.4)
        self.parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.WIDTH} {self.HEIGHT}" '
                      'font-family="sans-serif" font-size="12">',
                      f'<rect width="{self.WIDTH}" height="{self.HEIGHT}" fill="white"/>',
                      f'<text x="{self.LEFT}" y="22" font-size="15">{escape(title)}</text>']
        self.legend, self.marked = 0, set()
        self.axes()

    def x(self, value):
        low, high = (math.log10(v) for v in self.x_range)
        return self.LEFT + (math.log10(value) - low) / (high - low) * (self.WIDTH - self.LEFT - self.RIGHT)

    def y(self, value):
        low, high = (math.log10(v) for v in self.y_range)
        span = self.HEIGHT - self.TOP - self.BOTTOM
        return self.TOP + span - (math.log10(value) - low) / (high - low) * span

    def axes(self):
        bottom, right = self.HEIGHT - self.BOTTOM, self.WIDTH - self.RIGHT
        for tick in [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50]:
            if not self.x_range[0] <= tick <= self.x_range[1]:
                continue
            x = self.x(tick)
            self.parts.append(f'<line x1="{x:.1f}" y1="{self.TOP}" x2="{x:.1f}" y2="{bottom}" stroke="#ddd"/>'
                              f'<text x="{x:.1f}" y="{bottom + 18}" text-anchor="middle">{tick:g}</text>')
        for tick in [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100, 300]:
            if not self.y_range[0] <= tick <= self.y_range[1]:
                continue
            y = self.y(tick)
            self.parts.append(f'<line x1="{self.LEFT}" y1="{y:.1f}" x2="{right}" y2="{y:.1f}" stroke="#ddd"/>'
                              f'<text x="{self.LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{100 * tick:g} %</text>')
        self.parts.append(f'<text x="{(self.LEFT + right) / 2:.0f}" y="{self.HEIGHT - 18}" text-anchor="middle">'
                          'cost of a step, in steps of the scalar baseline at 2 × 1</text>'
                          f'<text transform="translate(18 {(self.TOP + bottom) / 2:.0f}) rotate(-90)" '
                          'text-anchor="middle">largest edge beyond its rest length</text>')

    def series(self, name, rows, colour, dashed=False):
        """A line through the rows in order, each marked with its substeps × iterations."""
        places = [(self.x(r["cost"]), self.y(r["peak"] - 1.0), f"{r['substeps']}×{r['iterations']}") for r in rows]
        dash = ' stroke-dasharray="5 4"' if dashed else ""
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y, _ in places)
        self.parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.6"{dash}/>')
        below = self.legend % 2 == 1  # labels of neighbouring lines keep out of each other's way
        for x, y, label in places:
            self.parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.4" fill="{colour}"/>')
            if (round(x), round(y)) in self.marked:
                continue  # two lines of one method meet here
            self.marked.add((round(x), round(y)))
            self.parts.append(f'<text x="{x - 12 if below else x + 5:.1f}" y="{y + 15 if below else y - 5:.1f}" '
                              f'font-size="10" fill="{colour}">{label}</text>')
        y = self.TOP + 14 + 20 * self.legend
        x = self.WIDTH - self.RIGHT + 14
        self.parts.append(f'<line x1="{x}" y1="{y}" x2="{x + 22}" y2="{y}" stroke="{colour}" stroke-width="2"{dash}/>'
                          f'<text x="{x + 28}" y="{y + 4}">{escape(name)}</text>')
        self.legend += 1

    def write(self, path):
        path.write_text("\n".join(self.parts + ["</svg>"]) + "\n", encoding="utf-8")


def measure(build, kept):
    if kept:
        return read(pathlib.Path(kept).read_text(encoding="utf-8"))
    subprocess.run(["cmake", "--build", build, "--target", "toile_convergence"], check=True, stdout=subprocess.DEVNULL)
    done = subprocess.run([pathlib.Path(build) / "bench" / "toile_convergence"], check=True, capture_output=True,
                          text=True)
    return read(done.stdout)


def read(lines):
    rows = [json.loads(line) for line in lines.splitlines()]
    unit = rows[0]["ms"]
    for row in rows:
        row["cost"] = row["ms"] / unit
    return rows[0], rows[1:]


def chosen(rows, method, aids, iterations=None, substeps=None):
    return [r for r in rows if r["method"] == method and r["aids"] == aids and r["peak"] is not None
            and (iterations is None or r["iterations"] == iterations)
            and (substeps is None or r["substeps"] == substeps)]


def draw(rows):
    images = ROOT / "docs" / "images"
    def plot(name, title, lines):
        drawing = Plot(title, [row for _, rows, _, _ in lines for row in rows])
        for line, own, colour, dashed in lines:
            drawing.series(line, own, colour, dashed)
        drawing.write(images / f"convergence_{name}.svg")

    plot("aids", "With and without each aid (one iteration)",
         [(name, chosen(rows, "toile", name, iterations=1), COLOURS[k], False)
          for k, name in enumerate(["none", "tethers", "levels", "tethers and levels"])])
    plot("substeps", "Substeps or iterations (no aids)",
         [(f"{n} iteration{'s' if n > 1 else ''}", chosen(rows, "toile", "none", iterations=n), COLOURS[k], False)
          for k, n in enumerate([1, 2, 4])])
    lines = []
    for k, name in enumerate(["gauss_seidel", "jacobi", "vbd"]):
        lines.append((f"{NAMES[name]}, 1 iteration", chosen(rows, name, "none", iterations=1), COLOURS[k], False))
        lines.append(("… 2 substeps, 1 and 4 iterations", chosen(rows, name, "none", substeps=2), COLOURS[k], True))
    plot("methods", "Methods, plain scalar code, no aids", lines)


def figure(value):
    return "exploded" if value is None else f"{value:.3f}"


def table(rows, keys):
    lines = ["| substeps × iterations | " + " | ".join(title for title, _, _ in keys) + " |",
             "|---|" + "---|" * len(keys)]
    for substeps, iterations in sorted({(r["substeps"], r["iterations"]) for r in rows}):
        cells = []
        for _, method, aids in keys:
            match = [r for r in rows if (r["method"], r["aids"], r["substeps"], r["iterations"])
                     == (method, aids, substeps, iterations)]
            cells.append(f"{figure(match[0]['peak'])} at {match[0]['cost']:.2f}" if match else "–")
        if any(cell != "–" for cell in cells):
            lines.append(f"| {substeps} × {iterations} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main():
    unit, rows = measure(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None)
    draw(rows)
    toile = table([r for r in rows if r["method"] == "toile"],
                  [(a, "toile", a) for a in ["none", "tethers", "levels", "tethers and levels"]])
    others = table([r for r in rows if r["method"] != "toile"],
                   [(NAMES[m], m, "none") for m in ["gauss_seidel", "jacobi", "vbd"]])
    template = (ROOT / "scripts" / "convergence.md.in").read_text(encoding="utf-8")
    page = template.replace("@TOILE@", toile).replace("@OTHERS@", others)
    page = page.replace("@MACHINE@", f"{processor()}; a baseline step took {unit['ms']:.3f} ms")
    (ROOT / "docs" / "convergence.md").write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
