// Going through colours in place. A file that includes this defines
//   fn solve(i: u32, cloth: u32)     constraint or triangle i of the set
//   fn wanted(cloth: u32) -> bool    false: nothing is to be done for this cloth
//
// No two stencils of a colour share a particle, so that they are solved in place and at once; colours follow each other.
// A large colour is one dispatch (`colour`); a row of small ones is one workgroup a cloth (`colours`), which is cheaper
// than the barriers between as many dispatches.
// #include "include/job.wgsl"
// #include "include/cloths.wgsl"
// #include "include/state.wgsl"

@group(0) @binding(6) var<storage, read> corners: array<u32>;  // of every set, column by column

/// The place in `x` of a corner of stencil i.
fn cornerAt(i: u32, corner: u32, cloth: u32) -> u32 {
  let at = corner * job.total + i;
  if ((job.flags & kNarrow) == 0u) { return cloth * job.padded + corners[job.corners + at]; }
  let pair = corners[job.corners + (at >> 1u)];
  return cloth * job.padded + select(pair & 0xffffu, pair >> 16u, (at & 1u) == 1u);
}

@compute @workgroup_size(64)
fn colour(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= job.count || id.y >= arrayLength(&cloths)) { return; }
  if (wanted(id.y)) { solve(job.first + id.x, id.y); }
}

@compute @workgroup_size(256)
fn colours(@builtin(local_invocation_index) local: u32, @builtin(workgroup_id) group: vec3u) {
  for (var k = 0u; k < job.colourCount; k++) {
    let c = job.firstColour + select(k, job.colourCount - 1u - k, (job.flags & kBackwards) != 0u);
    let end = corners[c + 1u];
    if (wanted(group.y)) {
      for (var i = corners[c] + local; i < end; i += 256u) { solve(i, group.y); }
    }
    storageBarrier();
    workgroupBarrier();
  }
}
