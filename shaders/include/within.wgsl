/// x, or where it is farther than `length` from `centre` the point at that distance.
fn within(x: vec3f, centre: vec3f, length: f32) -> vec3f {
  let d = x - centre;
  let squared = dot(d, d);
  if (squared > length * length) { return centre + d * (length / sqrt(squared)); }
  return x;
}
