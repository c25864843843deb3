// The cloths of one garment on a device: their buffers, what is written to them, and the dispatches of a step.
import { bindingResource, gpuBuffers, type GpuKernel, type GpuKernels, isUniform } from './gpu_kernels.js';
import type { Core, CoreGpuSession } from './toile_core.mjs';

const wordsOfWrite = 4; // buffer, offset there, address and bytes in the core's memory
const wordsOfDispatch = 5; // kernel, offsets of job and moment, groups in x and y

interface Dispatch {
  kernel: GpuKernel;
  group: GPUBindGroup;
  offsets: readonly number[];
  x: number;
  y: number;
}

export class GpuBatch {
  readonly #buffers: GPUBuffer[] = [];
  readonly #groups = new Map<number, GPUBindGroup>();
  #dispatches: Dispatch[] = [];
  #version = -1;

  constructor(
    readonly device: GPUDevice,
    readonly kernels: GpuKernels,
    readonly core: Core,
    readonly session: CoreGpuSession,
    readonly index: number,
  ) {}

  buffer(buffer: number): GPUBuffer {
    return this.#buffers[buffer]!;
  }
  get clothCount(): number {
    return this.session.clothCount(this.index);
  }
  /** Bytes of one cloth in x and in velocity. */
  get stateBytes(): number {
    return this.session.stateBytes(this.index);
  }
  get statusBytes(): number {
    return this.session.statusBytes(this.index);
  }

  /** Whether the coming step needs larger buffers, or other dispatches than the last one: a device may refuse these. */
  get isNew(): boolean {
    if (this.#version !== this.session.version(this.index)) return true;
    return this.session.sizes(this.index).some((size, b) => (this.#buffers[b]?.size ?? 0) < size);
  }

  /** Makes buffers large enough: they only grow, and what one held is in the writes that follow. */
  fit(): void {
    const sizes = this.session.sizes(this.index).slice();
    let grown = false;
    sizes.forEach((size, b) => {
      const before = this.#buffers[b];
      if (before !== undefined && before.size >= size) return;
      before?.destroy();
      const kind = isUniform(b) ? GPUBufferUsage.UNIFORM : GPUBufferUsage.STORAGE;
      const seen = b === gpuBuffers.x || b === gpuBuffers.velocity ? GPUBufferUsage.VERTEX : 0;
      const usage = kind | seen | GPUBufferUsage.COPY_DST | GPUBufferUsage.COPY_SRC;
      this.#buffers[b] = this.device.createBuffer({ size: Math.max(256, size), usage });
      grown = true;
    });
    if (grown) {
      this.#groups.clear();
      this.#version = -1;
    }
  }

  /** Copies what the coming step needs. */
  upload(): void {
    const writes = this.session.writes(this.index);
    const memory = this.core.HEAPF32.buffer as ArrayBuffer;
    for (let at = 0; at < writes.length; at += wordsOfWrite) {
      const [buffer, offset, address, bytes] = [0, 1, 2, 3].map((k) => writes[at + k]!) as [number, number, number, number];
      this.device.queue.writeBuffer(this.#buffers[buffer]!, offset, memory, address, bytes);
    }
  }

  encode(pass: GPUComputePassEncoder): void {
    const version = this.session.version(this.index);
    if (this.#version !== version) this.#read();
    this.#version = version;
    let last: GpuKernel | undefined;
    for (const { kernel, group, offsets, x, y } of this.#dispatches) {
      if (kernel !== last) pass.setPipeline(kernel.pipeline);
      last = kernel;
      pass.setBindGroup(0, group, offsets);
      pass.dispatchWorkgroups(x, y);
    }
  }

  #read(): void {
    const words = this.session.dispatches(this.index).slice();
    this.#dispatches = [];
    for (let at = 0; at < words.length; at += wordsOfDispatch) {
      const kernel = this.kernels.get(words[at]!);
      const offsets = kernel.uniforms.map((binding) => words[at + 1 + binding]!);
      this.#dispatches.push({ kernel, group: this.#group(words[at]!), offsets, x: words[at + 3]!, y: words[at + 4]! });
    }
  }

  #group(kernel: number): GPUBindGroup {
    const { layout, bindings } = this.kernels.get(kernel);
    const entries = bindings.map((binding) => bindingResource(binding, this.#buffers[binding]!));
    const group = this.#groups.get(kernel) ?? this.device.createBindGroup({ layout, entries });
    this.#groups.set(kernel, group);
    return group;
  }

  destroy(): void {
    for (const buffer of this.#buffers) buffer.destroy();
  }
}
