// Particles of all cloths of a batch, `padded` of them each. w of `x` is the inverse mass, 0 for pinned ones.
@group(0) @binding(3) var<storage, read_write> x: array<vec4f>;
