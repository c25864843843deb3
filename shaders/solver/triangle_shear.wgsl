// Triangle shear: C = (b − a)·(c − a) − d₀; ∇_b C = c − a, ∇_c C = b − a, ∇_a C = −∇_b C − ∇_c C.
// Values: d₀ (m²), compliance (m³/N).
// #include "include/triples.wgsl"

fn solve(i: u32, cloth: u32) {
  let t = loadTriple(i, cloth);
  var g: TripleGradient;
  g.b = t.c.xyz - t.a.xyz;
  g.c = t.b.xyz - t.a.xyz;
  g.a = -(g.b + g.c);
  storeTriple(updated(t, dot(g.b, g.c) - valueOf(i, 0u), g, valueOf(i, 1u), i, 0u, cloth), i, cloth);
}
