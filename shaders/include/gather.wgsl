// What all pairs together ask of each particle, in whole numbers: kGatherWords a particle.
const kGatherWords = 8u;
// A pair asks for kMostPush and for a weight of 1 at most, 65,536 steps each: sums have room for 32,767 pairs a particle.
const kMostPush = 2.0f;              // of the cloth's thickness before any scale: how far one pair may move a particle
const kStepsOfThickness = 32768.0f;  // words 0 … 2: the way it is to move, in this part of the same
const kStepsOfWeight = 65536.0f;     // word 3: the sum of weights that pairs have in it
const kLimit = 4u;                    // the bits of a float: which part of its motion it may keep, 0 … 1
@group(0) @binding(20) var<storage, read_write> gather: array<atomic<i32>>;
