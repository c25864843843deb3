// Which cloth, and where, lies under the pointer.
import { PerspectiveCamera, Raycaster, Vector2, Vector3 } from 'three';
import type { ShownCloth } from './demo.ts';

export interface Picked {
  cloth: ShownCloth;
  /** The nearest corner of the triangle that was hit. */
  vertex: number;
  point: Vector3;
}

/** Möller and Trumbore 1997; the distance along the ray, or infinity. */
function hit(origin: Vector3, direction: Vector3, x: Float32Array, a: number, b: number, c: number): number {
  const ax = x[a]!, ay = x[a + 1]!, az = x[a + 2]!;
  const ux = x[b]! - ax, uy = x[b + 1]! - ay, uz = x[b + 2]! - az;
  const vx = x[c]! - ax, vy = x[c + 1]! - ay, vz = x[c + 2]! - az;
  const { x: dx, y: dy, z: dz } = direction;
  const px = dy * vz - dz * vy, py = dz * vx - dx * vz, pz = dx * vy - dy * vx;
  const determinant = ux * px + uy * py + uz * pz;
  if (Math.abs(determinant) < 1e-14) return Infinity;
  const tx = origin.x - ax, ty = origin.y - ay, tz = origin.z - az;
  const s = (tx * px + ty * py + tz * pz) / determinant;
  if (s < 0 || s > 1) return Infinity;
  const qx = ty * uz - tz * uy, qy = tz * ux - tx * uz, qz = tx * uy - ty * ux;
  const r = (dx * qx + dy * qy + dz * qz) / determinant;
  if (r < 0 || s + r > 1) return Infinity;
  const t = (vx * qx + vy * qy + vz * qz) / determinant;
  return t > 0 ? t : Infinity;
}

export function rayThrough(camera: PerspectiveCamera, x: number, y: number): { origin: Vector3; direction: Vector3 } {
  const caster = new Raycaster();
  caster.setFromCamera(new Vector2(2 * x - 1, 1 - 2 * y), camera);
  return { origin: caster.ray.origin, direction: caster.ray.direction };
}

/** x and y run from 0 to 1, from the top left corner of the picture. */
export function pick(camera: PerspectiveCamera, x: number, y: number, cloths: readonly ShownCloth[]): Picked | undefined {
  const { origin, direction } = rayThrough(camera, x, y);
  let nearest = Infinity;
  let found: Picked | undefined;
  for (const shown of cloths) {
    const garment = shown.cloth.garment;
    const triangles = garment.triangles.slice();
    garment.dispose();
    const positions = shown.cloth.positions;
    for (let i = 0; i < triangles.length; i += 3) {
      const corners = [triangles[i]!, triangles[i + 1]!, triangles[i + 2]!] as const;
      const t = hit(origin, direction, positions, 3 * corners[0], 3 * corners[1], 3 * corners[2]);
      if (t >= nearest) continue;
      nearest = t;
      const point = origin.clone().addScaledVector(direction, t);
      const away = (v: number) => point.distanceTo(new Vector3().fromArray(positions, 3 * v));
      const vertex = corners.reduce((best, v) => (away(v) < away(best) ? v : best));
      found = { cloth: shown, vertex, point };
    }
  }
  return found;
}

/** The pin whose marker lies nearest to the pointer, within `reach` parts of the picture's height. */
export function pickPin(camera: PerspectiveCamera, x: number, y: number, cloths: readonly ShownCloth[], reach: number) {
  let best: { cloth: ShownCloth; vertex: number } | undefined;
  let nearest = reach;
  for (const cloth of cloths) {
    const positions = cloth.cloth.positions;
    for (const vertex of cloth.pins) {
      const place = new Vector3().fromArray(positions, 3 * vertex).project(camera);
      const dx = (0.5 * (place.x + 1) - x) * camera.aspect, dy = 0.5 * (1 - place.y) - y;
      const away = Math.hypot(dx, dy);
      if (away < nearest) [nearest, best] = [away, { cloth, vertex }];
    }
  }
  return best;
}
