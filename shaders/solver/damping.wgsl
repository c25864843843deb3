// Inner motion is damped, rigid motion is not (Müller 2007, §3.5): v += part · (v_c + ω × r − v), once a step, with the
// centre, velocity and spin of the whole cloth. One workgroup a cloth. Sums are trees, relative to the first particle, so
// that floats do where the CPU has doubles. Degenerate: particles on a line have no spin.
// #include "include/job.wgsl"
// #include "include/cloths.wgsl"
// #include "include/state.wgsl"

@group(0) @binding(5) var<storage, read_write> velocity: array<vec4f>;
@group(0) @binding(9) var<storage, read> targets: array<vec4f>;  // w of a particle's first entry: its mass, kg

const kWidth = 256u;
var<workgroup> partial: array<vec4f, 256>;

/// The sum over all invocations, in all of them.
fn total(local: u32, value: vec4f) -> vec4f {
  partial[local] = value;
  workgroupBarrier();
  for (var step = kWidth / 2u; step > 0u; step /= 2u) {
    if (local < step) { partial[local] += partial[local + step]; }
    workgroupBarrier();
  }
  let sum = partial[0];
  workgroupBarrier();
  return sum;
}

/// ω of I ω = L. Both are divided by the mean moment first, so that no cube over- or underflows.
fn spinOf(moments: vec3f, products: vec3f, momentum: vec3f) -> vec3f {
  let scale = (moments.x + moments.y + moments.z) / 3.0;
  if (!(scale > 1e-30)) { return vec3f(); }
  let m = moments / scale;
  let p = products / scale;  // xy, xz, yz
  let l = momentum / scale;
  let c0 = vec3f(m.y * m.z - p.z * p.z, p.y * p.z - p.x * m.z, p.x * p.z - p.y * m.y);
  let c11 = m.x * m.z - p.y * p.y;
  let c12 = p.x * p.y - m.x * p.z;
  let c22 = m.x * m.y - p.x * p.x;
  let determinant = m.x * c0.x + p.x * c0.y + p.y * c0.z;
  if (!(determinant > 1e-6)) { return vec3f(); }
  return vec3f(dot(c0, l), dot(vec3f(c0.y, c11, c12), l), dot(vec3f(c0.z, c12, c22), l)) / determinant;
}

@compute @workgroup_size(256)
fn damp(@builtin(local_invocation_index) local: u32, @builtin(workgroup_id) group: vec3u) {
  let part = cloths[group.y].internalDamping;
  if (!(part > 0.0)) { return; }
  let first = group.y * job.padded;
  let origin = x[first].xyz;
  var places = vec4f();
  var speeds = vec4f();
  for (var i = local; i < job.count; i += kWidth) {
    let mass = targets[2u * (first + i)].w;
    places += vec4f((x[first + i].xyz - origin) * mass, mass);
    speeds += vec4f(velocity[first + i].xyz * mass, 0.0);
  }
  places = total(local, places);
  speeds = total(local, speeds);
  let centre = places.xyz / places.w;
  let carried = speeds.xyz / places.w;
  var momentum = vec4f();
  var moments = vec4f();
  var products = vec4f();
  for (var i = local; i < job.count; i += kWidth) {
    let mass = targets[2u * (first + i)].w;
    let r = x[first + i].xyz - origin - centre;
    momentum += vec4f(cross(r, velocity[first + i].xyz - carried) * mass, 0.0);
    let s = r * r;
    moments += vec4f(vec3f(s.y + s.z, s.x + s.z, s.x + s.y) * mass, 0.0);
    products -= vec4f(vec3f(r.x * r.y, r.x * r.z, r.y * r.z) * mass, 0.0);
  }
  momentum = total(local, momentum);
  moments = total(local, moments);
  products = total(local, products);
  let spin = spinOf(moments.xyz, products.xyz, momentum.xyz);
  for (var i = local; i < job.count; i += kWidth) {
    if (!(x[first + i].w > 0.0)) { continue; }
    let v = velocity[first + i].xyz;
    let rigid = carried + cross(spin, x[first + i].xyz - origin - centre);
    velocity[first + i] = vec4f(v + (rigid - v) * part, 0.0);
  }
}
