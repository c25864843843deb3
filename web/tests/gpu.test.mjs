// The package's WebGPU solver, in the distribution's Chromium on a software adapter.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { serve } from '../serve.mjs';
import { launch, openPage } from './browser.mjs';

let server, browser, address;

before(async () => {
  server = await serve(new URL('..', import.meta.url).pathname, 0);
  address = `http://127.0.0.1:${server.address().port}/tests/blank.html`;
  browser = await launch({ gpu: true });
});
after(async () => {
  await browser?.close();
  server?.close();
});

/** Runs `body`, a function of the package, the parity module and an argument, in a page of its own. */
async function inBrowser(body, argument) {
  const { page, close } = await openPage(browser, address);
  const result = await page.evaluate(async ([source, given]) => {
    const package_ = await import('../toile/dist/index.js');
    const parity = await import('./parity.mjs');
    return (0, eval)(`(${source})`)(package_, parity, given);
  }, [String(body), argument]);
  await close();
  return result;
}

// Where rounding alone moves a vertex this far, m, places say nothing any more; stretch still does.
const forgotten = 1e-4;

for (const [scene, steps] of [['sheet', [1, 10, 30]], ['wardrobe', [1, 10, 30]]]) {
  test(`${scene}: the GPU is as near to the CPU as rounding lets the CPU be to itself`, async () => {
    const results = await inBrowser((_, { compare }, [name, list]) => compare(name, list), [scene, steps]);
    for (const { step, gpu, rounding, ofGpu, ofCpu, stats } of results) {
      console.log(`${scene}, ${step} steps: GPU ${gpu.toExponential(2)} m, rounding ${rounding.toExponential(2)} m, ` +
        `${stats.dispatches} dispatches, ${stats.uploaded} bytes up, ${stats.deviceMilliseconds?.toFixed(2)} ms`);
      if (step <= 10) assert.ok(rounding < forgotten, 'a scene that compares nothing');
      if (rounding < forgotten) assert.ok(gpu < 8 * rounding + 1e-6, `${gpu} m after ${step} steps; rounding alone: ${rounding}`);
      ofCpu.forEach(([most, mean], i) => {
        assert.equal(ofGpu[i][2], false, 'frozen');
        assert.ok(Math.abs(ofGpu[i][0] - most) <= 0.05 * most, `largest stretch ${ofGpu[i][0]}, ${most}`);
        assert.ok(Math.abs(ofGpu[i][1] - mean) <= 0.01 * mean, `mean stretch ${ofGpu[i][1]}, ${mean}`);
      });
    }
  });
}

test('writes between steps arrive; GPU and CPU take turns', async () => {
  const { apart, times, turns } = await inBrowser(async ({ GpuSolver }, { toileOnce, smallSheet, farthest }) => {
    const toile = await toileOnce();
    const gpu = smallSheet(toile), cpu = smallSheet(toile);
    const solver = await GpuSolver.create(gpu.world);
    const edits = {
      5: ({ cloth }) => cloth.pin([80]),
      8: ({ cloth }) => cloth.teleport({ translation: [1, 2, 3] }),
      11: ({ cloth }) => cloth.unpin([80]),
      14: ({ cloth }) => { cloth.positions = cloth.positions.slice().map((x) => x + 0.001); },
      17: ({ cloth }) => cloth.setEnabled(false),
      19: ({ cloth }) => cloth.setEnabled(true),
      22: ({ cloth }) => cloth.setParams({ tethers: 2, kinds: { shear: { enabled: false } } }),
      25: ({ world }) => world.setSubsteps(6, 2),
      28: ({ world }) => world.setGravity([1, -9, 0]),
    };
    const apart = [];
    for (let step = 0; step < 32; ++step) {
      for (const sheet of [gpu, cpu]) edits[step]?.(sheet);
      solver.step(1 / 60);
      await solver.readBack();
      cpu.world.step(1 / 60);
      apart.push(farthest(gpu.cloth.positions.slice(), cpu.cloth.positions.slice()));
    }
    const times = [gpu, cpu].map(({ world }) => world.stats.time);
    const turns = [];
    for (let step = 0; step < 12; ++step) {
      if (step % 4 < 2) solver.step(1 / 60);
      await solver.readBack();
      if (step % 4 >= 2) gpu.world.step(1 / 60);
      cpu.world.step(1 / 60);
      turns.push(farthest(gpu.cloth.positions.slice(), cpu.cloth.positions.slice()));
    }
    solver.dispose();
    gpu.world.step(1 / 60);
    cpu.world.step(1 / 60);
    turns.push(farthest(gpu.cloth.positions.slice(), cpu.cloth.positions.slice()));
    return { apart, times, turns };
  });
  // Rounding of a few µm grows a little in thirty steps; an edit that is lost shows as centimetres.
  assert.ok(Math.max(...apart) < 3e-4, String(apart));
  assert.ok(Math.max(...turns) < 3e-4, String(turns));
  assert.equal(times[0], times[1]);
});

test('while the GPU is ahead, reads give what was read back last, writes are refused and change nothing', async () => {
  const result = await inBrowser(async ({ GpuSolver }, { toileOnce, smallSheet, thrown, farthest }) => {
    const toile = await toileOnce();
    const { world, cloth, garment } = smallSheet(toile);
    const solver = await GpuSolver.create(world);
    const start = cloth.positions.slice();
    for (let step = 0; step < 5; ++step) solver.step(1 / 60);
    const stale = farthest(cloth.positions.slice(), start), time = world.stats.time;
    const errors = [];
    for (const call of [
      () => cloth.pin([80]), () => cloth.unpin([0]), () => cloth.teleport({ translation: [1, 0, 0] }), () => cloth.reset(),
      () => { cloth.positions = start; }, () => { cloth.velocities = start; }, () => world.step(1 / 60), () => cloth.destroy(),
    ]) errors.push(await thrown(call));
    const sameTime = world.stats.time === time;
    cloth.setParams({ velocityDamping: 1 });
    world.setWind({ velocity: [0, 0, 1] });
    // Another cloth makes other batches: the state has to be here for that.
    const other = world.createCloth(garment);
    errors.push(await thrown(() => solver.step(1 / 60)));
    await solver.readBack();
    const moved = farthest(cloth.positions.slice(), start);
    const after = await thrown(() => cloth.pin([80]));
    solver.step(1 / 60);
    // Steps may be taken while a reading is on its way.
    const reading = solver.readBack();
    const between = cloth.positions.slice();
    solver.step(1 / 60);
    await reading;
    const early = farthest(cloth.positions.slice(), between);
    const ahead = await thrown(() => cloth.pin([70]));
    await solver.readBack();
    other.destroy();
    solver.step(1 / 60);
    await solver.readBack();
    solver.dispose();
    return { stale, errors, sameTime, moved, after, early, ahead, finite: cloth.positions.every(Number.isFinite) };
  });
  assert.equal(result.stale, 0);
  for (const error of result.errors) assert.match(error, /^ToileError: cloth id \d+\.\d+: its newest state is on the GPU; await GpuSolver\.readBack/);
  assert.ok(result.sameTime);
  assert.ok(result.moved > 0.001, `${result.moved} m`);
  assert.equal(result.after, undefined);
  assert.ok(result.early > 0);
  assert.match(result.ahead, /its newest state is on the GPU/);
  assert.ok(result.finite);
});

test('what it does not solve is refused by name, and nothing has moved', async () => {
  const results = await inBrowser(async ({ GpuSolver }, { toileOnce, smallSheet, thrown }) => {
    const toile = await toileOnce();
    const results = [];
    for (const [part, params, edit] of [
      ['selfCollision', { selfCollision: { enabled: true } }],
      ['coarseLevels', { coarseLevels: 2 }],
      ['sleep', { sleep: { enabled: true } }],
      ['farther than it is thick', {}, ({ world }) => world.addCollider({ shape: { sphere: { radius: 0.02 } } }).move({ translation: [0, 0, 2] })],
    ]) {
      const sheet = smallSheet(toile, params);
      edit?.(sheet);
      const solver = await GpuSolver.create(sheet.world);
      const before = sheet.world.stateHash;
      const error = await thrown(() => solver.step(1 / 60));
      const why = solver.whyNot(1 / 60), same = sheet.world.stateHash === before && sheet.world.stats.time === 0;
      sheet.world.step(1 / 60);
      results.push({ part, error, why, same, time: sheet.world.stats.time });
      solver.dispose();
    }
    const { world } = smallSheet(toile), solver = await GpuSolver.create(world);
    results.push({ part: 'dt', error: await thrown(() => solver.step(NaN)), why: solver.whyNot(NaN), same: true, time: 1 });
    return results;
  });
  for (const { part, error, why, same, time } of results) {
    assert.ok(error.startsWith('ToileError: ') && error.includes(part), `${part}: ${error}`);
    assert.equal(`ToileError: ${why}`, error);
    assert.ok(same && time > 0, part);
  }
});

test('a lost device is told; cloths are where they were read back last, and go on on another', async () => {
  const result = await inBrowser(async ({ GpuSolver, requestGpuDevice }, { toileOnce, smallSheet, thrown, farthest }) => {
    const toile = await toileOnce();
    const { world, cloth } = smallSheet(toile);
    const device = await requestGpuDevice();
    const solver = await GpuSolver.create(world, device);
    for (let step = 0; step < 5; ++step) solver.step(1 / 60);
    await solver.readBack();
    const kept = cloth.positions.slice();
    solver.step(1 / 60);
    const reading = thrown(() => solver.readBack());
    device.destroy();
    const reason = await solver.whenLost;
    const errors = [await reading, await thrown(() => solver.step(1 / 60)), await thrown(() => solver.readBack()), await thrown(() => solver.wait())];
    const lost = solver.lost === reason, why = solver.whyNot(1 / 60);
    const moved = farthest(cloth.positions.slice(), kept); // by the step before the loss at most
    cloth.pin([80]);
    world.step(1 / 60);
    const again = await GpuSolver.create(world);
    again.step(1 / 60);
    await again.readBack();
    const apart = farthest(cloth.positions.slice(), kept);
    again.dispose();
    solver.dispose();
    const dead = await thrown(() => again.step(1 / 60));
    const noDevice = await thrown(() => GpuSolver.create(world, device));
    return { reason, errors, lost, why, moved, apart, dead, noDevice, finite: cloth.positions.every(Number.isFinite) };
  });
  assert.ok(result.lost && result.reason.length > 0);
  for (const error of result.errors.slice(1)) assert.match(error, /^ToileError: the GPU was lost \(.+\); the cloths are where they were read back last/);
  assert.ok(result.errors[0] === undefined || result.errors[0] === result.errors[1], result.errors[0]);
  assert.match(result.why, /was lost/);
  assert.ok(result.moved < 0.02, `${result.moved} m`);
  assert.ok(result.apart > 1e-4 && result.apart < 0.05 && result.finite, `${result.apart} m`);
  assert.match(result.dead, /disposed of/);
  assert.match(result.noDevice, /^ToileError/);
});

test('a step that the device does not take whole is its last one; the cloths go on from where they are', async () => {
  const results = await inBrowser(async ({ GpuSolver, requestGpuDevice }, { toileOnce, smallSheet, thrown, farthest }) => {
    const toile = await toileOnce(), device = await requestGpuDevice(), results = [];
    /** After some steps, or in the first one, something that a step calls throws. */
    for (const [before, called, call] of [[0, device, 'createBuffer'], [3, device.queue, 'writeBuffer'], [3, device.queue, 'submit']]) {
      const { world, cloth } = smallSheet(toile);
      const solver = await GpuSolver.create(world, device);
      for (let step = 0; step < before; ++step) solver.step(1 / 60);
      await solver.readBack();
      cloth.positions = cloth.positions.slice().map((x) => x + 0.5); // to be written to the device by the next step
      const kept = cloth.positions.slice(), time = world.stats.time;
      called[call] = () => { throw new RangeError('no room'); };
      const errors = [await thrown(() => solver.step(1 / 60))];
      delete called[call];
      errors.push(await thrown(() => solver.step(1 / 60)), await thrown(() => solver.readBack()));
      const stays = farthest(cloth.positions.slice(), kept) === 0 && world.stats.time === time;
      const reasons = [solver.lost, await solver.whenLost];
      const again = await GpuSolver.create(world, device);
      again.step(1 / 60);
      await again.readBack();
      again.dispose();
      const moved = farthest(cloth.positions.slice(), kept);
      world.step(1 / 60);
      results.push({ call, errors, stays, reasons, moved });
    }
    return results;
  });
  for (const { call, errors, stays, reasons, moved } of results) {
    for (const error of errors) assert.equal(error, 'ToileError: the GPU was lost (no room); the cloths are where they were read back last', call);
    assert.deepEqual(reasons, ['no room', 'no room']);
    assert.ok(stays && moved > 1e-4 && moved < 0.05, `${call}: ${moved} m`);
  }
});

test('cloths come and go, are drawn from the device, and their contacts are told', async () => {
  const result = await inBrowser(async ({ GpuSolver }, { toileOnce, smallSheet, farthest }) => {
    const toile = await toileOnce();
    const gpu = smallSheet(toile), cpu = smallSheet(toile), others = [[], []];
    const solver = await GpuSolver.create(gpu.world);
    const before = solver.particles(gpu.cloth);
    const balls = [gpu, cpu].map(({ world }) =>
      world.addCollider({ shape: { sphere: { radius: 0.1 } }, transform: { translation: [0.24, -0.3, 0.05] } }));
    for (let step = 0; step < 20; ++step) {
      await solver.readBack();
      [gpu, cpu].forEach(({ world, garment }, i) => {
        if (step === 4 || step === 6) others[i].push(world.createCloth(garment, { transform: { translation: [step, 0, 0] } }));
        if (step === 10) others[i].shift().destroy();
      });
      solver.step(1 / 60);
      cpu.world.step(1 / 60);
    }
    await solver.readBack();
    const place = solver.particles(others[0][0]);
    const bytes = 16 * place.count;
    const staging = solver.device.createBuffer({ size: bytes, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
    const encoder = solver.device.createCommandEncoder();
    encoder.copyBufferToBuffer(place.positions, place.offset, staging, 0, bytes);
    solver.device.queue.submit([encoder.finish()]);
    await staging.mapAsync(GPUMapMode.READ);
    const there = new Float32Array(staging.getMappedRange()), here = others[0][0].positions.slice();
    const same = [...gpu.garment.particleOfVertex].every((p, v) => [0, 1, 2].every((k) => there[4 * p + k] === here[3 * v + k]));
    return {
      apart: farthest(gpu.cloth.positions.slice(), cpu.cloth.positions.slice()), count: place.count, offset: place.offset, same,
      before, foreign: solver.particles(cpu.cloth), contacts: balls.map(({ contacts }) => contacts), stats: { ...solver.stats },
    };
  });
  assert.ok(result.apart < 1e-4, `${result.apart} m`);
  assert.equal(result.count, 81);
  assert.ok(result.offset > 0 && result.same);
  assert.equal(result.before, undefined);
  assert.equal(result.foreign, undefined);
  assert.ok(result.contacts[1] > 0 && Math.abs(result.contacts[0] - result.contacts[1]) <= 2, String(result.contacts));
  assert.ok(result.stats.batches === 1 && result.stats.dispatches > 0 && result.stats.deviceMilliseconds > 0);
});

test('a cloth that goes non-finite is put back and stopped', async () => {
  const result = await inBrowser(async ({ GpuSolver }, { toileOnce, smallSheet }) => {
    const toile = await toileOnce();
    const { world, cloth } = smallSheet(toile);
    const solver = await GpuSolver.create(world);
    solver.step(1 / 60);
    world.setGravity([0, -1e25, 0]);
    for (let step = 0; step < 3; ++step) solver.step(1 / 60);
    await solver.readBack();
    const frozen = cloth.stats.frozen, stays = cloth.positions.every((x) => Math.abs(x) < 10);
    world.setGravity([0, -9.81, 0]);
    cloth.reset();
    solver.step(1 / 60);
    await solver.readBack();
    return { frozen, stays, after: cloth.stats.frozen };
  });
  assert.deepEqual(result, { frozen: true, stays: true, after: false });
});

test('drawn meshes are made on the GPU: the garment itself, and a finer mesh over it', async () => {
  const result = await inBrowser(async ({ GpuSolver }, { toileOnce, farthest }) => {
    const toile = await toileOnce(), world = toile.createWorld({ substeps: 4, wind: { velocity: [0, 0, 3] } });
    const coarse = { width: 9, height: 7, spacing: 0.08 }, fine = { width: 33, height: 25, spacing: 0.02 };
    const drawn = toile.buildDrawnGarment(toile.grid(fine), toile.grid(coarse), { fabric: 'cotton' });
    const plain = toile.buildGarment(toile.grid(coarse));
    const pinned = toile.pinnedVertices(coarse, 'topRow');
    const over = [0, 1].map((k) => world.createCloth(drawn.simulated, { pinned, transform: { translation: [k, 0, 0] } }));
    const itself = world.createCloth(plain, { pinned, transform: { translation: [0, 0, 2] } });
    const solver = await GpuSolver.create(world);
    solver.step(1 / 60);
    const unasked = [solver.drawnMesh(itself), await solver.readDrawn(itself)];
    await solver.draw(drawn);
    await solver.draw(plain);
    const early = solver.drawnMesh(itself);
    for (let step = 0; step < 30; ++step) solver.step(1 / 60);
    const [, ...frames] = await Promise.all([solver.readBack(), ...[...over, itself].map((cloth) => solver.readDrawn(cloth))]);
    const copy = ({ positions, normals }) => ({ positions: positions.slice(), normals: normals.slice() });
    const wanted = [...over.map((cloth) => copy(cloth.readDrawn(drawn))), { positions: itself.positions.slice(), normals: itself.normals.slice() }];
    const apart = frames.map((frame, i) => ['positions', 'normals'].map((part) => farthest(frame[part], wanted[i][part])));
    const place = solver.drawnMesh(over[1]);
    // Another cloth makes other batches: the drawn mesh follows.
    const more = world.createCloth(plain, { pinned });
    solver.step(1 / 60);
    const later = await solver.readDrawn(more);
    const { report } = drawn;
    solver.dispose();
    return {
      unasked, early, apart, report, moved: farthest(frames[2].positions, plain.restPositions.slice()), later: later.positions.length,
      place: { offset: place.offset, count: place.count, size: place.positions.size }, counts: frames.map((frame) => frame.positions.length / 3),
    };
  });
  assert.deepEqual(result.unasked, [undefined, undefined]);
  assert.equal(result.early, undefined);
  assert.deepEqual(result.counts, [825, 825, 63]);
  assert.deepEqual(result.place, { offset: 16 * 825, count: 825, size: 2 * 16 * 825 });
  assert.ok(result.moved > 0.05, `${result.moved} m`);
  // Rounding: positions of 2 m have steps of 0.24 µm, and normals of edges of 2 cm are worth 50 times as much.
  for (const [position, normal] of result.apart) assert.ok(position < 2e-6 && normal < 2e-4, String(result.apart));
  assert.equal(result.later, 3 * 63);
  assert.ok(result.report.drawnVertices === 825 && result.report.particles === 63);
});

test('drawn meshes that one buffer does not hold are made in parts; one that none holds is refused, and solving goes on', async () => {
  const result = await inBrowser(async ({ GpuSolver, requestGpuDevice }, { toileOnce, farthest, thrown }) => {
    const toile = await toileOnce(), device = await requestGpuDevice();
    const world = toile.createWorld({ substeps: 4, wind: { velocity: [0, 0, 3] } });
    const grid = (factor) => toile.grid({ width: 8 * factor + 1, height: 6 * factor + 1, spacing: 0.08 / factor });
    const [drawn, finest] = [4, 16].map((factor) => toile.buildDrawnGarment(grid(factor), grid(1), { fabric: 'cotton' }));
    const cloths = Array.from({ length: 12 }, (_, k) =>
      world.createCloth(drawn.simulated, { pinned: [0, 8], transform: { translation: [0.1 * k, 0, 0] } }));
    const solver = await GpuSolver.create(world, device);
    // Room for five frames of 825 vertices.
    Object.defineProperty(device, 'limits', { value: { maxStorageBufferBindingSize: 79000, maxBufferSize: 1e9, maxComputeWorkgroupsPerDimension: 65535 } });
    await solver.draw(drawn);
    const refused = await thrown(() => solver.draw(finest));
    for (let step = 0; step < 10; ++step) solver.step(1 / 60);
    const frames = [];
    for (const cloth of cloths) frames.push(await solver.readDrawn(cloth));
    await solver.readBack();
    const apart = cloths.map((cloth, k) => {
      const { positions, normals } = cloth.readDrawn(drawn);
      return [farthest(frames[k].positions, positions), farthest(frames[k].normals, normals)];
    });
    const meshes = cloths.map((cloth) => solver.drawnMesh(cloth));
    const places = meshes.map(({ offset, positions }) => [offset / (16 * 825), positions.size / (16 * 825)]);
    const { lost } = solver, buffers = new Set(meshes.map(({ positions }) => positions)).size;
    solver.dispose();
    return { refused, apart, places, buffers, lost };
  });
  assert.match(result.refused, /^ToileError: 12513 drawn vertices take \d+ bytes in one buffer; the GPU takes 79000$/);
  for (const [position, normal] of result.apart) assert.ok(position < 2e-6 && normal < 2e-4, String(result.apart));
  assert.deepEqual(result.places, [0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1].map((offset, k) => [offset, k < 10 ? 5 : 2]));
  assert.equal(result.buffers, 3);
  assert.equal(result.lost, undefined);
});

test('what a device refuses is told with its own words, and nothing goes to the console', async () => {
  const result = await inBrowser(async ({ GpuSolver, requestGpuDevice }, { toileOnce, smallSheet, thrown }) => {
    const toile = await toileOnce();
    /** A device that takes `broken` in the place of what `call` is given, from the time that is asked for. */
    const device = async (call, broken) => {
      const made = await requestGpuDevice();
      const uncaptured = [];
      made.addEventListener('uncapturederror', (event) => uncaptured.push(event.error.message));
      const spoil = () => { made[call] = (descriptor) => GPUDevice.prototype[call].call(made, broken(descriptor)); };
      return { made, spoil, uncaptured };
    };
    const badCode = (descriptor) => ({ ...descriptor, code: 'this is no shader' });
    const shaders = await device('createShaderModule', badCode);
    shaders.spoil();
    const first = smallSheet(toile);
    const refused = await thrown(() => GpuSolver.create(first.world, shaders.made));

    // A kernel that is compiled late, for damping that was not there before.
    const late = await device('createShaderModule', badCode), second = smallSheet(toile);
    const solver = await GpuSolver.create(second.world, late.made);
    solver.step(1 / 60);
    await solver.readBack();
    late.spoil();
    second.cloth.setParams({ internalDamping: 1 });
    solver.step(1 / 60);
    const lost = await solver.whenLost;

    const large = await device('createBuffer', (descriptor) => ({ ...descriptor, size: 2 ** 45 })), third = smallSheet(toile);
    const other = await GpuSolver.create(third.world, large.made);
    large.spoil();
    const own = await thrown(() => other.step(1 / 60)); // a size that large may throw by itself
    const tooLarge = await other.whenLost;
    second.world.step(1 / 60);
    await new Promise((done) => setTimeout(done, 100));
    return { refused, lost, own, tooLarge, uncaptured: [shaders, late].flatMap(({ uncaptured }) => uncaptured) };
  });
  assert.match(result.refused, /^ToileError: the GPU refuses \w+\.\w+: .+/);
  assert.match(result.lost, /^it refuses what a step needs: .+/);
  assert.ok(result.tooLarge.length > 20, result.tooLarge);
  assert.ok(result.own === undefined || result.own.includes(`the GPU was lost (${result.tooLarge})`), result.own);
  assert.deepEqual(result.uncaptured, []);
});
