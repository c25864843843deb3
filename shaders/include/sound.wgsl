/// By its bits: compilers may take it for granted that nothing is infinite or not a number.
fn isBelow(v: vec3f, most: f32) -> bool {
  return all((bitcast<vec3u>(v) & vec3u(0x7fffffffu)) < vec3u(bitcast<u32>(most)));
}
