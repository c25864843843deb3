// Distance: stretch, shear, wing and skip-one. C = |a − b| − rest; ∇ₐC = (a − b) / |a − b| = −∇_bC.
// Values: rest length (m), compliance (m/N). The fast way (one pass, λ from zero) takes −C / max(W, ¾W + α̃) with
// W = w_a + w_b: src/kernels/distance-inl.h says why. Degenerate: a = b has no direction, nothing happens.
// #include "include/constraints.wgsl"

fn solve(i: u32, cloth: u32) {
  let at0 = cornerAt(i, 0u, cloth);
  let at1 = cornerAt(i, 1u, cloth);
  let a = x[at0];
  let b = x[at1];
  let d = a.xyz - b.xyz;
  let l = sqrt(dot(d, d));
  let weight = a.w + b.w;
  let rest = valueOf(i, 0u);
  let compliance = valueOf(i, 1u);
  let kind = cloths[cloth].kinds[job.kind];
  var along = 0.0;  // Δλ / l
  if (kind.mode == kGeneral) {
    let apart = l > 1e-20;
    var inverse = 0.0;
    if (apart) { inverse = 1.0 / l; }
    var rate = 0.0;
    if (isDamped(kind)) { rate = dot(d * inverse, motionOf(at0, a) - motionOf(at1, b)); }
    along = change(l - rest, select(0.0, weight, apart), compliance, rate, i, 0u, cloth) * inverse;
  } else {
    let denominator = max(weight, 0.75 * weight + compliance * kind.complianceFactor) * l;
    if (denominator > 1e-30) { along = (rest - l) / denominator * relaxationOf(i, cloth); }
  }
  shift(i, 0u, cloth, at0, a, d * along);
  shift(i, 1u, cloth, at1, b, -d * along);
}
