// A garment of the visitor's own: dropped, inspected, pinned by click, simulated, saved.
import type { GarmentReport, Mesh, Toile } from 'toile';
import { Color } from 'three';
import { allOrNothing, type Demo, numberOf, type Running, type ShownCloth } from './demo.ts';

export interface OwnMesh {
  name: string;
  mesh: Mesh;
}

export interface Inspection {
  name: string;
  report: GarmentReport;
  warnings: string[];
}

/** m: the garment's height in the picture, whatever its file says. */
const shownHeight = 1.5;

/** Box of the positions, 3 a vertex, of these vertices. */
function boundsOf(positions: Float32Array, vertices: Iterable<number>): { low: number[]; high: number[] } {
  const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
  for (const vertex of vertices) {
    for (let axis = 0; axis < 3; ++axis) {
      low[axis] = Math.min(low[axis]!, positions[3 * vertex + axis]!);
      high[axis] = Math.max(high[axis]!, positions[3 * vertex + axis]!);
    }
  }
  return { low, high };
}

/** Standing on the ground in the middle; vertices of the topmost hundredth hold it. */
export function ownDemo(own: OwnMesh, inspected: (inspection: Inspection) => void): Demo {
  const used = new Set(own.mesh.faceVertices);  // loose vertices can hold nothing and may lie anywhere
  const { low, high } = boundsOf(own.mesh.positions, used);
  const tall = Math.max(high[1]! - low[1]!, 1e-3);
  const wide = Math.max(tall, high[0]! - low[0]!, high[2]! - low[2]!);
  return {
    id: 'own',
    name: own.name,
    summary: 'Click a vertex to pin it or to let it go; drag the cloth; save what you see as GLB.',
    camera: { target: [0, 0.5 * shownHeight + 0.2, 0], distance: 3.6, azimuth: 0.5, elevation: 0.12 },
    controls: [
      {
        type: 'choice', key: 'fabric', label: 'Fabric', value: 'cotton', rebuilds: true,
        options: ['silk', 'cotton', 'wool', 'denim', 'leather', 'flag'].map((value) => ({ value, label: value })),
      },
      {
        type: 'range', key: 'scale', label: 'Height', unit: 'm', minimum: 0.1, maximum: 3, step: 0.05, rebuilds: true,
        value: Math.max(0.1, Math.min(3, wide > 3 || wide < 0.2 ? shownHeight : Math.round(20 * tall) / 20)),
      },
      { type: 'range', key: 'substeps', label: 'Substeps', unit: 'per 1/60 s', minimum: 1, maximum: 60, step: 1, value: 10 },
      { type: 'range', key: 'wind', label: 'Wind', unit: 'm/s', minimum: 0, maximum: 12, step: 0.5, value: 1 },
      { type: 'range', key: 'damping', label: 'Damping', unit: '1/s', minimum: 0, maximum: 5, step: 0.1, value: 0.2 },
      { type: 'switch', key: 'levels', label: 'Coarse levels: stiffer', value: false },
      { type: 'switch', key: 'self', label: 'Self-collision', value: false },
    ],
    build: (toile: Toile, settings) => allOrNothing((keep): Running => {
      const factor = numberOf(settings, 'scale') / tall;
      const positions = own.mesh.positions.map((value, i) => {
        const from = i % 3 === 1 ? low[1]! : 0.5 * (low[i % 3]! + high[i % 3]!);
        return factor * (value - from) + (i % 3 === 1 ? 0.25 : 0);
      });
      const arrays = {
        positions, faceVertices: own.mesh.faceVertices.slice(), faceSizes: own.mesh.faceSizes.slice(), uvs: own.mesh.uvs.slice(),
      };
      const garment = keep(toile.buildGarment(arrays, {
        fabric: settings['fabric'] as 'cotton', kinds: ['stretch', 'shear', 'wing', 'quadraticBending'],
      }));
      inspected({ name: own.name, report: garment.report, warnings: [...own.mesh.warnings, ...garment.report.warnings] });
      const top = boundsOf(positions, used).high[1]! - 0.01 * numberOf(settings, 'scale');
      const first = [...used].filter((v) => positions[3 * v + 1]! >= top).sort((a, b) => a - b);
      /** Everything as it is at first, but for the pins, which are the visitor's. */
      const begin = (pinned: readonly number[]) => allOrNothing((keep) => {
        const world = keep(toile.createWorld({ maxStepTime: 0.05 }));
        const cloth = keep(world.createCloth(garment, { pinned, params: { tethers: 1 } }));
        const ground = keep(world.addCollider({ shape: { plane: {} } }));
        return { world, cloth, ground };
      });
      const end = () => {
        for (const held of [now.cloth, now.ground, now.world]) held.dispose();
      };
      const shown = (pins: Set<number>): ShownCloth =>
        ({ cloth: now.cloth, front: new Color('#3f7f8c'), back: new Color('#d9c7a3'), pins });
      const solids: () => Running['colliders'] = () => [{ collider: now.ground, colour: 'ground' }];

      let now = begin(first);
      keep({ dispose: end });
      let applied = settings;
      const running: Running = {
        world: now.world, cloths: [shown(new Set(first))], colliders: solids(), stepSeconds: 1 / 60,
        constraints: { count: garment.constraintCount, label: 'constraints' },
        prepare() {},
        step: () => now.world.step(1 / 60),
        stepped() {},
        apply(changed) {
          applied = changed;
          now.world.setSubsteps(numberOf(changed, 'substeps'), 1);
          now.world.setWind({ velocity: [0, 0, numberOf(changed, 'wind')], gustStrength: 0.8, gustFrequency: 0.35 });
          now.cloth.setParams({
            velocityDamping: numberOf(changed, 'damping'), selfCollision: { enabled: changed['self'] === true },
            coarseLevels: changed['levels'] === true ? 2 : 0,
          });
        },
        reset() {
          const { pins } = running.cloths[0]!;
          const next = begin([...pins].sort((a, b) => a - b));
          end();
          now = next;
          running.world = now.world;
          running.cloths = [shown(pins)];
          running.colliders = solids();
          running.apply(applied);
        },
        clickVertex(of, vertex) {
          const pinned = of.pins.delete(vertex);
          if (pinned) of.cloth.unpin([vertex]);
          else {
            of.cloth.pin([vertex]);
            of.pins.add(vertex);
          }
          return `Vertex ${vertex} ${pinned ? 'let go' : 'pinned'}.`;
        },
        dispose() {
          end();
          garment.dispose();
        },
      };
      running.apply(settings);
      return running;
    }),
  };
}
