// Who moves the cloth: the core on the processor, or WebGPU. On the GPU a picture's steps are submitted, and drawn when they
// are read back; what would write to the world in between is kept until then. Both move the same world, so that they may
// take turns: WebAssembly begins while the kernels are compiled, and goes on where the GPU cannot.
import { GpuSolver, requestGpuDevice, ToileError } from 'toile';
import type { Running } from './demo.ts';
import { awaited } from './timing.ts';

export type BackendName = 'webgpu' | 'wasm';

export interface BackendHost {
  /** Steps are done, and what they moved can be read. */
  stepped(steps: number, milliseconds: number): void;
  /** Another solver is at work, or there is more to say of it. */
  changed(): void;
  /** The first picture is there: until then nothing else is to take time, and asking for a device stops a page that draws. */
  readonly pictured: Promise<void>;
}

/** A device that is lost this often is not asked for again. */
const mostLosses = 3;

export class Backend {
  readonly #host: BackendHost;
  #wanted: BackendName = 'webgpu';
  #coming: Promise<GPUDevice> | undefined; // asked for, or here
  #device: GPUDevice | undefined; // here
  #solver: GpuSolver | undefined;
  #running: Running | undefined;
  #missing = ''; // why there is no device
  #failure = ''; // why the device cannot be made ready for this demo
  #refusal = ''; // why the device does not move this demo as it is set now
  #event = ''; // what has happened to it
  #starting = false;
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
    const why = this.#missing || this.#failure || this.#refusal || (this.#solver === undefined ? 'The kernels are being compiled.' : '');
    const slow = why === '' && this.#device?.adapterInfo?.isFallbackAdapter === true;
    return [this.#event, why, slow ? 'The GPU is a program here: WebAssembly is faster.' : ''].filter(Boolean).join(' ');
  }
  /** False: WebGPU was looked for and is not there. */
  get available(): boolean {
    return this.#missing === '';
  }
  /** A device is waited for, or its kernels. */
  get starting(): boolean {
    return this.#starting;
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
    this.#failure = this.#refusal = '';
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
        for (const cloth of running.cloths) cloth.frame = undefined;
      } else {
        if (!taken(solver, running.stepSeconds)) break;
        running.stepped();
      }
      this.#prepared = false;
    }
    if (onGpu !== undefined) void this.#readBack(onGpu, running, done, begin);
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

  async #readBack(solver: GpuSolver, { cloths }: Running, count: number, begin: number): Promise<void> {
    this.#busy = true;
    const turn = this.#turn;
    try {
      const [, ...frames] = await Promise.all([solver.readBack(), ...cloths.map(({ cloth }) => solver.readDrawn(cloth))]);
      if (turn === this.#turn) cloths.forEach((cloth, i) => (cloth.frame = frames[i]));
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
    this.#starting = this.#wanted === 'webgpu' && running !== undefined && this.#missing === '';
    this.#host.changed();
    if (!this.#starting) return;
    await this.#make(running!, turn);
    if (turn !== this.#turn) return; // another demo was chosen meanwhile, or another solver: that has started on its own
    this.#starting = false;
    this.#host.changed();
  }

  async #make(running: Running, turn: number): Promise<void> {
    await this.#host.pictured;
    const device = await this.#have();
    if (device === undefined || turn !== this.#turn) return;
    try {
      const solver = await awaited('kernels', () => readySolver(running, device));
      if (turn !== this.#turn) {
        solver.dispose();
        return;
      }
      this.#solver = solver;
      this.recheck();
      void solver.whenLost.then((reason) => this.#recover(reason, solver));
    } catch (error) {
      if (turn !== this.#turn) return;
      if (this.#device === device) this.#failure = sentenceOf(error); // of this demo: another one may do
      else await this.#recover(sentenceOf(error), undefined);
    }
  }

  /** The device, asked for once. */
  #ask(): Promise<GPUDevice> {
    this.#coming ??= awaited('device', requestGpuDevice).then((device) => {
      this.#device = device;
      void device.lost.then(() => {
        if (this.#device === device) this.#device = this.#coming = undefined;
      });
      return device;
    });
    return this.#coming;
  }

  /** … or undefined, and #missing says why. */
  async #have(): Promise<GPUDevice | undefined> {
    const coming = this.#ask();
    try {
      return await coming;
    } catch (error) {
      if (this.#coming === coming) this.#coming = undefined;
      this.#missing = sentenceOf(error);
      return undefined;
    }
  }

  /** The device is gone: the cloth goes on from where it was read back last, here, and soon on another device. */
  async #recover(reason: string, solver: GpuSolver | undefined): Promise<void> {
    if (this.#solver !== solver) return; // one of an earlier demo
    if (this.#device !== undefined && this.#device === solver?.device) {
      this.#device.destroy(); // it was not lost, but given up
      this.#device = this.#coming = undefined;
    }
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

/** A step of the solver; false where it gave up its device, of which whenLost tells. */
function taken(solver: GpuSolver, dt: number): boolean {
  try {
    solver.step(dt);
    return true;
  } catch (error) {
    if (solver.lost === undefined) throw error;
    return false;
  }
}

/** A solver that is ready: everything compiled that moves and draws the demo as it is now. */
async function readySolver(running: Running, device: GPUDevice): Promise<GpuSolver> {
  const solver = await GpuSolver.create(running.world, device);
  try {
    await Promise.all(running.cloths.map(async ({ cloth, drawn }) => {
      const garment = cloth.garment;
      const drawing = solver.draw(drawn ?? garment);
      garment.dispose();
      await drawing;
    }));
    return solver;
  } catch (error) {
    solver.dispose();
    throw error;
  }
}

function sentenceOf(error: unknown): string {
  return `${error instanceof Error ? error.message : String(error)}.`.replace(/^./, (first) => first.toUpperCase());
}
