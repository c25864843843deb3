// Puts the compiled core beside the compiled TypeScript:  node copy_core.mjs [BUILD_FOLDER]
import { copyFileSync, mkdirSync } from 'node:fs';

const from = new URL(`${process.argv[2] ?? '../../build/web'}/web/core/`, import.meta.url);
const to = new URL('dist/', import.meta.url);
mkdirSync(to, { recursive: true });
for (const file of ['toile_core.mjs', 'toile_core.wasm']) copyFileSync(new URL(file, from), new URL(file, to));
copyFileSync(new URL('src/toile_core.d.mts', import.meta.url), new URL('toile_core.d.mts', to));
