// The Jacobi way, for comparison: what the constraints of a set have asked of each particle (constraints.wgsl) is added up,
// in the order of the set, and the particle moved.
// #include "include/job.wgsl"
// #include "include/cloths.wgsl"
// #include "include/state.wgsl"

@group(0) @binding(22) var<storage, read_write> corrections: array<vec4f>;
@group(0) @binding(23) var<storage, read> incidence: array<u32>;  // a set: where each particle's entries begin; the entries

@compute @workgroup_size(64)
fn spread(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= job.count || id.y >= arrayLength(&cloths)) { return; }
  // What is not solved has left what was asked for at another time.
  if (cloths[id.y].kinds[job.kind].mode == 0u) { return; }
  let at = id.y * job.padded + id.x;
  let p = x[at];
  if (!(p.w > 0.0)) { return; }
  var sum = vec3f();
  for (var e = incidence[job.first + id.x]; e < incidence[job.first + id.x + 1u]; e++) {
    sum += corrections[id.y * job.colourCount + incidence[e]].xyz;
  }
  x[at] = vec4f(p.xyz + sum, p.w);
}
