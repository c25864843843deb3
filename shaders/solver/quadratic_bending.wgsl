// Quadratic bending of a hinge (Bergou 2006): C = L − L₀ with L = Σ Kᵢ xᵢ, three constraints that share ∇ᵢC = Kᵢ;
// L₀ = rest · n, n the unit bisector of the two normals: src/kernels/quadratic_bending-inl.h. Values: K_b, K_c, K_d,
// rest (m), compliance (m/N). Damped is the part of the rate along C.
// #include "include/constraints.wgsl"

fn unitOrZero(a: vec3f) -> vec3f {
  let l = sqrt(dot(a, a));
  if (l > 1e-20) { return a * (1.0 / l); }
  return vec3f();
}

fn solve(i: u32, cloth: u32) {
  let at = vec4u(cornerAt(i, 0u, cloth), cornerAt(i, 1u, cloth), cornerAt(i, 2u, cloth), cornerAt(i, 3u, cloth));
  let a = x[at.x];
  let b = x[at.y];
  let c = x[at.z];
  let d = x[at.w];
  let kb = valueOf(i, 0u);
  let kc = valueOf(i, 1u);
  let kd = valueOf(i, 2u);
  let ka = -(kb + kc + kd);
  let rest = valueOf(i, 3u);
  let ab = b.xyz - a.xyz;
  let ac = c.xyz - a.xyz;
  let ad = d.xyz - a.xyz;
  var constraint = ab * kb + ac * kc + ad * kd;
  if (rest != 0.0) {
    constraint = constraint - unitOrZero(unitOrZero(cross(ab, ac)) + unitOrZero(cross(ad, ab))) * rest;
  }
  let kind = cloths[cloth].kinds[job.kind];
  let alpha = valueOf(i, 4u) * kind.complianceFactor;
  let inertia = a.w * ka * ka + b.w * kb * kb + c.w * kc * kc + d.w * kd * kd;
  var denominator = inertia + alpha;
  var numerator = -constraint;
  var before = vec3f();
  if (kind.mode == kGeneral) {
    before = vec3f(lambdaOf(i, 0u, cloth), lambdaOf(i, 1u, cloth), lambdaOf(i, 2u, cloth));
    numerator = numerator - before * alpha;
    if (isDamped(kind)) {
      let rate = motionOf(at.x, a) * ka + motionOf(at.y, b) * kb + motionOf(at.z, c) * kc + motionOf(at.w, d) * kd;
      // Only along C: a rate across it is a turn of the hinge, whose damping would be a torque on the whole.
      let size = dot(constraint, constraint);
      var along = 0.0;
      if (size > 1e-30) { along = dot(constraint, rate) / size; }
      numerator = numerator - constraint * (along * kind.gamma);
      denominator = denominator + kind.gamma * inertia;
    }
  }
  var by = vec3f();
  if (denominator > 1e-30 && inertia > 0.0 && denominator < kSoftest) {
    by = numerator * (relaxationOf(i, cloth) / denominator);
  }
  if (kind.mode == kGeneral) {
    lambda[lambdaAt(i, 0u, cloth)] = before.x + by.x;
    lambda[lambdaAt(i, 1u, cloth)] = before.y + by.y;
    lambda[lambdaAt(i, 2u, cloth)] = before.z + by.z;
  }
  shift(i, 0u, cloth, at.x, a, by * ka);
  shift(i, 1u, cloth, at.y, b, by * kb);
  shift(i, 2u, cloth, at.z, c, by * kc);
  shift(i, 3u, cloth, at.w, d, by * kd);
}
