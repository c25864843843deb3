// A hanging sheet of springs in Toile and in Jolt Physics (npm `jolt-physics`): the same springs, masses and time steps, in
// one page or process. Jolt's soft body solves each edge once in each of its iterations, which are substeps as ours are.
// Nothing collides, there is no air.
const compliance = 1e-6, totalMass = 0.2, damping = 0.1;
const springs = ['stretch', 'shear', 'skipOne'];

function lowestOf(count, heightOf) {
  let lowest = Infinity;
  for (let v = 0; v < count; ++v) lowest = Math.min(lowest, heightOf(v));
  return lowest;
}

function toileSheet(toile, garment, pinned, substeps) {
  const world = toile.createWorld({ substeps, wind: { airDensity: 0 } });
  const cloth = world.createCloth(garment, { pinned, params: { tethers: 0, velocityDamping: damping } });
  return {
    step: () => world.step(1 / 60),
    lowest() {
      const x = cloth.positions;
      return lowestOf(x.length / 3, (v) => x[3 * v + 1]);
    },
  };
}

function joltSheet(Jolt, garment, pinned, substeps) {
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
  const x = garment.restPositions.slice(), held = new Set(pinned), count = x.length / 3;
  for (let v = 0; v < count; ++v) {
    const vertex = new Jolt.SoftBodySharedSettingsVertex();
    vertex.mPosition = new Jolt.Float3(x[3 * v], x[3 * v + 1], x[3 * v + 2]);
    vertex.mInvMass = held.has(v) ? 0 : count / totalMass;
    shared.mVertices.push_back(vertex);
  }
  const triangles = garment.triangles.slice();
  for (let i = 0; i < triangles.length; i += 3) {
    shared.AddFace(new Jolt.SoftBodySharedSettingsFace(triangles[i], triangles[i + 1], triangles[i + 2], 0));
  }
  for (const kind of springs) {
    const { vertices, count: ofKind } = garment.constraints(kind);
    for (let i = 0; i < ofKind; ++i) {
      shared.mEdgeConstraints.push_back(new Jolt.SoftBodySharedSettingsEdge(vertices[2 * i], vertices[2 * i + 1], compliance));
    }
  }
  shared.CalculateEdgeLengths();
  shared.Optimize();
  const creation = new Jolt.SoftBodyCreationSettings(shared, new Jolt.RVec3(0, 0, 0), new Jolt.Quat(0, 0, 0, 1), 0);
  creation.mNumIterations = substeps;
  creation.mUpdatePosition = false;
  creation.mLinearDamping = damping;
  creation.mAllowSleeping = false; // a sheet at rest would cost nothing
  const body = bodies.CreateSoftBody(creation);
  bodies.AddBody(body.GetID(), Jolt.EActivation_Activate);
  const motion = Jolt.castObject(body.GetMotionProperties(), Jolt.SoftBodyMotionProperties);
  return {
    step: () => jolt.Step(1 / 60, 1),
    lowest() {
      const vertices = motion.GetVertices();
      return lowestOf(vertices.size(), (v) => vertices.at(v).mPosition.GetY());
    },
  };
}

/** ms of each step of both, in turns of some steps, so that a busy machine slows both alike; and where they hang after all. */
export function compare(toile, Jolt, { size, substeps, rounds, turn }) {
  const grid = { width: size, height: size, spacing: 1 / (size - 1) };
  const garment = toile.buildGarment(toile.grid(grid), {
    kinds: springs, compliance: Object.fromEntries(springs.map((kind) => [kind, compliance])), totalMass, evenMass: true,
  });
  const pinned = toile.pinnedVertices(grid, 'topRow');
  const sides = { toile: toileSheet(toile, garment, pinned, substeps), jolt: joltSheet(Jolt, garment, pinned, substeps) };
  const times = { toile: [], jolt: [] }, warm = 3;
  for (let round = 0; round < rounds + warm; ++round) {
    for (const [name, side] of Object.entries(sides)) {
      for (let step = 0; step < turn; ++step) {
        const begin = performance.now();
        side.step();
        if (round >= warm) times[name].push(performance.now() - begin);
      }
    }
  }
  return { springs: garment.constraintCount, times, lowest: { toile: sides.toile.lowest(), jolt: sides.jolt.lowest() } };
}
