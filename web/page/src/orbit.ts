// The camera on a sphere about a target.
import { PerspectiveCamera, Vector3 } from 'three';

export class Orbit {
  readonly #target = new Vector3();
  #distance = 4;
  #azimuth = 0;
  #elevation = 0;

  constructor(readonly camera: PerspectiveCamera) {}

  set(place: { target: readonly [number, number, number]; distance: number; azimuth: number; elevation: number }): void {
    this.#target.set(...place.target);
    this.#distance = place.distance;
    this.#azimuth = place.azimuth;
    this.#elevation = place.elevation;
    this.#apply();
  }

  /** Radians. */
  rotate(right: number, up: number): void {
    this.#azimuth -= right;
    this.#elevation = Math.max(-0.25, Math.min(1.5, this.#elevation + up));
    this.#apply();
  }

  /** Parts of the picture's height. */
  pan(right: number, up: number): void {
    const scale = 2 * this.#distance * Math.tan((this.camera.fov * Math.PI) / 360);
    const matrix = this.camera.matrixWorld.elements;
    this.#target.addScaledVector(new Vector3(matrix[0], matrix[1], matrix[2]), -right * scale);
    this.#target.addScaledVector(new Vector3(matrix[4], matrix[5], matrix[6]), -up * scale);
    this.#apply();
  }

  zoom(factor: number): void {
    this.#distance = Math.max(0.3, Math.min(20, this.#distance * factor));
    this.#apply();
  }

  /** After the camera's picture has changed its shape. */
  refresh(): void {
    this.#apply();
  }

  #apply(): void {
    // Upright pictures are narrow: what fits a wide one is seen from farther away.
    const distance = this.#distance * Math.max(1, Math.min(2, 1.05 / this.camera.aspect));
    const flat = distance * Math.cos(this.#elevation);
    this.camera.position.set(
      this.#target.x + flat * Math.sin(this.#azimuth),
      Math.max(0.04, this.#target.y + distance * Math.sin(this.#elevation)),
      this.#target.z + flat * Math.cos(this.#azimuth),
    );
    this.camera.lookAt(this.#target);
    this.camera.updateMatrixWorld();
  }

  /** What the tests look at. */
  get state(): { target: number[]; distance: number; azimuth: number; elevation: number } {
    return {
      target: this.#target.toArray(), distance: this.#distance, azimuth: this.#azimuth, elevation: this.#elevation,
    };
  }
}
