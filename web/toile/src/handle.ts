import type { Handle } from './toile_core.mjs';

const registry = new FinalizationRegistry<Handle>((handle) => handle.delete());

/** Something in the core's memory, freed by dispose() or, some time later, by the garbage collector. */
export abstract class Held<T extends Handle> {
  /** For the package's own parts. */
  readonly core: T;
  #disposed = false;

  constructor(core: T) {
    this.core = core;
    registry.register(this, core, this);
  }

  /** Frees it; it must not be used afterwards. Other things made from it stay. */
  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    registry.unregister(this);
    this.core.delete();
  }
}
