// Turns every shader of shaders/ into SPIR-V in shaders/spirv/, with digests.json beside it (shaders/README.md).
//   node compile.mjs           compiles all
//   node compile.mjs --check   compiles all and tells what differs from what is committed; exit 1 where something does
//   node compile.mjs --expand solver/distance.wgsl    prints a shader with its includes, as compilers get it
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expand, root } from "./expand.mjs";

const out = join(root, "spirv");

function filesUnder(folder, ending) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => relative(folder, join(entry.parentPath ?? entry.path, entry.name)).replaceAll("\\", "/"))
    .sort();
}

const digest = (data) => createHash("sha256").update(data).digest("hex");

async function compileAll() {
  const naga = await import("naga-wasm");
  const shaders = filesUnder(root, ".wgsl").filter((path) => !path.startsWith("include/"));
  const results = new Map();
  for (const path of shaders) {
    const source = expand(path);
    try {
      // Clip space as WebGPU has it, y up: Vulkan's viewport is turned over instead (negative height).
      const options = { flags: { adjustCoordinateSpace: false, debug: false } };
      const words = naga.translate({ from: "wgsl", to: "spirv", source, options });
      const bytes = Buffer.from(words.buffer, words.byteOffset, words.byteLength);
      results.set(path.replace(/\.wgsl$/, ""), { source: digest(source), spirv: digest(bytes), bytes });
    } catch (error) {
      throw new Error(`shaders/${path} (expanded):\n${error.formatted ?? error.message}`);
    }
  }
  return results;
}

function digestsText(results) {
  const lines = [...results].map(([name, r]) => `  "${name}": { "source": "${r.source}", "spirv": "${r.spirv}" }`);
  return `{\n${lines.join(",\n")}\n}\n`;
}

function differences(results) {
  const found = [];
  for (const [name, result] of results) {
    const file = join(out, `${name}.spv`);
    if (!existsSync(file)) found.push(`${name}: no SPIR-V is committed`);
    else if (!readFileSync(file).equals(result.bytes)) found.push(`${name}: the committed SPIR-V is another`);
  }
  const digests = join(out, "digests.json");
  if (!existsSync(digests) || readFileSync(digests, "utf8") !== digestsText(results))
    found.push("digests.json is out of date");
  for (const path of filesUnder(out, ".spv")) {
    if (!results.has(path.replace(/\.spv$/, ""))) found.push(`${path}: its shader is gone`);
  }
  return found;
}

function writeAll(results) {
  rmSync(out, { recursive: true, force: true });
  for (const [name, result] of results) {
    const file = join(out, `${name}.spv`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, result.bytes);
  }
  writeFileSync(join(out, "digests.json"), digestsText(results));
}

if (process.argv[2] === "--expand") {
  process.stdout.write(expand(process.argv[3]));
} else {
  try {
    const results = await compileAll();
    const check = process.argv[2] === "--check";
    const found = check ? differences(results) : [];
    if (!check) writeAll(results);
    console.log(found.length === 0 ? `${results.size} shaders, SPIR-V ${check ? "current" : "written"}`
                                   : `${found.join("\n")}\nrun: make shaders`);
    process.exitCode = found.length === 0 ? 0 : 1;
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
