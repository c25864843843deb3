// What all shaders of a picture know: the camera, the lights, the ground (viewer/gpu/frame_block.h has the same layout).
struct Frame {
  view_projection: mat4x4f,   // world to clip, depth 1 at the near plane and 0 at infinity
  lights: array<mat4x4f, 2>,  // world to the shadow maps: 0 the key light, 1 the sky straight above
  eye: vec4f,                 // m
  right: vec4f,               // camera axes; w: half width of the picture at depth 1
  up: vec4f,                  // w: half height
  forward: vec4f,             // w: 1 where there is a ground
  key: vec4f,                 // unit, towards the light
  fill: vec4f,                // unit, towards a weak light without shadows
  centre: vec4f,              // m, of what is shown; w: its radius
  ground: vec4f,              // height (m), cell of the grid (m), width of its lines (m), radius it fades by (m)
  screen: vec4f,              // pixels: width, height; 1 / width, 1 / height
}

@group(0) @binding(0) var<uniform> frame: Frame;
@group(0) @binding(1) var shadows: texture_depth_2d_array;

const SUN = vec3f(1.22, 1.15, 1.04);
const SKY = vec3f(0.33, 0.39, 0.49);
const BOUNCE = vec3f(0.17, 0.16, 0.15);
const FILL = vec3f(0.15, 0.16, 0.19);

/// Behind everything, v from -1 (bottom of the picture) to 1.
fn background(v: f32) -> vec3f {
  return mix(vec3f(0.72, 0.74, 0.77), vec3f(0.93, 0.94, 0.95), clamp(0.5 + 0.5 * v, 0.0, 1.0));
}

/// How much of a light reaches a place, 0 ... 1, by the nearest surface seen from the light. The edge of the shade is
/// about 4 * spread texels wide. `off` (unit) leads off the surface, so that it does not shade itself.
fn lit(map: i32, place: vec3f, off: vec3f, spread: f32) -> f32 {
  let size = f32(textureDimensions(shadows).x);
  let radius = 1.05 * frame.centre.w;
  let texel = 2.0 * radius / size;
  let seen = frame.lights[map] * vec4f(place + off * (2.0 * spread * texel), 1.0);
  let x = (0.5 + 0.5 * seen.x) * size;
  let y = (0.5 - 0.5 * seen.y) * size;
  let reach = 2.0 * spread + 1.0;
  if (min(x, y) < -reach || max(x, y) > size + reach) {
    return 1.0;
  }
  // Depth runs over four radii.
  let own = seen.z - spread * texel / (4.0 * radius);
  let soft = 4.0 * radius / (2.0 * spread * texel);
  var blocked = 0.0;
  for (var j = -2; j <= 2; j++) {
    for (var i = -2; i <= 2; i++) {
      let at = vec2i(i32(floor(x + spread * f32(i))), i32(floor(y + spread * f32(j))));
      if (at.x >= 0 && at.y >= 0 && at.x < i32(size) && at.y < i32(size)) {
        blocked += clamp((own - textureLoad(shadows, at, map, 0)) * soft, 0.0, 1.0);
      }
    }
  }
  return 1.0 - blocked / 25.0;
}
