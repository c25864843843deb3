// Solids that are more than a few numbers, in one buffer: convex hulls and signed distances on a grid. Each has a record of
// its own, which begins where Collider.size.y says, in units of 16 words; Collider.size.x is the radius that rounds it.
// Mathematics and degenerate cases: src/collision/hull and src/collision/volume.
//
//   hull    word 0: faces; from word 16 on 40 a face: plane (normal, offset), corners (w: 1 / length² of the edge),
//           edges, and the edges' outward directions
//   volume  0 … 2: samples along x, y, z; 3: cell (m); 4 … 6: the first sample (m); 7: 1 / cell; 8: the steepest rise of
//           the distance a metre; from word 16 on the samples (m), x fastest
@group(0) @binding(15) var<storage, read> solids: array<f32>;

const kHeader = 16u;     // words of a record before what it lists
const kFaceWords = 40u;

fn solidVector(at: u32) -> vec3f { return vec3f(solids[at], solids[at + 1u], solids[at + 2u]); }
fn above(face: u32, p: vec3f) -> f32 { return dot(solidVector(face), p) - solids[face + 3u]; }

/// The shorter one, where the new one may be taken.
fn shorter(allowed: bool, way: vec3f, nearest: vec4f) -> vec4f {
  let squared = dot(way, way);
  if (allowed && squared < nearest.w) { return vec4f(way, squared); }
  return nearest;
}

/// p from the nearest point of the faces that it is in front of.
fn fromFaces(record: u32, p: vec3f, otherwise: vec3f) -> vec3f {
  var nearest = vec4f(otherwise, 3e38);
  let end = record + kHeader + u32(solids[record]) * kFaceWords;
  for (var face = record + kHeader; face < end; face += kFaceWords) {
    let height = above(face, p);
    if (!(height > 0.0)) { continue; }
    var beyond = -3e38f;  // m, how far outside the triangle, along its plane
    for (var k = 0u; k < 3u; k++) {
      let own = p - solidVector(face + 4u + 4u * k);
      let edge = solidVector(face + 16u + 4u * k);
      let along = clamp(dot(own, edge) * solids[face + 7u + 4u * k], 0.0, 1.0);
      nearest = shorter(true, own - edge * along, nearest);
      beyond = max(beyond, dot(solidVector(face + 28u + 4u * k), own));
    }
    nearest = shorter(beyond < 0.0, solidVector(face) * height, nearest);
  }
  return nearest.xyz;
}

fn hullSurface(record: u32, p: vec3f) -> vec4f {
  var deepest = vec4f(0.0, 1.0, 0.0, -3e38);
  let end = record + kHeader + u32(solids[record]) * kFaceWords;
  for (var face = record + kHeader; face < end; face += kFaceWords) {
    let height = above(face, p);
    if (height > deepest.w) { deepest = vec4f(solidVector(face), height); }
  }
  if (!(deepest.w > 0.0)) { return deepest; }
  return lengthAndDirection(fromFaces(record, p, deepest.xyz * deepest.w), deepest.xyz);
}

/// What is known at a point of a volume.
struct Look {
  surface: vec4f,  // without rounding
  beyond: f32,     // m outside the grid
  onGrid: f32,     // m, the interpolated value at the nearest point of the grid
}

/// Distance at a place in cells from the first sample, within the grid, and its direction.
fn interpolated(record: u32, samples: vec3f, place: vec3f) -> vec4f {
  let count = vec3u(samples);
  // Whatever a place that is no number becomes, it names a cell of the grid.
  let first = min(vec3u(place), count - 2u);
  let part = place - vec3f(first);
  let stepZ = count.x * count.y;
  let at = record + kHeader + first.x + count.x * first.y + stepZ * first.z;
  let low = vec4f(solids[at], solids[at + count.x], solids[at + stepZ], solids[at + stepZ + count.x]);
  let high = vec4f(solids[at + 1u], solids[at + 1u + count.x], solids[at + 1u + stepZ],
                   solids[at + 1u + stepZ + count.x]);
  let rise = high - low;
  let start = low + rise * part.x;
  let riseY = start.yw - start.xz;
  let ends = start.xz + riseY * part.y;
  let riseX = mix2(rise.xz, rise.yw, part.y);
  let gradient = vec3f(riseX.x + (riseX.y - riseX.x) * part.z, riseY.x + (riseY.y - riseY.x) * part.z, ends.y - ends.x);
  let normal = lengthAndDirection(gradient, vec3f(0.0, 1.0, 0.0)).xyz;
  return vec4f(normal, ends.x + (ends.y - ends.x) * part.z);
}
fn mix2(a: vec2f, b: vec2f, part: f32) -> vec2f { return a + (b - a) * part; }

fn lookAt(record: u32, p: vec3f) -> Look {
  let samples = solidVector(record);
  let place = (p - solidVector(record + 4u)) * solids[record + 7u];
  let inside = clamp(place, vec3f(), samples - 1.0);
  var look = Look(interpolated(record, samples, inside), 0.0, 0.0);
  look.onGrid = look.surface.w;
  let away = (place - inside) * solids[record + 3u];
  let awaySquared = dot(away, away);
  if (awaySquared > 0.0) {
    look.surface = lengthAndDirection(away + look.surface.xyz * look.surface.w, look.surface.xyz);
    look.beyond = sqrt(awaySquared);
  }
  return look;
}

/// m to where the solid can begin at the least, from outside the grid.
fn wayOutside(record: u32, look: Look) -> f32 {
  return max(look.beyond, look.onGrid / solids[record + 8u] - look.beyond);
}
/// No more than the way from p to where the solid begins, for positive values.
fn volumeAtLeast(record: u32, p: vec3f) -> f32 {
  let look = lookAt(record, p);
  if (look.onGrid > 0.0) { return wayOutside(record, look); }
  return look.onGrid;
}

/// As `sweep` for a solid that is not convex: no step is longer than the distance allows, and the path goes on where it
/// meets the surface on its way out.
fn sweepVolume(record: u32, rounding: f32, p: vec3f, way: vec3f, thickness: f32, tolerance: f32) -> vec4f {
  let length = sqrt(dot(way, way));
  let reach = thickness + rounding;
  var s = 0.0;
  for (var i = 0u; i < 128u && s < 1.0; i++) {
    let look = lookAt(record, p + way * s);
    let rate = dot(look.surface.xyz, way);
    var room = (look.onGrid - reach) / solids[record + 8u];
    if (look.beyond > 0.0) { room = wayOutside(record, look) - reach; }
    if (room < tolerance && rate < 0.0) {
      return vec4f(look.surface.xyz, look.surface.w - rounding + rate * (1.0 - s));
    }
    s += max(room, tolerance) / length;
  }
  let end = lookAt(record, p + way).surface;
  return vec4f(end.xyz, end.w - rounding);
}
