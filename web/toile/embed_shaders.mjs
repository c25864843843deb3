// Puts the shaders of the GPU solver, includes expanded, into the package: src/shaders.ts, which is not committed.
import { readdirSync, writeFileSync } from 'node:fs';
import { expand, root } from '../../scripts/shaders/expand.mjs';

const files = readdirSync(`${root}/solver`).filter((name) => name.endsWith('.wgsl')).sort();
const texts = files.map((name) => `  ${name.replace('.wgsl', '')}: ${JSON.stringify(expand(`solver/${name}`))},`);
writeFileSync(
  new URL('src/shaders.ts', import.meta.url),
  `// Made by embed_shaders.mjs of shaders/solver.\nexport const shaders: Readonly<Record<string, string>> = {\n${texts.join('\n')}\n};\n`,
);
