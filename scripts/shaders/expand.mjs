// The text of a shader as compilers get it.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = join(dirname(fileURLToPath(import.meta.url)), "../../shaders");

/// A line `// #include "include/x.wgsl"` stands for that file (a path from shaders/), the first time it is met.
export function expand(path, seen = new Set()) {
  seen.add(path);
  const lines = readFileSync(join(root, path), "utf8").split("\n");
  const expanded = lines.map((line) => {
    const include = /^\/\/ #include "([^"]+)"$/.exec(line);
    if (include === null) return line + "\n";
    return seen.has(include[1]) ? "" : expand(include[1], seen);
  });
  return expanded.join("").replace(/\n+$/, "\n");
}
