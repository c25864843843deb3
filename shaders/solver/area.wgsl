// Area of a triangle: C = ½|n| − A₀ with n = (b − a) × (c − a); ∇_b C = ½ (c − a) × n̂, ∇_c C = ½ n̂ × (b − a),
// ∇_a C = −∇_b C − ∇_c C. Values: A₀ (m²), compliance (m³/N). Degenerate: without a normal nothing happens.
// #include "include/triples.wgsl"

fn solve(i: u32, cloth: u32) {
  let t = loadTriple(i, cloth);
  let ab = t.b.xyz - t.a.xyz;
  let ac = t.c.xyz - t.a.xyz;
  let normal = cross(ab, ac);
  let doubled = sqrt(dot(normal, normal));
  var inverse = 0.0;
  if (doubled > 1e-20) { inverse = 0.5 / doubled; }
  let halfUnit = normal * inverse;
  var g: TripleGradient;
  g.b = cross(ac, halfUnit);
  g.c = cross(halfUnit, ab);
  g.a = -(g.b + g.c);
  storeTriple(updated(t, 0.5 * doubled - valueOf(i, 0u), g, valueOf(i, 1u), i, 0u, cloth), i, cloth);
}
