import { Held } from './handle.js';
import type { CoreDrawnGarment, CoreGarment, CoreMesh } from './toile_core.mjs';
import type { ConstraintList, DrawnReport, GarmentReport, Kind } from './types.js';

/** A mesh as a file or arrays deliver it. */
export class Mesh extends Held<CoreMesh> {
  /** m, 3 a vertex. This and the next three are views of the core's memory: copy what is to outlive the next call. */
  get positions(): Float32Array {
    return this.core.positions();
  }
  get faceVertices(): Uint32Array {
    return this.core.faceVertices();
  }
  /** Empty where all faces are triangles. */
  get faceSizes(): Uint32Array {
    return this.core.faceSizes();
  }
  /** 2 a vertex, or empty. */
  get uvs(): Float32Array {
    return this.core.uvs();
  }
  get vertexCount(): number {
    return this.core.positions().length / 3;
  }
  /** What was odd about its file, a line each. */
  get warnings(): string[] {
    return this.core.warnings();
  }
}

/** The immutable asset that cloths are instances of. */
export class Garment extends Held<CoreGarment> {
  get vertexCount(): number {
    return this.core.vertexCount();
  }
  get particleCount(): number {
    return this.core.particleCount();
  }
  /** Solved in one pass, tethers not counted. */
  get constraintCount(): number {
    return this.core.constraintCount();
  }
  /** 3 vertices each, to draw: a view, as for Mesh. */
  get triangles(): Uint32Array {
    return this.core.triangles();
  }
  /** Welded vertices share a particle: the order of GpuSolver.particles. */
  get particleOfVertex(): Uint32Array {
    return this.core.particleOfVertex();
  }
  get restPositions(): Float32Array {
    return this.core.restPositions();
  }
  get uvs(): Float32Array {
    return this.core.uvs();
  }
  /** What was found in the mesh. */
  get report(): GarmentReport {
    return this.core.report() as GarmentReport;
  }
  constraints(kind: Kind): ConstraintList {
    return this.core.constraints(kind) as ConstraintList;
  }
}

/** A mesh drawn over a coarser one that is simulated (docs/drawing.md): Cloth.readDrawn, GpuSolver.draw. */
export class DrawnGarment extends Held<CoreDrawnGarment> {
  /** What to make cloths of: pins, targets and state speak of its vertices. */
  get simulated(): Garment {
    return new Garment(this.core.simulated());
  }
  get vertexCount(): number {
    return this.core.vertexCount();
  }
  /** 3 drawn vertices each. This and the next two are views, as for Mesh. */
  get triangles(): Uint32Array {
    return this.core.triangles();
  }
  get restPositions(): Float32Array {
    return this.core.restPositions();
  }
  /** Of a simulated vertex: the drawn one at its place, or nearest to it. */
  get drawnVertexOf(): Uint32Array {
    return this.core.drawnVertexOf();
  }
  /** The simulated vertices that stand for drawn ones, ascending. */
  simulatedVertices(drawn: Uint32Array): Uint32Array {
    return this.core.simulatedVertices(drawn);
  }
  /** How the drawn mesh sits on the simulated one. */
  get report(): DrawnReport {
    return this.core.report() as DrawnReport;
  }
}
