// WebAssembly beside the native library, four lanes and one thread both:  node bench/web/measure.mjs [TOILE [SCENE…]]
// Needs `make web-core` and the toile command (build/release/cli/toile by default). Both play the same steps and have to end
// in the same bits. Rounds alternate, so that a busy machine slows both sides alike; of each side the fastest round counts,
// and the ratio is that of these two.
import { execFileSync } from 'node:child_process';
import { availableParallelism, loadavg } from 'node:os';
import { loadToile } from '../../web/toile/dist/index.js';

const command = process.argv[2] ?? new URL('../../build/release/cli/toile', import.meta.url).pathname;
const scenes = process.argv.length > 3 ? process.argv.slice(3) : ['sheet32', 'sheet100', 'sheet100b', 'self32', 'cape'];
const rounds = 5, steps = 120;

function native(scene) {
  const json = execFileSync(command,
    ['bench', scene, '--simd', 'sse4', '--threads', '1', '--no-baseline', '--json', '--steps', String(steps)], { encoding: 'utf8' });
  const { ms_per_step, state_hash } = JSON.parse(json);
  return { ms: ms_per_step.median, hash: state_hash };
}

function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

const toile = await loadToile();
function wasm(name) {
  const scene = toile.openScene(name), times = [];
  for (let step = 0; step < steps; ++step) {
    scene.advance();
    times.push(scene.world.stats.lastStepMilliseconds); // what the world itself took, as the command measures
  }
  const hash = scene.world.stateHash.toString(16).padStart(16, '0');
  scene.dispose();
  return { ms: median(times), hash };
}

console.log(`load ${loadavg()[0].toFixed(2)} on ${availableParallelism()} processors\n`);
console.log('| scene | native SSE4, ms a step | WebAssembly, ms a step | ratio | of the rounds |\n|---|---|---|---|---|');
for (const scene of scenes) {
  wasm(scene); // until everything is compiled with optimizations
  const found = Array.from({ length: rounds }, () => ({ there: native(scene), here: wasm(scene) }));
  for (const { there, here } of found) {
    if (there.hash !== here.hash) throw new Error(`${scene}: ${there.hash} and ${here.hash} are not the same work`);
  }
  const ratios = found.map(({ there, here }) => here.ms / there.ms).sort((a, b) => a - b);
  const [there, here] = ['there', 'here'].map((side) => Math.min(...found.map((each) => each[side].ms)));
  console.log(`| \`${scene}\` | ${there.toFixed(3)} | ${here.toFixed(3)} | ${(here / there).toFixed(2)} ` +
    `| ${ratios[0].toFixed(2)} … ${ratios.at(-1).toFixed(2)} |`);
}
