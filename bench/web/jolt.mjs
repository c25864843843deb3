// Toile beside Jolt Physics (npm `jolt-physics`) on the same springs, both as WebAssembly on one thread, in one page of the
// distribution's Chromium:  node bench/web/jolt.mjs [SUBSTEPS [SIZE…]]
// Needs `make web-core`. Turns of some steps alternate (springs.mjs); medians count. The lowest points tell whether both did
// the same: a sheet of 1 m that hangs reaches down to −1 m.
import { availableParallelism, loadavg } from 'node:os';
import { serve } from '../../web/serve.mjs';
import { launch, openPage } from '../../web/tests/browser.mjs';

const substeps = Number(process.argv[2] ?? 10), rounds = 30, turn = 8;
const sizes = process.argv.length > 3 ? process.argv.slice(3).map(Number) : [16, 32, 64];

function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

async function inPage(options) {
  const [{ loadToile }, { default: loadJolt }, { compare }] = await Promise.all([
    import('/web/toile/dist/index.js'), import('/web/node_modules/jolt-physics/dist/jolt-physics.wasm-compat.js'),
    import('/bench/web/springs.mjs'),
  ]);
  return compare(await loadToile(), await loadJolt(), options);
}

const server = await serve(new URL('../..', import.meta.url).pathname, 0);
const browser = await launch({ gpu: false });
console.log(`${substeps} substeps, ${rounds * turn} steps each, load ${loadavg()[0].toFixed(2)} on ${availableParallelism()} processors\n`);
console.log('| sheet | springs | ns a spring: Toile | Jolt | ratio | of neighbouring turns | lowest point, m: Toile | Jolt |');
console.log('|---|---|---|---|---|---|---|---|');
for (const size of sizes) {
  const { page, close } = await openPage(browser, `http://127.0.0.1:${server.address().port}/web/tests/blank.html`);
  const { springs, times, lowest } = await page.evaluate(inPage, { size, substeps, rounds, turn });
  await close();
  const [toile, jolt] = ['toile', 'jolt'].map((name) => (1e6 * median(times[name])) / (springs * substeps));
  // What slows one of two neighbouring turns slows the other.
  const ratios = Array.from({ length: rounds }, (_, i) => {
    const of = (name) => median(times[name].slice(i * turn, (i + 1) * turn));
    return of('jolt') / of('toile');
  }).sort((a, b) => a - b);
  const quarter = (k) => ratios[Math.floor((k * rounds) / 4)].toFixed(2);
  console.log(`| ${size} × ${size} | ${springs} | ${toile.toFixed(2)} | ${jolt.toFixed(2)} | ${(jolt / toile).toFixed(2)} ` +
    `| ${quarter(1)} … ${quarter(3)} | ${lowest.toile.toFixed(3)} | ${lowest.jolt.toFixed(3)} |`);
}
await browser.close();
server.close();
