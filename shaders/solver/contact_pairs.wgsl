// Pairs that are nearer than the reach, of a vertex and a triangle it is no corner of and of two edges without a common
// one: with a plane between them, and the thickness that is kept. Their order differs from run to run and means nothing.
// #include "include/contact.wgsl"
// #include "include/moment.wgsl"
// #include "include/cloths.wgsl"
// #include "include/state.wgsl"
// #include "include/status.wgsl"
// #include "include/nearest.wgsl"
// #include "include/slack.wgsl"
// #include "include/cells.wgsl"

@group(0) @binding(17) var<storage, read> grid: array<u32>;
@group(0) @binding(18) var<storage, read_write> pairs: array<Pair>;
@group(0) @binding(21) var<storage, read_write> contacts: array<atomic<u32>>;

const kRestPart = 0.9f;  // of the distance at rest is kept, where that is less than the thickness
// Of the reach: a pair with a gap like this is left out. More than twice what a particle may go (kFarthest); the rest is for
// rounding.
const kApart = 0.999f;

fn halfThickness(particle: u32, cloth: u32) -> f32 {
  return 0.5 * max(cloths[cloth].contactThickness * restOf(particle).w, job.least);
}

fn thicknessOf(edges: bool, p: vec4u, cloth: u32) -> f32 {
  let half = vec4f(halfThickness(p.x, cloth), halfThickness(p.y, cloth), halfThickness(p.z, cloth),
                   halfThickness(p.w, cloth));
  let rest = nearestOf(edges, array(restOf(p.x).xyz, restOf(p.y).xyz, restOf(p.z).xyz, restOf(p.w).xyz)).apart;
  let share = select(vec4f(1.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0), vec4f(0.5), edges);
  return min(dot(half, share), kRestPart * sqrt(dot(rest, rest)));
}

/// Whether the boxes round both sides are farther apart than the reach, along some axis.
fn apartByBoxes(edges: bool, at: array<vec3f, 4>) -> bool {
  let second = select(at[0], at[1], edges);
  let other = select(at[1], at[2], edges);
  let lowA = min(at[0], second);
  let highA = max(at[0], second);
  let lowB = min(other, min(at[2], at[3]));
  let highB = max(other, max(at[2], at[3]));
  return any(max(lowA - highB, lowB - highA) > vec3f(job.reach));
}

fn consider(edges: bool, p: vec4u, cloth: u32) {
  let first = cloth * job.padded;
  let at = array(x[first + p.x].xyz, x[first + p.y].xyz, x[first + p.z].xyz, x[first + p.w].xyz);
  if (apartByBoxes(edges, at)) { return; }
  let near = nearestOf(edges, at);
  let squared = dot(near.apart, near.apart);
  let acrossSquared = dot(near.normal, near.normal);
  var side = 1.0;
  if (dot(near.normal, near.apart) < 0.0) { side = -1.0; }
  var n = vec3f(0.0, 1.0, 0.0);
  var extents = vec2f(0.0);
  if (squared > 1e-24) {
    n = near.apart / sqrt(squared);
    extents = extentsAlong(edges, at, n);
  }
  // Between edges that are nearly parallel the direction is the less certain of the two.
  if (acrossSquared > 1e-30) {
    let other = near.normal * (side / sqrt(acrossSquared));
    let others = extentsAlong(edges, at, other);
    if (!(squared > 1e-24) || others.x - others.y > extents.x - extents.y) {
      n = other;
      extents = others;
    }
  }
  // A gap along any direction proves that the two are apart. Their distance as it was worked out does not: of slivers and
  // of nearly parallel edges it may come out much too large.
  if (extents.x - extents.y >= kApart * job.reach) { return; }
  let half = 0.5 * (extents.x - extents.y);
  atomicMin(&contacts[kContactWords * cloth + kMargin], bitcast<u32>(max(half - kGlued * slackOf(at), 0.0)));
  let place = atomicAdd(&contacts[kContactWords * cloth + kPairs], 1u);
  if (place >= job.capacity) {
    atomicMax(&status[statusAt(cloth, moment.statusColliders) + kHeld], 1u);
    return;
  }
  pairs[cloth * job.capacity + place] = Pair(p, vec4f(n, 0.5 * (extents.x + extents.y)),
                                             vec4f(thicknessOf(edges, p, cloth), side, half, select(0.0, 1.0, edges)));
}

fn meetVertex(vertex: u32, feature: u32, cloth: u32) {
  let t = triangleOf(feature - job.edges);
  if (any(t == vec3u(vertex))) { return; }
  consider(false, vec4u(vertex, t), cloth);
}

fn meetEdge(own: u32, feature: u32, cloth: u32) {
  let a = edgeOf(own);
  let b = edgeOf(feature);
  if (any(a == b) || any(a == b.yx)) { return; }
  consider(true, vec4u(a, b), cloth);
}

/// A vertex, or from job.particles on an edge, against what has its middle near. Of two edges the one looks at the other
/// whose cell comes first, or, in one cell, its number.
@compute @workgroup_size(64)
fn list(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= job.particles + job.edges || id.y >= arrayLength(&cloths)) { return; }
  if ((cloths[id.y].flags & kSelfCollides) == 0u) { return; }
  let words = kContactWords * id.y;
  if (atomicLoad(&contacts[words + kNeed]) == 0u) { return; }
  let isEdge = id.x >= job.particles;
  let number = select(id.x, id.x - job.particles, isEdge);
  let longest = bitcast<f32>(atomicLoad(&contacts[words + kLongest]));
  let cell = cellLength(longest);
  let first = id.y * job.padded;
  var centre = x[first + select(number, 0u, isEdge)].xyz;
  // Nothing of a triangle is farther from its middle than two thirds of its longest edge.
  var reach = job.reach + 0.667 * longest;
  var own = cellOf(centre, cell);
  if (isEdge) {
    let place = cellPlace(number, id.y);
    own = bitcast<vec3i>(vec3u(grid[place], grid[place + 1u], grid[place + 2u]));
    let edge = edgeOf(number);
    centre = middleOf(number, id.y);
    reach = job.reach + 0.5005 * (longest + distance(x[first + edge.x].xyz, x[first + edge.y].xyz));
  }
  let buckets = id.y * job.gridWords;
  for (var k = select(0u, 13u, isEdge); k < 27u; k++) {
    let there = own + vec3i(vec3u(k % 3u, (k / 3u) % 3u, k / 9u)) - vec3i(1);
    let bucket = bucketOf(there, isEdge);
    for (var e = grid[buckets + job.buckets + bucket]; e < grid[buckets + bucket]; e++) {
      let entry = entriesOf(id.y) + kEntryWords * e;
      // Cells that share a bucket are told apart.
      if (grid[entry] != keyOf(there)) { continue; }
      let d = bitcast<vec3f>(vec3u(grid[entry + 2u], grid[entry + 3u], grid[entry + 4u])) - centre;
      if (dot(d, d) > reach * reach) { continue; }
      let feature = grid[entry + 1u];
      if (!isEdge) {
        meetVertex(number, feature, id.y);
      } else if (k != 13u || feature > number) {
        meetEdge(number, feature, id.y);
      }
    }
  }
}
