// The classic exercise: a sheet of N × M particles with structural, diagonal and skip-one springs, and a sphere that
// swings through it.
import type { DrawnGarment, GarmentDef, GridDef, PinPattern, Toile } from 'toile';
import { Color } from 'three';
import { allOrNothing, type Demo, numberOf, type Running, type Settings, type ShownCloth } from './demo.ts';

/** m: the sheet's longer side. */
const size = 1.6;
const radius = 0.24;
/** m/N built into the garment; the slider scales it. */
const baseCompliance = 1e-6;

/** The finest mesh that is drawn has about so many vertices along its longer side. */
const finest = 256;

/** The sheet, drawn up to four times as fine as it is simulated; undefined where that would be finer than `finest`. */
function finerSheet(toile: Toile, { width, height, spacing }: Required<Pick<GridDef, 'width' | 'height' | 'spacing'>>, def: GarmentDef) {
  const factor = Math.min(4, Math.floor(finest / (Math.max(width, height) - 1)));
  if (factor < 2) return undefined;
  const fine = toile.grid({ width: factor * (width - 1) + 1, height: factor * (height - 1) + 1, spacing: spacing / factor });
  try {
    const coarse = toile.grid({ width, height, spacing });
    try {
      return toile.buildDrawnGarment(fine, coarse, def);
    } finally {
      coarse.dispose();
    }
  } finally {
    fine.dispose();
  }
}

function plainSheet(toile: Toile, grid: GridDef, def: GarmentDef) {
  const mesh = toile.grid(grid);
  try {
    return toile.buildGarment(mesh, def);
  } finally {
    mesh.dispose();
  }
}

export function springCount(n: number, m: number): number {
  return 6 * n * m - 5 * (n + m) + 2;
}

export const sheetDemo: Demo = {
  id: 'sheet',
  name: 'Sheet and sphere',
  summary: 'Drag the sheet. Space pauses, S stops the sphere, R starts over.',
  camera: { target: [0, 0.95, 0], distance: 3.4, azimuth: 0.6, elevation: 0.12 },
  controls: [
    { type: 'range', key: 'n', label: 'N, across', unit: '', minimum: 4, maximum: 256, step: 1, value: 64, rebuilds: true },
    { type: 'range', key: 'm', label: 'M, down', unit: '', minimum: 4, maximum: 256, step: 1, value: 64, rebuilds: true },
    {
      type: 'choice',
      key: 'pins',
      label: 'Held by',
      value: 'topRow',
      rebuilds: true,
      options: [
        { value: 'topRow', label: 'its top row' },
        { value: 'corners', label: 'two corners' },
        { value: 'curtain', label: 'every 8th of the top row' },
        { value: 'flag', label: 'its left side' },
      ],
    },
    { type: 'range', key: 'substeps', label: 'Substeps', unit: 'per 1/60 s', minimum: 1, maximum: 60, step: 1, value: 10 },
    { type: 'range', key: 'iterations', label: 'Iterations', unit: 'per substep', minimum: 1, maximum: 20, step: 1, value: 1 },
    {
      type: 'range', key: 'compliance', label: 'Compliance', unit: 'm/N', minimum: -8, maximum: -1, step: 0.5, value: -6,
      logarithmic: true, hint: 'of structural and diagonal springs: softer to the right',
    },
    {
      type: 'range', key: 'bending', label: 'Bending compliance', unit: 'm/N', minimum: -5, maximum: 2, step: 0.5, value: -0.5,
      logarithmic: true, hint: 'of skip-one springs',
    },
    { type: 'range', key: 'damping', label: 'Damping', unit: '1/s', minimum: 0, maximum: 5, step: 0.1, value: 0.2 },
    { type: 'range', key: 'wind', label: 'Wind', unit: 'm/s', minimum: 0, maximum: 12, step: 0.5, value: 1.5 },
    { type: 'switch', key: 'tethers', label: 'Tethers to the pins', value: true },
    { type: 'switch', key: 'self', label: 'Self-collision', value: false },
    { type: 'switch', key: 'finer', label: 'Drawn finer than it is simulated', value: false, rebuilds: true },
  ],
  build: (toile, settings) => allOrNothing((keep): Running => {
    const width = numberOf(settings, 'n');
    const height = numberOf(settings, 'm');
    const spacing = size / (Math.max(width, height) - 1);
    const grid = { width, height, spacing };
    const def: GarmentDef = {
      fabric: { preset: 'cotton', thickness: Math.min(0.008, 0.4 * spacing) },
      kinds: ['stretch', 'shear', 'skipOne'],
      compliance: { stretch: baseCompliance, shear: baseCompliance, skipOne: 1 },
      evenMass: true,
    };
    const drawn: DrawnGarment | undefined = keep(settings['finer'] === true ? finerSheet(toile, grid, def) : undefined);
    const garment = keep(drawn?.simulated ?? plainSheet(toile, grid, def));
    const pinned = toile.pinnedVertices(grid, settings['pins'] as PinPattern);
    const corner: [number, number, number] = [-0.5 * (width - 1) * spacing, 1.75, 0];

    let swing = 0;
    const place = (time: number) => ({ translation: [0, 0.85, 0.9 * Math.cos(1.4 * time)] as const });
    /** Everything as it is at first. */
    const begin = () => allOrNothing((keep) => {
      const world = keep(toile.createWorld({ maxStepTime: 0.05 }));
      const cloth = keep(world.createCloth(garment, { pinned, transform: { translation: corner }, params: { tethers: 1 } }));
      const sphere = keep(world.addCollider({
        shape: { sphere: { radius } }, transform: place(0), frictionStatic: 0.4, frictionDynamic: 0.4,
      }));
      const ground = keep(world.addCollider({ shape: { plane: {} } }));
      return { world, cloth, sphere, ground };
    });
    const end = () => {
      for (const held of [now.cloth, now.sphere, now.ground, now.world]) held.dispose();
    };
    const shown = (): ShownCloth => ({
      cloth: now.cloth, front: new Color('#d8482f'), back: new Color('#f0b35c'), pins: new Set(pinned), ...(drawn && { drawn }),
    });
    const solids: () => Running['colliders'] = () =>
      [{ collider: now.sphere, colour: 'solid' }, { collider: now.ground, colour: 'ground' }];

    let now = begin();
    keep({ dispose: end });
    let applied = settings;
    const running: Running = {
      world: now.world,
      constraints: { count: garment.constraintCount, label: 'springs' },
      cloths: [shown()],
      colliders: solids(),
      stepSeconds: 1 / 60,
      moving: true,
      prepare() {
        if (running.moving === true) swing += 1 / 60;
        now.sphere.move(place(swing));
      },
      step: () => now.world.step(1 / 60),
      stepped() {},
      apply(changed: Settings) {
        applied = changed;
        now.world.setSubsteps(numberOf(changed, 'substeps'), numberOf(changed, 'iterations'));
        const scale = (exponent: string, base: number) => base / 10 ** numberOf(changed, exponent);
        const stiff = { stiffnessScale: Math.max(1e-6, scale('compliance', baseCompliance)) };
        now.cloth.setParams({
          velocityDamping: numberOf(changed, 'damping'),
          tethers: changed['tethers'] === true ? 1 : 0,
          kinds: { stretch: stiff, shear: stiff, skipOne: { stiffnessScale: Math.max(1e-6, scale('bending', 1)) } },
          selfCollision: { enabled: changed['self'] === true },
        });
        const speed = numberOf(changed, 'wind');
        now.world.setWind({ velocity: [0.25 * speed, 0, 0.97 * speed], gustStrength: 0.8, gustFrequency: 0.35 });
      },
      reset() {
        const next = begin();
        end();
        now = next;
        swing = 0;
        running.world = now.world;
        running.cloths = [shown()];
        running.colliders = solids();
        running.apply(applied);
      },
      dispose() {
        end();
        garment.dispose();
        drawn?.dispose();
      },
    };
    running.apply(settings);
    return running;
  }),
};
