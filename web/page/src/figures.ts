// The figures on the picture: who solves, how much, and how long it takes.
import type { Backend } from './backend.ts';
import type { Running } from './demo.ts';
import { byId, element } from './dom.ts';

export interface Pace {
  /** ms, running means; 0: not known yet */
  stepTime: number;
  pictureTime: number;
  steps: number;
}

export function showFigures(running: Running, backend: Backend, pace: Pace, colours: number): void {
  const { world, constraints } = running;
  const particles = running.cloths.reduce((sum, { cloth }) => sum + cloth.stats.particles, 0);
  const onGpu = backend.active === 'webgpu', onDevice = backend.stats?.deviceMilliseconds;
  const figures: [string, string][] = [
    ['solver', onGpu ? 'WebGPU' : `WebAssembly (${world.simdName})`],
    ['particles', particles.toLocaleString('en')],
    [constraints.label, constraints.count.toLocaleString('en')],
    ['step', `${pace.stepTime.toFixed(2)} ms`],
  ];
  if (onDevice !== undefined) figures.push(['on the GPU', `${onDevice.toFixed(2)} ms`]);
  figures.push(['pictures', `${Math.round(1000 / pace.pictureTime)} / s`], ['steps', pace.steps.toLocaleString('en')]);
  if (colours > 0) figures.push(['colours', String(colours)]);
  byId('stats').replaceChildren(...figures.flat().map((text) => element('span', {}, text)));
  byId('hash').textContent = onGpu ? 'GPUs round in their own ways' : world.stateHash.toString(16).padStart(16, '0');
}

/** Who was chosen, and what there is to say of it. */
export function showBackend({ wanted, active, note }: Backend): void {
  byId<HTMLSelectElement>('backend').value = wanted;
  byId('backend-note').textContent = wanted === 'webgpu' && active === 'wasm' ? `WebAssembly moves this scene. ${note}` : note;
}
