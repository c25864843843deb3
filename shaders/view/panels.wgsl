// Panels over the picture: textured triangles in pixels from the top left, colours as they go to the screen.
struct Panels {
  scale: vec4f,  // 2 / width, -2 / height
}

@group(0) @binding(0) var<uniform> panels: Panels;
@group(0) @binding(1) var font: texture_2d<f32>;
@group(0) @binding(2) var font_sampler: sampler;

struct Corner {
  @builtin(position) clip: vec4f,
  @location(0) uv: vec2f,
  @location(1) colour: vec4f,
}

@vertex
fn vertex(@location(0) position: vec2f, @location(1) uv: vec2f, @location(2) colour: vec4f) -> Corner {
  return Corner(vec4f(position * panels.scale.xy + vec2f(-1.0, 1.0), 0.0, 1.0), uv, colour);
}

@fragment
fn fragment(corner: Corner) -> @location(0) vec4f {
  return corner.colour * textureSample(font, font_sampler, corner.uv);
}
