import { floats, indices } from './arrays.js';
import { ToileError } from './error.js';
import { DrawnGarment, Garment, Mesh } from './mesh.js';
import { Scene } from './scene.js';
import { wasmSupport } from './support.js';
import createToileCore, { type Core } from './toile_core.mjs';
import type {
  FabricPreset,
  GarmentDef,
  GridDef,
  ImportOptions,
  MeshArrays,
  Numbers,
  PinPattern,
  SceneSummary,
  WorldDef,
} from './types.js';
import { World } from './world.js';

export { GpuSolver, requestGpuDevice } from './gpu.js';
export type { GpuDrawnMesh, GpuParticles, GpuStats } from './gpu.js';
export { Cloth, Collider, World } from './world.js';
export { DrawnGarment, Garment, Mesh, Scene, ToileError, wasmSupport };
export type { WasmSupport } from './support.js';
export type * from './types.js';

export interface LoadOptions {
  /** The bytes of toile_core.wasm; without them it is fetched from, or in Node read, beside this module. */
  wasmBinary?: ArrayBuffer | Uint8Array;
  /** Where to fetch it from instead. */
  wasmUrl?: string | URL;
}

const arrayMembers = ['vertexMasses', 'stiffnessScale', 'massScale', 'maxDistanceScale', 'thicknessScale'] as const;

/** The library, loaded. */
export class Toile {
  readonly #core: Core;
  /** Use loadToile. */
  constructor(core: Core) {
    this.#core = core;
  }

  createWorld(def: WorldDef = {}): World {
    return new World(this.#core, this.#core.World.create(def));
  }

  // ---- meshes and garments
  mesh(arrays: MeshArrays): Mesh {
    const core = this.#core;
    const optional = (values: Numbers | undefined) => (values === undefined ? undefined : floats(core, values));
    return new Mesh(
      core.Mesh.fromArrays({
        positions: floats(core, arrays.positions),
        faceVertices: indices(core, arrays.faceVertices, 'mesh.faceVertices'),
        faceSizes: arrays.faceSizes && indices(core, arrays.faceSizes, 'mesh.faceSizes'),
        uvs: optional(arrays.uvs),
        normals: optional(arrays.normals),
      }),
    );
  }
  grid(def: GridDef): Mesh {
    return new Mesh(this.#core.Mesh.grid(def));
  }
  /** Reads the bytes of a .obj, .gltf or .glb file; its name tells which. */
  importMesh(bytes: ArrayBuffer | Uint8Array, name: string, options: ImportOptions = {}): Mesh {
    return new Mesh(this.#core.Mesh.fromFile(new Uint8Array(bytes), name, options));
  }
  /** Never fails for odd geometry: see Garment.report. */
  buildGarment(mesh: Mesh | MeshArrays, def: GarmentDef = {}): Garment {
    if (!(mesh instanceof Mesh)) {
      const own = this.mesh(mesh);
      try {
        return this.buildGarment(own, def);
      } finally {
        own.dispose();
      }
    }
    return new Garment(this.#core.Garment.build(mesh.core, this.#taken(def)));
  }
  /**
   * `mesh` drawn over a coarser mesh in the same place, or over itself simplified to so many vertices (grids only, here).
   * `def` speaks of the drawn mesh's vertices; what it says of weights and masses carries over.
   */
  buildDrawnGarment(mesh: Mesh, simulated: Mesh | { vertices: number }, def: GarmentDef = {}): DrawnGarment {
    const [coarse, options] = simulated instanceof Mesh ? [simulated.core, {}] : [null, simulated];
    return new DrawnGarment(this.#core.DrawnGarment.build(mesh.core, this.#taken(def), coarse, options));
  }
  /** With arrays of the types that the core takes. */
  #taken(def: GarmentDef): Record<string, unknown> {
    const taken: Record<string, unknown> = { ...def };
    for (const name of arrayMembers) {
      const values = def[name];
      if (values !== undefined) taken[name] = floats(this.#core, values);
    }
    if (def.fixedVertices !== undefined) {
      taken['fixedVertices'] = indices(this.#core, def.fixedVertices, 'garment.fixedVertices');
    }
    return taken;
  }
  /** Vertices of a grid that a pattern holds. */
  pinnedVertices(grid: GridDef, pattern: PinPattern): Uint32Array {
    return this.#core.pinnedVerticesOf(grid, pattern);
  }
  get fabricPresets(): FabricPreset[] {
    return this.#core.fabricPresets() as FabricPreset[];
  }
  /** A GLB file of the mesh with its vertices at `positions` (m, 3 each). */
  exportGlb(mesh: Mesh, positions: Numbers, name = 'cloth'): Uint8Array {
    return this.#core.glbOf(mesh.core, floats(this.#core, positions), name);
  }

  // ---- scenes
  get scenes(): SceneSummary[] {
    return this.#core.sceneList() as SceneSummary[];
  }
  /** A named scene as the object in its scene file. */
  sceneJson(name: string): Record<string, unknown> {
    return JSON.parse(this.#core.namedSceneJson(name)) as Record<string, unknown>;
  }
  /** A named scene, or one written as a scene file (docs/scenes.md). */
  openScene(scene: string | Record<string, unknown>): Scene {
    const core = this.#core;
    if (typeof scene === 'string') return new Scene(core, core.Scene.open(core.namedSceneJson(scene), scene));
    return new Scene(core, core.Scene.open(JSON.stringify(scene), 'scene'));
  }
}

function runsInNode(): boolean {
  const process = (globalThis as { process?: { versions?: { node?: string } } }).process;
  return process?.versions?.node !== undefined && typeof document === 'undefined';
}

async function readInNode(): Promise<Uint8Array> {
  const name = 'node:fs/promises'; // a variable, so that bundlers for browsers leave it alone
  const fs = (await import(/* @vite-ignore */ name)) as { readFile(url: URL): Promise<Uint8Array> };
  return fs.readFile(new URL('./toile_core.wasm', import.meta.url));
}

/** Compiles and starts the library; a ToileError says what the browser lacks. */
export async function loadToile(options: LoadOptions = {}): Promise<Toile> {
  const support = wasmSupport();
  const missing = [
    ...(support.wasm ? [] : ['WebAssembly']),
    ...(support.simd ? [] : ['WebAssembly SIMD']),
    ...(support.exceptions ? [] : ['WebAssembly exceptions']),
  ];
  if (missing.length > 0) throw new ToileError(`this browser has no ${missing.join(', no ')}`);
  const wasmBinary =
    options.wasmBinary ?? (options.wasmUrl === undefined && runsInNode() ? await readInNode() : undefined);
  const core = await createToileCore({
    ToileError,
    ...(wasmBinary === undefined ? {} : { wasmBinary }),
    ...(options.wasmUrl === undefined ? {} : { locateFile: () => String(options.wasmUrl) }),
  });
  return new Toile(core);
}
