// The bits of whole scenes, in WebAssembly and in the native library: both tests read one file.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { loadToile } from 'toile';

const golden = JSON.parse(readFileSync(new URL('../../../tests/determinism/scene_hashes.json', import.meta.url), 'utf8'));
const toile = await loadToile();

for (const [name, hash] of Object.entries(golden.hashes)) {
  test(`${name} after ${golden.steps} steps has the bits of the native library`, () => {
    const scene = toile.openScene(name);
    for (let step = 0; step < golden.steps; ++step) scene.advance();
    assert.equal(scene.world.stateHash.toString(16).padStart(16, '0'), hash);
    scene.dispose();
  });
}

test('one lane and four give the same bits', () => {
  const run = (scalar) => {
    const world = toile.createWorld({ scalar, substeps: 10, wind: { velocity: [1, 0, 3] } });
    const grid = { width: 20, height: 20, spacing: 0.05 };
    const garment = toile.buildGarment(toile.grid(grid), { fabric: 'silk' });
    world.createCloth(garment, { pinned: toile.pinnedVertices(grid, 'corners') });
    world.addCollider({ shape: { sphere: { radius: 0.2 } }, transform: { translation: [0.5, -0.5, 0.1] } });
    for (let step = 0; step < 30; ++step) world.step(1 / 60);
    return [world.simdName, world.stateHash];
  };
  const [oneName, one] = run(true);
  const [fourName, four] = run(false);
  assert.match(oneName, /^scalar/);
  assert.match(fourName, /^wasm/);
  assert.equal(one, four);
});
