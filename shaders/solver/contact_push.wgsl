// Pairs closer than their thickness are pushed apart, with friction between layers: src/collision/self/push.cpp. All pairs
// at once (Jacobi): what each asks of its particles is added up in whole numbers, whose sum does not depend on their order,
// and `give` moves each particle by the mean, weighted by how much of it each pair holds.
// #include "include/contact.wgsl"
// #include "include/moment.wgsl"
// #include "include/cloths.wgsl"
// #include "include/state.wgsl"
// #include "include/status.wgsl"
// #include "include/nearest.wgsl"
// #include "include/sound.wgsl"

@group(0) @binding(4) var<storage, read> start: array<vec4f>;
@group(0) @binding(18) var<storage, read_write> pairs: array<Pair>;
// #include "include/gather.wgsl"
@group(0) @binding(21) var<storage, read> contacts: array<u32>;

const kPartingSpeed = 0.25f;  // m/s: what starts a substep closer than its thickness is moved apart no faster

struct Separation {
  direction: vec3f,  // from B to A
  distance: f32,     // along it; negative: through each other
  side: f32,
}

/// n: the same direction when the pair was found, when nothing was through anything.
fn separationOf(edges: bool, near: Nearest, before: f32, n: vec3f, thickness: f32) -> Separation {
  var way = near.apart;
  if (near.inside) { way = near.normal; }
  let squared = dot(way, way);
  let now = select(1.0, -1.0, dot(near.normal, near.apart) < 0.0);
  var side = before;
  if (edges) {
    // The common normal of nearly parallel edges turns over when they turn past each other: no memory of its sign.
    let along = dot(near.normal, n);
    side = now;
    if (along * along > 0.04 * squared) { side = select(1.0, -1.0, along < 0.0); }
  }
  var direction = n;
  if (squared > 1e-24) { direction = way * (select(1.0, side, near.inside) / sqrt(squared)); }
  var distance = dot(direction, near.apart);
  // What is beside, on the other side than it was, is for the pair that it went through to bring back.
  if (!near.inside && dot(near.apart, n) < 0.0) { distance = max(distance, thickness); }
  if (!near.inside && distance > thickness) { side = now; }
  return Separation(direction, distance, side);
}

fn differenceOf(edges: bool, at: array<vec3f, 4>, weight: vec4f) -> vec3f {
  let w = weight * sidesOf(edges);
  return at[0] * w.x + at[1] * w.y + at[2] * w.z + at[3] * w.w;
}

/// Part of the slip that friction takes away.
fn frictionPart(cloth: u32, push: f32, slip: f32) -> f32 {
  let drag = cloths[cloth].contactDrag * push;
  if (cloths[cloth].contactHold * push < slip && drag < slip) { return drag / slip; }
  return 1.0;
}

/// There are far fewer invocations than there is room for pairs.
@compute @workgroup_size(64)
fn push(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  if (id.y >= arrayLength(&cloths) || (cloths[id.y].flags & kSelfCollides) == 0u) { return; }
  let count = contacts[kContactWords * id.y + kPairs];
  // Which pairs there was room for differs from run to run. The cloth stands still until there is room for all.
  if (count > job.capacity) { return; }
  for (var i = id.x; i < count; i += 64u * groups.x) { pushPair(i, id.y); }
}

fn pushPair(i: u32, cloth: u32) {
  let own = cloth * job.capacity + i;
  let p = pairs[own].p;
  let plane = pairs[own].plane;
  let kept = pairs[own].kept;
  let edges = kept.w != 0.0;
  let thickness = kept.x;
  let first = cloth * job.padded;
  let at = array(x[first + p.x].xyz, x[first + p.y].xyz, x[first + p.z].xyz, x[first + p.w].xyz);
  let extents = extentsAlong(edges, at, plane.xyz);
  if (!(extents.x - extents.y < thickness)) { return; }
  let near = nearestOf(edges, at);
  let apart = separationOf(edges, near, kept.y, plane.xyz, thickness);
  if (apart.side != kept.y) { pairs[own].kept.y = apart.side; }
  let masses = vec4f(x[first + p.x].w, x[first + p.y].w, x[first + p.z].w, x[first + p.w].w);
  let weight = dot(near.weight * near.weight, masses);
  if (!(apart.distance < thickness && weight > 1e-30)) { return; }
  let before = differenceOf(
    edges, array(start[first + p.x].xyz, start[first + p.y].xyz, start[first + p.z].xyz, start[first + p.w].xyz),
    near.weight);
  let allowed = dot(apart.direction, before) + kPartingSpeed * cloths[cloth].h;
  let depth = min(allowed, thickness) - apart.distance;
  if (!(depth > 0.0)) { return; }
  let motion = near.apart - before;
  let slip = motion - apart.direction * dot(apart.direction, motion);
  let part = frictionPart(cloth, depth, sqrt(dot(slip, slip)));
  let change = (apart.direction * depth - slip * part) / weight;
  if (!isBelow(change, 1e15)) { return; }
  let share = near.weight * sidesOf(edges) * masses;
  for (var k = 0u; k < 4u; k++) { ask(first + p[k], change * share[k], near.weight[k], cloths[cloth].contactThickness); }
  if ((job.flags & kCounts) != 0u && (moment.flags & kLast) != 0u) {
    atomicAdd(&status[statusAt(cloth, moment.statusColliders) + kTouching], 1u);
  }
}

fn ask(particle: u32, change: vec3f, weight: f32, thickness: f32) {
  let unit = max(thickness, job.least);
  let most = kMostPush * unit;
  let way = sqrt(dot(change, change));
  var part = 1.0;
  if (way > most) { part = most / way; }
  let steps = vec3i(round(change * (part * (kStepsOfThickness / unit))));
  let own = kGatherWords * particle;
  atomicAdd(&gather[own], steps.x);
  atomicAdd(&gather[own + 1u], steps.y);
  atomicAdd(&gather[own + 2u], steps.z);
  // Whoever asks for motion has some weight.
  atomicAdd(&gather[own + 3u], max(i32(round(weight * kStepsOfWeight)), select(0i, 1i, any(steps != vec3i()))));
}

/// A particle.
@compute @workgroup_size(64)
fn give(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= job.particles || id.y >= arrayLength(&cloths)) { return; }
  if ((cloths[id.y].flags & kSelfCollides) == 0u) { return; }
  let at = id.y * job.padded + id.x;
  let own = kGatherWords * at;
  let asked = vec4i(atomicLoad(&gather[own]), atomicLoad(&gather[own + 1u]), atomicLoad(&gather[own + 2u]),
                    atomicLoad(&gather[own + 3u]));
  if (all(asked == vec4i())) { return; }
  for (var k = 0u; k < 4u; k++) { atomicStore(&gather[own + k], 0); }
  let weight = max(f32(asked.w) / kStepsOfWeight, 1.0);
  let unit = max(cloths[id.y].contactThickness, job.least);
  if (x[at].w > 0.0) { x[at] = vec4f(x[at].xyz + vec3f(asked.xyz) * (unit / kStepsOfThickness / weight), x[at].w); }
}
