// Motion without constraints. Free particles: v = (v + h a) · damping, |v| ≤ maxSpeed, x += h v (semi-implicit Euler).
// Pinned ones go evenly from where their targets were to where these are. `start` keeps where all were. A cloth that
// went not finite in this step goes back to its last good state, `start`, and stays.
// #include "include/job.wgsl"
// #include "include/moment.wgsl"
// #include "include/cloths.wgsl"
// #include "include/state.wgsl"
// #include "include/status.wgsl"
// #include "include/targets.wgsl"

@group(0) @binding(4) var<storage, read_write> start: array<vec4f>;
@group(0) @binding(5) var<storage, read_write> velocity: array<vec4f>;
@group(0) @binding(13) var<storage, read> acceleration: array<vec4f>;  // m/s² a particle, where kHasAcceleration

fn limited(v: vec3f, maxSpeed: f32) -> vec3f {
  let squared = dot(v, v);
  // A square that overflows is left to freeze the cloth: divided by, it would silently stop it.
  if (squared > maxSpeed * maxSpeed && squared < 3e38) { return v * (maxSpeed / sqrt(squared)); }
  return v;
}

/// Puts a particle of a frozen cloth back to where it was last good. False where the cloth is not frozen.
fn settled(at: u32, cloth: u32) -> bool {
  if (atomicLoad(&status[statusAt(cloth, moment.statusColliders) + kFrozen]) == 0u) { return false; }
  x[at] = vec4f(start[at].xyz, x[at].w);
  velocity[at] = vec4f();
  return true;
}

/// After the last substep.
@compute @workgroup_size(64)
fn settle(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= job.count || id.y >= arrayLength(&cloths)) { return; }
  if ((cloths[id.y].flags & kDisabled) != 0u) { return; }
  _ = settled(id.y * job.padded + id.x, id.y);
}

@compute @workgroup_size(64)
fn integrate(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= job.count || id.y >= arrayLength(&cloths)) { return; }
  if ((cloths[id.y].flags & kDisabled) != 0u) { return; }
  let at = id.y * job.padded + id.x;
  if (settled(at, id.y)) { return; }
  if (atomicLoad(&status[statusAt(id.y, moment.statusColliders) + kHeld]) != 0u) { return; }
  let p = x[at];
  start[at] = p;
  if (p.w > 0.0) {
    var gain = cloths[id.y].acceleration;
    if ((cloths[id.y].flags & kHasAcceleration) != 0u) { gain += acceleration[at].xyz; }
    let h = cloths[id.y].h;
    let v = limited((velocity[at].xyz + gain * h) * cloths[id.y].damping, cloths[id.y].maxSpeed);
    velocity[at] = vec4f(v, 0.0);
    x[at] = vec4f(p.xyz + v * h, p.w);
  } else {
    x[at] = vec4f(targetOf(at), p.w);
  }
}
