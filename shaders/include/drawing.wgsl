// The drawn mesh of all cloths of a batch. The y of a workgroup names the cloth. Bindings mean the same in every shader
// of shaders/skinning (README.md).
struct Drawing {
  vertices: u32,   // drawn, of a cloth
  particles: u32,  // simulated, of a cloth
  padded: u32,     // particles from one cloth's to the next one's
  cloths: u32,
  hasTangents: u32,
  // where things begin in `corners`, in words
  sources: u32,    // a vertex: its particle, or kLoose + place in the rest positions
  rings: u32,      // a vertex or particle: first word of its ring, and one more
  spans: u32,      // a vertex: first of its triangles for the tangent, and one more
  spanTriangles: u32,
  // where things begin in `values`, in floats
  axes: u32,       // four floats a triangle of spans
  rest: u32,       // three floats a loose vertex
  spare: u32,
}
const kLoose = 0x80000000u;

@group(0) @binding(0) var<uniform> drawing: Drawing;
@group(0) @binding(1) var<storage, read> places: array<vec4f>;  // rows of each cloth's transform, three of them
@group(0) @binding(2) var<storage, read> x: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> particleNormals: array<vec4f>;
@group(0) @binding(4) var<storage, read> corners: array<u32>;
@group(0) @binding(5) var<storage, read> values: array<f32>;
@group(0) @binding(6) var<storage, read_write> positions: array<vec4f>;  // m, world; w: 1
@group(0) @binding(7) var<storage, read_write> normals: array<vec4f>;    // unit; w: 0
@group(0) @binding(8) var<storage, read_write> tangents: array<vec4f>;   // unit, along u; w: handedness

/// Unit vector along a; `otherwise` where |a|² is not above `least`.
fn unitOr(a: vec3f, least: f32, otherwise: vec3f) -> vec3f {
  let squared = dot(a, a);
  if (squared > least) { return a * (1.0 / sqrt(squared)); }
  return otherwise;
}

/// A unit vector perpendicular to n.
fn anyTangent(n: vec3f) -> vec3f {
  let spare = select(vec3f(1.0, 0.0, 0.0), vec3f(0.0, 1.0, 0.0), n.x * n.x > 0.81);
  return unitOr(spare - n * dot(n, spare), 0.0, spare);
}
