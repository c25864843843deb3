// One scene in several worlds (in a browser): on the GPU, on the CPU, and twice on the CPU from positions off by their last
// place. How far these get from the second is what rounding does to that scene, whoever rounds: the GPU may be off by a small
// multiple of it, and no more (docs/gpu.md; tests/vulkan/pair.h is the same for Vulkan).
import { GpuSolver, loadToile } from '../toile/dist/index.js';

let loaded;
export const toileOnce = () => (loaded ??= loadToile());

/** A generator of its own, so that every run disturbs alike. */
function random(seed) {
  let state = seed;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

function disturb({ cloths }, seed) {
  const next = random(seed);
  for (const cloth of cloths) cloth.positions = cloth.positions.slice().map((x) => x + 1.2e-7 * (2 * next() - 1));
}

/** m, the farthest a vertex is from the same one. */
export function farthest(a, b) {
  let most = 0;
  for (let i = 0; i < a.length; i += 3) {
    const apart = Math.hypot(a[i] - b[i], a[i + 1] - b[i + 1], a[i + 2] - b[i + 2]);
    if (!(apart <= most)) most = apart;
  }
  return most;
}

function apart(a, b) {
  return Math.max(...a.cloths.map((cloth, i) => farthest(cloth.positions.slice(), b.cloths[i].positions.slice())));
}

export const scenes = {
  /** The page's sheet and sphere. */
  sheet(toile) {
    const size = 64, spacing = 1.6 / (size - 1), grid = { width: size, height: size, spacing };
    const garment = toile.buildGarment(toile.grid(grid), {
      fabric: { preset: 'cotton', thickness: 0.008 }, kinds: ['stretch', 'shear', 'skipOne'],
      compliance: { stretch: 1e-6, shear: 1e-6, skipOne: 1 }, evenMass: true,
    });
    const world = toile.createWorld({ substeps: 10, maxStepTime: 0.05, wind: { velocity: [0.4, 0, 1.5], gustStrength: 0.8 } });
    const cloth = world.createCloth(garment, {
      pinned: toile.pinnedVertices(grid, 'topRow'), transform: { translation: [-0.8, 1.75, 0] },
      params: { tethers: 1, velocityDamping: 0.2 },
    });
    const place = (step) => ({ translation: [0, 0.85, 0.9 * Math.cos((1.4 * step) / 60)] });
    const sphere = world.addCollider({
      shape: { sphere: { radius: 0.24 } }, transform: place(0), frictionStatic: 0.4, frictionDynamic: 0.4,
    });
    world.addCollider({ shape: { plane: {} } });
    return { world, cloths: [cloth], move: (step) => sphere.move(place(step + 1)), grid, sphere };
  },
  /** Several cloths of two garments, other kinds, several iterations, a pin on its way, capsules. */
  wardrobe(toile) {
    const grid = { width: 17, height: 13, spacing: 0.05 };
    const garments = [['stretch', 'shear', 'wing', 'quadraticBending'], ['strain', 'area', 'triangleShear', 'dihedralBending']].map((kinds) =>
      toile.buildGarment(toile.grid(grid), { fabric: 'wool', kinds }));
    const world = toile.createWorld({ substeps: 4, iterations: 2, wind: { velocity: [1, 0, 2] } });
    const pinned = toile.pinnedVertices(grid, 'cape');
    const cloths = [0, 0, 0, 1, 1].map((g, i) => world.createCloth(garments[g], {
      pinned, transform: { translation: [1.2 * i, 0, 0] }, params: i === 2 ? { maxDistance: 0.2 } : {},
    }));
    world.addCollider({ shape: { capsule: { radius: 0.1, halfLength: 3 } }, transform: { translation: [0.4, -0.35, 0.15] } });
    const move = (step) => cloths[1].setTargets([pinned[0]], [1.2 + 0.002 * step, 0.001 * step, 0]);
    return { world, cloths, move };
  },
};

/** After each of these numbers of steps, which ascend: the distance of the GPU from the CPU, rounding's, and stretches. */
export async function compare(name, steps) {
  const toile = await toileOnce();
  const [gpu, cpu, off, also] = Array.from({ length: 4 }, () => scenes[name](toile));
  disturb(off, 7);
  disturb(also, 8);
  const solver = await GpuSolver.create(gpu.world);
  const results = [];
  let rounding = 0;
  for (let step = 0; step < steps.at(-1); ++step) {
    for (const each of [gpu, cpu, off, also]) {
      each.move(step);
      (each === gpu ? solver : each.world).step(1 / 60);
    }
    if (!steps.includes(step + 1)) continue;
    await solver.readBack();
    rounding = Math.max(rounding, apart(off, cpu), apart(also, cpu));
    const stretches = ({ cloths }) => cloths.map(({ stats }) => [stats.maxStretch, stats.meanStretch, stats.frozen]);
    results.push({ step: step + 1, gpu: apart(gpu, cpu), rounding, ofGpu: stretches(gpu), ofCpu: stretches(cpu), stats: { ...solver.stats } });
  }
  solver.dispose();
  return results;
}

/** A small sheet in a world of its own. */
export function smallSheet(toile, params = {}) {
  const world = toile.createWorld({ substeps: 4 }), grid = { width: 9, height: 9, spacing: 0.06 };
  const garment = toile.buildGarment(toile.grid(grid));
  const cloth = world.createCloth(garment, { pinned: toile.pinnedVertices(grid, 'topRow'), params });
  return { world, cloth, garment };
}

/** What a call throws, as "Class: message"; undefined where it does not. */
export async function thrown(call) {
  try {
    await call();
  } catch (error) {
    return `${error.name}: ${error.message}`;
  }
  return undefined;
}
