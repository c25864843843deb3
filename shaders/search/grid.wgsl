// A hash grid over points: `hash` makes a pair of bucket and point of each, the sort puts those of a bucket in a row,
// `range` tells where each bucket begins and ends, and `countNear`, `scanNear` and `listNear` list all pairs of points
// that are nearer than the radius, each once and ordered by point. Cells that share a bucket are told apart by their
// coordinates. After Teschner 2003 (Optimized Spatial Hashing for Collision Detection of Deformable Objects).
// #include "include/search.wgsl"

fn cellOf(p: vec3f) -> vec3i { return vec3i(floor(p / search.cell)); }

fn bucketOf(cell: vec3i) -> u32 {
  let c = bitcast<vec3u>(cell);
  return ((c.x * 73856093u) ^ (c.y * 19349663u) ^ (c.z * 83492791u)) & (search.buckets - 1u);
}

@compute @workgroup_size(64)
fn clear(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < search.buckets) { ranges[id.x] = vec2u(); }
}

@compute @workgroup_size(64)
fn hash(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < search.count) { source[id.x] = vec2u(bucketOf(cellOf(points[id.x].xyz)), id.x); }
}

/// `source` is sorted.
@compute @workgroup_size(64)
fn range(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= search.count) { return; }
  let bucket = source[id.x].x;
  if (id.x == 0u || source[id.x - 1u].x != bucket) { ranges[bucket].x = id.x; }
  if (id.x + 1u == search.count || source[id.x + 1u].x != bucket) { ranges[bucket].y = id.x + 1u; }
}

/// Goes through the points of a larger number near point i; writes them from `at` on where `lists`, and counts them.
fn near(i: u32, at: u32, lists: bool) -> u32 {
  let p = points[i].xyz;
  let middle = cellOf(p);
  var found = 0u;
  for (var k = 0u; k < 27u; k++) {
    let cell = middle + vec3i(vec3u(k % 3u, (k / 3u) % 3u, k / 9u)) - vec3i(1);
    let bucket = ranges[bucketOf(cell)];
    for (var e = bucket.x; e < bucket.y; e++) {
      let j = source[e].y;
      let q = points[j].xyz;
      let d = q - p;
      if (j <= i || any(cellOf(q) != cell) || dot(d, d) >= search.radius * search.radius) { continue; }
      if (lists && at + found < search.capacity) { pairs[at + found] = vec2u(i, j); }
      found++;
    }
  }
  return found;
}

@compute @workgroup_size(64)
fn countNear(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < search.count) { offsets[id.x] = near(id.x, 0u, false); }
}

var<workgroup> sums: array<u32, 256>;

/// One workgroup: counts become where each point's pairs begin, and behind the last how many there are in all.
@compute @workgroup_size(256)
fn scanNear(@builtin(local_invocation_index) local: u32) {
  var before = 0u;
  for (var first = 0u; first < search.count; first += 256u) {
    let i = first + local;
    var own = 0u;
    if (i < search.count) { own = offsets[i]; }
    sums[local] = own;
    workgroupBarrier();
    for (var step = 1u; step < 256u; step *= 2u) {
      var left = 0u;
      if (local >= step) { left = sums[local - step]; }
      workgroupBarrier();
      sums[local] += left;
      workgroupBarrier();
    }
    if (i < search.count) { offsets[i] = before + sums[local] - own; }
    before += workgroupUniformLoad(&sums[255]);
    workgroupBarrier();
  }
  if (local == 0u) { offsets[search.count] = before; }
}

@compute @workgroup_size(64)
fn listNear(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < search.count) { _ = near(id.x, offsets[id.x], true); }
}
