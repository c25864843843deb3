// The pointer: on cloth it takes hold of it, beside it turns the camera; with Shift it pans, with Alt it zooms, two
// fingers do both. A press that does not move is a click.
import { Plane, Vector3 } from 'three';
import type { Running, ShownCloth } from './demo.ts';
import type { Orbit } from './orbit.ts';
import { pick, pickPin, rayThrough } from './pick.ts';

export interface GestureHost {
  canvas: HTMLCanvasElement;
  orbit: Orbit;
  running(): Running | undefined;
  moved(): void;
  /** Does something to the world: now, or when the steps on their way are done. */
  change(action: () => void): void;
  clicked(message: string | undefined): void;
}

type Mode = 'rotate' | 'pan' | 'zoom' | 'grab';

interface Grab {
  cloth: ShownCloth;
  vertex: number;
  wasPinned: boolean;
  plane: Plane;
  /** Where the vertex is to go, m; undefined: it already does. */
  target: Vector3 | undefined;
}

const clickReach = 4; // pixels

export class Gestures {
  readonly #host: GestureHost;
  readonly #pointers = new Map<number, { x: number; y: number }>();
  #mode: Mode = 'rotate';
  #travelled = 0;
  #grab: Grab | undefined;

  constructor(host: GestureHost) {
    this.#host = host;
    const { canvas } = host;
    canvas.addEventListener('pointerdown', (event) => this.#down(event));
    canvas.addEventListener('pointermove', (event) => this.#move(event));
    for (const end of ['pointerup', 'pointercancel'] as const) canvas.addEventListener(end, (event) => this.#up(event));
    canvas.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  }

  /** Lets go, as when the cloth in hand goes away. */
  release(): void {
    const grab = this.#grab;
    this.#grab = undefined;
    if (grab && !grab.wasPinned) this.#host.change(() => grab.cloth.cloth.unpin([grab.vertex]));
  }

  get holds(): boolean {
    return this.#grab !== undefined;
  }

  #at(event: { clientX: number; clientY: number }): { x: number; y: number } {
    const box = this.#host.canvas.getBoundingClientRect();
    return { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
  }

  #down(event: PointerEvent): void {
    this.#host.canvas.setPointerCapture(event.pointerId);
    this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.#pointers.size > 1) {
      this.release();
      return;
    }
    this.#travelled = 0;
    const camera = event.button !== 0 || event.shiftKey || event.altKey;
    this.#mode = event.shiftKey || event.button === 1 ? 'pan' : event.altKey ? 'zoom' : 'rotate';
    if (!camera) this.#take(event);
  }

  #take(event: PointerEvent): void {
    const running = this.#host.running();
    if (!running) return;
    const { camera } = this.#host.orbit;
    const { x, y } = this.#at(event);
    const found = pick(camera, x, y, running.cloths);
    if (!found) return;
    const { cloth, vertex, point } = found;
    this.#grab = {
      cloth, vertex, wasPinned: cloth.cloth.isPinned(vertex),
      target: undefined,
      plane: new Plane().setFromNormalAndCoplanarPoint(camera.getWorldDirection(new Vector3()), point),
    };
    this.#mode = 'grab';
  }

  #move(event: PointerEvent): void {
    const last = this.#pointers.get(event.pointerId);
    if (!last) return;
    const dx = event.clientX - last.x, dy = event.clientY - last.y;
    if (this.#pointers.size === 2) {
      this.#pinch(event, dx, dy);
    } else {
      this.#travelled += Math.abs(dx) + Math.abs(dy);
      this.#drag(event, dx, dy);
    }
    this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  #drag(event: PointerEvent, dx: number, dy: number): void {
    const { orbit, canvas } = this.#host;
    const height = canvas.clientHeight;
    if (this.#mode === 'rotate') orbit.rotate((3 * dx) / height, (3 * dy) / height);
    if (this.#mode === 'pan') orbit.pan(dx / height, -dy / height);
    if (this.#mode === 'zoom') orbit.zoom(Math.exp((3 * dy) / height));
    if (this.#mode === 'grab' && this.#travelled > clickReach) this.#pull(event);
    this.#host.moved();
  }

  #pull(event: PointerEvent): void {
    const grab = this.#grab;
    if (!grab) return;
    const { x, y } = this.#at(event);
    const { origin, direction } = rayThrough(this.#host.orbit.camera, x, y);
    const along = grab.plane.distanceToPoint(origin) / -grab.plane.normal.dot(direction);
    const point = origin.addScaledVector(direction, along);
    point.y = Math.max(0.01, point.y);
    const isDue = grab.target !== undefined;
    grab.target = point;
    if (!isDue) this.#host.change(() => this.#pullTo(grab));
  }

  #pullTo(grab: Grab): void {
    const { cloth } = grab.cloth, { target } = grab;
    grab.target = undefined;
    if (grab !== this.#grab || target === undefined) return;
    if (!cloth.isPinned(grab.vertex)) cloth.pin([grab.vertex]);
    cloth.setTargets([grab.vertex], target.toArray());
  }

  /** Two fingers: their middle pans, their distance zooms. */
  #pinch(event: PointerEvent, dx: number, dy: number): void {
    const { orbit, canvas } = this.#host;
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1];
    const last = this.#pointers.get(event.pointerId);
    if (!other || !last) return;
    const before = Math.hypot(last.x - other.x, last.y - other.y);
    const after = Math.hypot(event.clientX - other.x, event.clientY - other.y);
    orbit.pan((0.5 * dx) / canvas.clientHeight, (-0.5 * dy) / canvas.clientHeight);
    if (before > 0 && after > 0) orbit.zoom(before / after);
    this.#host.moved();
  }

  #up(event: PointerEvent): void {
    const wasAlone = this.#pointers.size === 1 && this.#pointers.delete(event.pointerId);
    this.#pointers.delete(event.pointerId);
    const clicked = wasAlone && this.#travelled <= clickReach && event.type === 'pointerup';
    this.release();
    if (clicked) this.#click(event);
  }

  #click(event: PointerEvent): void {
    const running = this.#host.running();
    if (!running?.clickVertex) return;
    const { x, y } = this.#at(event);
    const { camera } = this.#host.orbit;
    const found = pickPin(camera, x, y, running.cloths, 0.025) ?? pick(camera, x, y, running.cloths);
    if (found) this.#host.change(() => this.#host.clicked(running.clickVertex?.(found.cloth, found.vertex)));
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault();
    this.#host.orbit.zoom(Math.exp(0.0012 * event.deltaY));
    this.#host.moved();
  }
}
