// The page in one of two browsers, one with WebGPU and one without, and what tests do with it.
import { serve } from '../serve.mjs';
import { launch, openPage } from './browser.mjs';

const prefix = '/some/deep/folder/';

/** A context for tests that do not look at the picture: a program draws it, and shares the processor with the solver. */
export const coarse = { deviceScaleFactor: 0.25 };

/** Serves the built page from a deep folder; `close` ends it. */
export async function servePage() {
  const server = await serve(new URL('../page/dist', import.meta.url).pathname, 0, prefix);
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { address: `http://127.0.0.1:${server.address().port}${prefix}`, close };
}

/** Page and browsers of a test file: the one without WebGPU, and unless told otherwise the one with it. */
export async function start({ webgpu = true } = {}) {
  const served = await servePage();
  const browsers = { wasm: await launch({ gpu: false }), ...(webgpu && { webgpu: await launch({ gpu: true }) }) };
  return {
    /** Opens a demo; without `as`, it waits until the solver the browser stands for is at work. */
    async open(backend, demo = 'sheet', { as = backend, ...options } = {}) {
      const opened = await openPage(browsers[backend], `${served.address}#${demo}`, options);
      const { page } = opened;
      await toolsOf(page).ready();
      await page.waitForFunction((name) => globalThis.toilePage.inspect.backend === name, as);
      return { ...opened, ...toolsOf(page) };
    },
    async close() {
      await Promise.all(Object.values(browsers).map((browser) => browser.close()));
      served.close();
    },
  };
}

export function toolsOf(page) {
  return {
    ready: () => page.waitForFunction(() => globalThis.toilePage !== undefined),
    inspect: () => page.evaluate(() => ({ ...globalThis.toilePage.inspect, positions: [] })),
    /** With positions, when no steps are on their way. */
    state: () => page.evaluate(async () => {
      const { positions, ...rest } = await globalThis.toilePage.settled();
      return { ...rest, positions: positions.map((cloth) => [...cloth]) };
    }),
    /** Until this many more steps are done. */
    steps: async (count) => {
      const begin = await page.evaluate(() => globalThis.toilePage.inspect.steps);
      await page.waitForFunction((end) => globalThis.toilePage.inspect.steps >= end, begin + count, { timeout: 60000 });
    },
    /** Exactly so many, and it is paused. */
    play: (count) => page.evaluate((steps) => globalThis.toilePage.play(steps), count),
    backendIs: (name) => page.waitForFunction((wanted) => globalThis.toilePage.inspect.backend === wanted, name),
    /** Moves a control as its visitor would, at once. */
    set: (key, value) => page.locator(`#control-${key}`).evaluate((input, to) => {
      input.value = String(to);
      input.dispatchEvent(new Event('input'));
      input.dispatchEvent(new Event('change'));
    }, value),
  };
}

/** m: the largest difference of a coordinate. */
export function farthest(a, b) {
  if (a.length !== b.length) throw new Error(`${a.length} numbers and ${b.length}`);
  return a.reduce((most, x, i) => Math.max(most, Math.abs(x - b[i])), 0);
}
