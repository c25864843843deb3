// A simulated mesh that is drawn itself. `place`: each vertex where its particle is, loose ones where the cloth's
// transform puts them. `frames`, after it: normals, area weighted over the triangles of the vertex's normal group, and
// tangents along u over its own triangles (Lengyel 2001; src/skinning/frames.cpp).
// #include "include/drawing.wgsl"

@compute @workgroup_size(64)
fn place(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= drawing.vertices || id.y >= drawing.cloths) { return; }
  let source = corners[drawing.sources + id.x];
  var position = vec3f();
  if (source < kLoose) {
    position = x[id.y * drawing.padded + source].xyz;
  } else {
    let at = drawing.rest + 3u * (source - kLoose);
    let rest = vec4f(values[at], values[at + 1u], values[at + 2u], 1.0);
    position = vec3f(dot(places[3u * id.y], rest), dot(places[3u * id.y + 1u], rest), dot(places[3u * id.y + 2u], rest));
  }
  positions[id.y * drawing.vertices + id.x] = vec4f(position, 1.0);
}

@compute @workgroup_size(64)
fn frames(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= drawing.vertices || id.y >= drawing.cloths) { return; }
  let first = id.y * drawing.vertices;
  // Relative to the vertex, so that nothing is lost far from the origin.
  let here = positions[first + id.x].xyz;
  var sum = vec3f();
  let end = corners[drawing.rings + id.x + 1u];
  for (var at = corners[drawing.rings + id.x]; at < end; at += 3u) {
    let a = positions[first + corners[at]].xyz;
    sum += cross(positions[first + corners[at + 1u]].xyz - a, positions[first + corners[at + 2u]].xyz - a);
  }
  let n = unitOr(sum, 1e-36, vec3f(0.0, 1.0, 0.0));
  normals[first + id.x] = vec4f(n, 0.0);
  if (drawing.hasTangents == 0u) { return; }
  var alongU = vec3f();
  var alongV = vec3f();
  for (var k = corners[drawing.spans + id.x]; k < corners[drawing.spans + id.x + 1u]; k++) {
    let at = drawing.spanTriangles + 3u * k;
    let a = positions[first + corners[at]].xyz;
    let e1 = positions[first + corners[at + 1u]].xyz - a;
    let e2 = positions[first + corners[at + 2u]].xyz - a;
    let axes = drawing.axes + 4u * k;
    alongU += e1 * values[axes] + e2 * values[axes + 1u];
    alongV += e1 * values[axes + 2u] + e2 * values[axes + 3u];
  }
  let t = unitOr(alongU - n * dot(n, alongU), 1e-36, anyTangent(n));
  tangents[first + id.x] = vec4f(t, select(1.0, -1.0, dot(cross(n, t), alongV) < 0.0));
}
