// Colliders: how far a shape's surface is from a point of its own frame and in which direction it pushes, and the swept
// contact of one particle with it. src/collision/ holds the mathematics and the degenerate cases; the order of
// operations is the same.
// #include "include/solids.wgsl"

struct Collider {
  toLocal0: vec4f,  // row 0 of the world-to-local rotation at the end of the substep; w: translation x
  toLocal1: vec4f,
  toLocal2: vec4f,
  turn0: vec4f,     // rows of that rotation minus the one at the start; w: shift x, m (src/collision/placement.h)
  turn1: vec4f,
  turn2: vec4f,
  size: vec4f,      // of the shape, see distanceTo
  cone: vec4f,
  frictionStatic: f32,   // the collider's own coefficients
  frictionDynamic: f32,
  restitution: f32,
  halfThickness: f32,    // m, of the shape where it is thinnest; motion beyond a quarter of it and the cloth is swept
  mask: u32,
  flags: u32,            // and from bit 8 on the shape
  group: u32,
  index: u32,            // place in the world's list
}
const kSphere = 0u;          // Collider.flags >> 8; size: radius
const kCapsule = 1u;         // radius, halfLength
const kTaperedCapsule = 2u;  // bottom, radiusBottom, top, radiusTop; cone: across, along, lowEnd, highEnd
const kPlane = 3u;
const kBox = 4u;             // half extents
const kHull = 5u;            // radius, record: include/solids.wgsl
const kVolume = 6u;          // radius, record
const kMoves = 1u;           // Collider.flags
const kTrigger = 2u;

@group(0) @binding(11) var<storage, read> colliders: array<Collider>;

/// xyz: unit normal; w: distance in m, negative inside.
fn lengthAndDirection(d: vec3f, otherwise: vec3f) -> vec4f {
  let squared = dot(d, d);
  if (!(squared > 1e-30)) { return vec4f(otherwise, 0.0); }
  let length = sqrt(squared);
  return vec4f(d * (1.0 / length), length);
}

fn capsuleSurface(size: vec4f, p: vec3f) -> vec4f {
  let d = vec3f(p.x, p.y - clamp(p.y, -size.y, size.y), p.z);
  return lengthAndDirection(d, vec3f(1.0, 0.0, 0.0)) - vec4f(0.0, 0.0, 0.0, size.x);
}

fn taperedSurface(size: vec4f, cone: vec4f, p: vec3f) -> vec4f {
  let c = cone.x;
  let s = cone.y;
  let height = p.y - size.x;
  let radial = lengthAndDirection(vec3f(p.x, 0.0, p.z), vec3f(1.0, 0.0, 0.0));
  let place = c * height - s * radial.w;
  let above = place > cone.w;
  if (place < cone.z || above) {
    let centre = select(size.x, size.z, above);
    let ball = lengthAndDirection(vec3f(p.x, p.y - centre, p.z), vec3f(0.0, 1.0, 0.0));
    return ball - vec4f(0.0, 0.0, 0.0, select(size.y, size.w, above));
  }
  return vec4f(c * radial.x, s, c * radial.z, c * radial.w + s * height - size.y);
}

fn boxSurface(size: vec4f, p: vec3f) -> vec4f {
  let nearest = clamp(p, -size.xyz, size.xyz);
  let face = abs(p) - size.xyz;
  // The face under which p lies least deep.
  let xFirst = face.y < face.x;
  let xOrY = select(face.y, face.x, xFirst);
  let zFirst = xOrY < face.z;
  let inside = select(xOrY, face.z, zFirst);
  let side = select(vec3f(1.0), vec3f(-1.0), p < vec3f());
  var normal = vec3f(0.0, side.y, 0.0);
  if (xFirst) { normal = vec3f(side.x, 0.0, 0.0); }
  if (zFirst) { normal = vec3f(0.0, 0.0, side.z); }
  let outside = lengthAndDirection(p - nearest, normal);
  return vec4f(outside.xyz, select(inside, outside.w, outside.w > 0.0));
}

fn surfaceAt(k: u32, p: vec3f) -> vec4f {
  let size = colliders[k].size;
  switch colliders[k].flags >> 8u {
    case kSphere: { return lengthAndDirection(p, vec3f(0.0, 1.0, 0.0)) - vec4f(0.0, 0.0, 0.0, size.x); }
    case kCapsule: { return capsuleSurface(size, p); }
    case kTaperedCapsule: { return taperedSurface(size, colliders[k].cone, p); }
    case kPlane: { return vec4f(0.0, 1.0, 0.0, p.y); }
    case kBox: { return boxSurface(size, p); }
    case kHull: { return hullSurface(recordOf(k), p) - vec4f(0.0, 0.0, 0.0, size.x); }
    case kVolume: { return lookAt(recordOf(k), p).surface - vec4f(0.0, 0.0, 0.0, size.x); }
    default: { return vec4f(0.0, 1.0, 0.0, 1e30); }
  }
}

/// Where the record of a hull or a volume begins in `solids`, in words.
fn recordOf(k: u32) -> u32 { return u32(colliders[k].size.y) * 16u; }

/// The distance changes by at most the way gone; where it may change faster, what it is at least.
fn distanceAtLeast(k: u32, p: vec3f, distance: f32) -> f32 {
  if (colliders[k].flags >> 8u != kVolume) { return distance; }
  return volumeAtLeast(recordOf(k), p) - colliders[k].size.x;
}

fn relative(k: u32, p: vec3f) -> vec3f {
  return p - vec3f(colliders[k].toLocal0.w, colliders[k].toLocal1.w, colliders[k].toLocal2.w);
}
fn directionToLocal(k: u32, d: vec3f) -> vec3f {
  return vec3f(dot(colliders[k].toLocal0.xyz, d), dot(colliders[k].toLocal1.xyz, d), dot(colliders[k].toLocal2.xyz, d));
}
fn directionToWorld(k: u32, d: vec3f) -> vec3f {
  return colliders[k].toLocal0.xyz * d.x + colliders[k].toLocal1.xyz * d.y + colliders[k].toLocal2.xyz * d.z;
}
/// Motion relative to the collider of something that goes by `way` from `origin` on.
fn motionIn(k: u32, way: vec3f, origin: vec3f) -> vec3f {
  let own = directionToLocal(k, way);
  if ((colliders[k].flags & kMoves) == 0u) { return own; }
  let r = relative(k, origin);
  return own + vec3f(dot(colliders[k].turn0.xyz, r), dot(colliders[k].turn1.xyz, r), dot(colliders[k].turn2.xyz, r)) +
         vec3f(colliders[k].turn0.w, colliders[k].turn1.w, colliders[k].turn2.w);
}

/// Newton's steps to where the path from p along `way` meets the surface: src/collision/sweep-inl.h.
fn sweep(k: u32, p: vec3f, way: vec3f, thickness: f32, tolerance: f32) -> vec4f {
  if (colliders[k].flags >> 8u == kVolume) {
    return sweepVolume(recordOf(k), colliders[k].size.x, p, way, thickness, tolerance);
  }
  var surface = surfaceAt(k, p);
  var s = 0.0;
  var rate = dot(surface.xyz, way);
  for (var i = 0u; i < 32u && surface.w > thickness + tolerance && rate < 0.0; i++) {
    let next = s + (surface.w - thickness) / -rate;
    if (!(next < 1.0)) { break; }
    s = next;
    surface = surfaceAt(k, p + way * s);
    rate = dot(surface.xyz, way);
  }
  surface.w = surface.w + rate * (1.0 - s);
  return surface;
}
