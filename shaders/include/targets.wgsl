// Where animated things want each particle: two entries a particle, at the start of the step and at its end. w of the
// first is the particle's mass (kg), w of the second what the cloth's max distance is multiplied by.
// Needs: include/moment.wgsl
@group(0) @binding(9) var<storage, read> targets: array<vec4f>;

/// m, at the end of the substep.
fn targetOf(at: u32) -> vec3f {
  let origin = targets[2u * at].xyz;
  let goal = targets[2u * at + 1u].xyz;
  if ((moment.flags & kArrived) != 0u) { return goal; }
  return origin + (goal - origin) * moment.end;
}
