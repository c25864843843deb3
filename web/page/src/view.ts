// Draws a running demo with three.js on WebGL 2: it is everywhere, also where WebGPU is not, so that one way of drawing
// serves both solvers; materials, shadows and line drawing come along for about 130 kB.
import {
  ACESFilmicToneMapping, AmbientLight, BackSide, BoxGeometry, BufferAttribute, BufferGeometry, CapsuleGeometry, CircleGeometry, Color,
  DirectionalLight, DoubleSide, DynamicDrawUsage, Fog, FrontSide, Group, HemisphereLight, InstancedMesh, LatheGeometry, LineBasicMaterial,
  LineSegments, Material, Matrix4, Mesh, MeshPhysicalMaterial, MeshStandardMaterial, Object3D, PCFSoftShadowMap,
  PerspectiveCamera, Scene, SphereGeometry, Vector2, WebGLRenderer,
} from 'three';
import type { Kind, Shape } from 'toile';
import type { Running, ShownCloth, ShownCollider } from './demo.ts';

export interface Theme {
  background: string;
  ground: string;
  solid: string;
  figure: string;
}

/** What the renderer keeps for what there is: geometries, and uses of shader programs, of which each material has some. */
export interface Kept {
  geometries: number;
  uses: number;
}

const springKinds: readonly Kind[] = ['stretch', 'shear', 'skipOne'];

function free({ geometry, material }: Mesh<BufferGeometry, Material> | LineSegments<BufferGeometry, Material>): void {
  geometry.dispose();
  material.dispose();
}

class ClothView {
  readonly group = new Group();
  readonly geometry = new BufferGeometry();
  readonly #positions: BufferAttribute;
  readonly #normals: BufferAttribute;
  /** Of the simulated vertices, between which the springs are; the drawn ones where they are the same. */
  readonly #simulated: BufferAttribute;
  readonly #sides: Mesh<BufferGeometry, Material>[] = [];
  readonly #pins: InstancedMesh<BufferGeometry, Material>;
  #lines: LineSegments<BufferGeometry, Material>[] = [];

  constructor(readonly shown: ShownCloth) {
    const garment = shown.cloth.garment;
    const seen = shown.drawn ?? garment;
    const attribute = (count: number) => new BufferAttribute(new Float32Array(3 * count), 3).setUsage(DynamicDrawUsage);
    this.#positions = attribute(seen.vertexCount);
    this.#normals = attribute(seen.vertexCount);
    this.#simulated = shown.drawn ? attribute(garment.vertexCount) : this.#positions;
    this.geometry.setAttribute('position', this.#positions);
    this.geometry.setAttribute('normal', this.#normals);
    this.geometry.setIndex(new BufferAttribute(seen.triangles.slice(), 1));
    const count = garment.vertexCount;
    garment.dispose();
    for (const side of [FrontSide, BackSide] as const) {
      const colour = side === FrontSide ? shown.front : shown.back;
      const material = new MeshPhysicalMaterial({
        color: colour, roughness: 0.85, sheen: 0.6, sheenRoughness: 0.6, sheenColor: colour.clone().lerp(new Color('#fff'), 0.5), side,
        polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1,
      });
      material.shadowSide = DoubleSide;
      const mesh = new Mesh(this.geometry, material);
      mesh.castShadow = side === FrontSide;
      mesh.receiveShadow = true;
      mesh.frustumCulled = false;
      this.#sides.push(mesh);
      this.group.add(mesh);
    }
    this.#pins = new InstancedMesh(new SphereGeometry(0.011, 12, 8), new MeshStandardMaterial({ color: '#ffffff', roughness: 0.3 }), count);
    this.#pins.frustumCulled = false;
    this.#pins.castShadow = true;
    this.group.add(this.#pins);
  }

  /** Lines along all springs, one object a colour of the graph colouring. */
  showColours(on: boolean): void {
    for (const line of this.#lines) {
      this.group.remove(line);
      free(line);
    }
    this.#lines = [];
    for (const side of this.#sides) side.visible = !on;
    if (!on) return;
    const garment = this.shown.cloth.garment;
    for (const kind of springKinds) {
      const list = garment.constraints(kind);
      for (let c = 0; list.arity === 2 && c + 1 < list.colourStart.length; ++c) {
        const from = list.colourStart[c]!, to = list.colourStart[c + 1]!;
        const geometry = new BufferGeometry();
        geometry.setAttribute('position', this.#simulated);
        geometry.setIndex(new BufferAttribute(list.vertices.slice(2 * from, 2 * to), 1));
        // Hues a golden section apart never come close to each other.
        const colour = new Color().setHSL((0.08 + 0.618034 * this.#lines.length) % 1, 0.85, 0.45);
        const material = new LineBasicMaterial({ color: colour, toneMapped: false, fog: false }); // or all would be pale
        const line = new LineSegments(geometry, material);
        line.frustumCulled = false;
        this.#lines.push(line);
        this.group.add(line);
      }
    }
    garment.dispose();
  }

  get colourCount(): number {
    return this.#lines.length;
  }

  update(): void {
    const { cloth, pins, drawn, frame } = this.shown;
    const positions = this.#simulated.array as Float32Array;
    if (this.#simulated !== this.#positions || frame === undefined) positions.set(cloth.positions);
    const seen = frame ?? (drawn && cloth.readDrawn(drawn));
    if (seen !== undefined) (this.#positions.array as Float32Array).set(seen.positions);
    (this.#normals.array as Float32Array).set(seen?.normals ?? cloth.normals);
    for (const moved of [this.#positions, this.#normals, this.#simulated]) moved.needsUpdate = true;
    const place = new Matrix4();
    let i = 0;
    for (const vertex of pins) {
      place.makeTranslation(positions[3 * vertex]!, positions[3 * vertex + 1]!, positions[3 * vertex + 2]!);
      this.#pins.setMatrixAt(i++, place);
    }
    this.#pins.count = i;
    this.#pins.instanceMatrix.needsUpdate = true;
  }

  dispose(): void {
    this.showColours(false);
    for (const mesh of [...this.#sides, this.#pins]) free(mesh);
    this.#pins.dispose();
  }
}

function geometryOf(shape: Shape | { mesh: object }): BufferGeometry | undefined {
  if ('sphere' in shape) return new SphereGeometry(shape.sphere.radius, 48, 32);
  if ('capsule' in shape) return new CapsuleGeometry(shape.capsule.radius, 2 * (shape.capsule.halfLength ?? 0), 12, 32);
  if ('taperedCapsule' in shape) return taperedGeometry(shape.taperedCapsule);
  if ('box' in shape) {
    const [x, y, z] = shape.box.halfExtents ?? [0, 0, 0];
    return new BoxGeometry(2 * x, 2 * y, 2 * z);
  }
  return undefined; // planes are drawn as the ground
}

/** The hull of two spheres: their outlines and the common tangent, turned about the axis. */
function taperedGeometry(shape: { radiusBottom?: number; radiusTop?: number; halfLength?: number }): BufferGeometry {
  const { radiusBottom: bottom = 0, radiusTop: top = 0, halfLength: half = 0 } = shape;
  const lean = Math.asin(Math.max(-1, Math.min(1, half > 0 ? (bottom - top) / (2 * half) : 0)));
  const outline: Vector2[] = [];
  const arc = (centre: number, radius: number, from: number, to: number) => {
    for (let i = 0; i <= 12; ++i) {
      const angle = from + ((to - from) * i) / 12;
      outline.push(new Vector2(Math.max(0, radius * Math.cos(angle)), centre + radius * Math.sin(angle)));
    }
  };
  arc(-half, bottom, -Math.PI / 2, lean);
  arc(half, top, lean, Math.PI / 2);
  return new LatheGeometry(outline, 32);
}

export class View {
  readonly camera = new PerspectiveCamera(38, 1, 0.05, 60);
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #sun = new DirectionalLight('#fff4e2', 2.6);
  readonly #ground: Mesh<CircleGeometry, MeshStandardMaterial>;
  #theme: Theme = { background: '#fff', ground: '#ddd', solid: '#888', figure: '#999' };
  #cloths: ClothView[] = [];
  #solids: { shown: ShownCollider; mesh: Mesh<BufferGeometry, MeshStandardMaterial> }[] = [];
  #gone: (() => void)[] = []; // frees what was shown before
  #needsRendering = true;

  /** Throws where there is no WebGL 2. */
  constructor(readonly canvas: HTMLCanvasElement) {
    this.#renderer = new WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: false });
    this.#renderer.shadowMap.enabled = true;
    this.#renderer.shadowMap.type = PCFSoftShadowMap;
    this.#renderer.toneMapping = ACESFilmicToneMapping;
    this.#renderer.toneMappingExposure = 1.05;
    this.#sun.position.set(2.2, 5, 3);
    this.#sun.castShadow = true;
    this.#sun.shadow.mapSize.set(2048, 2048);
    this.#sun.shadow.radius = 5;
    this.#sun.shadow.bias = -0.0004;
    this.#sun.shadow.normalBias = 0.01;
    Object.assign(this.#sun.shadow.camera, { left: -3, right: 3, top: 3.4, bottom: -2, near: 0.5, far: 14 });
    this.#ground = new Mesh(new CircleGeometry(30, 64), new MeshStandardMaterial({ roughness: 1 }));
    this.#ground.rotation.x = -Math.PI / 2;
    this.#ground.position.y = -0.002;
    this.#ground.receiveShadow = true;
    this.#scene.add(this.#sun, new HemisphereLight('#dfeaff', '#8a7a68', 1.3), new AmbientLight('#ffffff', 0.25), this.#ground);
  }

  setTheme(theme: Theme): void {
    this.#theme = theme;
    this.#scene.background = new Color(theme.background);
    this.#scene.fog = new Fog(theme.background, 9, 26);
    this.#ground.material.color.set(theme.ground);
    for (const { shown, mesh } of this.#solids) mesh.material.color.set(theme[shown.colour]);
    this.#needsRendering = true;
  }

  /** Takes the cloths and solids of a demo in the place of those there are. */
  show(running: Running, colours: boolean): void {
    const cloths = running.cloths.map((shown) => new ClothView(shown));
    for (const cloth of cloths) cloth.showColours(colours);
    for (const cloth of this.#cloths) {
      this.#scene.remove(cloth.group);
      this.#gone.push(() => cloth.dispose());
    }
    for (const { mesh } of this.#solids) {
      this.#scene.remove(mesh);
      this.#gone.push(() => free(mesh));
    }
    this.#cloths = cloths;
    for (const { group } of cloths) this.#scene.add(group);
    this.#solids = [];
    for (const shown of running.colliders) {
      const geometry = geometryOf(shown.collider.state.shape);
      if (geometry === undefined) continue;
      const mesh = new Mesh(geometry, new MeshStandardMaterial({ color: this.#theme[shown.colour], roughness: 0.55 }));
      mesh.castShadow = mesh.receiveShadow = true;
      this.#scene.add(mesh);
      this.#solids.push({ shown, mesh });
    }
    this.update();
  }

  showColours(on: boolean): void {
    for (const cloth of this.#cloths) cloth.showColours(on);
    this.#needsRendering = true;
  }

  get colourCount(): number {
    return this.#cloths.reduce((sum, cloth) => sum + cloth.colourCount, 0);
  }

  /** Reads what the step has moved. */
  update(): void {
    for (const cloth of this.#cloths) cloth.update();
    for (const { shown, mesh } of this.#solids) {
      const { translation, rotation } = shown.collider.state.transform;
      (mesh as Object3D).position.set(...(translation as [number, number, number]));
      (mesh as Object3D).quaternion.set(...(rotation as [number, number, number, number]));
    }
    this.#needsRendering = true;
  }

  /** Called when the picture has another shape. */
  resized: () => void = () => {};

  /** To be called when the camera has moved. */
  invalidate(): void {
    this.#needsRendering = true;
  }

  render(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const ratio = Math.min(2, window.devicePixelRatio);
    const size = this.#renderer.getSize(new Vector2());
    if (size.x !== width || size.y !== height || this.#renderer.getPixelRatio() !== ratio) {
      this.#renderer.setPixelRatio(ratio);
      this.#renderer.setSize(width, height, false);
      this.camera.aspect = width / Math.max(1, height);
      this.camera.updateProjectionMatrix();
      this.resized();
      this.#needsRendering = true;
    }
    if (!this.#needsRendering) return;
    this.#needsRendering = false;
    this.#renderer.render(this.#scene, this.camera);
    // Not before: the last material of its kind takes the compiled program along, which the new ones use again.
    for (const end of this.#gone) end();
    this.#gone = [];
  }

  get kept(): Kept {
    const { memory, programs } = this.#renderer.info;
    return { geometries: memory.geometries, uses: (programs ?? []).reduce((sum, { usedTimes }) => sum + usedTimes, 0) };
  }
}
