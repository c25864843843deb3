// Behind everything: a vertical gradient, and the ground with its grid and shadows where a ray meets it.
// #include "include/view_frame.wgsl"

struct Pixel {
  @builtin(position) clip: vec4f,
  @location(0) place: vec2f,
}

struct Drawn {
  @location(0) colour: vec4f,
  @builtin(frag_depth) depth: f32,
}

@vertex
fn vertex(@builtin(vertex_index) index: u32) -> Pixel {
  let corner = vec2f(f32((index << 1u) & 2u), f32(index & 2u)) * 2.0 - 1.0;
  return Pixel(vec4f(corner, 0.0, 1.0), corner);
}

/// Coverage of lines `width` apart by `cell` (m), of which a pixel covers `footprint` metres.
fn line(coordinate: f32, cell: f32, width: f32, footprint: f32) -> f32 {
  let off = coordinate / cell - round(coordinate / cell);
  let covered = clamp(0.5 + (0.5 * width - abs(off) * cell) / footprint, 0.0, 1.0);
  return covered * clamp(cell / (6.0 * footprint) - 0.5, 0.0, 1.0);  // too fine to be seen as lines: left out
}

@fragment
fn fragment(pixel: Pixel) -> Drawn {
  let behind = background(pixel.place.y);
  let ray = frame.forward.xyz + frame.right.xyz * (pixel.place.x * frame.right.w)
            + frame.up.xyz * (pixel.place.y * frame.up.w);
  let above = frame.eye.y - frame.ground.x;
  if (frame.forward.w == 0.0 || above <= 0.0 || ray.y >= -1e-6) {
    return Drawn(vec4f(behind, 1.0), 0.0);
  }
  let depth = above / -ray.y;
  let place = frame.eye.xyz + ray * depth;
  let slant = min(length(ray) / -ray.y, 8.0);
  let footprint = 2.0 * frame.up.w * depth * frame.screen.w * slant;
  let away = length(place.xz - frame.centre.xz) / frame.ground.w;
  let fade = clamp((6.0 - away) / 5.0, 0.0, 1.0);
  let grid = max(line(place.x, frame.ground.y, frame.ground.z, footprint),
                 line(place.z, frame.ground.y, frame.ground.z, footprint));
  var colour = vec3f(0.62, 0.63, 0.65) * (1.0 - 0.16 * grid);
  if (away < 6.0) {
    let up = vec3f(0.0, 1.0, 0.0);
    colour *= 1.0 - 0.55 * (1.0 - lit(0, place, up, 2.0));
    colour *= 1.0 - 0.45 * (1.0 - lit(1, place, up, 9.0));
  }
  colour = mix(behind, colour, fade * fade * (3.0 - 2.0 * fade));
  // Cloth that lies on the ground wins over it, though it may be a hair lower.
  return Drawn(vec4f(colour, 1.0), clamp(frame.view_projection[3].z / (depth * 1.002), 0.0, 1.0));
}
