// Puts the shaders that move and draw cloth on a GPU, includes expanded, into the package: src/shaders.ts, which is not committed.
import { readdirSync, writeFileSync } from 'node:fs';
import { expand, root } from '../../scripts/shaders/expand.mjs';

const texts = ['solver', 'skinning'].flatMap((folder) =>
  readdirSync(`${root}/${folder}`).filter((name) => name.endsWith('.wgsl')).sort().map((name) =>
    `  ${name.replace('.wgsl', '')}: ${JSON.stringify(expand(`${folder}/${name}`))},`));
writeFileSync(
  new URL('src/shaders.ts', import.meta.url),
  `// Made by embed_shaders.mjs of shaders/solver and shaders/skinning.\nexport const shaders: Readonly<Record<string, string>> = {\n${texts.join('\n')}\n};\n`,
);
