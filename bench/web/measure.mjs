// WebAssembly beside the native library, four lanes and one thread both:  node bench/web/measure.mjs [TOILE]
// Needs `make web-core` and the toile command (build/release/cli/toile by default). Turns alternate, so that a busy machine
// slows both sides alike; the median of all steps counts.
import { execFileSync } from 'node:child_process';
import { loadToile } from '../../web/toile/dist/index.js';

const command = process.argv[2] ?? new URL('../../build/release/cli/toile', import.meta.url).pathname;
const scenes = ['sheet32', 'sheet100', 'sheet100b', 'self32', 'cape'];
const rounds = 3, steps = 120, unmeasured = 20;

function native(scene) {
  const json = execFileSync(command,
    ['bench', scene, '--simd', 'sse4', '--no-baseline', '--json', '--steps', String(steps)], { encoding: 'utf8' });
  return JSON.parse(json).ms_per_step.median;
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

const toile = await loadToile();
function wasm(name) {
  const scene = toile.openScene(name);
  const times = [];
  for (let step = 0; step < steps; ++step) {
    scene.advance();
    // What the world itself took, as the command measures: without moving figures and pins.
    if (step >= unmeasured) times.push(scene.world.stats.lastStepMilliseconds);
  }
  scene.dispose();
  return median(times);
}

console.log('| scene | native SSE4, ms a step | WebAssembly, ms a step | ratio |\n|---|---|---|---|');
for (const scene of scenes) {
  const pairs = Array.from({ length: rounds }, () => [native(scene), wasm(scene)]);
  const ratio = median(pairs.map(([a, b]) => b / a));
  const [a, b] = [0, 1].map((side) => median(pairs.map((pair) => pair[side])));
  console.log(`| \`${scene}\` | ${a.toFixed(3)} | ${b.toFixed(3)} | ${ratio.toFixed(2)} |`);
}
