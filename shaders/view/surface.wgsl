// Cloth and colliders: two-sided, lit by a key light with shadows, an open sky and a weak fill. The same model as the
// pictures of `toile bake` (io/picture_light.cpp, shade), but for what is brighter than white.
// #include "include/view_frame.wgsl"

struct Material {
  front: vec4f,  // linear colour; w: strength of the highlight
  back: vec4f,   // linear colour of the other side; w: brightness of the rim, as of fibres that stand out
}

@group(1) @binding(0) var<uniform> material: Material;

struct Corner {
  @builtin(position) clip: vec4f,
  @location(0) place: vec3f,
  @location(1) normal: vec3f,
  @location(2) tint: vec4f,
}

@vertex
fn vertex(@location(0) position: vec3f, @location(1) normal: vec3f, @location(2) tint: vec4f) -> Corner {
  return Corner(frame.view_projection * vec4f(position, 1.0), position, normal, tint);
}

@fragment
fn fragment(corner: Corner, @builtin(front_facing) front: bool) -> @location(0) vec4f {
  let to_viewer = normalize(frame.eye.xyz - corner.place);
  var normal = corner.normal;
  if (!front) {
    normal = -normal;
  }
  let size = length(normal);
  normal = select(to_viewer, normal / size, size > 1e-20);
  var colour = select(material.back.rgb, material.front.rgb, front);
  colour = mix(colour, corner.tint.rgb, corner.tint.a);

  let key = lit(0, corner.place, normal, 1.2);
  let sky = lit(1, corner.place, normal, 9.0);
  // Light scattered in the cloth reaches a little round the edge of shade.
  let direct = clamp((dot(normal, frame.key.xyz) + 0.15) / 1.15, 0.0, 1.0) * key;
  let ambient = mix(BOUNCE, SKY, 0.5 + 0.5 * normal.y) * (0.5 + 0.5 * sky);
  let fill = FILL * clamp(0.4 + 0.6 * dot(normal, frame.fill.xyz), 0.0, 1.0);
  var light = colour * (SUN * direct + ambient + fill);
  // Smooth normals may point away at an outline: there the rim must not flare up.
  let grazing = 1.0 - clamp(abs(dot(normal, to_viewer)), 0.0, 1.0);
  let rim = grazing * grazing * grazing * material.back.w;
  light += mix(colour, vec3f(1.0), 0.4) * (ambient + SUN * (0.4 * direct)) * rim;
  let half = clamp(dot(normal, normalize(frame.key.xyz + to_viewer)), 0.0, 1.0);
  light += SUN * (material.front.w * pow(half, 20.0) * direct);
  // What is brighter than white comes near it: folds of white cloth in full light stay to be seen.
  let over = max(light - 0.65, vec3f(0.0));
  return vec4f(min(light, vec3f(0.65)) + 0.35 * (1.0 - exp(-over / 0.35)), 1.0);
}
