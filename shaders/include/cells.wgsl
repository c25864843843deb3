// Cells of the hash grid in which edges and triangles lie by their middle.
// Needs: include/contact.wgsl, include/state.wgsl

fn cellLength(longest: f32) -> f32 { return job.reach + 1.001 * longest; }
fn cellOf(p: vec3f, cell: f32) -> vec3i { return vec3i(floor(p / cell)); }
/// Edges and triangles have buckets of their own.
fn bucketOf(cell: vec3i, isEdge: bool) -> u32 {
  let c = bitcast<vec3u>(cell);
  return (2u * ((c.x * 73856093u) ^ (c.y * 19349663u) ^ (c.z * 83492791u)) + u32(isEdge)) & (job.buckets - 1u);
}
const kEntryWords = 4u;  // of `grid`: the feature, the bits of its middle

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
