// Scenes of the library's own, edited as scene files: endless, at the page's frame rate.
import type { Scene, Toile } from 'toile';
import { Color } from 'three';
import { allOrNothing, type Control, type Demo, numberOf, type Running, type Settings } from './demo.ts';

/** A scene file, as far as it is touched here. */
interface SceneFile {
  frames_per_second?: number;
  substeps?: number;
  wind?: Record<string, unknown>;
  nodes: Record<string, unknown>[];
  garments: Record<string, unknown>[];
  cloths: (Record<string, unknown> & { params?: Record<string, unknown>; pins?: Record<string, unknown>[] })[];
  colliders: Record<string, unknown>[];
}

const substeps: Control = {
  type: 'range', key: 'substeps', label: 'Substeps', unit: 'per 1/60 s', minimum: 1, maximum: 40, step: 1, value: 10,
};
const damping: Control = {
  type: 'range', key: 'damping', label: 'Damping', unit: '1/s', minimum: 0, maximum: 5, step: 0.1, value: 0.1,
};
const levels: Control = { type: 'switch', key: 'levels', label: 'Coarse levels: stiffer', value: false };
const self: Control = { type: 'switch', key: 'self', label: 'Self-collision', value: true };
function wind(value: number): Control {
  return { type: 'range', key: 'wind', label: 'Wind', unit: 'm/s', minimum: 0, maximum: 15, step: 0.5, value };
}
function gusts(value: number): Control {
  return { type: 'range', key: 'gusts', label: 'Gusts', unit: '× wind', minimum: 0, maximum: 2, step: 0.1, value };
}

/** A lap of a circle of radius 0.55 m at 0.95 m/s, over and over. */
function walkInCircles(file: SceneFile): void {
  const root = file.nodes.find((node) => node['name'] === 'root');
  if (root === undefined) throw new Error('the cape scene has no root');
  const lap = (2 * Math.PI * 0.55) / 0.95;
  const turns = 72;
  root['loop'] = true;
  root['easing'] = 'linear';
  root['keys'] = Array.from({ length: turns + 1 }, (_, i) => {
    const angle = (2 * Math.PI * i) / turns;
    return {
      time: (lap * i) / turns,
      translation: [0.55 * Math.cos(angle), 0, -0.55 * Math.sin(angle)],
      rotation: { axis: [0, 1, 0], degrees: 180 + (360 * i) / turns },
    };
  });
}

interface SceneDemo extends Omit<Demo, 'build'> {
  scene: string;
  edit?(file: SceneFile): void;
  /** Direction of the wind. */
  wind: [number, number, number];
  /** Pins may be released by a click. */
  tears?: boolean;
}

function makeRunning(scene: Scene, demo: SceneDemo, open: () => Scene, settings: Settings): Running {
  let current = scene;
  const shown = () =>
    current.cloths.map((cloth, i) => ({
      cloth,
      front: new Color(...current.looks[i]!.front),
      back: new Color(...current.looks[i]!.back),
      pins: new Set(demo.tears ? [...Array(cloth.garment.vertexCount).keys()].filter((v) => cloth.isPinned(v)) : []),
    }));
  const solids = () =>
    current.colliders.map((collider) => {
      const ground = 'plane' in collider.state.shape;
      return { collider, colour: ground ? ('ground' as const) : ('figure' as const) };
    });
  let applied = settings;
  const running: Running = {
    world: current.world,
    cloths: shown(),
    colliders: solids(),
    stepSeconds: 1 / current.framesPerSecond,
    constraints: { count: 0, label: 'constraints' },
    prepare: () => current.prepare(),
    step: () => current.step(),
    stepped: () => current.stepped(),
    apply(changed) {
      applied = changed;
      current.world.setSubsteps(numberOf(changed, 'substeps'), 1);
      const speed = numberOf(changed, 'wind');
      const [x, y, z] = demo.wind;
      current.world.setWind({ velocity: [x * speed, y * speed, z * speed], gustStrength: numberOf(changed, 'gusts') });
      for (const { cloth } of running.cloths) {
        cloth.setParams({
          velocityDamping: numberOf(changed, 'damping'), selfCollision: { enabled: changed['self'] === true },
          coarseLevels: changed['levels'] === true ? 2 : 0,
        });
      }
    },
    reset() {
      const next = open();
      current.dispose();
      current = next;
      running.world = current.world;
      running.cloths = shown();
      running.colliders = solids();
      running.apply(applied);
    },
    dispose: () => current.dispose(),
  };
  running.constraints.count = current.cloths.reduce((sum, cloth) => sum + cloth.garment.constraintCount, 0);
  if (demo.tears) {
    running.clickVertex = (cloth, vertex) => {
      if (!cloth.pins.has(vertex)) return undefined;
      cloth.cloth.unpin([vertex]);
      cloth.pins.delete(vertex);
      return 'A hook gave way.';
    };
  }
  running.apply(settings);
  return running;
}

function sceneDemo(demo: SceneDemo): Demo {
  const open = (toile: Toile): Scene => {
    const file = toile.sceneJson(demo.scene) as unknown as SceneFile;
    file.frames_per_second = 60;
    demo.edit?.(file);
    return toile.openScene(file as unknown as Record<string, unknown>);
  };
  const build = (toile: Toile, settings: Settings) =>
    allOrNothing((keep) => makeRunning(keep(open(toile)), demo, () => open(toile), settings));
  return { ...demo, build };
}

export const sceneDemos: readonly Demo[] = [
  sceneDemo({
    id: 'cape', scene: 'cape', name: 'Cape on a walking figure',
    summary: 'A wool cape on shoulders that never stand still. Drag its hem.',
    camera: { target: [0, 0.85, 0], distance: 4.6, azimuth: 0.5, elevation: 0.16 },
    controls: [substeps, wind(1), gusts(0.8), damping, levels, self],
    wind: [0.87, 0, 0.49],
    edit: walkInCircles,
  }),
  sceneDemo({
    id: 'flag', scene: 'flag', name: 'Flag in gusts',
    summary: 'A flag of 1.8 m by 1.2 m. Turn the wind up.',
    camera: { target: [0.9, 2.2, 0], distance: 5.2, azimuth: 0.35, elevation: 0.03 },
    controls: [substeps, wind(6), gusts(0.6), damping, levels, self],
    wind: [0.97, 0, 0.24],
  }),
  sceneDemo({
    id: 'skirt', scene: 'skirt', name: 'Layered skirt',
    summary: 'Two layers that never pass through each other, on hips that twist.',
    camera: { target: [0, 0.8, 0], distance: 3.4, azimuth: 0.4, elevation: 0.12 },
    controls: [substeps, wind(0), gusts(0.5), damping, { ...levels, value: true }, self],
    wind: [1, 0, 0],
    edit(file) {
      const outer = file.garments[0]!;
      const inner = structuredClone(outer);
      outer['mesh'] = { cone: { radius_top: 0.165, radius_bottom: 0.6, height: 0.4, around: 60, down: 15 } };
      inner['mesh'] = { cone: { radius_top: 0.155, radius_bottom: 0.5, height: 0.52, around: 56, down: 19 } };
      inner['name'] = 'underskirt';
      file.garments.push(inner);
      const over = file.cloths[0]!;
      const under = structuredClone(over);
      under['name'] = under['garment'] = 'underskirt';
      under['front'] = [0.9, 0.72, 0.3];
      under['back'] = [0.8, 0.6, 0.25];
      file.cloths.push(under);
      for (const cloth of file.cloths) {
        cloth.params = { ...cloth.params, self_collision: { enabled: true, thickness: 0.006 }, coarse_levels: 2 };
      }
    },
  }),
  sceneDemo({
    id: 'curtain', scene: 'curtain', name: 'Tear-away curtain',
    summary: 'Click a hook to release it. A ball swings through.',
    camera: { target: [0, 1.1, 0], distance: 4.3, azimuth: 0.7, elevation: 0.1 },
    controls: [substeps, wind(0.8), gusts(1), damping, { ...levels, value: true }, self],
    wind: [0, 0, 1],
    tears: true,
    edit(file) {
      const curtain = file.garments[0]!;
      delete curtain['fixed'];
      file.cloths[0]!.pins = [{ vertices: [{ pattern: 'curtain' }] }];
      file.cloths[0]!.params = { ...file.cloths[0]!.params, tethers: 0, coarse_levels: 2 };
    },
  }),
];
