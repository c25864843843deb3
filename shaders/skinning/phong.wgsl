// A fine mesh drawn over a coarse one by Phong tessellation (Boubekeur & Alexa 2008): src/kernels/draw-inl.h has the
// equations. `rings`: unit normals of the particles; `skin`, after it: the drawn vertices.
// #include "include/drawing.wgsl"

@compute @workgroup_size(64)
fn rings(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= drawing.particles || id.y >= drawing.cloths) { return; }
  let first = id.y * drawing.padded;
  let middle = x[first + id.x].xyz;
  var sum = vec3f();
  let begin = corners[drawing.rings + id.x];
  let end = corners[drawing.rings + id.x + 1u];
  if (begin < end) {
    var before = x[first + corners[begin]].xyz - middle;
    for (var at = begin + 1u; at < end; at++) {
      let after = x[first + corners[at]].xyz - middle;
      sum += cross(before, after);
      before = after;
    }
  }
  particleNormals[first + id.x] = vec4f(unitOr(sum, 1e-36, vec3f(0.0, 1.0, 0.0)), 0.0);
}

/// Value k of vertex v: weights of corners 1 and 2, offset, the tangent's two parts, handedness, the normal's three.
fn valueOf(v: u32, k: u32) -> f32 { return values[k * drawing.vertices + v]; }

@compute @workgroup_size(64)
fn skin(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= drawing.vertices || id.y >= drawing.cloths) { return; }
  let v = id.x;
  let first = id.y * drawing.padded;
  let c0 = first + corners[drawing.sources + v];
  let c1 = first + corners[drawing.sources + drawing.vertices + v];
  let c2 = first + corners[drawing.sources + 2u * drawing.vertices + v];
  let b1 = valueOf(v, 0u);
  let b2 = valueOf(v, 1u);
  let b0 = 1.0 - b1 - b2;
  let x0 = x[c0].xyz;
  let e1 = x[c1].xyz - x0;
  let e2 = x[c2].xyz - x0;
  let n0 = particleNormals[c0].xyz;
  let n1 = particleNormals[c1].xyz;
  let n2 = particleNormals[c2].xyz;
  let p = e1 * b1 + e2 * b2;  // from x0, so that nothing is lost far from the origin
  let pull = n0 * (b0 * dot(p, n0)) + n1 * (b1 * dot(p - e1, n1)) + n2 * (b2 * dot(p - e2, n2));
  var smoothed = n0 * b0 + n1 * b1 + n2 * b2;
  if (dot(smoothed, smoothed) < 1e-12) { smoothed = n0; }
  let n = smoothed * (1.0 / sqrt(dot(smoothed, smoothed)));
  let at = id.y * drawing.vertices + v;
  positions[at] = vec4f(x0 + (p - pull * 0.75) + n * valueOf(v, 2u), 1.0);

  let along = e1 * valueOf(v, 3u) + e2 * valueOf(v, 4u);
  let tangent = unitOr(along - n * dot(n, along), 1e-12, anyTangent(n));
  let parts = vec3f(valueOf(v, 6u), valueOf(v, 7u), valueOf(v, 8u));
  let detailed = unitOr(n * parts.x + tangent * parts.y + cross(n, tangent) * parts.z, 1e-12, n);
  normals[at] = vec4f(detailed, 0.0);
  let across = tangent - detailed * dot(detailed, tangent);
  tangents[at] = vec4f(unitOr(across, 1e-12, anyTangent(detailed)), valueOf(v, 5u));
}
