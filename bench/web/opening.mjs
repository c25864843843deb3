// What lies between opening the page and its first moved picture, in the distribution's Chromium on software adapters:
//   node bench/web/opening.mjs [TIMES]
// Needs `make web`. The page measures its parts with performance.measure (web/page/src/timing.ts); medians count. Nothing is
// kept from one opening to the next: each has a context of its own.
import { availableParallelism, loadavg } from 'node:os';
import { launch, openPage } from '../../web/tests/browser.mjs';
import { servePage } from '../../web/tests/page.mjs';

const times = Number(process.argv[2] ?? 7);

function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

async function open(browser, address) {
  const { page, close } = await openPage(browser, address);
  await page.waitForFunction(() => performance.getEntriesByName('first picture').length > 0, undefined, { timeout: 60000 });
  await page.waitForFunction(() => !globalThis.toilePage.inspect.starting, undefined, { timeout: 60000 });
  const parts = await page.evaluate(() =>
    performance.getEntriesByType('measure').map(({ name, startTime, duration }) => [name, startTime, duration]));
  await close();
  return parts;
}

const served = await servePage();
console.log(`load ${loadavg()[0].toFixed(2)} on ${availableParallelism()} processors before`);
for (const gpu of [true, false]) {
  const browser = await launch({ gpu });
  const found = new Map();
  for (let i = 0; i < times; ++i) {
    for (const [name, begin, duration] of await open(browser, served.address)) {
      const part = found.get(name) ?? { begins: [], durations: [] };
      part.begins.push(begin);
      part.durations.push(duration);
      found.set(name, part);
    }
  }
  await browser.close();
  console.log(`\n${gpu ? 'WebGPU on a software adapter' : 'without WebGPU'}, ${times} times\n`);
  console.log('| part | begins at, ms | takes, ms |\n|---|---|---|');
  const sorted = [...found].map(([name, part]) => [name, median(part.begins), median(part.durations)]).sort((a, b) => a[1] - b[1]);
  for (const [name, begin, duration] of sorted) console.log(`| ${name} | ${begin.toFixed(0)} | ${duration.toFixed(0)} |`);
}
console.log(`\nload ${loadavg()[0].toFixed(2)} after`);
served.close();
