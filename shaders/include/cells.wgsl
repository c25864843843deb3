// Cells of the hash grid in which edges and triangles lie by their middle. Each is worked out once, by `hash`, and read from
// then on: two shaders need not round alike.
// Needs: include/contact.wgsl, include/state.wgsl

/// longest: of an edge, and what rounding of its place asks for: quotients below are off by 2u, middles by as much.
fn cellLength(longest: f32) -> f32 { return job.reach + 1.001 * longest; }
const kCellRounding = 2e-6f;  // of |place|₁; it also keeps numbers of cells below 5e5
fn cellOf(p: vec3f, cell: f32) -> vec3i { return vec3i(floor(p / cell)); }
/// Edges and triangles have buckets of their own.
fn bucketOf(cell: vec3i, isEdge: bool) -> u32 {
  let c = bitcast<vec3u>(cell);
  return (2u * ((c.x * 73856093u) ^ (c.y * 19349663u) ^ (c.z * 83492791u)) + u32(isEdge)) & (job.buckets - 1u);
}
/// Tells cells from all others but those a thousand cells away.
fn keyOf(cell: vec3i) -> u32 {
  let c = bitcast<vec3u>(cell);
  return (c.x & 1023u) | ((c.y & 1023u) << 10u) | ((c.z & 4095u) << 20u);
}
// Words of `grid`, a cloth: of each bucket where its entries end (how many there are, until `fill`); where they begin; the
// entries; the cell of each feature.
const kEntryWords = 5u;  // key of the cell, feature, the bits of its middle
fn entriesOf(cloth: u32) -> u32 { return cloth * job.gridWords + 2u * job.buckets; }
fn cellPlace(feature: u32, cloth: u32) -> u32 {
  return entriesOf(cloth) + kEntryWords * (job.edges + job.triangles) + 3u * feature;
}

/// Of an edge, or from job.edges on of a triangle.
fn middleOf(feature: u32, cloth: u32) -> vec3f {
  let first = cloth * job.padded;
  if (feature < job.edges) {
    let edge = edgeOf(feature);
    return 0.5 * (x[first + edge.x].xyz + x[first + edge.y].xyz);
  }
  let t = triangleOf(feature - job.edges);
  return (x[first + t.x].xyz + x[first + t.y].xyz + x[first + t.z].xyz) * (1.0 / 3.0);
}
