"""Checks that the SPIR-V in shaders/spirv is that of the WGSL in shaders/.

usage: check_shaders.py REPOSITORY digests|compile
  digests: by the hashes that were stored with it; needs nothing
  compile: by compiling again; exit status 77 where Node or the translator is not installed
"""
import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import sys

INCLUDE = re.compile(r'^// #include "([^"]+)"$')


def expand(root, path, seen):
    """The rule of shaders/README.md, written a second time."""
    seen.add(path)
    text = ""
    for line in (root / path).read_text().split("\n"):
        include = INCLUDE.match(line)
        if not include:
            text += line + "\n"
        elif include[1] not in seen:
            text += expand(root, include[1], seen)
    return text.rstrip("\n") + "\n"


def digest_errors(root):
    stored = json.loads((root / "spirv/digests.json").read_text())
    sources = {path.relative_to(root) for path in root.rglob("*.wgsl")}
    shaders = {str(path.with_suffix("")): path for path in sources if path.parts[0] != "include"}
    for name in sorted(stored.keys() - shaders.keys()):
        yield f"{name}: its shader is gone"
    for name, path in sorted(shaders.items()):
        if name not in stored:
            yield f"{path}: was never compiled"
            continue
        if hashlib.sha256(expand(root, str(path), set()).encode()).hexdigest() != stored[name]["source"]:
            yield f"{path}: was changed after it was compiled"
        spirv = root / "spirv" / f"{name}.spv"
        if not spirv.is_file() or hashlib.sha256(spirv.read_bytes()).hexdigest() != stored[name]["spirv"]:
            yield f"spirv/{name}.spv: is not what was compiled"


def check_digests(repository):
    errors = list(digest_errors(repository / "shaders"))
    print("\n".join(errors + ["run: make shaders"]) if errors else "all digests are current")
    return 1 if errors else 0


def check_compile(repository):
    scripts = repository / "scripts/shaders"
    if shutil.which("node") is None or not (scripts / "node_modules/naga-wasm").is_dir():
        print("SKIPPED: needs node and the translator (make shaders installs it)")
        return 77
    return subprocess.run(["node", scripts / "compile.mjs", "--check"], check=False).returncode


if __name__ == "__main__":
    checks = {"digests": check_digests, "compile": check_compile}
    sys.exit(checks[sys.argv[2]](pathlib.Path(sys.argv[1])))
