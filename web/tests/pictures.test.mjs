// The page looks as it did: pictures after an exact number of steps beside small stored ones (pictures/), which were looked
// at. TOILE_UPDATE_PICTURES=1 stores them anew; the large ones are in out/web/.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import test, { after, before } from 'node:test';
import { start } from './page.mjs';

const out = new URL('../../out/web/', import.meta.url), stored = new URL('pictures/', import.meta.url);
const desktop = { viewport: { width: 1280, height: 800 } };
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const views = [
  // With both solvers: a software adapter takes 150 ms for a step, and rounding has moved nothing that can be seen yet.
  ['sheet_begins', 'sheet', { ...desktop, colorScheme: 'light' }, 24],
  ['sheet_desktop_light', 'sheet', { ...desktop, colorScheme: 'light' }, 60],
  ['sheet_desktop_dark', 'sheet', { ...desktop, colorScheme: 'dark' }, 60],
  ['sheet_phone_light', 'sheet', { ...phone, colorScheme: 'light' }, 60],
  ['sheet_phone_dark', 'sheet', { ...phone, colorScheme: 'dark' }, 60],
  ['cape', 'cape', { ...desktop, colorScheme: 'light' }, 100],
  ['flag', 'flag', { ...desktop, colorScheme: 'dark' }, 100],
  ['skirt', 'skirt', { ...desktop, colorScheme: 'light' }, 60],
  ['curtain', 'curtain', { ...desktop, colorScheme: 'light' }, 100],
];

let site;
before(async () => {
  mkdirSync(out, { recursive: true });
  mkdirSync(stored, { recursive: true });
  site = await start();
});
after(() => site?.close());

/** In a page: a picture as a small JPEG. */
async function small(page, png) {
  const data = await page.evaluate(async (text) => {
    const image = await createImageBitmap(await (await fetch(text)).blob());
    const width = image.width > image.height ? 320 : 195, height = Math.round((width * image.height) / image.width);
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    const context = canvas.getContext('2d');
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, width, height);
    return canvas.toDataURL('image/jpeg', 0.9);
  }, `data:image/png;base64,${png.toString('base64')}`);
  return Buffer.from(data.replace(/.*,/, ''), 'base64');
}

/** Of two small pictures: mean difference of a channel, and the part of the pixels that differ by more than 48, of 255. */
function difference(page, a, b) {
  return page.evaluate(async (texts) => {
    const [p, q] = await Promise.all(texts.map(async (text) => {
      const image = await createImageBitmap(await (await fetch(text)).blob());
      const context = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height }).getContext('2d');
      context.drawImage(image, 0, 0);
      return context.getImageData(0, 0, image.width, image.height).data;
    }));
    if (p.length !== q.length) return { mean: 255, far: 1 };
    let sum = 0, far = 0;
    for (let i = 0; i < p.length; i += 4) {
      const channels = [0, 1, 2].map((c) => Math.abs(p[i + c] - q[i + c]));
      sum += channels[0] + channels[1] + channels[2];
      far += Math.max(...channels) > 48 ? 1 : 0;
    }
    return { mean: sum / (0.75 * p.length), far: far / (p.length / 4) };
  }, [a, b].map((bytes) => `data:image/jpeg;base64,${bytes.toString('base64')}`));
}

// Fonts, drivers and JPEG change edges; a sheet that hangs otherwise, or a colour that is another, changes areas.
const mostMean = 3, mostFar = 0.015;

for (const [name, demo, options, count] of views) {
  for (const backend of name === 'sheet_begins' ? ['wasm', 'webgpu'] : ['wasm']) {
    test(`${name} in ${backend}`, async (t) => {
      const { page, play, close } = await site.open(backend, demo, options);
      await page.evaluate(() => {
        globalThis.toilePage.pause(true);
        globalThis.toilePage.rebuild(); // a new world: gusts begin anew as well
      });
      await page.waitForFunction((wanted) => globalThis.toilePage.inspect.backend === wanted, backend);
      await play(count);
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      const png = await page.screenshot();
      writeFileSync(new URL(`${name}_${backend}.png`, out), png);
      const now = await small(page, png), file = new URL(`${name}.jpg`, stored);
      if (process.env.TOILE_UPDATE_PICTURES === '1' && backend === 'wasm') writeFileSync(file, now);
      assert.ok(existsSync(file), `no ${file.pathname}: run with TOILE_UPDATE_PICTURES=1 and look at it`);
      const { mean, far } = await difference(page, now, readFileSync(file));
      t.diagnostic(`mean difference ${mean.toFixed(2)} of 255, ${(100 * far).toFixed(2)} % far off`);
      assert.ok(mean < mostMean && far < mostFar, `mean ${mean}, far ${far}: see out/web/${name}_${backend}.png`);
      // What the tolerance is worth: the same sheet ten steps later is another picture.
      if (name === 'sheet_desktop_light' && backend === 'wasm') {
        await play(10);
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        const later = await difference(page, await small(page, await page.screenshot()), readFileSync(file));
        assert.ok(later.mean >= mostMean || later.far >= mostFar, `ten steps more: mean ${later.mean}, far ${later.far}`);
      }
      await close();
    });
  }
}
