import { Held } from './handle.js';
import type { Core, CoreScene } from './toile_core.mjs';
import type { ClothLook } from './types.js';
import { Cloth, Collider, World } from './world.js';

/** A scene file brought to life. */
export class Scene extends Held<CoreScene> {
  readonly world: World;
  readonly cloths: readonly Cloth[];
  readonly colliders: readonly Collider[];
  /** Names and colours of the cloths. */
  readonly looks: readonly ClothLook[];
  readonly warnings: readonly string[];
  /** 1/s */
  readonly framesPerSecond: number;
  /** s */
  readonly duration: number;

  constructor(module: Core, core: CoreScene) {
    super(core);
    this.world = new World(module, core.world());
    this.cloths = Array.from({ length: core.clothCount() }, (_, i) => new Cloth(module, core.cloth(i)));
    this.colliders = Array.from({ length: core.colliderCount() }, (_, i) => new Collider(core.collider(i)));
    this.looks = this.cloths.map((_, i) => core.clothLook(i) as ClothLook);
    this.warnings = core.warnings();
    this.framesPerSecond = core.framesPerSecond();
    this.duration = core.duration();
  }

  /** Moves what moves and steps the world by one frame. */
  advance(): void {
    this.core.advance();
  }
  /** The first half of advance(): moves what moves. */
  prepare(): void {
    this.core.prepare();
  }
  /** The second half. */
  step(): void {
    this.core.step();
  }
  /** Instead of step(), where a GpuSolver has moved the world by one frame. */
  stepped(): void {
    this.core.stepped();
  }
  get frame(): number {
    return this.core.frame();
  }
  /** s */
  get time(): number {
    return this.core.time();
  }
  override dispose(): void {
    for (const held of [...this.cloths, ...this.colliders, this.world]) held.dispose();
    super.dispose();
  }
}
