// Cloth against itself, of each cloth of a batch: what a search knows and leaves. docs/gpu.md says how it works.
struct ContactJob {
  particles: u32,
  edges: u32,
  triangles: u32,
  padded: u32,       // particles from one cloth's to the next one's
  buckets: u32,      // of the hash table; a power of two
  capacity: u32,     // pairs a cloth there is room for
  reach: f32,        // m, pairs nearer than this when a search is made are listed
  least: f32,        // m, no thickness is less
  gridWords: u32,    // of `grid`, a cloth
  flags: u32,
  spare0: u32,
  spare1: u32,
}
const kCounts = 1u;  // ContactJob.flags: pushes are counted
@group(0) @binding(0) var<uniform> job: ContactJob;

/// Words of `contacts` a cloth; floats by their bits.
const kContactWords = 8u;
const kNeed = 0u;      // not zero: a search is due before the next substep
const kPairs = 1u;     // found by the last search; more than `capacity`: some are missing
const kMargin = 2u;    // m, of all pairs the least by which half the gap is more than kGlued of the slack (slack.wgsl)
const kLongest = 3u;   // m, the longest edge, with what rounding asks for (cells.wgsl)
const kCommon = 4u;    // … to 6: motion since the search that all particles have in common, m

/// Vertex–triangle: particle x against y z w; edge–edge: x y against z w. The first side is A, the other B.
struct Pair {
  p: vec4u,      // particles of the cloth
  plane: vec4f,  // unit vector from B to A when it was found; the height over p.x of the plane halfway between them
  kept: vec4f,   // thickness (m), ±1: which side of its normal A was on, half the gap (m), 1 for edge–edge
}

/// Corners of edges, then of triangles, then four floats a particle: where it is at rest, and what scales its thickness.
@group(0) @binding(16) var<storage, read> surface: array<u32>;

fn edgeOf(e: u32) -> vec2u { return vec2u(surface[2u * e], surface[2u * e + 1u]); }
fn triangleOf(t: u32) -> vec3u {
  let at = 2u * job.edges + 3u * t;
  return vec3u(surface[at], surface[at + 1u], surface[at + 2u]);
}
fn restOf(particle: u32) -> vec4f {
  let at = 2u * job.edges + 3u * job.triangles + 4u * particle;
  return bitcast<vec4f>(vec4u(surface[at], surface[at + 1u], surface[at + 2u], surface[at + 3u]));
}
