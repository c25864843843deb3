// Tethers: C = |x − pin| − length ≤ 0, one-sided and rigid (Kim 2012, Long Range Attachments). Each particle has the same
// number of rows; it alone is moved, so that no colours are needed, and pins stand still meanwhile.
// #include "include/job.wgsl"
// #include "include/cloths.wgsl"
// #include "include/state.wgsl"
// #include "include/within.wgsl"

struct Tether {
  pin: u32,      // particle of the same cloth
  length: f32,   // m; huge for none
}
@group(0) @binding(10) var<storage, read> tethers: array<Tether>;

@compute @workgroup_size(64)
fn pull(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= job.count || id.y >= arrayLength(&cloths)) { return; }
  let first = id.y * job.padded;
  let p = x[first + id.x];
  if (!(p.w > 0.0)) { return; }
  var position = p.xyz;
  for (var row = 0u; row < cloths[id.y].tetherRows; row++) {
    let tether = tethers[(id.y * cloths[id.y].tetherRows + row) * job.padded + id.x];
    position = within(position, x[first + tether.pin].xyz, tether.length);
  }
  x[first + id.x] = vec4f(position, p.w);
}
