// What all pairs together ask of each particle, in whole numbers: kGatherWords a particle.
const kGatherWords = 8u;
const kStepsOfThickness = 262144.0f;  // words 0 … 2: the way it is to move, in this part of the cloth's thickness
const kStepsOfWeight = 65536.0f;      // word 3: the sum of weights that pairs have in it
const kLimit = 4u;                    // the bits of a float: which part of its motion it may keep, 0 … 1
@group(0) @binding(20) var<storage, read_write> gather: array<atomic<i32>>;
