// Every control of the page does what it says, in the distribution's Chromium.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import test, { after, before } from 'node:test';
import { chromium } from 'playwright-core';
import { serve } from '../serve.mjs';

const pictures = new URL('../../out/web/', import.meta.url);
const golden = JSON.parse(readFileSync(new URL('../../tests/determinism/scene_hashes.json', import.meta.url), 'utf8'));
const prefix = '/some/deep/folder/';
const flags = ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
let server, browser, address;

before(async () => {
  mkdirSync(pictures, { recursive: true });
  server = await serve(new URL('../page/dist', import.meta.url).pathname, 0, prefix);
  address = `http://127.0.0.1:${server.address().port}${prefix}`;
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: flags });
});
after(async () => {
  await browser?.close();
  server?.close();
});

/** A page that fails the test at any console error or request to elsewhere. */
async function open(demo = 'sheet', options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  const faults = [];
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.origin !== new URL(address).origin) faults.push(`external: ${url}`);
  });
  await page.goto(`${address}#${demo}`);
  await page.waitForFunction(() => globalThis.toilePage !== undefined);
  return {
    page, context, faults,
    state: () => page.evaluate(() => {
      const { positions, ...rest } = globalThis.toilePage.inspect;
      return { ...rest, positions: positions.map((cloth) => [...cloth]) };
    }),
    /** Until this many more steps are done. */
    steps: async (count) => {
      const begin = await page.evaluate(() => globalThis.toilePage.inspect.steps);
      await page.waitForFunction((end) => globalThis.toilePage.inspect.steps >= end, begin + count, { timeout: 60000 });
    },
    close: async () => {
      await context.close();
      assert.deepEqual(faults, []);
    },
  };
}

async function set(page, key, value) {
  await page.locator(`#control-${key}`).evaluate((input, to) => {
    input.value = String(to);
    input.dispatchEvent(new Event('input'));
    input.dispatchEvent(new Event('change'));
  }, value);
}

function farthest(a, b) {
  assert.equal(a.length, b.length);
  return a.reduce((most, x, i) => Math.max(most, Math.abs(x - b[i])), 0);
}

async function picture(page, name) {
  const bytes = await page.screenshot();
  writeFileSync(new URL(`${name}.png`, pictures), bytes);
  return bytes;
}

test('the sheet falls; Space, S and R do what they say', async () => {
  const { page, state, steps, close } = await open();
  await steps(20);
  const moving = await state();
  await steps(10);
  const later = await state();
  assert.ok(farthest(moving.positions[0], later.positions[0]) > 1e-4, 'the sheet moves');
  assert.notDeepEqual(moving.solids[0], later.solids[0], 'the sphere moves');

  await page.keyboard.press('Space');
  const still = await state();
  await page.waitForTimeout(300);
  assert.deepEqual((await state()).positions, still.positions, 'Space pauses');
  assert.equal(await page.locator('#pause').getAttribute('aria-pressed'), 'true');
  await page.keyboard.press('Space');

  await page.keyboard.press('s');
  await steps(2);
  const stopped = (await state()).solids[0];
  await steps(10);
  assert.deepEqual((await state()).solids[0], stopped, 'S stops the sphere');
  await page.keyboard.press('s');
  await steps(10);
  assert.notDeepEqual((await state()).solids[0], stopped, 'S lets it go on');

  await page.locator('#pause').click();
  await page.keyboard.press('r');
  const reset = await state();
  assert.equal(reset.steps, 0);
  const [x, y, z] = reset.positions[0].slice(-3);
  assert.ok(Math.abs(x - 0.8) < 1e-5 && Math.abs(y - 0.15) < 1e-5 && Math.abs(z) < 1e-6, `R restores: ${[x, y, z]}`);
  await close();
});

test('counts follow the resolution, colours are shown', async () => {
  const { page, state, close } = await open();
  for (const [n, m] of [[64, 64], [20, 64], [20, 9]]) {
    await set(page, 'n', n);
    await set(page, 'm', m);
    assert.equal((await state()).positions[0].length, 3 * n * m);
    const shown = await page.locator('#stats').innerText();
    assert.ok(shown.includes((6 * n * m - 5 * (n + m) + 2).toLocaleString('en')), shown);
  }
  await page.locator('#colours').check();
  await page.waitForTimeout(400);
  assert.match(await page.locator('#stats').innerText(), /colours\s+\d+/);
  await close();
});

test('the largest sheet runs', async () => {
  const { page, state, steps, close } = await open();
  await set(page, 'n', 256);
  await set(page, 'm', 256);
  await set(page, 'substeps', 2);
  await steps(3);
  assert.ok((await state()).positions[0].every(Number.isFinite));
  await close();
});

test('sliders change the motion', async () => {
  const { page, state, steps, close } = await open();
  await page.keyboard.press('s');
  const lowest = async () => {
    const y = (await state()).positions[0].filter((_, i) => i % 3 === 1);
    return Math.min(...y);
  };
  await set(page, 'wind', 0);
  await set(page, 'tethers', 0);
  await page.locator('#control-tethers').uncheck();
  await steps(90);
  const stiff = await lowest();
  await set(page, 'compliance', -1);
  await steps(60);
  assert.ok((await lowest()) < stiff - 0.02, 'compliance lets it hang lower');
  await set(page, 'compliance', -6);
  const depth = async () => Math.max(...(await state()).positions[0].filter((_, i) => i % 3 === 2).map(Math.abs));
  await set(page, 'damping', 5);
  await steps(60);
  const calm = await depth();
  await set(page, 'damping', 0);
  await set(page, 'wind', 12);
  await steps(60);
  assert.ok((await depth()) > calm + 0.05, 'wind lifts it');
  for (const [key, value] of [['substeps', 3], ['iterations', 4], ['bending', 1]]) {
    await set(page, key, value);
    await steps(5);
    assert.ok((await state()).positions[0].every(Number.isFinite), key);
  }
  await page.locator('#control-self').check();
  await steps(5);
  await page.locator('#control-pins').selectOption('corners');
  assert.equal((await state()).pins[0].length, 2);
  await close();
});

test('the pointer turns, pans, zooms and pulls the cloth', async () => {
  const { page, state, steps, close } = await open();
  const drag = async (from, to, key) => {
    if (key) await page.keyboard.down(key);
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2);
    await page.mouse.move(...to);
    await page.mouse.up();
    if (key) await page.keyboard.up(key);
  };
  const camera = async () => (await state()).camera;
  const first = await camera();
  await drag([60, 700], [160, 680]);
  const turned = await camera();
  assert.notEqual(turned.azimuth, first.azimuth);
  assert.deepEqual(turned.target, first.target);
  await drag([60, 700], [160, 680], 'Shift');
  const panned = await camera();
  assert.notDeepEqual(panned.target, turned.target);
  assert.equal(panned.azimuth, turned.azimuth);
  await drag([60, 700], [60, 640], 'Alt');
  const zoomed = await camera();
  assert.ok(zoomed.distance < panned.distance);
  await page.mouse.wheel(0, 300);
  await page.waitForTimeout(50);
  assert.ok((await camera()).distance > zoomed.distance);

  await page.reload();
  await page.waitForFunction(() => globalThis.toilePage !== undefined);
  await page.keyboard.press('s');
  await steps(10);
  const box = await page.locator('#stage').boundingBox();
  const middle = [box.x + box.width / 2, box.y + box.height * 0.45];
  await page.mouse.move(...middle);
  await page.mouse.down();
  await page.mouse.move(middle[0] + 90, middle[1] - 60, { steps: 4 });
  await steps(20);
  const pulled = await state();
  await page.mouse.up();
  assert.deepEqual(pulled.camera, (await state()).camera, 'the camera stays');
  await steps(40);
  assert.ok(farthest(pulled.positions[0], (await state()).positions[0]) > 0.05, 'let go it swings back');
  await close();
});

test('touch: one finger turns, two zoom', async () => {
  const { page, state, close } = await open('sheet', { hasTouch: true, viewport: { width: 390, height: 800 }, isMobile: true });
  const touch = (type, points) => page.evaluate(([kind, list]) => {
    const stage = document.getElementById('stage');
    stage.setPointerCapture = () => {};
    for (const [id, x, y] of list) {
      stage.dispatchEvent(new PointerEvent(kind, { pointerId: id, pointerType: 'touch', clientX: x, clientY: y, bubbles: true, button: 0 }));
    }
  }, [type, points]);
  const first = (await state()).camera;
  await touch('pointerdown', [[1, 20, 380]]);
  await touch('pointermove', [[1, 80, 380]]);
  await touch('pointerup', [[1, 80, 380]]);
  const turned = (await state()).camera;
  assert.notEqual(turned.azimuth, first.azimuth);
  await touch('pointerdown', [[1, 100, 200], [2, 200, 200]]);
  await touch('pointermove', [[2, 300, 200]]);
  await touch('pointerup', [[1, 100, 200], [2, 300, 200]]);
  assert.ok((await state()).camera.distance < turned.distance);
  await close();
});

for (const demo of ['cape', 'flag', 'skirt']) {
  test(`${demo} moves and starts over`, async () => {
    const { page, state, steps, close } = await open(demo);
    const begin = await state();
    await steps(40);
    const later = await state();
    assert.equal(later.demo, demo);
    assert.ok(farthest(begin.positions[0], later.positions[0]) > 0.01);
    assert.ok(later.positions.flat().every(Number.isFinite));
    await page.locator('#pause').click();
    await page.locator('#reset').click();
    assert.equal((await state()).steps, 0);
    await close();
  });
}

test('a click tears the curtain off a hook', async () => {
  const { page, state, steps, close } = await open('curtain');
  await steps(5);
  const before = (await state()).pins[0];
  const [x, y] = await page.evaluate(() => {
    const { positions, pins } = globalThis.toilePage.inspect;
    const v = pins[0][1];
    return globalThis.toilePage.project(positions[0].slice(3 * v, 3 * v + 3));
  });
  await page.mouse.click(x, y);
  assert.equal((await state()).pins[0].length, before.length - 1);
  await close();
});

test('a garment of one\'s own: inspected, pinned, simulated, saved', async () => {
  const { page, state, steps, close } = await open();
  const rows = 12;
  const lines = [];
  for (let y = 0; y < rows; ++y) for (let x = 0; x < rows; ++x) lines.push(`v ${x * 0.1} ${2 - y * 0.1} 0`);
  lines.push('v 9 9 9');
  for (let y = 0; y + 1 < rows; ++y) {
    for (let x = 0; x + 1 < rows; ++x) {
      const a = y * rows + x + 1;
      lines.push(`f ${a} ${a + rows} ${a + rows + 1} ${a + 1}`);
    }
  }
  await page.setInputFiles('#file', { name: 'towel.obj', mimeType: 'model/obj', buffer: Buffer.from(`${lines.join('\n')}\n`) });
  await page.waitForFunction(() => globalThis.toilePage.inspect.demo === 'own');
  assert.match(await page.locator('#inspection').innerText(), /particles\s+144/);
  assert.match(await page.locator('#inspection').innerText(), /vertex/i, 'the loose vertex is told');
  await steps(30);
  assert.ok((await state()).positions[0].every(Number.isFinite));
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#save').click()]);
  assert.equal(download.suggestedFilename(), 'towel_draped.glb');
  const glb = readFileSync(await download.path());
  assert.equal(glb.subarray(0, 4).toString(), 'glTF');
  await page.setInputFiles('#file', { name: 'broken.glb', mimeType: 'model/gltf-binary', buffer: Buffer.from('nothing') });
  await page.waitForFunction(() => document.getElementById('message').textContent.includes('broken.glb'));
  assert.equal((await state()).demo, 'own', 'what was there stays');
  await close();
});

test('the browser has the bits of the native library', async () => {
  const { page, close } = await open();
  await page.locator('#golden').click();
  await page.waitForFunction((count) => document.querySelectorAll('#golden-results li').length === count,
    Object.keys(golden.hashes).length, { timeout: 120000 });
  const results = await page.locator('#golden-results').innerText();
  for (const [name, hash] of Object.entries(golden.hashes)) assert.ok(results.includes(`${name}: ${hash} ✓`), results);
  await close();
});

test('pictures: desktop and phone, light and dark', async () => {
  for (const colorScheme of ['light', 'dark']) {
    for (const [name, options] of [
      ['desktop', { viewport: { width: 1280, height: 800 } }],
      ['phone', { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }],
    ]) {
      const { page, steps, close } = await open('sheet', { ...options, colorScheme });
      await steps(60);
      await picture(page, `sheet_${name}_${colorScheme}`);
      await close();
    }
  }
  for (const demo of ['cape', 'flag', 'skirt', 'curtain']) {
    const { page, steps, close } = await open(demo, { colorScheme: demo === 'flag' ? 'dark' : 'light' });
    await steps(100);
    await picture(page, demo);
    await close();
  }
});

test('without WebGL, and without SIMD, the page says so', async () => {
  for (const [spoil, text] of [
    ['HTMLCanvasElement.prototype.getContext = () => null;', 'nothing to draw with'],
    ['WebAssembly.validate = () => false;', 'WebAssembly SIMD'],
  ]) {
    const context = await browser.newContext();
    await context.addInitScript(spoil);
    const page = await context.newPage();
    await page.goto(address);
    await page.locator('#failure').waitFor({ state: 'visible' });
    assert.ok((await page.locator('#failure').innerText()).includes(text));
    await context.close();
  }
});
