// Radix sort of pairs by their keys, four bits a pass, least significant first; stable, so that equal keys stay in order
// and the result is the same on every device. A pass: `count` the digits of each workgroup's pairs, `scan` the counts
// (digit by digit, workgroup by workgroup), `scatter` each pair behind those before it. After Satish, Harris & Garland
// 2009 (Designing Efficient Sorting Algorithms for Manycore GPUs).
// #include "include/search.wgsl"

const kDigits = 16u;
const kWidth = 256u;   // invocations a workgroup
const kRounds = 4u;    // pairs an invocation

fn digitOf(key: u32) -> u32 { return (key >> search.shift) & (kDigits - 1u); }

var<workgroup> histogram: array<atomic<u32>, 16>;

@compute @workgroup_size(256)
fn count(@builtin(local_invocation_index) local: u32, @builtin(workgroup_id) group: vec3u) {
  if (local < kDigits) { atomicStore(&histogram[local], 0u); }
  workgroupBarrier();
  for (var round = 0u; round < kRounds; round++) {
    let i = (group.x * kRounds + round) * kWidth + local;
    if (i < search.count) { atomicAdd(&histogram[digitOf(source[i].x)], 1u); }
  }
  workgroupBarrier();
  if (local < kDigits) { counts[local * search.groups + group.x] = atomicLoad(&histogram[local]); }
}

var<workgroup> sums: array<u32, 256>;

/// One workgroup: each number becomes the sum of those before it.
@compute @workgroup_size(256)
fn scan(@builtin(local_invocation_index) local: u32) {
  let total = kDigits * search.groups;
  var before = 0u;
  for (var first = 0u; first < total; first += kWidth) {
    let i = first + local;
    var own = 0u;
    if (i < total) { own = counts[i]; }
    sums[local] = own;
    workgroupBarrier();
    for (var step = 1u; step < kWidth; step *= 2u) {
      var left = 0u;
      if (local >= step) { left = sums[local - step]; }
      workgroupBarrier();
      sums[local] += left;
      workgroupBarrier();
    }
    if (i < total) { counts[i] = before + sums[local] - own; }
    before += workgroupUniformLoad(&sums[kWidth - 1u]);
    workgroupBarrier();
  }
}

var<workgroup> masks: array<atomic<u32>, 128>;  // a digit: which of the 256 invocations have it
var<workgroup> taken: array<u32, 16>;           // a digit: pairs of the rounds before

@compute @workgroup_size(256)
fn scatter(@builtin(local_invocation_index) local: u32, @builtin(workgroup_id) group: vec3u) {
  if (local < kDigits) { taken[local] = 0u; }
  let word = local / 32u;
  for (var round = 0u; round < kRounds; round++) {
    if (local < 128u) { atomicStore(&masks[local], 0u); }
    workgroupBarrier();
    let i = (group.x * kRounds + round) * kWidth + local;
    var entry = vec2u();
    if (i < search.count) {
      entry = source[i];
      atomicOr(&masks[digitOf(entry.x) * 8u + word], 1u << (local % 32u));
    }
    workgroupBarrier();
    if (i < search.count) {
      let digit = digitOf(entry.x);
      var rank = taken[digit];
      for (var w = 0u; w < word; w++) { rank += countOneBits(atomicLoad(&masks[digit * 8u + w])); }
      rank += countOneBits(atomicLoad(&masks[digit * 8u + word]) & ((1u << (local % 32u)) - 1u));
      sorted[counts[digit * search.groups + group.x] + rank] = entry;
    }
    workgroupBarrier();
    if (local < kDigits) {
      for (var w = 0u; w < 8u; w++) { taken[local] += countOneBits(atomicLoad(&masks[local * 8u + w])); }
    }
    workgroupBarrier();
  }
}
