// The cloths of a world on a GPU, through WebGPU: the core says what the buffers hold and which dispatches make a step;
// here they are handed to a device, and what comes back is handed to the core. The kernels are those of the native library.
import { ToileError } from './error.js';
import { GpuBatch } from './gpu_batch.js';
import { type GpuDrawing, GpuDrawKernels, GpuDrawn } from './gpu_drawn.js';
import { gpuBuffers, GpuKernels } from './gpu_kernels.js';
import { GpuClock, GpuReadings } from './gpu_readings.js';
import { Held } from './handle.js';
import { DrawnGarment, type Garment } from './mesh.js';
import type { Core, CoreGarment, CoreGpuSession } from './toile_core.mjs';
import type { DrawnFrame } from './types.js';
import type { Cloth, World } from './world.js';

/** Of the last step. */
export interface GpuStats {
  /** Cloths of one garment are solved together. */
  batches: number;
  dispatches: number;
  /** Bytes that its dispatches read and write, each access counted once, no cache assumed. */
  bytes: number;
  /** Bytes written to the device. */
  uploaded: number;
  /** Solved, all passes of all substeps. */
  constraints: number;
  /** ms that the dispatches of the last finished step took; undefined where the device has no clock (`timestamp-query`). */
  deviceMilliseconds: number | undefined;
  /** ms, preparing and submitting it. */
  hostMilliseconds: number;
}

/** Where a cloth's particles lie on the device, to be drawn from there. Good until cloths come or go. */
export interface GpuParticles {
  /** x y z (m, world) and inverse mass: four floats a particle. Usages: STORAGE, VERTEX, COPY_SRC. */
  positions: GPUBuffer;
  /** m/s, four floats each */
  velocities: GPUBuffer;
  /** Bytes, of the cloth's first particle in both. */
  offset: number;
  /** Particles; Garment.particleOfVertex leads to them. */
  count: number;
}

/** Where a cloth's drawn mesh lies on the device after each step, in buffers of its own or with others. Good until cloths come or go. */
export interface GpuDrawnMesh {
  /** m, world; four floats a drawn vertex, as all three. Usages: STORAGE, VERTEX, COPY_SRC. */
  positions: GPUBuffer;
  /** Unit. */
  normals: GPUBuffer;
  /** Unit, along u; w = ±1 is the handedness. Zeros where the garment has no UVs. */
  tangents: GPUBuffer;
  /** Bytes, of the cloth's first vertex in all three. */
  offset: number;
  /** Drawn vertices, in the order of Garment.triangles or DrawnGarment.triangles. */
  count: number;
}

/** What the device may have against what a step makes anew. */
const complaints: Readonly<Record<GPUErrorFilter, string>> = {
  validation: 'it refuses what a step needs', 'out-of-memory': 'not enough memory', internal: 'it cannot do what a step needs',
};

/**
 * The device that GpuSolver.create takes by itself: the fastest adapter's, with room for large garments and, where that is
 * allowed, a clock. A ToileError says what is missing.
 */
export async function requestGpuDevice(): Promise<GPUDevice> {
  const gpu = (globalThis as { navigator?: { gpu?: GPU } }).navigator?.gpu;
  if (gpu === undefined) throw new ToileError('there is no WebGPU here');
  const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
  if (adapter === null) throw new ToileError('there is WebGPU, but no GPU that it may use');
  const { maxStorageBufferBindingSize, maxBufferSize } = adapter.limits;
  try {
    return await adapter.requestDevice({
      requiredFeatures: adapter.features.has('timestamp-query') ? ['timestamp-query'] : [],
      requiredLimits: { maxStorageBufferBindingSize, maxBufferSize },
    });
  } catch (error) {
    throw new ToileError(`the GPU cannot be had: ${reasonOf(error)}`);
  }
}

/** Three of each four. */
function withoutFourth(from: Float32Array): Float32Array {
  const to = new Float32Array((from.length / 4) * 3);
  for (let i = 0, j = 0; j < to.length; i += 4, j += 3) {
    to[j] = from[i]!;
    to[j + 1] = from[i + 1]!;
    to[j + 2] = from[i + 2]!;
  }
  return to;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Moves all cloths of a world on a GPU, as World.step does on the CPU: the same garments, order of kinds, colours and
 * parameters, within rounding. The two may take turns.
 *
 * step() returns once the work is submitted; the state stays on the device until readBack(). Until that is awaited, what
 * reads a cloth gives what was read back last, and what would write to it (positions, velocities, pin, setEnabled,
 * teleport, reset, destroy …, World.step) throws a ToileError and changes nothing. Parameters, targets, wind and colliders
 * may be changed at any time. Contacts, and whether a cloth froze, are known some time after their step.
 */
export class GpuSolver extends Held<CoreGpuSession> {
  readonly device: GPUDevice;
  /** Resolved with the reason when the device is lost; never, where dispose() comes before. */
  readonly whenLost: Promise<string>;
  readonly #core: Core;
  readonly #kernels: GpuKernels;
  readonly #ownsDevice: boolean;
  readonly #clock: GpuClock;
  readonly #readings: GpuReadings;
  #batches: GpuBatch[] = [];
  readonly #wanted = new Map<number, { garment: CoreGarment; drawing: GpuDrawing }>(); // by the garment's key
  #drawn = new Map<GpuBatch, readonly GpuDrawn[]>();
  #redrawn = false; // #drawn is of older wishes
  #generation = -1;
  #step = 0; // number of the last one
  #pending = new Set<Promise<void>>(); // readings of steps that are not done
  #ended: string | undefined; // why no step is taken any more
  #lost: string | undefined;
  #resolveLost!: (reason: string) => void;
  #stats: GpuStats = {
    batches: 0, dispatches: 0, bytes: 0, uploaded: 0, constraints: 0, deviceMilliseconds: undefined, hostMilliseconds: 0,
  };

  private constructor(core: Core, session: CoreGpuSession, device: GPUDevice, kernels: GpuKernels, owns: boolean) {
    super(session);
    this.device = device;
    this.#core = core;
    this.#kernels = kernels;
    this.#ownsDevice = owns;
    this.#clock = new GpuClock(device);
    this.#readings = new GpuReadings(device);
    this.whenLost = new Promise((resolve) => (this.#resolveLost = resolve));
    void device.lost.then(({ reason, message }) => this.#lose(message || reason));
  }

  /**
   * Compiles the kernels that the world's cloths need; a step that needs another one waits for it. Without a device it takes
   * one of its own (requestGpuDevice), which dispose() gives back; one of yours serves any number of solvers. Nothing of the
   * world changes. A ToileError says what is missing or refused.
   */
  static async create(world: World, device?: GPUDevice): Promise<GpuSolver> {
    const used = device ?? (await requestGpuDevice());
    const kernels = GpuKernels.of(world.module, used);
    const { maxStorageBufferBindingSize, maxBufferSize, maxComputeWorkgroupsPerDimension } = used.limits;
    const bytes = Math.min(maxStorageBufferBindingSize, maxBufferSize, 0xffffffff);
    const session = world.module.GpuSession.create(world.core, bytes, maxComputeWorkgroupsPerDimension);
    const solver = new GpuSolver(world.module, session, used, kernels, device === undefined);
    try {
      await kernels.prepare(session.kernels());
      if (solver.#ended !== undefined) throw new ToileError(solver.#ended);
    } catch (error) {
      solver.dispose();
      throw error;
    }
    return solver;
  }

  /** Why step(dt) would be refused, by the name of what is not solved here (docs/gpu.md); undefined where it would not. */
  whyNot(dt: number): string | undefined {
    if (this.#ended !== undefined) return this.#ended;
    const reason = this.core.whyNot(dt);
    return reason === '' ? undefined : reason;
  }

  /**
   * Advances the world by `dt` seconds. A ToileError says what is refused, and nothing has changed then; or why the device
   * was given up, as `lost` does from then on.
   */
  step(dt: number): void {
    if (this.#ended !== undefined) throw new ToileError(this.#ended);
    const begin = performance.now();
    if (!this.core.prepare(dt)) return;
    this.#submit();
    Object.assign(this.#stats, this.core.work());
    this.#stats.batches = this.#batches.length;
    this.#stats.hostMilliseconds = performance.now() - begin;
  }

  /**
   * Hands a step that is prepared to the device. What is to be written to it is told once: a device that does not take all
   * of it has buffers that no later step completes.
   */
  #submit(): void {
    try {
      this.#arrange();
      if (this.#redrawn || this.#batches.some(({ isNew }) => isNew)) this.#guarded(() => this.#run());
      else this.#run();
    } catch (error) {
      this.#lose(reasonOf(error));
      throw new ToileError(this.#ended!);
    }
  }

  #run(): void {
    for (const batch of this.#batches) batch.fit();
    this.#arrangeDrawn();
    for (const batch of this.#batches) batch.upload();
    const reading = this.#readings.take(GpuClock.bytes + this.#batches.reduce((sum, b) => sum + b.clothCount * b.statusBytes, 0));
    const encoder = this.device.createCommandEncoder();
    const pass = encoder.beginComputePass(this.#clock.pass);
    for (const batch of this.#batches) batch.encode(pass);
    for (const drawn of this.#allDrawn) drawn.encode(pass);
    pass.end();
    this.#clock.copyTo(reading, encoder);
    let at = GpuClock.bytes;
    for (const batch of this.#batches) {
      const bytes = batch.clothCount * batch.statusBytes;
      encoder.copyBufferToBuffer(batch.buffer(gpuBuffers.status), 0, reading, at, bytes);
      at += bytes;
    }
    this.device.queue.submit([encoder.finish()]);
    this.#step = this.core.commit();
    this.#await(reading);
  }

  /** Until all steps so far are done: then contacts, frozen cloths and deviceMilliseconds are known. */
  async wait(): Promise<void> {
    await Promise.all(this.#pending);
    if (this.#ended !== undefined) throw new ToileError(this.#ended);
  }

  /**
   * Brings positions and velocities of all cloths into the world, as they are after the steps so far. Further steps may be
   * taken meanwhile; the world is then at what was asked for, and the device ahead of it.
   */
  async readBack(): Promise<void> {
    if (this.#ended !== undefined) throw new ToileError(this.#ended);
    const batches = this.#batches, generation = this.#generation, step = this.#step;
    if (batches.length === 0) return;
    const sizes = batches.map((batch) => batch.clothCount * batch.stateBytes);
    const reading = this.#readings.take(2 * sizes.reduce((sum, size) => sum + size, 0));
    const encoder = this.device.createCommandEncoder();
    let to = 0;
    batches.forEach((batch, i) => {
      for (const part of [gpuBuffers.x, gpuBuffers.velocity]) {
        encoder.copyBufferToBuffer(batch.buffer(part), 0, reading, to, sizes[i]!);
        to += sizes[i]!;
      }
    });
    this.device.queue.submit([encoder.finish()]);
    const before = [...this.#pending];
    await this.#read(reading, (bytes) => {
      let from = 0;
      batches.forEach((batch, b) => {
        const { stateBytes } = batch;
        for (let c = 0; c < sizes[b]! / stateBytes; ++c) {
          const state = (part: number) => new Float32Array(bytes, from + part * sizes[b]! + c * stateBytes, stateBytes / 4);
          this.core.takeState(generation, step, b, c, state(0), state(1));
        }
        from += 2 * sizes[b]!;
      });
    });
    await Promise.all(before);
    if (this.#ended !== undefined) throw new ToileError(this.#ended);
  }

  /** Undefined before the first step with this cloth, and for one of another world. */
  particles(cloth: Cloth): GpuParticles | undefined {
    if (this.#ended !== undefined || this.#generation !== this.core.generation()) return undefined;
    const place = this.core.find(cloth.core);
    const batch = place && this.#batches[place.batch];
    if (!place || !batch) return undefined;
    return {
      positions: batch.buffer(gpuBuffers.x), velocities: batch.buffer(gpuBuffers.velocity),
      offset: place.index * batch.stateBytes, count: place.count,
    };
  }

  // ---- drawn meshes
  /**
   * From the next step on the drawn mesh of all cloths of this garment is made after each step: the garment's own, or what
   * is drawn over it. Resolved when the kernels for it are compiled; a ToileError says what the device has against them, or
   * that the mesh is finer than one of its buffers holds.
   */
  async draw(what: Garment | DrawnGarment): Promise<void> {
    if (this.#ended !== undefined) throw new ToileError(this.#ended);
    const core = what instanceof DrawnGarment ? this.#core.gpuDrawingOver(what.core) : this.#core.gpuDrawingOf(what.core);
    const garment = what instanceof DrawnGarment ? what.core.simulated() : what.core.clone();
    let drawing: GpuDrawing;
    try {
      drawing = await GpuDrawKernels.of(this.#core, this.device).prepare(core);
      if (this.#ended !== undefined) throw new ToileError(this.#ended);
    } catch (error) {
      garment.delete();
      throw error;
    }
    const key = garment.key();
    this.#wanted.get(key)?.garment.delete();
    this.#wanted.set(key, { garment, drawing });
    this.#redrawn = true;
  }

  /** Undefined before the first step after draw() with this cloth. */
  drawnMesh(cloth: Cloth): GpuDrawnMesh | undefined {
    const found = this.#drawnOf(cloth);
    if (found === undefined) return undefined;
    const { positions, normals, tangents, count } = found.drawn;
    return { positions, normals, tangents, offset: 16 * count * found.index, count };
  }

  /** Copies a cloth's drawn mesh from the device, as it was after the last step; undefined where drawnMesh() is. */
  async readDrawn(cloth: Cloth): Promise<DrawnFrame | undefined> {
    const mesh = this.drawnMesh(cloth);
    if (mesh === undefined) return undefined;
    const bytes = 16 * mesh.count;
    const reading = this.#readings.take(2 * bytes);
    const encoder = this.device.createCommandEncoder();
    [mesh.positions, mesh.normals].forEach((from, i) => encoder.copyBufferToBuffer(from, mesh.offset, reading, i * bytes, bytes));
    this.device.queue.submit([encoder.finish()]);
    let frame: DrawnFrame | undefined;
    await this.#read(reading, (all) => {
      const part = (i: number) => withoutFourth(new Float32Array(all, i * bytes, bytes / 4));
      frame = { positions: part(0), normals: part(1) };
    });
    if (this.#ended !== undefined) throw new ToileError(this.#ended);
    return frame;
  }

  get stats(): Readonly<GpuStats> {
    return this.#stats;
  }
  /** Why the device is lost, if it is. The cloths are then where they were read back last, and World.step goes on. */
  get lost(): string | undefined {
    return this.#lost;
  }

  /** Ends it. The cloths stay where they were read back last: await readBack() before. */
  override dispose(): void {
    this.#end('GpuSolver: it was disposed of');
    if (this.#ownsDevice) this.device.destroy();
  }

  // ---- inside
  /** The cloths of the batches may be others. */
  #arrange(): void {
    const generation = this.core.generation();
    if (this.#generation === generation) return;
    this.#generation = generation;
    for (const part of [...this.#batches, ...this.#allDrawn]) part.destroy();
    this.#drawn.clear();
    this.#redrawn = true;
    const batch = (_: unknown, i: number) => new GpuBatch(this.device, this.#kernels, this.#core, this.core, i);
    this.#batches = Array.from({ length: this.core.batchCount() }, batch);
  }

  #arrangeDrawn(): void {
    if (!this.#redrawn) return;
    this.#redrawn = false;
    for (const drawn of this.#allDrawn) drawn.destroy();
    this.#drawn.clear();
    for (const { garment, drawing } of this.#wanted.values()) {
      for (const b of this.core.batchesOf(garment)) {
        const batch = this.#batches[b]!;
        this.#drawn.set(batch, GpuDrawn.ofBatch(this.device, drawing, batch));
      }
    }
  }

  get #allDrawn(): GpuDrawn[] {
    return [...this.#drawn.values()].flat();
  }

  #drawnOf(cloth: Cloth): { drawn: GpuDrawn; index: number } | undefined {
    if (this.#ended !== undefined || this.#redrawn || this.#generation !== this.core.generation()) return undefined;
    const place = this.core.find(cloth.core);
    const batch = place && this.#batches[place.batch];
    const drawn = batch && this.#drawn.get(batch)?.find(({ first, clothCount }) => place.index < first + clothCount);
    return drawn && { drawn, index: place.index - drawn.first };
  }

  /** Makes buffers and pipelines that the device may refuse; it says so some time later, and is given up then. */
  #guarded(action: () => void): void {
    const filters: GPUErrorFilter[] = ['internal', 'out-of-memory', 'validation'];
    for (const filter of filters) this.device.pushErrorScope(filter);
    try {
      action();
    } finally {
      for (const filter of filters.reverse()) {
        const refused = (error: GPUError | null) => error !== null && this.#lose(`${complaints[filter]}: ${error.message}`);
        this.device.popErrorScope().then(refused, () => {}); // rejected: lost already
      }
    }
  }

  /** A step's reading: status of all cloths, and the time it took. */
  #await(reading: GPUBuffer): void {
    const generation = this.#generation;
    const parts = this.#batches.map(({ clothCount, statusBytes }) => ({ clothCount, statusBytes }));
    const done = this.#read(reading, (bytes) => {
      this.#stats.deviceMilliseconds = this.#clock.milliseconds(bytes);
      let from = GpuClock.bytes;
      parts.forEach(({ clothCount, statusBytes }, b) => {
        for (let c = 0; c < clothCount; ++c, from += statusBytes) {
          this.core.takeStatus(generation, b, c, new Uint32Array(bytes, from, statusBytes / 4));
        }
      });
      this.core.countContacts();
    });
    this.#pending.add(done);
    void done.finally(() => this.#pending.delete(done));
  }

  /** Looks at a reading, if the solver still lives then. A device that does not give it is lost. */
  async #read(reading: GPUBuffer, look: (bytes: ArrayBuffer) => void): Promise<void> {
    try {
      await this.#readings.read(reading, (bytes) => {
        if (this.#ended === undefined) look(bytes);
      });
    } catch (error) {
      if (error instanceof ToileError) throw error;
      this.#lose(reasonOf(error));
    }
  }

  #lose(why: string): void {
    if (this.#ended !== undefined) return;
    this.#lost = why;
    this.#end(`the GPU was lost (${why}); the cloths are where they were read back last`);
    this.#resolveLost(why);
  }

  #end(why: string): void {
    if (this.#ended !== undefined) return;
    this.#ended = why;
    for (const part of [...this.#batches, ...this.#allDrawn, this.#clock, this.#readings]) part.destroy();
    for (const { garment } of this.#wanted.values()) garment.delete();
    this.#wanted.clear();
    this.#drawn.clear();
    this.#batches = [];
    super.dispose();
  }
}
