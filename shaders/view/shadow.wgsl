// Depth of everything that casts shadows, seen from one light.
struct Light {
  projection: mat4x4f,
}

@group(0) @binding(0) var<uniform> light: Light;

@vertex
fn vertex(@location(0) position: vec3f) -> @builtin(position) vec4f {
  return light.projection * vec4f(position, 1.0);
}
