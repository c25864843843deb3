// Strain of a triangle in warp, weft and shear (Müller 2014), one after the other, each seeing what the one before has
// moved: src/kernels/strain-inl.h has C and ∇C. Values: M₀₀, M₁₀, M₀₁, M₁₁ (1/m); the compliances of u, v, uv as
// multiples of the stored one; that one. Degenerate: a column shorter than 10⁻⁶ has no direction.
// #include "include/triples.wgsl"

fn column(t: Triple, m: vec2f) -> vec3f { return (t.b.xyz - t.a.xyz) * m.x + (t.c.xyz - t.a.xyz) * m.y; }

fn inverseOrZero(length: f32) -> f32 {
  if (length > 1e-6) { return 1.0 / length; }
  return 0.0;
}

fn gradientOf(b: vec3f, c: vec3f) -> TripleGradient { return TripleGradient(-(b + c), b, c); }

fn stretched(t: Triple, m: vec2f, compliance: f32, i: u32, which: u32, cloth: u32) -> Triple {
  let f = column(t, m);
  let length = sqrt(dot(f, f));
  let unit = f * inverseOrZero(length);
  return updated(t, length - 1.0, gradientOf(unit * m.x, unit * m.y), compliance, i, which, cloth);
}

fn sheared(t: Triple, mu: vec2f, mv: vec2f, compliance: f32, i: u32, cloth: u32) -> Triple {
  let fu = column(t, mu);
  let fv = column(t, mv);
  var inverseU = inverseOrZero(sqrt(dot(fu, fu)));
  var inverseV = inverseOrZero(sqrt(dot(fv, fv)));
  if (!(inverseU > 0.0 && inverseV > 0.0)) {
    inverseU = 0.0;
    inverseV = 0.0;
  }
  let u = fu * inverseU;
  let v = fv * inverseV;
  let cosine = dot(u, v);
  let alongU = (v - u * cosine) * inverseU;
  let alongV = (u - v * cosine) * inverseV;
  let g = gradientOf(alongU * mu.x + alongV * mv.x, alongU * mu.y + alongV * mv.y);
  return updated(t, cosine, g, compliance, i, 2u, cloth);
}

fn solve(i: u32, cloth: u32) {
  let mu = vec2f(valueOf(i, 0u), valueOf(i, 1u));
  let mv = vec2f(valueOf(i, 2u), valueOf(i, 3u));
  let compliance = valueOf(i, 7u);
  var t = loadTriple(i, cloth);
  t = stretched(t, mu, compliance * valueOf(i, 4u), i, 0u, cloth);
  t = stretched(t, mv, compliance * valueOf(i, 5u), i, 1u, cloth);
  t = sheared(t, mu, mv, compliance * valueOf(i, 6u), i, cloth);
  storeTriple(t, i, cloth);
}
