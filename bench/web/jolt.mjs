// Toile beside Jolt Physics (npm `jolt-physics`), both as WebAssembly with SIMD on one thread, in one process, on the same
// springs:  node bench/web/jolt.mjs [SIZE [SUBSTEPS]]
// Jolt's soft body solves each edge once in each of its iterations, which are substeps as ours are. Nothing collides, no air.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { loadToile } from '../../web/toile/dist/index.js';

const size = Number(process.argv[2] ?? 64), substeps = Number(process.argv[3] ?? 10);
const compliance = 1e-6, steps = 240, turn = 8;
const springs = ['stretch', 'shear', 'skipOne'];

const toile = await loadToile();
const grid = { width: size, height: size, spacing: 1 / (size - 1) };
const garment = toile.buildGarment(toile.grid(grid), {
  kinds: springs, compliance: Object.fromEntries(springs.map((kind) => [kind, compliance])), totalMass: 0.2, evenMass: true,
});
const pinned = toile.pinnedVertices(grid, 'topRow');

function makeToile() {
  const world = toile.createWorld({ substeps, wind: { airDensity: 0 } });
  const cloth = world.createCloth(garment, { pinned, params: { tethers: 0, velocityDamping: 0.1 } });
  return { step: () => world.step(1 / 60), lowest: () => lowestOf(cloth.positions) };
}

function lowestOf(positions) {
  let lowest = Infinity;
  for (let i = 1; i < positions.length; i += 3) lowest = Math.min(lowest, positions[i]);
  return lowest;
}

async function makeJolt() {
  const path = createRequire(new URL('../../web/package.json', import.meta.url)).resolve('jolt-physics');
  const Jolt = await (await import(pathToFileURL(path).href)).default();
  const settings = new Jolt.JoltSettings();
  const pairs = new Jolt.ObjectLayerPairFilterTable(1);
  const layers = new Jolt.BroadPhaseLayerInterfaceTable(1, 1);
  layers.MapObjectToBroadPhaseLayer(0, new Jolt.BroadPhaseLayer(0));
  settings.mObjectLayerPairFilter = pairs;
  settings.mBroadPhaseLayerInterface = layers;
  settings.mObjectVsBroadPhaseLayerFilter = new Jolt.ObjectVsBroadPhaseLayerFilterTable(layers, 1, pairs, 1);
  const jolt = new Jolt.JoltInterface(settings);
  const bodies = jolt.GetPhysicsSystem().GetBodyInterface();

  const shared = new Jolt.SoftBodySharedSettings();
  const x = garment.restPositions.slice(), held = new Set(pinned), inverseMass = (size * size) / 0.2;
  for (let v = 0; v < size * size; ++v) {
    const vertex = new Jolt.SoftBodySharedSettingsVertex();
    vertex.mPosition = new Jolt.Float3(x[3 * v], x[3 * v + 1], x[3 * v + 2]);
    vertex.mInvMass = held.has(v) ? 0 : inverseMass;
    shared.mVertices.push_back(vertex);
  }
  const triangles = garment.triangles.slice();
  for (let i = 0; i < triangles.length; i += 3) {
    shared.AddFace(new Jolt.SoftBodySharedSettingsFace(triangles[i], triangles[i + 1], triangles[i + 2], 0));
  }
  for (const kind of springs) {
    const { vertices, count } = garment.constraints(kind);
    for (let i = 0; i < count; ++i) {
      shared.mEdgeConstraints.push_back(new Jolt.SoftBodySharedSettingsEdge(vertices[2 * i], vertices[2 * i + 1], compliance));
    }
  }
  shared.CalculateEdgeLengths();
  shared.Optimize();
  const creation = new Jolt.SoftBodyCreationSettings(shared, new Jolt.RVec3(0, 0, 0), new Jolt.Quat(0, 0, 0, 1), 0);
  creation.mNumIterations = substeps;
  creation.mUpdatePosition = false;
  creation.mLinearDamping = 0.1;
  const body = bodies.CreateSoftBody(creation);
  bodies.AddBody(body.GetID(), Jolt.EActivation_Activate);
  const motion = Jolt.castObject(body.GetMotionProperties(), Jolt.SoftBodyMotionProperties);
  return {
    step: () => jolt.Step(1 / 60, 1),
    lowest() {
      const vertices = motion.GetVertices();
      let lowest = Infinity;
      for (let v = 0; v < vertices.size(); ++v) lowest = Math.min(lowest, vertices.at(v).mPosition.GetY());
      return lowest;
    },
  };
}

function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

const sides = { toile: makeToile(), jolt: await makeJolt() };
const times = { toile: [], jolt: [] };
for (let step = 0; step < steps; step += turn) {
  for (const [name, side] of Object.entries(sides)) {
    for (let i = 0; i < turn; ++i) {
      const begin = performance.now();
      side.step();
      if (step >= 3 * turn) times[name].push(performance.now() - begin);
    }
  }
}
const perConstraint = (name) => (1e6 * median(times[name])) / (garment.constraintCount * substeps);
console.log(`${size} × ${size}, ${garment.constraintCount} springs, ${substeps} substeps, ${steps} steps`);
console.log('| | ms a step | ns a spring | lowest point, m |\n|---|---|---|---|');
for (const name of ['toile', 'jolt']) {
  console.log(`| ${name} | ${median(times[name]).toFixed(3)} | ${perConstraint(name).toFixed(2)} | ${sides[name].lowest().toFixed(3)} |`);
}
console.log(`ratio ${(perConstraint('jolt') / perConstraint('toile')).toFixed(2)}`);
