// Constraints of three particles: loading, the update, storing.
// #include "include/constraints.wgsl"

struct Triple {
  at: vec3u,
  a: vec4f,
  b: vec4f,
  c: vec4f,
}
struct TripleGradient {
  a: vec3f,
  b: vec3f,
  c: vec3f,
}

fn loadTriple(i: u32, cloth: u32) -> Triple {
  let at = vec3u(cornerAt(i, 0u, cloth), cornerAt(i, 1u, cloth), cornerAt(i, 2u, cloth));
  return Triple(at, x[at.x], x[at.y], x[at.z]);
}

/// The triple after one XPBD update.
fn updated(t: Triple, constraint: f32, g: TripleGradient, compliance: f32, i: u32, which: u32, cloth: u32) -> Triple {
  let weight = t.a.w * dot(g.a, g.a) + t.b.w * dot(g.b, g.b) + t.c.w * dot(g.c, g.c);
  var rate = 0.0;
  if (isDamped(cloths[cloth].kinds[job.kind])) {
    rate = dot(g.a, motionOf(t.at.x, t.a)) + dot(g.b, motionOf(t.at.y, t.b)) + dot(g.c, motionOf(t.at.z, t.c));
  }
  let by = change(constraint, weight, compliance, rate, i, which, cloth);
  return Triple(t.at, vec4f(t.a.xyz + g.a * (t.a.w * by), t.a.w), vec4f(t.b.xyz + g.b * (t.b.w * by), t.b.w),
                vec4f(t.c.xyz + g.c * (t.c.w * by), t.c.w));
}

fn storeTriple(t: Triple, i: u32, cloth: u32) {
  if ((job.flags & kJacobi) != 0u) {
    put(i, 0u, cloth, t.at.x, t.a, t.a.xyz - x[t.at.x].xyz);
    put(i, 1u, cloth, t.at.y, t.b, t.b.xyz - x[t.at.y].xyz);
    put(i, 2u, cloth, t.at.z, t.c, t.c.xyz - x[t.at.z].xyz);
    return;
  }
  if (t.a.w > 0.0) { x[t.at.x] = t.a; }
  if (t.b.w > 0.0) { x[t.at.y] = t.b; }
  if (t.c.w > 0.0) { x[t.at.z] = t.c; }
}
