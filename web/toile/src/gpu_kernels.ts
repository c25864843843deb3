// The kernels of shaders/solver on one device.
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

const compiled = new WeakMap<GPUDevice, Promise<GpuKernel[]>>();

/** Those of a device, compiled when they are first asked for; a ToileError says which the device refuses. */
export function kernelsOf(core: Core, device: GPUDevice): Promise<GpuKernel[]> {
  const kernels = compiled.get(device) ?? compileKernels(core, device);
  compiled.set(device, kernels);
  return kernels;
}

async function compileKernels(core: Core, device: GPUDevice): Promise<GpuKernel[]> {
  const modules = new Map<string, GPUShaderModule>();
  const compile = async (kernel: Kernel): Promise<GpuKernel> => {
    const code = shaders[kernel.file];
    if (code === undefined) throw new ToileError(`the package holds no shader "${kernel.file}"`);
    const module = modules.get(kernel.file) ?? device.createShaderModule({ code, label: kernel.file });
    modules.set(kernel.file, module);
    const bindings = Array.from({ length: 32 }, (_, b) => b).filter((b) => ((kernel.buffers >>> b) & 1) === 1);
    const layout = device.createBindGroupLayout({ entries: bindings.map((binding) => layoutEntry(kernel, binding)) });
    const label = `${kernel.file}.${kernel.entry}`;
    try {
      const pipeline = await device.createComputePipelineAsync({
        label, layout: device.createPipelineLayout({ bindGroupLayouts: [layout] }), compute: { module, entryPoint: kernel.entry },
      });
      return { pipeline, layout, bindings, uniforms: bindings.filter(isUniform) };
    } catch (error) {
      throw new ToileError(`the GPU refuses ${label}: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  return Promise.all((core.gpuKernels() as readonly Kernel[]).map(compile));
}
