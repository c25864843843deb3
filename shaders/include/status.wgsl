// What a step tells about each cloth: kStatusWords words, then one a collider (particles that touched it).
const kStatusWords = 8u;
const kFrozen = 0u;   // not zero: the number of the substep in which a particle's speed was not finite; the cloth stays
                      // at its last good state
const kPushed = 1u;   // particles pushed by colliders in the last substep
// of cloth against itself
const kMostPairs = 2u;  // watched at any one time
const kSearches = 3u;
const kBinding = 4u;    // particles that went far enough to ask for a search, all substeps
const kShortened = 5u;  // particles whose motion was cut, all substeps
const kTouching = 6u;   // pairs pushed apart in the last substep
const kHeld = 7u;       // not zero: there is no room for all pairs; the cloth stands still for the rest of the step
@group(0) @binding(12) var<storage, read_write> status: array<atomic<u32>>;

fn statusAt(cloth: u32, colliders: u32) -> u32 {
  return cloth * (kStatusWords + colliders);
}
