import './style.css';
import { Vector3 } from 'three';
import { loadToile, type Mesh, type Toile } from 'toile';
import { Backend, type BackendName } from './backend.ts';
import { allOrNothing, type Control, defaultsOf, type Demo, type Running, type Settings } from './demo.ts';
import { byId, element, fail, press } from './dom.ts';
import { type Pace, showBackend, showFigures } from './figures.ts';
import { Gestures } from './gestures.ts';
import { checkGolden } from './golden.ts';
import { keepForOffline } from './offline.ts';
import { Orbit } from './orbit.ts';
import { ownDemo } from './own_demo.ts';
import { listenForFiles, saveGlb, showInspection } from './own_file.ts';
import { fillPanel } from './panel.ts';
import { sceneDemos } from './scene_demos.ts';
import { sheetDemo } from './sheet_demo.ts';
import { awaited, reached, timed } from './timing.ts';
import { type Theme, View } from './view.ts';

/** Steps at most this often, and about this long (ms), a picture: a slower machine shows slower motion, not a standstill. */
const mostSteps = 8, mostTime = 40;

class Page {
  readonly #toile: Toile;
  readonly #view: View;
  readonly #orbit: Orbit;
  readonly #gestures: Gestures;
  readonly #backend: Backend;
  readonly #demos: Demo[] = [sheetDemo, ...sceneDemos];
  #demo: Demo = sheetDemo;
  #settings: Settings = {};
  #running: Running | undefined;
  #ownMesh: Mesh | undefined;
  #paused = false;
  #behind = 0; // s, of real time not yet simulated
  #lastTime = 0;
  readonly #pace: Pace = { stepTime: 0, pictureTime: 16, steps: 0 };
  #lastFigures = 0;
  #firstStep: number | undefined; // ms after the page was asked for
  #firstPicture: (() => void) | undefined; // to be told of it

  constructor(toile: Toile, view: View) {
    this.#toile = toile;
    this.#view = view;
    this.#orbit = new Orbit(this.#view.camera);
    this.#view.resized = () => this.#orbit.refresh();
    this.#gestures = new Gestures({
      canvas: this.#view.canvas,
      orbit: this.#orbit,
      running: () => this.#running,
      moved: () => this.#view.invalidate(),
      change: (action) => this.#backend.change(action),
      clicked: (message) => this.#clicked(message),
    });
    this.#backend = new Backend({
      stepped: (steps, milliseconds) => this.#stepped(steps, milliseconds),
      changed: () => this.#showBackend(),
      pictured: new Promise((resolve) => (this.#firstPicture = resolve)),
    });
    this.#listen();
    this.#listDemos();
    const asked = this.#demos.find((demo) => demo.id === location.hash.slice(1));
    this.open(asked ?? sheetDemo);
    requestAnimationFrame((time) => this.#frame(time));
  }

  // ---- demos
  open(demo: Demo): void {
    this.#demo = demo;
    this.#settings = defaultsOf(demo);
    byId<HTMLSelectElement>('demo').value = demo.id;
    byId('summary').textContent = demo.summary;
    timed('panel', () => fillPanel(byId('settings'), demo.controls, this.#settings, { changed: (control) => this.#changed(control) }));
    this.#orbit.set(demo.camera);
    this.rebuild();
  }

  rebuild(): void {
    const colours = byId<HTMLInputElement>('colours').checked;
    const built = allOrNothing((keep) => {
      const running = keep(timed('scene', () => this.#demo.build(this.#toile, this.#settings)));
      timed('show', () => this.#view.show(running, colours));
      return running;
    });
    this.#backend.stop();
    this.#gestures.release();
    this.#running?.dispose();
    this.#running = built;
    this.#pace.steps = this.#pace.stepTime = this.#behind = 0;
    this.#backend.show(built);
    const sphere = byId<HTMLButtonElement>('sphere');
    sphere.disabled = built.moving === undefined;
    press('sphere', false);
    byId<HTMLButtonElement>('save').disabled = this.#demo.id !== 'own';
    byId('colours-row').hidden = this.#demo.id !== 'sheet';
    if (this.#demo.id !== 'own') byId('inspection').replaceChildren();
    this.#showFigures();
  }

  reset(): void {
    const running = this.#running;
    if (!running) return;
    this.#backend.stop();
    this.#gestures.release();
    try {
      running.reset();
      this.#pace.steps = this.#behind = 0;
      this.#view.show(running, byId<HTMLInputElement>('colours').checked);
    } finally {
      this.#backend.show(running); // where there is no new world, the old one goes on
      this.#showFigures();
    }
  }

  pause(paused = !this.#paused): void {
    this.#paused = paused;
    press('pause', paused);
    byId('pause').querySelector('span')!.textContent = paused ? 'Go on' : 'Pause';
  }

  toggleSphere(): void {
    if (this.#running?.moving === undefined) return;
    this.#running.moving = !this.#running.moving;
    press('sphere', !this.#running.moving);
  }

  #changed(control: Control): void {
    if (control.rebuilds === true) this.#attempt(() => this.rebuild());
    else this.#running?.apply(this.#settings);
    this.#backend.recheck();
  }

  // ---- a garment of one's own
  async openFile(file: File): Promise<void> {
    const bytes = await file.arrayBuffer();
    this.#attempt(() => {
      const mesh = this.#toile.importMesh(bytes, file.name);
      const demo = ownDemo({ name: file.name, mesh }, showInspection);
      const before = this.#demos.findIndex(({ id }) => id === 'own');
      if (before >= 0) this.#demos.splice(before, 1);
      this.#demos.push(demo);
      this.#listDemos();
      this.open(demo);
      this.#ownMesh?.dispose();
      this.#ownMesh = mesh;
    });
  }

  save(): void {
    const shown = this.#running?.cloths[0];
    if (!shown || !this.#ownMesh) return;
    saveGlb(this.#toile.exportGlb(this.#ownMesh, shown.cloth.positions.slice(), 'cloth'), this.#demo.name);
  }

  #attempt(action: () => void): void {
    try {
      action();
      this.say('');
    } catch (error) {
      this.say(error instanceof Error ? error.message : String(error));
    }
  }

  #clicked(message: string | undefined): void {
    if (message !== undefined) this.say(message);
    this.#view.update();
  }

  say(message: string): void {
    byId('message').textContent = message;
  }

  // ---- time
  #frame(time: number): void {
    requestAnimationFrame((next) => this.#frame(next));
    const elapsed = Math.min(150, time - this.#lastTime);
    this.#lastTime = time;
    this.#pace.pictureTime += 0.05 * (elapsed - this.#pace.pictureTime);
    const running = this.#running;
    if (running && (!this.#paused || this.#gestures.holds) && document.visibilityState === 'visible') {
      this.#behind += this.#paused ? 0 : elapsed / 1000;
      this.#advance(running);
    }
    this.#view.render();
    if (this.#firstPicture !== undefined && this.#firstStep !== undefined) this.#pictured(this.#firstPicture);
    if (time - this.#lastFigures > 250) {
      this.#lastFigures = time;
      this.#showFigures();
    }
  }

  /** What was moved first is handed to the browser to be drawn: the next picture comes when that is done. */
  #pictured(tell: () => void): void {
    this.#firstPicture = undefined;
    requestAnimationFrame(() => {
      reached('first picture');
      tell();
    });
  }

  #advance(running: Running): void {
    this.#behind = Math.min(this.#behind, mostSteps * running.stepSeconds);
    const most = this.#pace.stepTime === 0 ? 1 : Math.max(1, Math.floor(mostTime / this.#pace.stepTime)); // 0: not known yet
    const due = Math.min(Math.floor(this.#behind / running.stepSeconds), most);
    if (due > 0) this.#behind -= running.stepSeconds * this.#backend.step(running, due);
  }

  #stepped(steps: number, milliseconds: number): void {
    const each = milliseconds / steps, { stepTime } = this.#pace;
    this.#pace.stepTime = stepTime === 0 ? each : stepTime + 0.05 * steps * (each - stepTime);
    this.#pace.steps += steps;
    this.#view.update();
    if (this.#firstStep === undefined) {
      this.#firstStep = performance.now();
      reached('first step');
    }
  }

  #showBackend(): void {
    showBackend(this.#backend);
    this.#pace.stepTime = 0;
    this.#showFigures();
  }

  #showFigures(): void {
    if (this.#running) showFigures(this.#running, this.#backend, this.#pace, this.#view.colourCount);
  }

  // ---- input
  #listen(): void {
    byId('pause').addEventListener('click', () => this.pause());
    byId('sphere').addEventListener('click', () => this.toggleSphere());
    byId('reset').addEventListener('click', () => this.#attempt(() => this.reset()));
    byId('save').addEventListener('click', () => this.#attempt(() => this.save()));
    byId('golden').addEventListener('click', () => void this.#golden());
    byId('theme').addEventListener('click', () => this.#switchTheme());
    byId('fold').addEventListener('click', () => {
      const folded = byId('panel').classList.toggle('folded');
      byId('fold').setAttribute('aria-expanded', String(!folded));
    });
    byId<HTMLInputElement>('colours').addEventListener('change', (event) => {
      this.#view.showColours((event.target as HTMLInputElement).checked);
      this.#showFigures();
    });
    byId<HTMLSelectElement>('backend').addEventListener('change', (event) =>
      void this.#backend.choose((event.target as HTMLSelectElement).value as BackendName));
    byId<HTMLSelectElement>('demo').addEventListener('change', (event) => {
      const id = (event.target as HTMLSelectElement).value;
      const demo = this.#demos.find((each) => each.id === id);
      if (demo) this.#attempt(() => this.open(demo));
      if (id !== 'own') history.replaceState(null, '', `#${id}`);
    });
    listenForFiles((file) => void this.openFile(file));
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.#takeTheme());
    document.addEventListener('keydown', (event) => this.#key(event));
  }

  #key(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || target instanceof HTMLSelectElement) return;
    const onButton = target instanceof HTMLButtonElement || (target instanceof HTMLInputElement && target.type === 'checkbox');
    if (event.key === ' ' && !onButton) {
      event.preventDefault();
      if (!event.repeat) this.pause();
    }
    if (!event.repeat) {
      if (event.key === 's' || event.key === 'S') this.toggleSphere();
      if (event.key === 'r' || event.key === 'R') this.#attempt(() => this.reset());
    }
    if (target === this.#view.canvas) this.#turnByKey(event);
  }

  #turnByKey(event: KeyboardEvent): void {
    const turns: Record<string, [number, number]> = {
      ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, -0.1], ArrowDown: [0, 0.1],
    };
    const turn = turns[event.key];
    if (turn) this.#orbit.rotate(...turn);
    if (event.key === '+' || event.key === '=') this.#orbit.zoom(0.9);
    if (event.key === '-') this.#orbit.zoom(1 / 0.9);
    if (turn) event.preventDefault();
    this.#view.invalidate();
  }

  #listDemos(): void {
    byId('demo').replaceChildren(
      ...this.#demos.map(({ id, name }) => element('option', { value: id, textContent: name })),
    );
  }

  async #golden(): Promise<void> {
    const button = byId<HTMLButtonElement>('golden');
    const results = byId('golden-results');
    button.disabled = true;
    results.replaceChildren();
    const wasPaused = this.#paused;
    this.pause(true);
    await checkGolden(this.#toile, ({ scene, hash, same }) => {
      const textContent = `${scene}: ${hash} ${same ? '✓ the same' : '✗ another'}`;
      results.append(element('li', { textContent, className: same ? 'same' : 'other' }));
    });
    this.pause(wasPaused);
    button.disabled = false;
  }

  // ---- light and dark
  #switchTheme(): void {
    const dark = byId<HTMLStyleElement>('dark');
    dark.media = matchMedia(dark.media).matches ? 'not all' : 'all';
    this.#takeTheme();
  }

  #takeTheme(): void {
    this.#view.setTheme(themeNow());
  }

  /** Where a point (m) is in the window, in pixels. */
  project(point: readonly number[]): [number, number] {
    const place = new Vector3(...point).project(this.#orbit.camera);
    const box = this.#view.canvas.getBoundingClientRect();
    return [box.left + 0.5 * (1 + place.x) * box.width, box.top + 0.5 * (1 - place.y) * box.height];
  }

  /** For the tests: exactly so many steps, with the page paused. */
  async play(steps: number): Promise<void> {
    this.pause(true);
    for (let done = 0; done < steps;) {
      if (this.#running) done += this.#backend.step(this.#running, 1);
      await new Promise((resolve) => setTimeout(resolve));
    }
    await new Promise<void>((done) => this.#backend.change(done));
    this.#showFigures();
  }

  /** For the tests: a step in WebAssembly, at once. */
  stepHere(): void {
    this.#running?.prepare();
    this.#running?.step();
  }

  /** For the tests: as if the GPU's driver had gone away. */
  loseDevice(): void {
    this.#backend.loseDevice();
  }

  /** What inspect gives, when no steps are on their way. */
  settled(): Promise<Page['inspect']> {
    return new Promise((resolve) => this.#backend.change(() => resolve(this.inspect)));
  }

  /** For the console and the tests. */
  get inspect() {
    const running = this.#running;
    return {
      demo: this.#demo.id,
      steps: this.#pace.steps,
      positions: running ? [...running.cloths].map(({ cloth }) => cloth.positions.slice()) : [],
      solids: running ? running.colliders.map(({ collider }) => collider.state.transform.translation) : [],
      seen: running ? running.cloths.map(({ drawn, cloth }) => drawn?.vertexCount ?? cloth.positions.length / 3) : [],
      pins: running ? running.cloths.map(({ pins }) => [...pins]) : [],
      camera: this.#orbit.state,
      backend: this.#backend.active,
      losses: this.#backend.losses,
      firstStep: this.#firstStep,
      starting: this.#backend.starting,
      kept: this.#view.kept,
    };
  }
}

function themeNow(): Theme {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return { background: colour('background'), ground: colour('ground'), solid: colour('solid'), figure: colour('figure') };
}

/** Runs `action`, or puts `title` and what it throws in the page's place. */
async function orFail<T>(title: string, action: () => T | Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    fail(title, error instanceof Error ? error.message : String(error),
      'A current version of Chrome, Edge, Firefox or Safari runs it, on a phone as well.');
    throw error;
  }
}

/** While the core is fetched and compiled, the drawing is got ready. */
async function start(): Promise<void> {
  reached('script');
  const loading = orFail('The cloth solver cannot start', () => awaited('core', loadToile));
  const drawing = orFail('There is nothing to draw with', () => timed('drawing', () => {
    const view = new View(byId<HTMLCanvasElement>('stage'));
    view.setTheme(themeNow());
    view.render();
    return view;
  }));
  const [toile, view] = await Promise.all([loading, drawing]);
  Object.assign(window, { toilePage: new Page(toile, view) });
  void keepForOffline();
}

start().catch((error) => console.info(error)); // the visitor was told
