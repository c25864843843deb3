"""Checks the Markdown pages of the repository: the README quotes docs/example.cpp to the letter, every relative
link leads to a file, and every path named in the folder map exists.

usage: check_pages.py REPOSITORY
"""
import pathlib
import re
import sys

LINK = re.compile(r"\]\(([^)#\s]+)[^)]*\)")
MAP_ENTRY = re.compile(r"^\| `([^`]+)` \|", re.MULTILINE)


def quoted_example_errors(root):
    example = (root / "docs/example.cpp").read_text()
    if f"```cpp\n{example}```\n" not in (root / "README.md").read_text():
        yield "README.md: does not quote docs/example.cpp to the letter"


def link_errors(root, page):
    for target in LINK.findall(page.read_text()):
        if "://" not in target and not (page.parent / target).exists():
            yield f"{page.relative_to(root)}: link to {target}, which is not there"


def map_errors(root, page):
    for path in MAP_ENTRY.findall(page.read_text()):
        if path.endswith("/") and not (root / path).is_dir():
            yield f"{page.relative_to(root)}: names the folder {path}, which is not there"


def main():
    root = pathlib.Path(sys.argv[1])
    pages = [*root.glob("*.md"), *root.glob("docs/**/*.md")]
    errors = list(quoted_example_errors(root))
    for page in pages:
        errors += link_errors(root, page)
        errors += map_errors(root, page)
    print("\n".join(errors) or f"{len(pages)} pages, all current")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
