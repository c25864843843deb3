// Who moves the cloth: the core on the processor, or WebGPU. On the GPU a picture's steps are submitted, and drawn when they
// are read back; what would write to the world in between is kept until then. Both move the same world, so that they may
// take turns: WebAssembly begins while the kernels are compiled, and goes on where the GPU cannot.
import { GpuSolver, requestGpuDevice, ToileError } from 'toile';
import type { Running } from './demo.ts';

export type BackendName = 'webgpu' | 'wasm';

export interface BackendHost {
  /** Steps are done, and what they moved can be read. */
  stepped(steps: number, milliseconds: number): void;
  /** Another solver is at work, or there is more to say of it. */
  changed(): void;
}

/** A device that is lost this often is not asked for again. */
const mostLosses = 3;

export class Backend {
  readonly #host: BackendHost;
  #wanted: BackendName = 'webgpu';
  #device: GPUDevice | undefined;
  #solver: GpuSolver | undefined;
  #running: Running | undefined;
  #missing = ''; // why there is no device
  #refusal = ''; // why the device does not move this demo
  #event = ''; // what has happened to it
  #busy = false;
  #prepared = false; // the next step, but not taken
  #turn = 0; // counts what makes things awaited out of date
  #losses = 0;
  #waiting: (() => void)[] = [];

  constructor(host: BackendHost) {
    this.#host = host;
  }

  get wanted(): BackendName {
    return this.#wanted;
  }
  /** What moves the cloth now. */
  get active(): BackendName {
    return this.#solver !== undefined && this.#refusal === '' ? 'webgpu' : 'wasm';
  }
  /** The device, or why it isn't at work. */
  get note(): string {
    if (this.#wanted === 'wasm') return '';
    const why = this.#missing || this.#refusal || (this.#solver === undefined ? 'The kernels are being compiled.' : '');
    const slow = why === '' && this.#device?.adapterInfo?.isFallbackAdapter === true;
    return [this.#event, why, slow ? 'The GPU is a program here: WebAssembly is faster.' : ''].filter(Boolean).join(' ');
  }
  /** False: WebGPU was looked for and is not there. */
  get available(): boolean {
    return this.#missing === '';
  }
  /** How often a device was lost since the solver was chosen. */
  get losses(): number {
    return this.#losses;
  }
  get stats() {
    return this.active === 'webgpu' ? this.#solver?.stats : undefined;
  }

  async choose(name: BackendName): Promise<void> {
    this.#wanted = name;
    this.#event = this.#missing = '';
    this.#losses = 0;
    this.stop();
    await this.#start();
  }

  /** A demo is there, or its world is another. */
  show(running: Running): void {
    this.stop();
    this.#running = running;
    this.#prepared = false;
    void this.#start();
  }

  /** Gives the world back to the processor at once, as it was read back last; what waited is done. */
  stop(): void {
    ++this.#turn;
    this.#solver?.dispose();
    this.#solver = undefined;
    this.#refusal = '';
    this.#finish();
  }

  /** Does it now, or as soon as the steps on their way are back. */
  change(action: () => void): void {
    if (this.#busy) this.#waiting.push(action);
    else action();
  }

  /**
   * Moves the demo by at most `count` steps, and returns by how many; on the GPU that is done some time later. None: it is
   * still at the last ones.
   */
  step(running: Running, count: number): number {
    if (this.#busy) return 0;
    const begin = performance.now();
    let onGpu: GpuSolver | undefined;
    let done = 0;
    for (; done < count; ++done) {
      if (!this.#prepared) running.prepare();
      this.#prepared = true;
      const solver = this.#solverFor(running);
      if (done > 0 && solver !== onGpu) break; // what the GPU has done has to be read back first
      onGpu = solver;
      if (solver === undefined) {
        running.step();
      } else {
        solver.step(running.stepSeconds);
        running.stepped();
      }
      this.#prepared = false;
    }
    if (onGpu !== undefined) void this.#readBack(onGpu, done, begin);
    else this.#host.stepped(done, performance.now() - begin);
    return done;
  }

  /** Settings were changed: the GPU may move this demo now, or no longer. */
  recheck(): void {
    if (this.#running !== undefined) this.#solverFor(this.#running);
  }

  /** The solver on the GPU, where it moves this demo. */
  #solverFor(running: Running): GpuSolver | undefined {
    const solver = this.#running === running ? this.#solver : undefined;
    const reason = solver?.whyNot(running.stepSeconds)?.replace(/^cloth id [\d.]+: /, '') ?? '';
    if (reason !== this.#refusal) {
      this.#refusal = reason;
      this.#host.changed();
    }
    return reason === '' ? solver : undefined;
  }

  async #readBack(solver: GpuSolver, count: number, begin: number): Promise<void> {
    this.#busy = true;
    const turn = this.#turn;
    try {
      await solver.readBack();
    } catch (error) {
      if (turn !== this.#turn) return;
      this.#finish(); // lost: #recover goes on
      if (!(error instanceof ToileError)) throw error;
      return;
    }
    if (turn !== this.#turn) return;
    this.#host.stepped(count, performance.now() - begin);
    this.#finish();
  }

  #finish(): void {
    this.#busy = false;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const action of waiting) action();
  }

  /** Where WebGPU is wanted: a device, if there is none yet, and a solver for this demo's world. */
  async #start(): Promise<void> {
    const running = this.#running, turn = this.#turn;
    this.#host.changed();
    if (this.#wanted !== 'webgpu' || running === undefined || this.#missing !== '') return;
    try {
      this.#device ??= await requestGpuDevice();
      const solver = await GpuSolver.create(running.world, this.#device);
      // Another demo may have been chosen while the kernels were compiled.
      if (turn !== this.#turn) {
        solver.dispose();
        return;
      }
      this.#solver = solver;
      this.recheck();
      void solver.whenLost.then((reason) => this.#recover(solver, reason));
    } catch (error) {
      if (turn !== this.#turn) return;
      this.#device = undefined;
      this.#missing = `${error instanceof Error ? error.message : String(error)}.`.replace(/^t/, 'T');
    }
    this.#host.changed();
  }

  /** The device is gone: the cloth goes on from where it was read back last, here, and soon on another device. */
  async #recover(solver: GpuSolver, reason: string): Promise<void> {
    if (this.#device === solver.device) this.#device = undefined;
    if (this.#solver !== solver) return;
    this.stop();
    this.#event = `The GPU was lost (${reason.replace(/\.$/, '')}).`;
    if (++this.#losses > mostLosses) {
      this.#missing = 'That happened too often.';
      this.#host.changed();
      return;
    }
    await this.#start();
    if (this.#solver !== undefined) this.#event += ' It was started again.';
    this.#host.changed();
  }

  /** For the tests: as if the driver had gone away. */
  loseDevice(): void {
    this.#device?.destroy();
  }
}
