// What a step tells about each cloth: kStatusWords words, then one a collider (particles that touched it).
const kStatusWords = 4u;
const kFrozen = 0u;   // not zero: the number of the substep in which a particle's speed was not finite; the cloth stays
                      // at its last good state
const kPushed = 1u;   // particles pushed by colliders in the last substep
@group(0) @binding(12) var<storage, read_write> status: array<atomic<u32>>;

fn statusAt(cloth: u32, colliders: u32) -> u32 {
  return cloth * (kStatusWords + colliders);
}
