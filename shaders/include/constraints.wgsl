// What constraint kinds share: values and multipliers of constraint i of a set, and one XPBD update. A kind's file
// defines  fn solve(i: u32, cloth: u32).
// #include "include/colours.wgsl"

@group(0) @binding(4) var<storage, read_write> start: array<vec4f>;  // x at the start of the substep (damping)
@group(0) @binding(7) var<storage, read> values: array<f32>;         // of every set, column by column
@group(0) @binding(22) var<storage, read_write> corrections: array<vec4f>;  // m, of every corner, a column each
@group(0) @binding(8) var<storage, read_write> lambda: array<f32>;   // multipliers of the general way

const kGeneral = 2u;  // KindValues.mode

fn wanted(cloth: u32) -> bool { return cloths[cloth].kinds[job.kind].mode != 0u; }

fn valueOf(i: u32, k: u32) -> f32 { return values[job.values + k * job.total + i]; }

fn lambdaAt(i: u32, which: u32, cloth: u32) -> u32 {
  return job.lambda + cloth * job.lambdaStride + which * job.total + i;
}
fn lambdaOf(i: u32, which: u32, cloth: u32) -> f32 {
  if ((job.flags & kFresh) != 0u) { return 0.0; }
  return lambda[lambdaAt(i, which, cloth)];
}

/// x += w · step where the particle is free.
fn shift(i: u32, corner: u32, cloth: u32, at: u32, p: vec4f, step: vec3f) { put(i, corner, cloth, at, p, step * p.w); }
fn put(i: u32, corner: u32, cloth: u32, at: u32, p: vec4f, step: vec3f) {
  if ((job.flags & kJacobi) != 0u) {
    corrections[cloth * job.colourCount + corner * job.total + i] = vec4f(step, 0.0);
  } else if (p.w > 0.0) {
    x[at] = vec4f(p.xyz + step, p.w);
  }
}

/// The part of a correction that is applied. All at once: divided by the number of constraints of the set that the most
/// asked of its particles has, so that none is moved by more than a mean of what they ask for, and all of them by what
/// keeps momentum and what multipliers say.
fn relaxationOf(i: u32, cloth: u32) -> f32 {
  let relaxation = cloths[cloth].kinds[job.kind].relaxation;
  if ((job.flags & kJacobi) == 0u) { return relaxation; }
  return relaxation * cloths[cloth].jacobi * values[job.firstColour + i];
}

/// The motion of a particle in this substep so far; read only where there is damping.
fn motionOf(at: u32, p: vec4f) -> vec3f { return p.xyz - start[at].xyz; }

fn isDamped(kind: KindValues) -> bool { return kind.mode == kGeneral && kind.gamma > 0.0; }

/// Beyond this denominator nothing moves: infinity times λ = 0 would be no number.
const kSoftest = 1e37f;

/// Δλ of a scalar constraint (Macklin 2016, eq. 18; with Rayleigh damping eq. 26), which is added to multiplier `which`.
/// `weight` is Σ wᵢ|∇ᵢC|², `rate` ∇C·(x − xⁿ), used with damping only. Nothing happens where the denominator vanishes.
fn change(constraint: f32, weight: f32, compliance: f32, rate: f32, i: u32, which: u32, cloth: u32) -> f32 {
  let kind = cloths[cloth].kinds[job.kind];
  let alpha = compliance * kind.complianceFactor;
  var numerator = -constraint;
  var denominator = weight + alpha;
  var before = 0.0;
  if (kind.mode == kGeneral) {
    before = lambdaOf(i, which, cloth);
    numerator = numerator - alpha * before;
    if (isDamped(kind)) {
      numerator = numerator - kind.gamma * rate;
      denominator = denominator + kind.gamma * weight;
    }
  }
  var result = 0.0;
  if (denominator > 1e-30 && weight > 0.0 && denominator < kSoftest) {
    result = numerator / denominator * relaxationOf(i, cloth);
  }
  if (kind.mode == kGeneral) { lambda[lambdaAt(i, which, cloth)] = before + result; }
  return result;
}
