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
// #include "include/slack.wgsl"
// #include "include/sound.wgsl"

@group(0) @binding(5) var<storage, read_write> velocity: array<vec4f>;
@group(0) @binding(18) var<storage, read> pairs: array<Pair>;
@group(0) @binding(19) var<storage, read> base: array<vec4f>;
// #include "include/gather.wgsl"
@group(0) @binding(21) var<storage, read_write> contacts: array<atomic<u32>>;

const kFarthest = 0.49f;  // of the reach, that a particle may go: two of them less than kApart (contact_pairs.wgsl)
const kSoon = 0.5f;       // of what it may go: from there on a search is asked for

fn commonOf(cloth: u32) -> vec3f {
  let words = kContactWords * cloth + kCommon;
  return bitcast<vec3f>(vec3u(atomicLoad(&contacts[words]), atomicLoad(&contacts[words + 1u]),
                              atomicLoad(&contacts[words + 2u])));
}

var<workgroup> partial: array<vec3f, 256>;

/// The motion of 256 particles, or all. Where any pair is so close that rounding would tell: none.
@compute @workgroup_size(256)
fn follow(@builtin(local_invocation_index) local: u32, @builtin(workgroup_id) group: vec3u) {
  let words = kContactWords * group.y;
  let first = group.y * job.padded;
  let at = first + local * job.particles / 256u;
  partial[local] = x[at].xyz - base[at].xyz;
  workgroupBarrier();
  for (var step = 128u; step > 0u; step /= 2u) {
    if (local < step) { partial[local] += partial[local + step]; }
    workgroupBarrier();
  }
  if (local != 0u || (cloths[group.y].flags & kSelfCollides) == 0u) { return; }
  var drift = partial[0] * (1.0 / 256.0);
  let margin = bitcast<f32>(atomicLoad(&contacts[words + kMargin]));
  let complete = atomicLoad(&contacts[words + kPairs]) <= job.capacity;
  if (!complete || !isBelow(drift, 1e6) || !(margin > kStored * sumOf(drift))) { drift = vec3f(); }
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
  let count = atomicLoad(&contacts[kContactWords * id.y + kPairs]);
  if (count > job.capacity) { return; }  // `keep` lets nothing move
  let drift = commonOf(id.y);
  for (var i = id.x; i < count; i += 64u * groups.x) { boundPair(pairs[id.y * job.capacity + i], drift, id.y); }
}

fn boundPair(pair: Pair, drift: vec3f, cloth: u32) {
  let first = cloth * job.padded;
  let origin = base[first + pair.p.x].xyz;
  let slack = slackOf(array(origin, base[first + pair.p.y].xyz, base[first + pair.p.z].xyz, base[first + pair.p.w].xyz)) +
              kStored * sumOf(drift);
  let edges = pair.kept.w != 0.0;
  for (var k = 0u; k < 4u; k++) {
    let at = first + pair.p[k];
    let side = select(-1.0, 1.0, k == 0u || (k == 1u && edges));
    let height = side * (dot(pair.plane.xyz, base[at].xyz - origin) - pair.plane.w);
    let moved = x[at].xyz - base[at].xyz - drift;
    let rise = side * dot(pair.plane.xyz, moved);
    var part = 1.0;
    if (pair.kept.z <= kGlued * slack) {
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
  let sound = isBelow(moved, 1e15);
  let farthest = max(kFarthest * job.reach - kStored * (sumOf(base[at].xyz) + sumOf(drift)), 0.0);
  var part = bitcast<f32>(atomicLoad(&gather[kGatherWords * at + kLimit]));
  atomicStore(&gather[kGatherWords * at + kLimit], bitcast<i32>(1.0f));
  if (way > farthest) { part = min(part, farthest / way); }
  let held = atomicLoad(&contacts[words + kPairs]) > job.capacity;
  // What is not finite is put back for the search, which would find all of it in one cell; its cloth will be frozen.
  if (held || !sound) { part = 0.0; }
  if (way > kSoon * farthest || part < 1.0) {
    atomicMax(&contacts[words + kNeed], 1u);
    atomicAdd(&status[statusAt(id.y, moment.statusColliders) + kBinding], 1u);
  }
  if (!(part < 1.0)) { return; }
  let kept = base[at].xyz + drift + select(vec3f(), moved * part, sound);
  // Where pairs are missing the cloth stands still until there is room for them, and then goes on as fast as it was
  // (`integrate` and `finish` pass it over as well).
  if (!held) { velocity[at] = vec4f(velocity[at].xyz + (kept - x[at].xyz) * cloths[id.y].inverseH, 0.0); }
  x[at] = vec4f(kept, x[at].w);
  atomicAdd(&status[statusAt(id.y, moment.statusColliders) + kShortened], 1u);
}
