// What the package does beyond the bits: arrays without copies, errors with the library's text, files in and out.
import assert from 'node:assert/strict';
import test from 'node:test';
import { GpuSolver, loadToile, ToileError, wasmSupport } from 'toile';

const toile = await loadToile();
const grid = { width: 5, height: 4, spacing: 0.1 };

function hungSheet() {
  const world = toile.createWorld({ substeps: 10 });
  const mesh = toile.grid(grid);
  const garment = toile.buildGarment(mesh, { fabric: 'cotton', kinds: ['stretch', 'shear', 'skipOne'] });
  const cloth = world.createCloth(garment, { pinned: toile.pinnedVertices(grid, 'topRow') });
  return { world, mesh, garment, cloth };
}

test('this machine has what is needed', () => {
  assert.deepEqual(wasmSupport(), { wasm: true, simd: true, exceptions: true });
});

test('a sheet has 6NM − 5(N + M) + 2 springs', () => {
  const { garment } = hungSheet();
  assert.equal(garment.constraintCount, 6 * 20 - 5 * 9 + 2);
  for (const kind of ['stretch', 'shear', 'skipOne']) {
    const list = garment.constraints(kind);
    assert.equal(list.arity, 2);
    assert.equal(list.colourStart.at(-1), list.count);
    for (let c = 0; c + 1 < list.colourStart.length; ++c) {
      const vertices = list.vertices.slice(2 * list.colourStart[c], 2 * list.colourStart[c + 1]);
      assert.equal(new Set(vertices).size, vertices.length, 'a colour uses a vertex once');
    }
  }
});

test('positions are a view of the core\'s memory and fall', () => {
  const { world, cloth } = hungSheet();
  const before = cloth.positions.slice();
  assert.equal(before.length, 60);
  for (let step = 0; step < 30; ++step) world.step(1 / 60);
  const now = cloth.positions;
  assert.ok(now.buffer instanceof ArrayBuffer && now.buffer.byteLength > 1 << 20, 'the whole memory lies behind it');
  assert.deepEqual([...now.slice(0, 15)], [...before.slice(0, 15)]);
  assert.ok(now[58] < before[58]);
  assert.equal(cloth.stats.pinned, 5);
});

test('a view may be handed back in', () => {
  const { cloth } = hungSheet();
  const before = cloth.positions.slice();
  cloth.positions = cloth.positions;
  assert.deepEqual([...cloth.positions], [...before]);
});

test('pins hold, move and let go', () => {
  const { world, cloth } = hungSheet();
  cloth.pin([19]);
  assert.equal(cloth.isPinned(19), true);
  cloth.setTargets([19], [0.4, -0.2, 0.3]);
  world.step(1 / 60);
  assert.deepEqual([...cloth.positions.slice(57, 60)], [...Float32Array.of(0.4, -0.2, 0.3)]);
  cloth.unpin([19]);
  assert.equal(cloth.isPinned(19), false);
});

test('parameters change one by one', () => {
  const { cloth } = hungSheet();
  cloth.setParams({ velocityDamping: 0.5, kinds: { stretch: { stiffnessScale: 2 } } });
  const params = cloth.params;
  assert.equal(params.velocityDamping, 0.5);
  assert.equal(params.kinds.stretch.stiffnessScale, 2);
  assert.equal(params.kinds.shear.stiffnessScale, 1);
  assert.equal(params.tethers, 1);
});

test('colliders push, move and say where they are', () => {
  const { world, cloth } = hungSheet();
  const ball = world.addCollider({ shape: { sphere: { radius: 0.15 } }, transform: { translation: [0.2, -0.15, 0.16] } });
  ball.move({ translation: [0.2, -0.15, 0] });
  world.step(1 / 60);
  assert.ok(ball.contacts > 0);
  assert.deepEqual(ball.state.transform.translation.map((x) => Math.fround(x)), [0.2, -0.15, 0].map(Math.fround));
  assert.ok(cloth.stats.contacts > 0);
});

test('what is refused is a ToileError with the library\'s words', () => {
  const { world, cloth, garment } = hungSheet();
  const refused = (action, pattern) => assert.throws(action, (error) => error instanceof ToileError && pattern.test(error.message));
  refused(() => world.step(-1), /dt/);
  refused(() => cloth.pin([99]), /99/);
  refused(() => cloth.pin([1.5]), /vertices\[0\]: 1.5 is no index/);
  refused(() => world.createCloth(garment, { pined: [0] }), /cloth: there is no "pined"/);
  refused(() => toile.createWorld({ substeps: 'many' }), /world\.substeps: a number is wanted, string is there/);
  refused(() => toile.createWorld({ substeps: 0 }), /substeps/);
  refused(() => toile.buildGarment(toile.grid(grid), { fabric: 'tin' }), /there is no "tin"; known are silk/);
  refused(() => toile.importMesh(new TextEncoder().encode('f 1 2 3\n'), 'broken.obj'), /broken\.obj/);
  refused(() => toile.importMesh(new Uint8Array(3), 'cut.glb'), /cut\.glb: too short for a GLB file/);
  refused(() => toile.openScene('nowhere'), /there is no scene "nowhere"/);
  refused(() => toile.openScene({ name: 'odd', substep: 3 }), /substep/);
  refused(() => world.addCollider({ shape: { sphere: {}, plane: {} } }), /one member is wanted, 2 are there/);
  world.step(1 / 60); // and all is as before
});

test('a mesh goes out as GLB and comes back', () => {
  const { mesh, cloth, world } = hungSheet();
  for (let step = 0; step < 20; ++step) world.step(1 / 60);
  const bytes = toile.exportGlb(mesh, cloth.positions, 'sheet');
  assert.equal(new TextDecoder().decode(bytes.slice(0, 4)), 'glTF');
  const back = toile.importMesh(bytes, 'sheet.glb');
  assert.deepEqual([...back.positions], [...cloth.positions]);
});

test('an OBJ is read, with what is odd about it', () => {
  const text = 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 5 5 5\nf 1 2 3 4\n';
  const mesh = toile.importMesh(new TextEncoder().encode(text), 'square.obj');
  assert.equal(mesh.vertexCount, 5);
  assert.deepEqual([...mesh.faceSizes], [4]);
  const report = toile.buildGarment(mesh).report;
  assert.equal(report.looseVertices, 1);
  assert.ok(Math.abs(report.area - 1) < 1e-6);
});

test('a fine mesh is drawn over a coarse one', () => {
  const fine = toile.grid({ width: 25, height: 17, spacing: 0.05 });
  for (const simulated of [toile.grid({ width: 7, height: 5, spacing: 0.2 }), { vertices: 35 }]) {
    const drawn = toile.buildDrawnGarment(fine, simulated, { fabric: 'cotton' });
    assert.equal(drawn.vertexCount, 25 * 17);
    assert.equal(drawn.triangles.length, 3 * 2 * 24 * 16);
    assert.ok(drawn.simulated.particleCount <= 35 && drawn.report.particles === drawn.simulated.particleCount);
    assert.ok(drawn.report.restError < 1e-6, `${drawn.report.restError} m`);
    const row = Uint32Array.from({ length: 25 }, (_, i) => i), pinned = drawn.simulatedVertices(row);
    assert.ok(pinned.length > 1 && pinned.every((v) => drawn.restPositions[3 * drawn.drawnVertexOf[v] + 1] === 0));
    const world = toile.createWorld({ substeps: 4 }), cloth = world.createCloth(drawn.simulated, { pinned });
    const begin = cloth.readDrawn(drawn).positions.slice();
    begin.forEach((x, i) => assert.ok(Math.abs(x - drawn.restPositions[i]) < 1e-6));
    for (let step = 0; step < 20; ++step) world.step(1 / 60);
    const { positions, normals } = cloth.readDrawn(drawn);
    assert.ok(positions.some((x, i) => Math.abs(x - begin[i]) > 1e-4), 'it moves');
    for (let v = 0; v < normals.length; v += 3) assert.ok(Math.abs(Math.hypot(...normals.subarray(v, v + 3)) - 1) < 1e-5);
    assert.throws(() => drawn.simulatedVertices(Uint32Array.of(25 * 17)), /there is no drawn vertex 425/);
    const other = world.createCloth(toile.buildGarment(fine));
    assert.throws(() => other.readDrawn(drawn), { name: 'ToileError' });
  }
});

test('simplification is refused in so many words', () => {
  assert.throws(() => {
    const scene = toile.sceneJson('tablecloth'); // a disc is no grid
    scene.garments[0].simulate_vertices = 200;
    toile.openScene(scene);
  }, /this build simplifies rectangular grids only/);
});

test('scenes come along', () => {
  const names = toile.scenes.map(({ name }) => name);
  for (const name of ['cape', 'flag', 'curtain', 'skirt', 'sheet32', 'self32']) assert.ok(names.includes(name), name);
  const scene = toile.openScene('flag');
  assert.equal(scene.cloths.length, 1);
  scene.advance();
  assert.equal(scene.frame, 1);
  assert.equal(scene.colliders[0].state.shape.capsule.radius, Math.fround(0.02));
  assert.ok(scene.looks[0].front.every((part) => part >= 0 && part <= 1));
});

test('where there is no WebGPU, the GPU solver says so and the world goes on', async () => {
  const world = toile.createWorld();
  await assert.rejects(GpuSolver.create(world), { name: 'ToileError', message: 'there is no WebGPU here' });
  world.step(1 / 60);
  assert.ok(world.stats.time > 0);
});
