// Air. `gust` writes its velocity at each particle, once a step; `colour` and `colours` give triangles its force
//   F = ½ ρ A [ (Cd − Cl)(v·n) v + Cl |v|² n ]     N, a third to each corner
// Source and deviations: src/kernels/air-inl.h.
// #include "include/colours.wgsl"

@group(0) @binding(5) var<storage, read_write> velocity: array<vec4f>;
@group(0) @binding(14) var<storage, read_write> air: array<vec4f>;  // m/s a particle, where kHasAir

fn wanted(cloth: u32) -> bool { return (cloths[cloth].flags & (kMeetsAir | kDisabled)) == kMeetsAir; }

/// A smooth wave of period 1 between −1 and 1, two parabolas.
fn wave(cycles: f32) -> f32 {
  let u = cycles - round(cycles);
  return u * (8.0 - 16.0 * abs(u));
}

@compute @workgroup_size(64)
fn gust(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= job.count || id.y >= arrayLength(&cloths)) { return; }
  let at = id.y * job.padded + id.x;
  var sum = 0.0;
  for (var k = 0u; k < 3u; k++) {
    let gust = cloths[id.y].gusts[k];
    sum += wave(dot(x[at].xyz, gust.xyz) + gust.w);
  }
  air[at] = vec4f(cloths[id.y].wind * (1.0 + cloths[id.y].gustStrength / 3.0 * sum), 0.0);
}

fn solve(i: u32, cloth: u32) {
  let at = vec3u(cornerAt(i, 0u, cloth), cornerAt(i, 1u, cloth), cornerAt(i, 2u, cloth));
  let third = 1.0 / 3.0;
  var moving = cloths[cloth].wind;
  if ((cloths[cloth].flags & kHasAir) != 0u) { moving = (air[at.x].xyz + air[at.y].xyz + air[at.z].xyz) * third; }
  let a = x[at.x];
  let b = x[at.y];
  let c = x[at.z];
  let va = velocity[at.x].xyz;
  let vb = velocity[at.y].xyz;
  let vc = velocity[at.z].xyz;
  let flow = moving - (va + vb + vc) * third;
  let normal = cross(b.xyz - a.xyz, c.xyz - a.xyz);  // 2 A n
  let through = dot(flow, normal);                   // 2 A v·n, signed
  let flowSquared = dot(flow, flow);
  let most = sqrt(flowSquared * dot(normal, normal));  // 2 A |v|
  let full = 0.1 * most;
  if (!(full > 0.0)) { return; }
  var turn = select(1.0, -1.0, through < 0.0);
  if (abs(through) < full) { turn = through / full; }
  let drag = cloths[cloth].drag;
  let lift = cloths[cloth].lift;
  let quarterDensity = 0.5 * cloths[cloth].halfDensity;
  let force = (flow * ((drag - lift) * abs(through)) + normal * (lift * flowSquared * turn)) * quarterDensity;
  let heaviest = max(a.w, max(b.w, c.w));  // largest inverse mass
  let h = cloths[cloth].h;
  let rate = 2.0 * h * heaviest * quarterDensity * (drag * abs(through) + lift * most);
  let impulse = force * (h * third / (1.0 + rate));
  if (a.w > 0.0) { velocity[at.x] = vec4f(va + impulse * a.w, 0.0); }
  if (b.w > 0.0) { velocity[at.y] = vec4f(vb + impulse * b.w, 0.0); }
  if (c.w > 0.0) { velocity[at.z] = vec4f(vc + impulse * c.w, 0.0); }
}
