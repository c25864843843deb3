import { floats, indices } from './arrays.js';
import { Held } from './handle.js';
import { type DrawnGarment, Garment } from './mesh.js';
import type { Core, CoreCloth, CoreCollider, CoreWorld } from './toile_core.mjs';
import type {
  ClothDef,
  ClothParams,
  ClothStats,
  ColliderDef,
  ColliderState,
  DrawnFrame,
  Numbers,
  Transform,
  Vec3,
  Wind,
  WorldStats,
} from './types.js';

/** One instance of a garment. Vertices are the mesh's own. */
export class Cloth extends Held<CoreCloth> {
  readonly #module: Core;
  constructor(module: Core, core: CoreCloth) {
    super(core);
    this.#module = module;
  }

  get garment(): Garment {
    return new Garment(this.core.garment());
  }
  /**
   * m, 3 a vertex: a view of the core's memory, filled anew each time it is asked for and good until the next call of
   * anything that may take memory. Nothing is copied on the way to it.
   */
  get positions(): Float32Array {
    return this.core.positions();
  }
  set positions(values: Numbers) {
    this.core.writePositions(floats(this.#module, values));
  }
  /** m/s, likewise. */
  get velocities(): Float32Array {
    return this.core.velocities();
  }
  set velocities(values: Numbers) {
    this.core.writeVelocities(floats(this.#module, values));
  }
  /** Unit, area weighted, likewise. */
  get normals(): Float32Array {
    return this.core.normals();
  }
  /** What is drawn over this cloth's garment, likewise. */
  readDrawn(drawn: DrawnGarment): DrawnFrame {
    return this.core.readDrawn(drawn.core);
  }
  /** m/s², 3 a vertex, until changed; an empty array ends it. */
  setAccelerations(accelerations: Numbers): void {
    this.core.setAccelerations(floats(this.#module, accelerations));
  }

  /** Holds vertices where they are now. */
  pin(vertices: Numbers): void {
    this.core.pin(indices(this.#module, vertices, 'vertices'));
  }
  unpin(vertices: Numbers): void {
    this.core.unpin(indices(this.#module, vertices, 'vertices'));
  }
  isPinned(vertex: number): boolean {
    return this.core.isPinned(indices(this.#module, [vertex], 'vertex')[0]!);
  }
  /** Where pinned vertices are to be at the end of the next step (m, 3 each). */
  setTargets(vertices: Numbers, targets: Numbers): void {
    this.core.setTargets(indices(this.#module, vertices, 'vertices'), floats(this.#module, targets));
  }

  get params(): Required<ClothParams> {
    return this.core.params() as Required<ClothParams>;
  }
  /** Changes what is given and leaves the rest. */
  setParams(changes: ClothParams): void {
    this.core.setParams(changes);
  }
  setEnabled(enabled: boolean): void {
    this.core.setEnabled(enabled);
  }
  /** Moves it without dynamics; `reset` puts it to rest in its rest pose there. */
  teleport(motion: Transform, mode: 'keep' | 'reset' = 'keep'): void {
    this.core.teleport(motion, mode === 'reset');
  }
  reset(): void {
    this.core.reset();
  }
  get stats(): ClothStats {
    return this.core.stats() as ClothStats;
  }
  /** Takes it out of its world. */
  destroy(): void {
    this.core.destroy();
    this.dispose();
  }
}

/** A solid that pushes cloth. */
export class Collider extends Held<CoreCollider> {
  get state(): ColliderState {
    return this.core.def() as ColliderState;
  }
  /** Changes what is given and leaves the rest. */
  set(changes: ColliderDef): void {
    this.core.setDef(changes);
  }
  /** Where it is to be at the end of the next step. */
  move(transform: Transform): void {
    this.core.move(transform);
  }
  /** Puts it there at once. */
  teleport(transform: Transform): void {
    this.core.teleport(transform);
  }
  /** Particles that touched it in the last substep. */
  get contacts(): number {
    return this.core.contacts();
  }
  /** Of a mesh body, else empty; views as for Cloth.positions. */
  get triangles(): Uint32Array {
    return this.core.triangles();
  }
  get vertices(): Float32Array {
    return this.core.vertices();
  }
  destroy(): void {
    this.core.destroy();
    this.dispose();
  }
}

/** Cloths and colliders that move together through time. */
export class World extends Held<CoreWorld> {
  /** For the package's own parts. */
  readonly module: Core;
  constructor(module: Core, core: CoreWorld) {
    super(core);
    this.module = module;
  }

  createCloth(garment: Garment, def: ClothDef = {}): Cloth {
    const { pinned, ...rest } = def;
    const held = pinned === undefined ? {} : { pinned: indices(this.module, pinned, 'cloth.pinned') };
    return new Cloth(this.module, this.core.createCloth(garment.core, { ...rest, ...held }));
  }
  addCollider(def: ColliderDef): Collider {
    return new Collider(this.core.addCollider(def));
  }
  /** Advances by `dt` seconds. */
  step(dt: number): void {
    this.core.step(dt);
  }
  /** m/s² */
  setGravity(gravity: Vec3): void {
    this.core.setGravity(gravity);
  }
  get wind(): Required<Wind> {
    return this.core.wind() as Required<Wind>;
  }
  /** Changes what is given and leaves the rest. */
  setWind(changes: Wind): void {
    this.core.setWind(changes);
  }
  setSubsteps(substeps: number, iterations = 1): void {
    this.core.setSubsteps(substeps, iterations);
  }
  get stats(): WorldStats {
    return this.core.stats() as WorldStats;
  }
  /** Pairs of triangles that cross each other, counted exactly. */
  countCrossings(): number {
    return this.core.countCrossings();
  }
  get status(): string {
    return this.core.status();
  }
  /** Of all positions and velocities: the same on every machine. */
  get stateHash(): bigint {
    return BigInt(`0x${this.core.stateHash()}`);
  }
  /** "wasm x4" */
  get simdName(): string {
    return this.core.simdName();
  }
}
