// The search for what of a cloth may touch, where one is due: edges and triangles by the cell their middle lies in
// (`measure`, `hash`, `scan`, `fill`). A cell is as long as the longest edge and the reach, so that all that a feature can
// be near to has its middle in the 27 cells round its own (contact_pairs.wgsl). The order within a bucket means nothing.
// After Teschner 2003 (Optimized Spatial Hashing for Collision Detection of Deformable Objects).
// #include "include/contact.wgsl"
// #include "include/cloths.wgsl"
// #include "include/state.wgsl"

@group(0) @binding(17) var<storage, read_write> grid: array<atomic<u32>>;
@group(0) @binding(19) var<storage, read_write> base: array<vec4f>;  // where particles were when they were searched
@group(0) @binding(21) var<storage, read_write> contacts: array<atomic<u32>>;
// #include "include/cells.wgsl"

fn isDue(cloth: u32) -> bool {
  return (cloths[cloth].flags & kSelfCollides) != 0u && atomicLoad(&contacts[kContactWords * cloth + kNeed]) != 0u;
}

@compute @workgroup_size(64)
fn measure(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  if (id.y >= arrayLength(&cloths) || !isDue(id.y)) { return; }
  let first = id.y * job.padded;
  let all = 64u * groups.x;
  for (var i = id.x; i < job.buckets; i += all) { atomicStore(&grid[id.y * job.gridWords + i], 0u); }
  for (var i = id.x; i < job.particles; i += all) { base[first + i] = x[first + i]; }
  var longest = 0.0;
  for (var i = id.x; i < job.edges; i += all) {
    let edge = edgeOf(i);
    let a = x[first + edge.x].xyz;
    longest = max(longest, distance(a, x[first + edge.y].xyz) + kCellRounding * (abs(a.x) + abs(a.y) + abs(a.z)));
  }
  atomicMax(&contacts[kContactWords * id.y + kLongest], bitcast<u32>(longest));
}

@compute @workgroup_size(64)
fn hash(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= job.edges + job.triangles || id.y >= arrayLength(&cloths) || !isDue(id.y)) { return; }
  let longest = bitcast<f32>(atomicLoad(&contacts[kContactWords * id.y + kLongest]));
  let cell = cellOf(middleOf(id.x, id.y), cellLength(longest));
  let place = cellPlace(id.x, id.y);
  for (var k = 0u; k < 3u; k++) { atomicStore(&grid[place + k], bitcast<u32>(cell[k])); }
  atomicAdd(&grid[id.y * job.gridWords + bucketOf(cell, id.x < job.edges)], 1u);
}

var<workgroup> sums: array<u32, 256>;
var<workgroup> due: bool;

/// One workgroup a cloth: counts become where each bucket begins.
@compute @workgroup_size(256)
fn scan(@builtin(local_invocation_index) local: u32, @builtin(workgroup_id) group: vec3u) {
  if (local == 0u) { due = isDue(group.y); }
  if (!workgroupUniformLoad(&due)) { return; }
  let counts = group.y * job.gridWords;
  var before = 0u;
  for (var first = 0u; first < job.buckets; first += 256u) {
    let i = first + local;
    var own = 0u;
    if (i < job.buckets) { own = atomicLoad(&grid[counts + i]); }
    sums[local] = own;
    workgroupBarrier();
    for (var step = 1u; step < 256u; step *= 2u) {
      var left = 0u;
      if (local >= step) { left = sums[local - step]; }
      workgroupBarrier();
      sums[local] += left;
      workgroupBarrier();
    }
    if (i < job.buckets) {
      let begin = before + sums[local] - own;
      atomicStore(&grid[counts + i], begin);
      atomicStore(&grid[counts + job.buckets + i], begin);
    }
    before += workgroupUniformLoad(&sums[255]);
    workgroupBarrier();
  }
  if (local == 0u) {
    atomicStore(&contacts[kContactWords * group.y + kPairs], 0u);
    atomicStore(&contacts[kContactWords * group.y + kMargin], bitcast<u32>(3e38f));
  }
}

@compute @workgroup_size(64)
fn fill(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= job.edges + job.triangles || id.y >= arrayLength(&cloths) || !isDue(id.y)) { return; }
  let place = cellPlace(id.x, id.y);
  let cell = bitcast<vec3i>(vec3u(atomicLoad(&grid[place]), atomicLoad(&grid[place + 1u]), atomicLoad(&grid[place + 2u])));
  let number = atomicAdd(&grid[id.y * job.gridWords + bucketOf(cell, id.x < job.edges)], 1u);
  if (number >= job.edges + job.triangles) { return; }
  let entry = entriesOf(id.y) + kEntryWords * number;
  let middle = middleOf(id.x, id.y);
  atomicStore(&grid[entry], keyOf(cell));
  atomicStore(&grid[entry + 1u], id.x);
  for (var k = 0u; k < 3u; k++) { atomicStore(&grid[entry + 2u + k], bitcast<u32>(middle[k])); }
}
