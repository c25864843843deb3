// What one dispatch does: where in the garment's arrays it works. Constant from step to step.
struct Job {
  first: u32,         // of the colour: number of its first constraint in the set; of particles: 0
  count: u32,         // constraints of the colour, or particles
  total: u32,         // constraints of the set, the length of one column of corners or values
  corners: u32,       // where the set's corners begin, in words
  values: u32,        // where the set's values begin, in words: parameters, then compliance
  lambda: u32,        // where the set's multipliers begin, in words, of the first cloth
  lambdaStride: u32,  // words from one cloth's to the next one's
  kind: u32,          // place in Cloth.kinds
  padded: u32,        // particles from one cloth's to the next one's
  flags: u32,
  // kJacobi: where each constraint's part stands in `values`, in words, and corrections there are from one cloth to the next
  firstColour: u32,   // else, of several colours in one workgroup: where their borders stand in `corners`, in words
  colourCount: u32,
}
const kNarrow = 1u;     // Job.flags: corners are two to a word
const kFresh = 2u;      // first pass of a substep: multipliers start from zero
const kJacobi = 8u;     // the whole set at once: corrections are kept, `spread` adds them up
const kBackwards = 4u;  // several colours: the last one first

@group(0) @binding(0) var<uniform> job: Job;
