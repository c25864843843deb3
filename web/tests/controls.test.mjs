// Every control of the page does what it says, whichever solver is at work.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test, { after, before, describe } from 'node:test';
import { coarse, farthest, start } from './page.mjs';

const golden = JSON.parse(readFileSync(new URL('../../tests/determinism/scene_hashes.json', import.meta.url), 'utf8'));
const solverNames = { webgpu: 'WebGPU', wasm: 'WebAssembly (wasm x4)' };

let site;
before(async () => { site = await start(); });
after(() => site?.close());

for (const backend of ['webgpu', 'wasm']) {
  describe(backend, () => {
    // One page for all, as a device compiles its kernels once: each test chooses its demo anew, which sets all back.
    let opened;
    before(async () => { opened = await site.open(backend, 'sheet', coarse); });
    after(() => opened?.close());

    async function open(demo = 'sheet') {
      const { page, faults, set, backendIs } = opened;
      await page.locator('#demo').selectOption(demo);
      await page.locator('#colours').setChecked(false, { force: true });
      await page.evaluate(() => globalThis.toilePage.pause(false));
      if (demo === 'sheet') {
        // A software adapter takes 150 ms for a step of the sheet as it begins.
        await set('n', 16);
        await set('m', 16);
        await set('substeps', 4);
        await backendIs(backend);
      } else {
        assert.equal((await opened.inspect()).backend, 'wasm');
        if (backend === 'webgpu') {
          await page.waitForFunction(() => document.getElementById('backend-note').textContent.includes('not solved on the GPU'));
          assert.match(await page.locator('#backend-note').innerText(), /WebAssembly moves this scene.*(selfCollision|coarseLevels)/);
        }
        await page.locator('#control-self').uncheck();
        await page.locator('#control-levels').uncheck();
        await set('substeps', 2);
        await backendIs(backend);
      }
      return { ...opened, check: () => assert.deepEqual(faults, []) };
    }

    test('the sheet falls; Space, S and R do what they say', async () => {
      const { page, state, inspect, steps, check } = await open();
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

      // Keys that are held are pressed once.
      await page.keyboard.down('r');
      await steps(10);
      const begun = (await inspect()).steps;
      await page.keyboard.down('r');
      const on = (await inspect()).steps;
      assert.ok(begun >= 10 && on >= begun, `R starts over once: ${begun} steps, then ${on}`);
      await page.keyboard.up('r');
      for (const [key, button] of [['s', '#sphere'], [' ', '#pause']]) {
        for (let time = 0; time < 2; ++time) await page.keyboard.down(key);
        await page.keyboard.up(key);
        assert.equal(await page.locator(button).getAttribute('aria-pressed'), 'true', `${button} once`);
        await page.keyboard.press(key);
      }

      await page.locator('#pause').click();
      await page.keyboard.press('r');
      const reset = await state();
      assert.equal(reset.steps, 0);
      const [x, y, z] = reset.positions[0].slice(-3);
      assert.ok(Math.abs(x - 0.8) < 1e-5 && Math.abs(y - 0.15) < 1e-5 && Math.abs(z) < 1e-6, `R restores: ${[x, y, z]}`);
      check();
    });

    test('R starts everything anew: the sphere, the gusts, the cloth', async () => {
      const { page, state, play, backendIs, check } = await open();
      await page.evaluate(() => globalThis.toilePage.pause(true));
      const run = async () => {
        await page.keyboard.press('r');
        await backendIs(backend);
        await play(20);
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        return state();
      };
      const first = await run();
      await play(11); // another time, another wind
      const second = await run();
      assert.equal(second.steps, 20);
      assert.deepEqual(second.positions, first.positions);
      assert.deepEqual(second.solids, first.solids);
      assert.deepEqual(second.kept, first.kept, 'nothing is kept of what was drawn before');
      check();
    });

    test('the sheet can be drawn finer than it is simulated', async () => {
      const { page, state, steps, backendIs, check } = await open();
      assert.deepEqual((await state()).seen, [256]);
      await page.locator('#control-finer').check();
      await backendIs(backend);
      await steps(10);
      const { positions, seen } = await state();
      assert.deepEqual(seen, [61 * 61]);
      assert.equal(positions[0].length, 3 * 256);
      assert.match((await page.locator('#stats').innerText()).replace(/\s+/g, ' '), /particles 256 springs 1,378/);
      await page.locator('#colours').check();
      await steps(2);
      check();
    });

    test('figures tell the solver, counts follow the resolution, colours are shown', async () => {
      const { page, state, set, backendIs, steps, check } = await open();
      const shows = (text) => page.waitForFunction((wanted) =>
        [...document.querySelectorAll('#stats span')].some(({ textContent }) => textContent === wanted), text);
      for (const [n, m] of [[20, 16], [20, 9]]) {
        await set('n', n);
        await set('m', m);
        await backendIs(backend);
        await steps(5);
        assert.equal((await state()).positions[0].length, 3 * n * m);
        await shows((n * m).toLocaleString('en'));
        await shows((6 * n * m - 5 * (n + m) + 2).toLocaleString('en'));
        await shows(solverNames[backend]);
        if (backend === 'webgpu') await shows('on the GPU');
      }
      const hash = await page.locator('#hash').innerText();
      assert.match(hash, backend === 'wasm' ? /^[0-9a-f]{16}$/ : /GPU/);
      await page.locator('#colours').check();
      await shows('colours');
      check();
    });

    test('the largest sheet runs', async () => {
      const { state, set, steps, backendIs, check } = await open();
      await set('substeps', 2);
      await set('n', 256);
      await set('m', 256);
      await backendIs(backend);
      await steps(3);
      const { positions } = await state();
      assert.equal(positions[0].length, 3 * 256 * 256);
      assert.ok(positions[0].every(Number.isFinite));
      check();
    });

    test('sliders change the motion', async () => {
      const { page, state, set, play, backendIs, check } = await open();
      await page.keyboard.press('s');
      await page.locator('#control-tethers').uncheck();
      /** The sheet after 30 steps from the start with a control there. */
      await page.evaluate(() => globalThis.toilePage.pause(true));
      const run = async (key, value) => {
        await set(key, value);
        await page.locator('#reset').click();
        await backendIs(backend);
        await play(30);
        const { positions: [x] } = await state();
        assert.ok(x.every(Number.isFinite), key);
        return x;
      };
      /** m, of the middle column of the 16 × 16: 1.6 at rest. */
      const length = (x) => Array.from({ length: 15 }, (_, row) => 3 * (16 * row + 8))
        .reduce((sum, a) => sum + Math.hypot(x[a] - x[a + 48], x[a + 1] - x[a + 49], x[a + 2] - x[a + 50]), 0);
      const depth = (x) => Math.max(...x.filter((_, i) => i % 3 === 2).map(Math.abs));
      const calm = await run('wind', 0);
      const soft = await run('compliance', -1);
      assert.ok(length(soft) > length(calm) + 0.005, `compliance lets it stretch: ${length(calm)}, ${length(soft)} m`);
      const stiff = await run('compliance', -6);
      assert.ok(farthest(stiff, calm) < 1e-3, 'and back');
      const windy = await run('wind', 12);
      assert.ok(depth(windy) > depth(calm) + 0.05, 'wind lifts it');
      assert.ok(farthest(await run('damping', 5), windy) > 0.02, 'damping slows it');
      assert.ok(farthest(await run('bending', -5), windy) > 1e-3, 'bending compliance changes folds');
      await run('substeps', 3);
      await run('iterations', 4);
      await page.locator('#control-tethers').check();
      await page.locator('#control-pins').selectOption('corners');
      assert.equal((await state()).pins[0].length, 2);
      check();
    });

    test('the pointer turns, pans, zooms and pulls the cloth', async () => {
      const { page, state, steps, check } = await open();
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
      await page.locator('#stage').press('ArrowLeft');
      assert.notEqual((await camera()).azimuth, panned.azimuth, 'arrow keys turn it');

      await open();
      await page.keyboard.press('s');
      await steps(10);
      const box = await page.locator('#stage').boundingBox();
      const middle = [box.x + box.width / 2, box.y + box.height * 0.45];
      const before = await camera();
      await page.mouse.move(...middle);
      await page.mouse.down();
      await page.mouse.move(middle[0] + 100, middle[1] - 60, { steps: 4 });
      await steps(20);
      const pulled = await state();
      await page.mouse.up();
      assert.deepEqual(pulled.camera, before, 'the camera stays');
      await steps(40);
      assert.ok(farthest(pulled.positions[0], (await state()).positions[0]) > 0.05, 'let go it swings back');
      check();
    });

    test('touch: one finger turns, two zoom, a finger on the cloth pulls it', async () => {
      const { page, state, steps, check } = await open();
      const touch = (type, points) => page.evaluate(([kind, list]) => {
        const stage = document.getElementById('stage');
        stage.setPointerCapture = () => {};
        for (const [id, x, y] of list) {
          stage.dispatchEvent(new PointerEvent(kind, { pointerId: id, pointerType: 'touch', clientX: x, clientY: y, bubbles: true, button: 0 }));
        }
      }, [type, points]);
      const first = (await state()).camera;
      await touch('pointerdown', [[1, 20, 680]]);
      await touch('pointermove', [[1, 80, 680]]);
      await touch('pointerup', [[1, 80, 680]]);
      const turned = (await state()).camera;
      assert.notEqual(turned.azimuth, first.azimuth);
      await touch('pointerdown', [[1, 30, 700], [2, 100, 700]]);
      await touch('pointermove', [[2, 160, 700]]);
      await touch('pointerup', [[1, 30, 700], [2, 160, 700]]);
      const zoomed = (await state()).camera;
      assert.ok(zoomed.distance < turned.distance);
      const [x, y] = await page.evaluate(() => {
        const { positions } = globalThis.toilePage.inspect;
        const v = 3 * (16 * 8 + 8);
        return globalThis.toilePage.project(positions[0].slice(v, v + 3));
      });
      await touch('pointerdown', [[1, x, y]]);
      await touch('pointermove', [[1, x + 60, y - 30]]);
      await steps(20);
      const pulled = await state();
      await touch('pointerup', [[1, x + 60, y - 30]]);
      assert.deepEqual(pulled.camera, zoomed, 'the camera stays');
      await steps(40);
      assert.ok(farthest(pulled.positions[0], (await state()).positions[0]) > 0.03, 'let go it swings back');
      check();
    });

    for (const demo of ['cape', 'flag', 'skirt', 'curtain']) {
      test(`${demo} moves, its sliders move it otherwise, and it starts over`, async () => {
        const { page, state, set, play, backendIs, check } = await open(demo);
        await page.evaluate(() => globalThis.toilePage.pause(true));
        const begin = await state();
        await play(15);
        const later = await state();
        assert.equal(later.demo, demo);
        assert.equal(later.backend, backend);
        assert.ok(farthest(begin.positions[0], later.positions[0]) > 0.005);
        assert.ok(later.positions.flat().every(Number.isFinite));
        const run = async (key, value) => {
          await set(key, value);
          await page.locator('#reset').click();
          await backendIs(backend);
          assert.equal((await state()).steps, 0);
          await play(15);
          return (await state()).positions[0];
        };
        const windless = await run('wind', 0);
        const windy = await run('wind', 15);
        assert.ok(farthest(windless, windy) > 0.02, 'wind moves it');
        assert.ok(farthest(windy, await run('gusts', 2)) > 1e-3, 'gusts move it');
        assert.ok(farthest(windy, await run('damping', 5)) > 1e-3, 'damping calms it');
        assert.ok((await run('substeps', 4)).every(Number.isFinite));
        check();
      });
    }

    test('a click tears the curtain off a hook', async () => {
      const { page, state, steps, check } = await open('curtain');
      await steps(5);
      const before = (await state()).pins[0];
      const [x, y, vertex] = await page.evaluate(() => {
        const { positions, pins } = globalThis.toilePage.inspect;
        const v = pins[0][1];
        return [...globalThis.toilePage.project(positions[0].slice(3 * v, 3 * v + 3)), v];
      });
      const height = async () => (await state()).positions[0][3 * vertex + 1];
      const held = await height();
      await page.mouse.click(x, y);
      await page.waitForFunction((count) => globalThis.toilePage.inspect.pins[0].length === count, before.length - 1);
      await steps(20);
      assert.ok((await height()) < held - 0.005, 'it falls');
      check();
    });

    test('a garment of one\'s own: dropped, inspected, pinned, simulated, saved', async () => {
      const { page, state, steps, backendIs, check } = await open();
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
      await page.evaluate((text) => {
        const data = new DataTransfer();
        data.items.add(new File([text], 'towel.obj'));
        document.dispatchEvent(new DragEvent('dragover', { dataTransfer: data, cancelable: true }));
        document.dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }));
      }, `${lines.join('\n')}\n`);
      await page.waitForFunction(() => globalThis.toilePage.inspect.demo === 'own');
      await backendIs(backend);
      assert.match(await page.locator('#inspection').innerText(), /particles\s+144/);
      assert.match(await page.locator('#inspection').innerText(), /vertex/i, 'the loose vertex is told');
      await steps(30);
      const hanging = await state();
      assert.ok(hanging.positions[0].every(Number.isFinite));
      const [x, y, vertex] = await page.evaluate(() => {
        const { positions } = globalThis.toilePage.inspect;
        const v = 12 * 6 + 6;
        return [...globalThis.toilePage.project(positions[0].slice(3 * v, 3 * v + 3)), v];
      });
      await page.mouse.click(x, y);
      await page.waitForFunction((count) => globalThis.toilePage.inspect.pins[0].length === count, hanging.pins[0].length + 1);
      const pinned = (await state()).pins[0].find((v) => !hanging.pins[0].includes(v));
      assert.ok(Math.abs(pinned - vertex) <= 13, `vertex ${pinned} near ${vertex}`);
      await steps(3);
      const first = (await state()).positions[0].slice(3 * pinned, 3 * pinned + 3);
      await steps(10);
      assert.deepEqual((await state()).positions[0].slice(3 * pinned, 3 * pinned + 3), first, 'a pinned vertex stays');
      const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#save').click()]);
      assert.equal(download.suggestedFilename(), 'towel_draped.glb');
      const saved = readFileSync(await download.path());
      assert.equal(saved.subarray(0, 4).toString(), 'glTF');
      await page.setInputFiles('#file', { name: 'broken.glb', mimeType: 'model/gltf-binary', buffer: Buffer.from('nothing') });
      await page.waitForFunction(() => document.getElementById('message').textContent.includes('broken.glb'));
      assert.equal((await state()).demo, 'own', 'what was there stays');
      await page.setInputFiles('#file', { name: 'again.glb', mimeType: 'model/gltf-binary', buffer: saved });
      await page.waitForFunction(() => document.getElementById('demo').selectedOptions[0].textContent === 'again.glb');
      await backendIs(backend);
      await steps(5);
      assert.ok((await state()).positions[0].every(Number.isFinite), 'what was saved can be loaded');
      check();
    });

    test('the browser has the bits of the native library', async () => {
      const { page, check } = await open();
      await page.locator('#golden').click();
      await page.waitForFunction((count) => document.querySelectorAll('#golden-results li').length === count,
        Object.keys(golden.hashes).length, { timeout: 120000 });
      const results = await page.locator('#golden-results').innerText();
      for (const [name, hash] of Object.entries(golden.hashes)) assert.ok(results.includes(`${name}: ${hash} ✓`), results);
      check();
    });
  });
}
