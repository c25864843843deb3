// What is known of each cloth of a batch, and where its particles lie. A batch is any number of cloths of one garment;
// the y of a workgroup names the cloth. Bindings mean the same in every solver shader (README.md).

/// How one kind of constraint is solved.
struct KindValues {
  complianceFactor: f32,  // 1 / (h² · stiffness scale); 0: position based
  gamma: f32,             // Rayleigh damping over h
  relaxation: f32,        // part of a correction that is applied
  mode: u32,              // 0: not solved, 1: fast (multipliers are neither read nor written), 2: general
}

struct Cloth {
  acceleration: vec3f,   // m/s², the same for every particle
  h: f32,                // s, length of a substep
  wind: vec3f,           // m/s
  halfDensity: f32,      // kg/m³, ½ ρ of the air
  inverseH: f32,
  damping: f32,          // factor of velocities in a substep
  maxSpeed: f32,         // m/s
  gustStrength: f32,
  drag: f32,
  lift: f32,
  thickness: f32,        // m
  maxDepenetration: f32, // m in a substep
  frictionStatic: f32,   // the fabric's
  frictionDynamic: f32,
  maxDistance: f32,      // m; negative: no limit
  flags: u32,
  mask: u32,             // colliders whose group shares a bit are met
  tetherRows: u32,
  internalDamping: f32,  // part of inner motion that is taken away, once a step
  group: u32,            // … and whose mask shares one with this
  gusts: array<vec4f, 3>,          // wave vector (cycles a metre), phase (cycles)
  kinds: array<KindValues, 9>,
  contactThickness: f32, // m, kept between layers; from here on of cloth against itself
  contactHold: f32,      // static and dynamic friction
  contactDrag: f32,
  jacobi: f32,           // the Jacobi way: part of a mean correction that is applied
}
const kDisabled = 1u;             // Cloth.flags: not moved at all
const kHasAcceleration = 2u;      // accelerations a particle are added
const kHasAir = 4u;               // air differs from particle to particle
const kMeetsAir = 8u;
const kSelfCollides = 16u;

@group(0) @binding(2) var<storage, read> cloths: array<Cloth>;
