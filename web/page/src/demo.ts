// What the page can show: a demo builds a simulation, names its controls, and moves what moves in it.
import type { Cloth, Collider, DrawnFrame, DrawnGarment, Toile, World } from 'toile';
import type { Color } from 'three';

export interface RangeControl {
  type: 'range';
  key: string;
  label: string;
  unit: string;
  minimum: number;
  maximum: number;
  step: number;
  value: number;
  /** The slider holds the power of ten. */
  logarithmic?: boolean;
  /** Building anew is needed to change it. */
  rebuilds?: boolean;
  hint?: string;
}

export interface ChoiceControl {
  type: 'choice';
  key: string;
  label: string;
  options: readonly { value: string; label: string }[];
  value: string;
  rebuilds?: boolean;
}

export interface SwitchControl {
  type: 'switch';
  key: string;
  label: string;
  value: boolean;
  rebuilds?: boolean;
}

export type Control = RangeControl | ChoiceControl | SwitchControl;
export type Settings = Record<string, number | string | boolean>;

export interface ShownCloth {
  cloth: Cloth;
  front: Color;
  back: Color;
  /** Vertices marked as pins. */
  pins: Set<number>;
  /** A finer mesh over it, where that is what is seen. */
  drawn?: DrawnGarment;
  /** What is seen as the GPU made it in the last step; undefined where the processor makes it. */
  frame?: DrawnFrame | undefined;
}

export interface ShownCollider {
  collider: Collider;
  colour: 'solid' | 'figure' | 'ground';
}

/** A demo as it runs. Everything is in metres and seconds, Y up. */
export interface Running {
  world: World;
  cloths: readonly ShownCloth[];
  colliders: readonly ShownCollider[];
  /** Seconds of one step. */
  stepSeconds: number;
  /** Springs or constraints to tell, and what they are. */
  constraints: { count: number; label: string };
  /** Says where what moves by itself is to be at the end of the next step. */
  prepare(): void;
  /** Moves everything by one step, here. */
  step(): void;
  /** Instead: something else has moved the world by one step. */
  stepped(): void;
  /** Takes over settings that need no rebuilding. */
  apply(settings: Settings): void;
  /** Back to the start, in a world of its own: gusts begin anew as well. Where it throws, the old one goes on. */
  reset(): void;
  /** A click on a vertex, where nothing was dragged; says what happened. */
  clickVertex?(cloth: ShownCloth, vertex: number): string | undefined;
  /** The demo's own moving solid, if it has one that can be stopped. */
  moving?: boolean;
  dispose(): void;
}

export interface Demo {
  id: string;
  name: string;
  /** One sentence: what to try. */
  summary: string;
  controls: readonly Control[];
  camera: { target: [number, number, number]; distance: number; azimuth: number; elevation: number };
  build(toile: Toile, settings: Settings): Running;
}

/**
 * What `make` makes, keeping each part that has to be freed, or `undefined` where there is none. Where it throws, the parts
 * so far are freed.
 */
export function allOrNothing<T>(make: (keep: <Part extends { dispose(): void } | undefined>(part: Part) => Part) => T): T {
  const kept: { dispose(): void }[] = [];
  try {
    return make((part) => {
      if (part !== undefined) kept.push(part);
      return part;
    });
  } catch (error) {
    for (const part of kept.reverse()) part.dispose();
    throw error;
  }
}

export function defaultsOf(demo: Demo): Settings {
  return Object.fromEntries(demo.controls.map((control) => [control.key, control.value]));
}

export function numberOf(settings: Settings, key: string): number {
  return settings[key] as number;
}
