// Where a vertex and a triangle, or two edges, are nearest: src/collision/self/closest-inl.h (Ericson 2005, §5.1.5, §5.1.9).
struct Nearest {
  weight: vec4f,  // of the four particles; those of side A and those of side B add up to 1 each
  apart: vec3f,   // from B to A
  normal: vec3f,  // of the triangle, or of both edges; not of unit length
  inside: bool,   // the nearest points lie inside both features
}

fn ratioOrZero(a: f32, b: f32) -> f32 {
  if (b > 1e-37) { return a / b; }
  return 0.0;
}
fn partOf(a: f32, b: f32) -> f32 { return clamp(ratioOrZero(a, b), 0.0, 1.0); }

fn nearestVertexTriangle(p: vec3f, a: vec3f, b: vec3f, c: vec3f) -> Nearest {
  let ab = b - a;
  let ac = c - a;
  let bc = c - b;
  let ap = p - a;
  let d1 = dot(ab, ap);
  let d2 = dot(ac, ap);
  let abab = dot(ab, ab);
  let acac = dot(ac, ac);
  let abac = dot(ab, ac);
  let area = abab * acac - abac * abac;
  let v = acac * d1 - abac * d2;
  let w = abab * d2 - abac * d1;
  let over = v > 0.0 && w > 0.0 && v + w < area && area > 1e-37;
  var weightB = 0.0;
  var weightC = 0.0;
  if (over) {
    weightB = v / area;
    weightC = w / area;
  } else {
    let s = partOf(d1, abab);
    let t = partOf(d2, acac);
    let u = partOf(dot(bc, p - b), dot(bc, bc));
    let toAb = ap - ab * s;
    let toAc = ap - ac * t;
    let toBc = p - b - bc * u;
    var best = dot(toAb, toAb);
    weightB = s;
    if (dot(toAc, toAc) < best) {
      best = dot(toAc, toAc);
      weightB = 0.0;
      weightC = t;
    }
    if (dot(toBc, toBc) < best) {
      weightB = 1.0 - u;
      weightC = u;
    }
  }
  return Nearest(vec4f(1.0, 1.0 - weightB - weightC, weightB, weightC), ap - ab * weightB - ac * weightC, cross(ab, ac),
                 over);
}

fn nearestEdgeEdge(p: vec3f, q: vec3f, a: vec3f, b: vec3f) -> Nearest {
  let pq = q - p;
  let ab = b - a;
  let ap = p - a;
  let pp = dot(pq, pq);
  let aa = dot(ab, ab);
  let f = dot(ab, ap);
  let c = dot(pq, ap);
  let m = dot(pq, ab);
  let area = pp * aa - m * m;
  let skew = area > 1e-6 * pp * aa;
  var s = 0.0;
  if (skew) { s = clamp((m * f - c * aa) / area, 0.0, 1.0); }
  let wanted = ratioOrZero(m * s + f, aa);
  let t = clamp(wanted, 0.0, 1.0);
  if (wanted < 0.0 || wanted > 1.0) { s = partOf(m * t - c, pp); }
  let open = s > 0.0 && s < 1.0 && t > 0.0 && t < 1.0;
  return Nearest(vec4f(1.0 - s, s, 1.0 - t, t), ap + pq * s - ab * t, cross(pq, ab), open && skew);
}

/// +1 for particles of side A, −1 for those of B.
fn sidesOf(edges: bool) -> vec4f { return select(vec4f(1.0, -1.0, -1.0, -1.0), vec4f(1.0, 1.0, -1.0, -1.0), edges); }

fn nearestOf(edges: bool, x: array<vec3f, 4>) -> Nearest {
  if (edges) { return nearestEdgeEdge(x[0], x[1], x[2], x[3]); }
  return nearestVertexTriangle(x[0], x[1], x[2], x[3]);
}

/// Heights along n of the four over the first: the lowest of side A, the highest of side B.
fn extentsAlong(edges: bool, x: array<vec3f, 4>, n: vec3f) -> vec2f {
  let second = dot(n, x[1] - x[0]);
  let third = dot(n, x[2] - x[0]);
  let fourth = dot(n, x[3] - x[0]);
  if (edges) { return vec2f(min(0.0, second), max(third, fourth)); }
  return vec2f(0.0, max(second, max(third, fourth)));
}
