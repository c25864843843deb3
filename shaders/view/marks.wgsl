// Lines and dots of one width on the screen: edges, pins, normals, constraints. A dot is a line without length.
// #include "include/view_frame.wgsl"

struct Mark {
  @builtin(position) clip: vec4f,
  @location(0) colour: vec4f,
  @location(1) along: vec3f,  // pixels from the start, from the axis; half the width
  @location(2) length: f32,   // pixels
}

fn to_pixels(clip: vec4f) -> vec2f {
  return clip.xy / clip.w * 0.5 * frame.screen.xy;
}

@vertex
fn vertex(@builtin(vertex_index) index: u32, @location(0) start: vec4f, @location(1) end: vec3f,
          @location(2) colour: vec4f) -> Mark {
  let near = frame.view_projection[3].z;
  var a = frame.view_projection * vec4f(start.xyz, 1.0);
  var b = frame.view_projection * vec4f(end, 1.0);
  if (a.w < near && b.w < near) {
    return Mark(vec4f(2.0, 2.0, 2.0, 1.0), colour, vec3f(0.0), 0.0);
  }
  // What is behind the eye is cut off.
  if (a.w < near) {
    a = mix(a, b, (near - a.w) / (b.w - a.w));
  }
  if (b.w < near) {
    b = mix(b, a, (near - b.w) / (a.w - b.w));
  }
  let p = to_pixels(a);
  let q = to_pixels(b);
  let between = q - p;
  let long = length(between);
  let direction = select(vec2f(1.0, 0.0), between / long, long > 1e-4);
  let across = vec2f(-direction.y, direction.x);
  let half = 0.5 * start.w;
  let reach = half + 1.0;  // a pixel for the soft edge
  let at_end = (index & 1u) == 1u;
  let side = select(-1.0, 1.0, (index & 2u) == 2u);
  let along = select(-reach, long + reach, at_end);
  let pixel = p + direction * along + across * (side * reach);
  let clip = select(a, b, at_end);
  // Nearer by a thousandth, so that marks on a surface are seen.
  return Mark(vec4f(pixel * 2.0 * frame.screen.zw * clip.w, clip.z * 1.002, clip.w), colour,
              vec3f(along, side * reach, half), long);
}

@fragment
fn fragment(mark: Mark) -> @location(0) vec4f {
  let beyond = max(max(-mark.along.x, mark.along.x - mark.length), 0.0);
  let off = length(vec2f(beyond, mark.along.y));
  let covered = clamp(mark.along.z + 0.5 - off, 0.0, 1.0) * min(mark.along.z * 2.0, 1.0);
  return vec4f(mark.colour.rgb, mark.colour.a * covered);
}
