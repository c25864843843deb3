// What constraint kinds share: corners and values of constraint i of a set, one XPBD update, and the two ways to go
// through colours. A kind's file defines  fn solve(i: u32, cloth: u32).
//
// No two constraints of a colour share a particle, so that they are solved in place and at once; colours follow each
// other. A large colour is one dispatch (`colour`); a row of small ones is one workgroup a cloth (`colours`), which is
// cheaper than the barriers between as many dispatches.
// #include "include/job.wgsl"
// #include "include/cloths.wgsl"
// #include "include/state.wgsl"

@group(0) @binding(4) var<storage, read_write> start: array<vec4f>;     // x at the start of the substep (damping)
@group(0) @binding(6) var<storage, read> corners: array<u32>;           // of every set, column by column
@group(0) @binding(7) var<storage, read> values: array<f32>;            // the same
@group(0) @binding(8) var<storage, read_write> lambda: array<f32>;      // multipliers of the general way

/// The place in `x` of a corner of constraint i.
fn cornerAt(i: u32, corner: u32, cloth: u32) -> u32 {
  let at = corner * job.total + i;
  if ((job.flags & kNarrow) == 0u) { return cloth * job.padded + corners[job.corners + at]; }
  let pair = corners[job.corners + (at >> 1u)];
  return cloth * job.padded + select(pair & 0xffffu, pair >> 16u, (at & 1u) == 1u);
}
fn valueOf(i: u32, k: u32) -> f32 { return values[job.values + k * job.total + i]; }

fn lambdaAt(i: u32, which: u32, cloth: u32) -> u32 {
  return job.lambda + cloth * job.lambdaStride + which * job.total + i;
}
fn lambdaOf(i: u32, which: u32, cloth: u32) -> f32 {
  if ((job.flags & kFresh) != 0u) { return 0.0; }
  return lambda[lambdaAt(i, which, cloth)];
}

/// Beyond this denominator nothing moves: infinity times λ = 0 would be no number.
const kSoftest = 1e37f;

/// x += w · step where the particle is free.
fn shift(at: u32, p: vec4f, step: vec3f) {
  if (p.w > 0.0) { x[at] = vec4f(p.xyz + step * p.w, p.w); }
}

/// Δλ of a scalar constraint (Macklin 2016, eq. 18; with Rayleigh damping eq. 26). `weight` is Σ wᵢ|∇ᵢC|², `rate`
/// ∇C·(x − xⁿ), not read without damping. Nothing happens where the denominator vanishes.
fn change(constraint: f32, weight: f32, compliance: f32, rate: f32, i: u32, which: u32, cloth: u32) -> f32 {
  let kind = cloths[cloth].kinds[job.kind];
  let alpha = compliance * kind.complianceFactor;
  var numerator = -constraint;
  var denominator = weight + alpha;
  let general = kind.mode == 2u;
  var before = 0.0;
  if (general) {
    before = lambdaOf(i, which, cloth);
    numerator = numerator - alpha * before;
    if (kind.gamma > 0.0) {
      numerator = numerator - kind.gamma * rate;
      denominator = denominator + kind.gamma * weight;
    }
  }
  var result = 0.0;
  if (denominator > 1e-30 && weight > 0.0 && denominator < kSoftest) {
    result = numerator / denominator * kind.relaxation;
  }
  if (general) { lambda[lambdaAt(i, which, cloth)] = before + result; }
  return result;
}

fn damped(cloth: u32) -> bool {
  return cloths[cloth].kinds[job.kind].mode == 2u && cloths[cloth].kinds[job.kind].gamma > 0.0;
}

@compute @workgroup_size(64)
fn colour(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= job.count || id.y >= arrayLength(&cloths)) { return; }
  if (cloths[id.y].kinds[job.kind].mode == 0u) { return; }
  solve(job.first + id.x, id.y);
}

@compute @workgroup_size(256)
fn colours(@builtin(local_invocation_index) local: u32, @builtin(workgroup_id) group: vec3u) {
  let cloth = group.y;
  for (var k = 0u; k < job.colourCount; k++) {
    let c = job.firstColour + select(k, job.colourCount - 1u - k, (job.flags & kBackwards) != 0u);
    let end = corners[c + 1u];
    if (cloths[cloth].kinds[job.kind].mode != 0u) {
      for (var i = corners[c] + local; i < end; i += 256u) { solve(i, cloth); }
    }
    storageBarrier();
    workgroupBarrier();
  }
}
