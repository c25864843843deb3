import type { Core } from './toile_core.mjs';
import { ToileError } from './error.js';
import type { Numbers } from './types.js';

/** A Float32Array outside the core's memory, which may move while it is read. */
export function floats(core: Core, values: Numbers): Float32Array {
  if (!(values instanceof Float32Array)) return Float32Array.from(values);
  return values.buffer === core.HEAPF32.buffer ? values.slice() : values;
}

/** The same of indices; others than whole numbers from 0 to 2³² − 1 are refused. */
export function indices(core: Core, values: Numbers, name: string): Uint32Array {
  if (values instanceof Uint32Array) return values.buffer === core.HEAPF32.buffer ? values.slice() : values;
  const result = new Uint32Array(values.length);
  for (let i = 0; i < values.length; ++i) {
    const value = values[i]!;
    result[i] = value;
    if (result[i] !== value) throw new ToileError(`${name}[${i}]: ${String(value)} is no index`);
  }
  return result;
}
