// The drawn mesh of cloths on a device, by shaders/skinning: positions, normals and tangents of the particles, made by two
// dispatches after a step. Either the garment itself is drawn, or a finer mesh over it.
import { ToileError } from './error.js';
import type { GpuBatch } from './gpu_batch.js';
import { compiled, gpuBuffers, GpuModules } from './gpu_kernels.js';
import type { Core, CoreGpuDrawing } from './toile_core.mjs';

/** Values of GpuDrawBuffer (src/backends/gpu/drawing.h), which are the bindings. */
const bindings = {
  drawing: 0, places: 1, x: 2, particleNormals: 3, corners: 4, values: 5, positions: 6, normals: 7, tangents: 8,
} as const;
const bindingCount = 9;
const written: readonly number[] = [bindings.particleNormals, bindings.positions, bindings.normals, bindings.tangents];
const drawn: readonly number[] = [bindings.positions, bindings.normals, bindings.tangents];

const wordOfCloths = 3; // of GpuDrawingValues
const floatsOfPlace = 12;

/** How a garment is drawn, ready to be recorded. */
export interface GpuDrawing {
  core: CoreGpuDrawing;
  layout: GPUBindGroupLayout;
  pipelines: readonly GPUComputePipeline[];
  /** So many cloths fit into buffers that the device binds. */
  mostCloths: number;
}

/** A ToileError says why not even one fits. */
function mostCloths({ limits }: GPUDevice, { vertices, corners, values, dispatches }: CoreGpuDrawing): number {
  const most = Math.min(limits.maxStorageBufferBindingSize, limits.maxBufferSize);
  const own = Math.max(16 * vertices, corners.byteLength, values.byteLength);
  if (own > most) throw new ToileError(`${vertices} drawn vertices take ${own} bytes in one buffer; the GPU takes ${most}`);
  const groups = Math.max(dispatches[1]!, dispatches[3]!);
  const { maxComputeWorkgroupsPerDimension: mostGroups } = limits;
  if (groups > mostGroups) throw new ToileError(`${vertices} drawn vertices take ${groups} workgroups; the GPU takes ${mostGroups}`);
  return Math.floor(most / Math.max(16, 16 * vertices));
}

/** The kernels of shaders/skinning on one device. */
export class GpuDrawKernels {
  static readonly #ofDevice = new WeakMap<GPUDevice, GpuDrawKernels>();
  readonly #list: readonly { file: string; entry: string }[];
  readonly #modules: GpuModules;
  readonly #coming = new Map<number, Promise<GPUComputePipeline>>();
  #layout: GPUBindGroupLayout | undefined;

  private constructor(core: Core, readonly device: GPUDevice) {
    this.#list = core.gpuDrawKernels() as readonly { file: string; entry: string }[];
    this.#modules = new GpuModules(device);
  }

  static of(core: Core, device: GPUDevice): GpuDrawKernels {
    const kernels = this.#ofDevice.get(device) ?? new GpuDrawKernels(core, device);
    this.#ofDevice.set(device, kernels);
    return kernels;
  }

  get layout(): GPUBindGroupLayout {
    return (this.#layout ??= this.device.createBindGroupLayout({
      entries: Array.from({ length: bindingCount }, (_, binding): GPUBindGroupLayoutEntry => {
        const type = binding === bindings.drawing ? 'uniform' : written.includes(binding) ? 'storage' : 'read-only-storage';
        return { binding, visibility: GPUShaderStage.COMPUTE, buffer: { type } };
      }),
    }));
  }

  /** Compiles what a drawing needs; a ToileError says what the device has against it. */
  async prepare(core: CoreGpuDrawing): Promise<GpuDrawing> {
    const most = mostCloths(this.device, core);
    const pipelines = await Promise.all([0, 1].map((k) => this.#pipeline(core.dispatches[2 * k]!)));
    return { core, layout: this.layout, pipelines, mostCloths: most };
  }

  #pipeline(index: number): Promise<GPUComputePipeline> {
    const { file, entry } = this.#list[index]!;
    const coming = this.#coming.get(index) ?? compiled(this.device, () => ({
      label: `${file}.${entry}`,
      layout: this.device.createPipelineLayout({ bindGroupLayouts: [this.layout] }),
      compute: { module: this.#modules.get(file), entryPoint: entry },
    }));
    this.#coming.set(index, coming);
    coming.catch(() => this.#coming.delete(index));
    return coming;
  }
}

/** Of cloths of one batch that follow each other. */
export class GpuDrawn {
  readonly #buffers: GPUBuffer[];
  #group: GPUBindGroup | undefined;
  #x: GPUBuffer | undefined; // the batch's, in the group

  private constructor(
    readonly device: GPUDevice,
    readonly drawing: GpuDrawing,
    readonly batch: GpuBatch,
    readonly first: number,
    readonly clothCount: number,
  ) {
    const { uniform, corners, values, vertices } = drawing.core;
    const words = uniform.slice();
    words[wordOfCloths] = clothCount;
    const frame = 16 * vertices * clothCount;
    const sizes = {
      [bindings.drawing]: words.byteLength, [bindings.places]: 4 * floatsOfPlace * clothCount, [bindings.x]: 0,
      [bindings.particleNormals]: batch.stateBytes * clothCount, [bindings.corners]: corners.byteLength,
      [bindings.values]: values.byteLength, [bindings.positions]: frame, [bindings.normals]: frame, [bindings.tangents]: frame,
    };
    this.#buffers = Object.values(sizes).map((size, binding) => {
      const seen = drawn.includes(binding) ? GPUBufferUsage.VERTEX : 0;
      const usage = (binding === bindings.drawing ? GPUBufferUsage.UNIFORM : GPUBufferUsage.STORAGE) | seen;
      return device.createBuffer({ size: Math.max(16, size), usage: usage | GPUBufferUsage.COPY_DST | GPUBufferUsage.COPY_SRC });
    });
    this.#write(bindings.drawing, words);
    this.#write(bindings.corners, corners);
    this.#write(bindings.values, values);
  }

  /** All cloths of a batch, in as few parts as the device binds. */
  static ofBatch(device: GPUDevice, drawing: GpuDrawing, batch: GpuBatch): GpuDrawn[] {
    const count = batch.clothCount, most = drawing.mostCloths;
    const part = (_: unknown, k: number) => new GpuDrawn(device, drawing, batch, k * most, Math.min(most, count - k * most));
    return Array.from({ length: Math.ceil(count / most) }, part);
  }

  /** Four floats a drawn vertex and cloth. */
  get positions(): GPUBuffer {
    return this.#buffers[bindings.positions]!;
  }
  get normals(): GPUBuffer {
    return this.#buffers[bindings.normals]!;
  }
  get tangents(): GPUBuffer {
    return this.#buffers[bindings.tangents]!;
  }
  /** Drawn vertices of a cloth. */
  get count(): number {
    return this.drawing.core.vertices;
  }

  encode(pass: GPUComputePassEncoder): void {
    const begin = floatsOfPlace * this.first, end = begin + floatsOfPlace * this.clothCount;
    this.#write(bindings.places, this.batch.session.places(this.batch.index).subarray(begin, end));
    const { pipelines, core } = this.drawing;
    pass.setBindGroup(0, this.#bound());
    pipelines.forEach((pipeline, k) => {
      pass.setPipeline(pipeline);
      pass.dispatchWorkgroups(core.dispatches[2 * k + 1]!, this.clothCount);
    });
  }

  #bound(): GPUBindGroup {
    const x = this.batch.buffer(gpuBuffers.x);
    if (this.#group !== undefined && this.#x === x) return this.#group;
    this.#x = x;
    const { stateBytes } = this.batch; // a multiple of 256: blocks of 16 particles
    const part = { buffer: x, offset: this.first * stateBytes, size: this.clothCount * stateBytes };
    const entries = this.#buffers.map((buffer, binding) => ({ binding, resource: binding === bindings.x ? part : { buffer } }));
    return (this.#group = this.device.createBindGroup({ layout: this.drawing.layout, entries }));
  }

  #write(binding: number, data: Uint32Array | Float32Array): void {
    this.device.queue.writeBuffer(this.#buffers[binding]!, 0, data as Uint32Array<ArrayBuffer>);
  }

  destroy(): void {
    for (const buffer of this.#buffers) buffer.destroy();
  }
}
