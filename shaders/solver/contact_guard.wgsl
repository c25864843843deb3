// No substep takes anything through anything. Each pair has had a plane halfway between its sides when it was found, and no
// particle may come nearer to it than rounding asks for: while all of A is above it and all of B below, nothing crosses on
// the straight way there. Pairs that were not found were farther apart than the reach: no particle may go half of that.
// All motion counts from the search on (`base`), less a motion common to all, with which the planes go (`follow`). Each
// particle keeps the part of its motion that all its planes allow (`bound`, `keep`), so that none of it changes what another
// may keep; what is cut counts as shortened. Long before that a search is asked for, which sets new planes.
// #include "include/contact.wgsl"
// #include "include/moment.wgsl"
// #include "include/cloths.wgsl"
// #include "include/state.wgsl"
// #include "include/status.wgsl"

@group(0) @binding(5) var<storage, read_write> velocity: array<vec4f>;
@group(0) @binding(18) var<storage, read> pairs: array<Pair>;
@group(0) @binding(19) var<storage, read> base: array<vec4f>;
// #include "include/gather.wgsl"
@group(0) @binding(21) var<storage, read_write> contacts: array<atomic<u32>>;

/// Of a coordinate: how far a difference of two that have been stored may be off, many times over (2⁻²⁴ each).
const kRounding = 1e-6f;
const kFarthest = 0.49f;  // of the reach, that a particle may go
const kSoon = 0.5f;       // of what it may go: from there on a search is asked for

fn commonOf(cloth: u32) -> vec3f {
  let words = kContactWords * cloth + kCommon;
  return bitcast<vec3f>(vec3u(atomicLoad(&contacts[words]), atomicLoad(&contacts[words + 1u]),
                              atomicLoad(&contacts[words + 2u])));
}
fn slackAt(p: vec3f) -> f32 { return kRounding * (abs(p.x) + abs(p.y) + abs(p.z)); }

var<workgroup> partial: array<vec4f, 256>;

/// The motion of 256 particles, or all. Where any pair is so close that rounding would tell: none.
@compute @workgroup_size(256)
fn follow(@builtin(local_invocation_index) local: u32, @builtin(workgroup_id) group: vec3u) {
  let words = kContactWords * group.y;
  let first = group.y * job.padded;
  let at = first + local * job.particles / 256u;
  let moved = x[at].xyz - base[at].xyz;
  partial[local] = vec4f(moved, slackAt(base[at].xyz) + slackAt(moved));
  workgroupBarrier();
  for (var step = 128u; step > 0u; step /= 2u) {
    if (local < step) {
      let other = partial[local + step];
      partial[local] = vec4f(partial[local].xyz + other.xyz, max(partial[local].w, other.w));
    }
    workgroupBarrier();
  }
  if (local != 0u || (cloths[group.y].flags & kSelfCollides) == 0u) { return; }
  var drift = partial[0].xyz * (1.0 / 256.0);
  let least = bitcast<f32>(atomicLoad(&contacts[words + kLeastGap]));
  let complete = atomicLoad(&contacts[words + kPairs]) <= job.capacity;
  if (!(least > 8.0 * partial[0].w) || !(dot(drift, drift) < 1e12) || !complete) { drift = vec3f(); }
  for (var k = 0u; k < 3u; k++) { atomicStore(&contacts[words + kCommon + k], bitcast<u32>(drift[k])); }
  let told = statusAt(group.y, moment.statusColliders);
  atomicMax(&status[told + kMostPairs], atomicLoad(&contacts[words + kPairs]));
  if (atomicLoad(&contacts[words + kNeed]) != 0u) { atomicAdd(&status[told + kSearches], 1u); }
  // A search that found more pairs than there is room for is made again until there is.
  atomicStore(&contacts[words + kNeed], select(1u, 0u, complete));
  atomicStore(&contacts[words + kLongest], 0u);
}

/// Pairs: which part of their motion their particles may keep. There are far fewer invocations than there is room.
@compute @workgroup_size(64)
fn bound(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  if (id.y >= arrayLength(&cloths) || (cloths[id.y].flags & kSelfCollides) == 0u) { return; }
  let count = min(atomicLoad(&contacts[kContactWords * id.y + kPairs]), job.capacity);
  let drift = commonOf(id.y);
  for (var i = id.x; i < count; i += 64u * groups.x) { boundPair(pairs[id.y * job.capacity + i], drift, id.y); }
}

fn boundPair(pair: Pair, drift: vec3f, cloth: u32) {
  let first = cloth * job.padded;
  let origin = base[first + pair.p.x].xyz;
  let slack = slackAt(origin) + slackAt(drift) + 1e-9;
  let edges = pair.kept.w != 0.0;
  for (var k = 0u; k < 4u; k++) {
    let at = first + pair.p[k];
    let side = select(-1.0, 1.0, k == 0u || (k == 1u && edges));
    let height = side * (dot(pair.plane.xyz, base[at].xyz - origin) - pair.plane.w);
    let moved = x[at].xyz - base[at].xyz - drift;
    let rise = side * dot(pair.plane.xyz, moved);
    var part = 1.0;
    if (pair.kept.z <= 0.5 * slack) {
      part = 0.0;  // as close as rounding: not even apart can be told from through
    } else if (!(height + rise >= slack)) {
      part = 0.0;
      if (height > slack && rise < 0.0) { part = (height - slack) / -rise; }
    }
    if (part < 1.0) { atomicMin(&gather[kGatherWords * at + kLimit], bitcast<i32>(part)); }
    if (-rise > kSoon * pair.kept.z) { atomicMax(&contacts[kContactWords * cloth + kNeed], 1u); }
  }
}

/// A particle.
@compute @workgroup_size(64)
fn keep(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= job.particles || id.y >= arrayLength(&cloths)) { return; }
  if ((cloths[id.y].flags & (kSelfCollides | kDisabled)) != kSelfCollides) { return; }
  let words = kContactWords * id.y;
  let at = id.y * job.padded + id.x;
  let drift = commonOf(id.y);
  let moved = x[at].xyz - base[at].xyz - drift;
  let way = sqrt(dot(moved, moved));
  let farthest = kFarthest * job.reach;
  var part = bitcast<f32>(atomicLoad(&gather[kGatherWords * at + kLimit]));
  atomicStore(&gather[kGatherWords * at + kLimit], bitcast<i32>(1.0f));
  if (way > farthest) { part = min(part, farthest / way); }
  let held = atomicLoad(&contacts[words + kPairs]) > job.capacity;
  if (held) { part = 0.0; }
  if (way > kSoon * farthest || part < 1.0) {
    atomicMax(&contacts[words + kNeed], 1u);
    atomicAdd(&status[statusAt(id.y, moment.statusColliders) + kBinding], 1u);
  }
  if (!(part < 1.0)) { return; }
  let kept = base[at].xyz + drift + moved * part;
  // Where pairs are missing the cloth stands still until there is room for them, and then goes on as fast as it was.
  if (!held) { velocity[at] = vec4f(velocity[at].xyz + (kept - x[at].xyz) * cloths[id.y].inverseH, 0.0); }
  x[at] = vec4f(kept, x[at].w);
  atomicAdd(&status[statusAt(id.y, moment.statusColliders) + kShortened], 1u);
}
