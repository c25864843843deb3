// Dihedral bending of a hinge: C = θ − θ₀ taken into (−π, π]; src/kernels/dihedral_bending-inl.h has θ and ∇C.
// Values: θ₀ (rad), compliance (1/(N·m)). Degenerate: where a triangle has no normal nothing happens.
// #include "include/constraints.wgsl"

/// atan2 within 3e-7 rad, the polynomial of the CPU's kernel. atan2(0, 0) = 0.
fn arcTangent(y: f32, x: f32) -> f32 {
  let ay = abs(y);
  let ax = abs(x);
  let steep = ax < ay;
  let low = select(ay, ax, steep);
  let high = select(ax, ay, steep);
  let large = high * 0.414213562 < low;
  let above = select(low, low - high, large);
  let below = select(high, low + high, large);
  var t = 0.0;
  if (below > 0.0) { t = above / below; }
  let z = t * t;
  var p = 8.05374449538e-2 * z - 1.38776856032e-1;
  p = p * z + 1.99777106478e-1;
  p = p * z - 3.33329491539e-1;
  var angle = p * z * t + t + select(0.0, 0.785398163, large);
  angle = select(angle, 1.57079633 - angle, steep);
  angle = select(angle, 3.14159265 - angle, x < 0.0);
  return select(angle, -angle, y < 0.0);
}

/// The difference of two angles, taken into (−π, π].
fn wrapped(difference: f32) -> f32 {
  if (difference > 3.14159265) { return difference - 6.28318531; }
  if (difference < -3.14159265) { return difference + 6.28318531; }
  return difference;
}

fn solve(i: u32, cloth: u32) {
  let at = vec4u(cornerAt(i, 0u, cloth), cornerAt(i, 1u, cloth), cornerAt(i, 2u, cloth), cornerAt(i, 3u, cloth));
  let a = x[at.x];
  let b = x[at.y];
  let c = x[at.z];
  let d = x[at.w];
  let e = b.xyz - a.xyz;
  let ac = c.xyz - a.xyz;
  let ad = d.xyz - a.xyz;
  let n0 = cross(e, ac);
  let n1 = cross(ad, e);
  let squared0 = dot(n0, n0);
  let squared1 = dot(n1, n1);
  let squaredEdge = dot(e, e);
  if (!(squared0 > 1e-28 && squared1 > 1e-28)) {
    if ((job.flags & kJacobi) != 0u) {
      shift(i, 0u, cloth, at.x, a, vec3f());
      shift(i, 1u, cloth, at.y, b, vec3f());
      shift(i, 2u, cloth, at.z, c, vec3f());
      shift(i, 3u, cloth, at.w, d, vec3f());
    }
    return;
  }
  let edge = sqrt(squaredEdge);
  let gc = n0 * -(edge / squared0);
  let gd = n1 * -(edge / squared1);
  let inverse = 1.0 / squaredEdge;
  let gb = -(gc * (dot(ac, e) * inverse) + gd * (dot(ad, e) * inverse));
  let ga = -(gb + gc + gd);
  let constraint = wrapped(arcTangent(-(edge * dot(n0, ad)), dot(n0, n1)) - valueOf(i, 0u));
  let weight = a.w * dot(ga, ga) + b.w * dot(gb, gb) + c.w * dot(gc, gc) + d.w * dot(gd, gd);
  var rate = 0.0;
  if (isDamped(cloths[cloth].kinds[job.kind])) {
    rate = dot(ga, motionOf(at.x, a)) + dot(gb, motionOf(at.y, b)) + dot(gc, motionOf(at.z, c)) +
           dot(gd, motionOf(at.w, d));
  }
  let by = change(constraint, weight, valueOf(i, 1u), rate, i, 0u, cloth);
  shift(i, 0u, cloth, at.x, a, ga * by);
  shift(i, 1u, cloth, at.y, b, gb * by);
  shift(i, 2u, cloth, at.z, c, gc * by);
  shift(i, 3u, cloth, at.w, d, gd * by);
}
