// What follows the constraints, each particle for itself: max distance, contacts with colliders and friction (those that
// are no planes first, planes have the last word), the new velocity
//   v += (x − (start + h v)) / h
// A particle whose speed is not finite freezes its cloth (integrate.wgsl).
// #include "include/job.wgsl"
// #include "include/moment.wgsl"
// #include "include/cloths.wgsl"
// #include "include/state.wgsl"
// #include "include/status.wgsl"
// #include "include/targets.wgsl"
// #include "include/within.wgsl"
// #include "include/shapes.wgsl"
// #include "include/sound.wgsl"

@group(0) @binding(4) var<storage, read_write> start: array<vec4f>;
@group(0) @binding(5) var<storage, read_write> velocity: array<vec4f>;

const kFarthestSquared = 1e24f;      // m²; motions beyond, and anything not finite, are no contact
const kBounceAcceleration = 19.62f;  // m/s²: approach below this times h does not bounce
const kMostSpeed = 1e18f;            // m/s; what is faster is taken for not finite

/// One particle on its way through the colliders.
struct Met {
  x: vec3f,
  start: vec3f,   // edited: x − start is the motion after contact
  origin: vec3f,  // where it really started
  velocity: vec3f,
  pushed: bool,
  touched: bool,  // the last collider
}

/// Part of the slip that friction takes away: all of it under the static limit.
fn frictionPart(statically: f32, dynamically: f32, slipSquared: f32, grip: f32) -> f32 {
  let hold = grip * statically;
  if (!(hold * hold < slipSquared)) { return 1.0; }
  return min(grip * dynamically / sqrt(slipSquared), 1.0);
}

/// How much of `depth` has to stay this time: what the particle was inside at the start beyond the limit.
fn heldBack(k: u32, origin: vec3f, way: vec3f, depth: f32, thickness: f32, limit: f32) -> f32 {
  let room = limit - depth;
  if (!(room < 0.0 || room * room < dot(way, way))) { return 0.0; }
  return max(thickness - surfaceAt(k, origin).w - limit, 0.0);
}

/// Outward motion in m that a bouncing contact leaves the particle with.
fn bounce(k: u32, m: Met, normal: vec3f, h: f32) -> f32 {
  let approach = -dot(normal, motionIn(k, m.velocity * h, m.start));
  if (approach > kBounceAcceleration * h * h) { return approach * colliders[k].restitution; }
  return 0.0;
}

fn meet(k: u32, cloth: u32, before: Met) -> Met {
  var m = before;
  m.touched = false;
  let thickness = cloths[cloth].thickness;
  let p = directionToLocal(k, relative(k, m.x));
  var surface = surfaceAt(k, p);
  let way = motionIn(k, m.x - m.origin, m.origin);
  let waySquared = dot(way, way);
  let swept = 0.25 * (colliders[k].halfThickness + thickness);
  if (waySquared > swept * swept && waySquared < kFarthestSquared &&
      distanceAtLeast(k, p, surface.w) - thickness < sqrt(waySquared)) {
    surface = sweep(k, p - way, way, thickness, 1e-3 * swept);
  }
  let depth = thickness - surface.w;
  let motion = motionIn(k, m.x - m.start, m.start);
  if (!(depth > 0.0) || !(dot(motion, motion) < kFarthestSquared)) { return m; }
  m.touched = true;
  if ((colliders[k].flags & kTrigger) != 0u) { return m; }
  m.pushed = true;
  let normal = surface.xyz;
  let push = max(depth - heldBack(k, p - way, way, depth, thickness, cloths[cloth].maxDepenetration), 0.0);
  let along = dot(normal, motion);
  var leaving = max(along, 0.0);
  if (colliders[k].restitution > 0.0) { leaving = max(leaving, bounce(k, m, normal, cloths[cloth].h)); }
  let slip = motion - normal * along;
  let statically = colliders[k].frictionStatic * cloths[cloth].frictionStatic;
  let dynamically = min(colliders[k].frictionDynamic * cloths[cloth].frictionDynamic, statically);
  let part = frictionPart(statically, dynamically, dot(slip, slip), max(push, leaving - along));
  m.x = m.x + directionToWorld(k, normal * push - slip * part);
  m.start = m.start + directionToWorld(k, normal * (along + push - leaving));
  return m;
}

fn meetAll(cloth: u32, particle: Met) -> Met {
  var m = particle;
  let counts = (moment.flags & kLast) != 0u;
  let words = statusAt(cloth, moment.statusColliders);
  for (var k = moment.firstCollider; k < moment.firstCollider + moment.colliderCount; k++) {
    if ((colliders[k].group & cloths[cloth].mask) == 0u || (colliders[k].mask & cloths[cloth].group) == 0u) { continue; }
    m = meet(k, cloth, m);
    if (counts && m.touched) { atomicAdd(&status[words + kStatusWords + colliders[k].index], 1u); }
  }
  if (counts && m.pushed) { atomicAdd(&status[words + kPushed], 1u); }
  return m;
}

@compute @workgroup_size(64)
fn finish(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= job.count || id.y >= arrayLength(&cloths)) { return; }
  if ((cloths[id.y].flags & kDisabled) != 0u) { return; }
  let words = statusAt(id.y, moment.statusColliders);
  // Another particle of this very substep may have set it: that must not matter, or order would decide.
  let frozen = atomicLoad(&status[words + kFrozen]);
  if (frozen != 0u && frozen != moment.number) { return; }
  if (atomicLoad(&status[words + kHeld]) != 0u) { return; }  // set before all of this substep
  let at = id.y * job.padded + id.x;
  let p = x[at];
  let free = p.w > 0.0;
  var m = Met(p.xyz, start[at].xyz, start[at].xyz, velocity[at].xyz, false, false);
  if (free) {
    if (cloths[id.y].maxDistance >= 0.0) {
      m.x = within(m.x, targetOf(at), cloths[id.y].maxDistance * targets[2u * at + 1u].w);
    }
    m = meetAll(id.y, m);
    x[at] = vec4f(m.x, p.w);
    if (m.pushed) { start[at] = vec4f(m.start, p.w); }
  }
  let h = cloths[id.y].h;
  let predicted = select(vec3f(), m.velocity, free);
  let after = predicted + (m.x - (m.start + predicted * h)) * cloths[id.y].inverseH;
  if (!isBelow(after, kMostSpeed)) { atomicStore(&status[words + kFrozen], moment.number); }
  velocity[at] = vec4f(after, 0.0);
}
