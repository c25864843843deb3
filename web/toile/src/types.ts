// What is handed in and out, in SI units, Y up, right-handed. The C++ headers in include/toile say the ranges.

export type Vec3 = readonly [x: number, y: number, z: number];
/** x, y, z, w */
export type Quat = readonly [x: number, y: number, z: number, w: number];

/** First rotate, then translate (m). What is missing is the identity. */
export interface Transform {
  translation?: Vec3;
  rotation?: Quat;
}

export type Kind =
  | 'stretch'
  | 'shear'
  | 'wing'
  | 'skipOne'
  | 'quadraticBending'
  | 'dihedralBending'
  | 'area'
  | 'triangleShear'
  | 'strain';

/** A material, per sheet: independent of the mesh. */
export interface Fabric {
  /** kg/m² */
  arealDensity?: number;
  /** N/m, may be Infinity */
  stretchWarp?: number;
  /** N/m, may be Infinity */
  stretchWeft?: number;
  /** N/m */
  shear?: number;
  /** N/m */
  area?: number;
  /** N·m */
  bendingRigidity?: number;
  /** m, kept from colliders */
  thickness?: number;
  frictionStatic?: number;
  frictionDynamic?: number;
  /** s */
  stretchDamping?: number;
  /** s */
  bendingDamping?: number;
  airDrag?: number;
  airLift?: number;
}

export type FabricName = 'silk' | 'cotton' | 'wool' | 'denim' | 'leather' | 'flag';

export interface FabricPreset {
  name: FabricName;
  /** Where the numbers come from. */
  source: string;
  fabric: Required<Fabric>;
}

/** A sheet in the x–y plane, row 0 on top; vertex (x, y) has index y · width + x. */
export interface GridDef {
  width?: number;
  height?: number;
  /** m */
  spacing?: number;
  cut?: 'quads' | 'oneDiagonal' | 'alternating' | 'equilateral';
}

export type PinPattern = 'none' | 'topRow' | 'flag' | 'curtain' | 'cape' | 'tablecloth' | 'corners';

/** Numbers in any form; typed arrays are taken as they are. */
export type Numbers = ArrayLike<number>;

export interface MeshArrays {
  /** m, 3 a vertex */
  positions: Numbers;
  /** Corners of all faces in a row. */
  faceVertices: Numbers;
  /** Corners of each face; all are triangles without it. */
  faceSizes?: Numbers;
  /** 2 a vertex */
  uvs?: Numbers;
  /** 3 a vertex */
  normals?: Numbers;
}

export interface ImportOptions {
  up?: 'y' | 'z';
  /** m per unit of the file */
  unit?: number;
  /** glTF mesh or node, OBJ object or group; all of them without it. */
  mesh?: string;
}

/** How a garment is made of a mesh; arrays have one number a vertex. */
export interface GarmentDef {
  fabric?: FabricName | (Fabric & { preset?: FabricName });
  kinds?: readonly Kind[];
  /** m/N for distances: instead of what the fabric gives. */
  compliance?: Partial<Record<Kind, number>>;
  rest?: 'imported' | 'flatFromUv';
  /** m per UV unit */
  uvScale?: number;
  /** m */
  weldDistance?: number;
  /** kg */
  totalMass?: number;
  evenMass?: boolean;
  vertexMasses?: Numbers;
  stiffnessScale?: Numbers;
  massScale?: Numbers;
  maxDistanceScale?: Numbers;
  thicknessScale?: Numbers;
  /** Vertices that are always pinned. */
  fixedVertices?: Numbers;
}

export interface GarmentReport {
  vertices: number;
  faces: number;
  particles: number;
  triangles: number;
  edges: number;
  hinges: number;
  components: number;
  boundaryLoops: number;
  weldedVertices: number;
  looseVertices: number;
  degenerateFaces: number;
  duplicateTriangles: number;
  nonManifoldEdges: number;
  closed: boolean;
  /** m² */
  area: number;
  /** kg */
  mass: number;
  /** One line for each oddity of the mesh. */
  warnings: string[];
}

/** How a drawn mesh sits on the simulated one. */
export interface DrawnReport {
  drawnVertices: number;
  /** Simulated. */
  particles: number;
  /** Whose normals differ from the coarse surface's at rest. */
  detailVertices: number;
  /** Vertices bound apart from their neighbours, as no nearby triangle was close. */
  jumps: number;
  /** m, of a drawn vertex from the coarse surface at rest */
  farthestOffset: number;
  /** m, farthest a drawn vertex is from its own place at rest */
  restError: number;
}

/** A mesh as it is drawn, 3 numbers a vertex. */
export interface DrawnFrame {
  /** m, world */
  positions: Float32Array;
  /** unit */
  normals: Float32Array;
}

/** Constraints of one kind in solver order. */
export interface ConstraintList {
  /** Vertices a constraint. */
  arity: number;
  count: number;
  /** count · arity */
  vertices: Uint32Array;
  parameters: Float32Array;
  compliance: Float32Array;
  /** First constraint of each colour, then count. No two of one colour share a vertex. */
  colourStart: Uint32Array;
}

export interface Wind {
  /** m/s */
  velocity?: Vec3;
  gustStrength?: number;
  /** Hz */
  gustFrequency?: number;
  /** m */
  gustLength?: number;
  /** kg/m³ */
  airDensity?: number;
}

export interface WorldDef {
  /** m/s² */
  gravity?: Vec3;
  wind?: Wind;
  /** For each 1/60 s; 60 by default, games take 2 … 10. */
  substeps?: number;
  iterations?: number;
  /** s; longer steps are cut */
  maxStepTime?: number;
  /** Without vectors, for tests: the results are the same bits. */
  scalar?: boolean;
  crowds?: boolean;
}

export interface KindParams {
  enabled?: boolean;
  stiffnessScale?: number;
  /** s; negative: the fabric's */
  damping?: number;
  pbdStiffness?: number;
}

export interface SelfCollision {
  enabled?: boolean;
  /** m; negative: the fabric's */
  thickness?: number;
  frictionStatic?: number;
  frictionDynamic?: number;
}

export interface ClothParams {
  kinds?: Partial<Record<Kind, KindParams>>;
  pbd?: boolean;
  /** 1/s */
  velocityDamping?: number;
  /** 1/s */
  internalDamping?: number;
  gravityScale?: number;
  /** m/s² */
  acceleration?: Vec3;
  airDrag?: number;
  airLift?: number;
  /** m */
  thickness?: number;
  frictionStatic?: number;
  frictionDynamic?: number;
  /** m; negative: no limit */
  maxDistance?: number;
  tethers?: number;
  tetherSlack?: number;
  coarseLevels?: number;
  coarseSlack?: number;
  /** m/s */
  maxDepenetrationSpeed?: number;
  /** m/s */
  maxSpeed?: number;
  selfCollision?: SelfCollision;
}

export interface ClothDef {
  transform?: Transform;
  params?: ClothParams;
  /** Vertices held where they are. */
  pinned?: Numbers;
  enabled?: boolean;
  collisionMask?: number;
  collisionGroup?: number;
}

export type Shape =
  | { sphere: { radius?: number } }
  | { capsule: { radius?: number; halfLength?: number } }
  | { taperedCapsule: { radiusBottom?: number; radiusTop?: number; halfLength?: number } }
  | { plane: Record<string, never> }
  | { box: { halfExtents?: Vec3 } };

export interface ColliderDef {
  shape?: Shape;
  transform?: Transform;
  frictionStatic?: number;
  frictionDynamic?: number;
  restitution?: number;
  enabled?: boolean;
  /** Reports contacts and pushes nothing. */
  trigger?: boolean;
  group?: number;
}

/** As a scene file's collider is read back: a mesh body says `mesh`. */
export type ColliderState = Required<Omit<ColliderDef, 'shape' | 'transform'>> & {
  shape: Shape | { mesh: object };
  transform: Required<Transform>;
};

export interface ClothStats {
  vertices: number;
  particles: number;
  pinned: number;
  constraints: number;
  tethers: number;
  contacts: number;
  maxStretch: number;
  meanStretch: number;
  /** m/s */
  maxSpeed: number;
  /** m/s */
  rmsSpeed: number;
  enabled: boolean;
  /** Went wrong and was stopped at its last good state; see reset. */
  frozen: boolean;
}

export interface WorldStats {
  cloths: number;
  colliders: number;
  particles: number;
  substepsLastStep: number;
  /** s, simulated */
  time: number;
  /** s */
  droppedTime: number;
  lastStepMilliseconds: number;
  contactPairs: number;
  contactTouching: number;
}

export interface SceneSummary {
  name: string;
  summary: string;
  benchmark: boolean;
}

export interface ClothLook {
  name: string;
  /** Linear red, green, blue, 0 … 1. */
  front: Vec3;
  back: Vec3;
}
