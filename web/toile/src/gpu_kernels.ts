// The kernels of shaders/solver on one device, and how any kernel is compiled.
import { ToileError } from './error.js';
import { shaders } from './shaders.js';
import type { Core } from './toile_core.mjs';

interface Kernel {
  /** Of shaders/solver. */
  file: string;
  entry: string;
  /** Bit b: buffer b is bound. */
  buffers: number;
  /** … and written. */
  written: number;
}

/** Values of GpuBuffer (src/backends/gpu/kernels.h), which are bindings as well. */
export const gpuBuffers = { jobs: 0, moments: 1, x: 3, velocity: 5, status: 12 } as const;

/** Bytes that a kernel sees of the uniform buffers, at the offset of its dispatch. */
const uniformSizes = new Map<number, number>([[gpuBuffers.jobs, 48], [gpuBuffers.moments, 32]]);

export function isUniform(buffer: number): boolean {
  return uniformSizes.has(buffer);
}

export interface GpuKernel {
  pipeline: GPUComputePipeline;
  layout: GPUBindGroupLayout;
  /** Ascending. */
  bindings: readonly number[];
  /** Those of them that take a dynamic offset, ascending. */
  uniforms: readonly number[];
}

interface GpuDescribed {
  descriptor: GPUComputePipelineDescriptor;
  rest: Omit<GpuKernel, 'pipeline'>;
}

function layoutEntry(kernel: Kernel, binding: number): GPUBindGroupLayoutEntry {
  const size = uniformSizes.get(binding);
  if (size !== undefined) {
    const buffer = { type: 'uniform', hasDynamicOffset: true, minBindingSize: size } as const;
    return { binding, visibility: GPUShaderStage.COMPUTE, buffer };
  }
  const written = ((kernel.written >>> binding) & 1) === 1;
  return { binding, visibility: GPUShaderStage.COMPUTE, buffer: { type: written ? 'storage' : 'read-only-storage' } };
}

export function bindingResource(binding: number, buffer: GPUBuffer): GPUBindGroupEntry {
  const size = uniformSizes.get(binding);
  return { binding, resource: size === undefined ? { buffer } : { buffer, size } };
}

/** The shader of a file; the same each time. */
export class GpuModules {
  readonly #modules = new Map<string, GPUShaderModule>();

  constructor(readonly device: GPUDevice) {}

  get(file: string): GPUShaderModule {
    const code = shaders[file];
    if (code === undefined) throw new ToileError(`the package holds no shader "${file}"`);
    const module = this.#modules.get(file) ?? this.device.createShaderModule({ code, label: file });
    this.#modules.set(file, module);
    return module;
  }
}

/** Compiles without holding anything up; a ToileError says what the device has against it, in its own words. */
export async function compiled(device: GPUDevice, describe: () => GPUComputePipelineDescriptor): Promise<GPUComputePipeline> {
  device.pushErrorScope('validation'); // of layouts and modules: the pipeline itself is told by its promise
  const descriptor = describe();
  const coming = device.createComputePipelineAsync(descriptor);
  const fault = device.popErrorScope().catch(() => null);
  try {
    return await coming;
  } catch (error) {
    const reason = (await fault)?.message ?? (error instanceof Error ? error.message : String(error));
    throw new ToileError(`the GPU refuses ${descriptor.label}: ${reason}`);
  }
}

/** Those of one device, compiled when they are needed. */
export class GpuKernels {
  static readonly #ofDevice = new WeakMap<GPUDevice, GpuKernels>();
  readonly #list: readonly Kernel[];
  readonly #modules: GpuModules;
  readonly #ready = new Map<number, GpuKernel>();
  readonly #coming = new Map<number, Promise<void>>();

  private constructor(core: Core, readonly device: GPUDevice) {
    this.#list = core.gpuKernels() as readonly Kernel[];
    this.#modules = new GpuModules(device);
  }

  static of(core: Core, device: GPUDevice): GpuKernels {
    const kernels = this.#ofDevice.get(device) ?? new GpuKernels(core, device);
    this.#ofDevice.set(device, kernels);
    return kernels;
  }

  /** Compiles these without holding anything up; a ToileError says which the device refuses. */
  async prepare(kernels: readonly number[]): Promise<void> {
    await Promise.all(kernels.map((kernel) => {
      const coming = this.#coming.get(kernel) ?? this.#compile(kernel);
      this.#coming.set(kernel, coming);
      return coming;
    }));
  }

  /** Waits for the compiler, where it was not prepared. Inside an error scope: a device that refuses it says so there. */
  get(kernel: number): GpuKernel {
    const ready = this.#ready.get(kernel);
    if (ready !== undefined) return ready;
    const { descriptor, rest } = this.#describe(kernel);
    const made = { ...rest, pipeline: this.device.createComputePipeline(descriptor) };
    this.#ready.set(kernel, made);
    return made;
  }

  async #compile(kernel: number): Promise<void> {
    try {
      let made: GpuDescribed | undefined;
      const pipeline = await compiled(this.device, () => (made = this.#describe(kernel)).descriptor);
      this.#ready.set(kernel, { ...made!.rest, pipeline });
    } catch (error) {
      this.#coming.delete(kernel);
      throw error;
    }
  }

  #describe(index: number): GpuDescribed {
    const kernel = this.#list[index]!, { file, entry } = kernel;
    const bindings = Array.from({ length: 32 }, (_, b) => b).filter((b) => ((kernel.buffers >>> b) & 1) === 1);
    const layout = this.device.createBindGroupLayout({ entries: bindings.map((binding) => layoutEntry(kernel, binding)) });
    const descriptor = {
      label: `${file}.${entry}`,
      layout: this.device.createPipelineLayout({ bindGroupLayouts: [layout] }),
      compute: { module: this.#modules.get(file), entryPoint: entry },
    };
    return { descriptor, rest: { layout, bindings, uniforms: bindings.filter(isUniform) } };
  }
}
