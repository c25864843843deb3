// What web/core/bindings.cpp binds. Types of the package's public face are in the other files.
export interface Handle {
  delete(): void;
}

export interface CoreMesh extends Handle {
  positions(): Float32Array;
  faceVertices(): Uint32Array;
  faceSizes(): Uint32Array;
  uvs(): Float32Array;
  warnings(): string[];
}

export interface CoreGarment extends Handle {
  clone(): CoreGarment;
  key(): number;
  vertexCount(): number;
  particleCount(): number;
  constraintCount(): number;
  triangles(): Uint32Array;
  particleOfVertex(): Uint32Array;
  restPositions(): Float32Array;
  uvs(): Float32Array;
  constraints(kind: string): unknown;
  report(): unknown;
}

export interface CoreDrawnGarment extends Handle {
  simulated(): CoreGarment;
  vertexCount(): number;
  triangles(): Uint32Array;
  restPositions(): Float32Array;
  drawnVertexOf(): Uint32Array;
  simulatedVertices(drawn: Uint32Array): Uint32Array;
  report(): unknown;
}

export interface CoreCloth extends Handle {
  garment(): CoreGarment;
  positions(): Float32Array;
  velocities(): Float32Array;
  normals(): Float32Array;
  readDrawn(drawn: CoreDrawnGarment): { positions: Float32Array; normals: Float32Array };
  writePositions(positions: Float32Array): void;
  writeVelocities(velocities: Float32Array): void;
  setAccelerations(accelerations: Float32Array): void;
  pin(vertices: Uint32Array): void;
  unpin(vertices: Uint32Array): void;
  isPinned(vertex: number): boolean;
  setTargets(vertices: Uint32Array, targets: Float32Array): void;
  params(): unknown;
  setParams(changes: unknown): void;
  setEnabled(enabled: boolean): void;
  teleport(motion: unknown, reset: boolean): void;
  reset(): void;
  stats(): unknown;
  destroy(): void;
}

export interface CoreCollider extends Handle {
  def(): unknown;
  setDef(changes: unknown): void;
  move(transform: unknown): void;
  teleport(transform: unknown): void;
  contacts(): number;
  destroy(): void;
  triangles(): Uint32Array;
  vertices(): Float32Array;
}

export interface CoreWorld extends Handle {
  createCloth(garment: CoreGarment, def: unknown): CoreCloth;
  addCollider(def: unknown): CoreCollider;
  step(dt: number): void;
  setGravity(gravity: unknown): void;
  wind(): unknown;
  setWind(changes: unknown): void;
  setSubsteps(substeps: number, iterations: number): void;
  stats(): unknown;
  countCrossings(): number;
  status(): string;
  stateHash(): string;
  simdName(): string;
}

export interface CoreScene extends Handle {
  world(): CoreWorld;
  clothCount(): number;
  colliderCount(): number;
  cloth(index: number): CoreCloth;
  collider(index: number): CoreCollider;
  clothLook(index: number): unknown;
  warnings(): string[];
  advance(): void;
  prepare(): void;
  step(): void;
  stepped(): void;
  frame(): number;
  time(): number;
  framesPerSecond(): number;
  duration(): number;
}

export interface CoreGpuSession extends Handle {
  whyNot(dt: number): string;
  prepare(dt: number): boolean;
  commit(): number;
  generation(): number;
  batchCount(): number;
  clothCount(batch: number): number;
  stateBytes(batch: number): number;
  statusBytes(batch: number): number;
  version(batch: number): number;
  sizes(batch: number): Uint32Array;
  writes(batch: number): Uint32Array;
  dispatches(batch: number): Uint32Array;
  takeStatus(generation: number, batch: number, cloth: number, words: Uint32Array): void;
  takeState(
    generation: number, step: number, batch: number, cloth: number, positions: Float32Array, velocities: Float32Array,
  ): void;
  countContacts(): void;
  find(cloth: CoreCloth): { batch: number; index: number; count: number } | undefined;
  batchesOf(garment: CoreGarment): number[];
  places(batch: number): Float32Array;
  kernels(): number[];
  work(): unknown;
}

/** What draws a garment on a device (src/backends/gpu/drawing.h). */
export interface CoreGpuDrawing {
  uniform: Uint32Array;
  corners: Uint32Array;
  values: Float32Array;
  /** Pairs of a kernel and its workgroups. */
  dispatches: Uint32Array;
  vertices: number;
}

export interface Core {
  readonly HEAPF32: Float32Array;
  readonly Mesh: {
    fromArrays(arrays: unknown): CoreMesh;
    grid(def: unknown): CoreMesh;
    fromFile(bytes: Uint8Array, name: string, options: unknown): CoreMesh;
  };
  readonly Garment: { build(mesh: CoreMesh, def: unknown): CoreGarment };
  readonly DrawnGarment: {
    build(mesh: CoreMesh, def: unknown, simulated: CoreMesh | null, options: unknown): CoreDrawnGarment;
  };
  readonly World: { create(def: unknown): CoreWorld };
  readonly GpuSession: { create(world: CoreWorld, storageBytes: number, groups: number): CoreGpuSession };
  gpuKernels(): unknown;
  gpuDrawKernels(): unknown;
  gpuDrawingOf(garment: CoreGarment): CoreGpuDrawing;
  gpuDrawingOver(drawn: CoreDrawnGarment): CoreGpuDrawing;
  readonly Scene: { open(json: string, name: string): CoreScene };
  glbOf(mesh: CoreMesh, positions: Float32Array, name: string): Uint8Array;
  pinnedVerticesOf(grid: unknown, pattern: string): Uint32Array;
  fabricPresets(): unknown;
  sceneList(): unknown;
  namedSceneJson(name: string): string;
}

export default function createToileCore(options: {
  ToileError: new (message: string) => Error;
  wasmBinary?: ArrayBuffer | Uint8Array;
  locateFile?: (file: string) => string;
}): Promise<Core>;
