// The smallest modules that use what the core is compiled to.
const prefix = [0, 97, 115, 109, 1, 0, 0, 0];
const simdModule = [...prefix, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];
const exceptionModule = [...prefix, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 8, 1, 6, 0, 6, 64, 25, 11, 11];

export interface WasmSupport {
  wasm: boolean;
  /** 128-bit vectors */
  simd: boolean;
  exceptions: boolean;
}

/** What this browser can run; loadToile needs all of it. */
export function wasmSupport(): WasmSupport {
  const wasm = typeof WebAssembly === 'object';
  const has = (module: number[]): boolean => wasm && WebAssembly.validate(new Uint8Array(module));
  return { wasm, simd: has(simdModule), exceptions: has(exceptionModule) };
}
