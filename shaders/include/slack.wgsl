// How far from a pair's plane its particles are kept, so that rounding takes none through it. With u = 2⁻²⁴, |·|₁ the sum
// of absolute coordinates and d the way from the pair's first particle, all when it was found:
// - the height of a corner over the plane is off by less than 6u |d|₁, so is half the gap of the pair;
// - that of its motion by less than 7u of the reach, beyond half of which none goes;
// - a place is stored as base + common motion + own motion, which rounds twice: 2u of each coordinate.
// The constants are about four times that: what has come as near as the slack has more than kGlued of it left when it is
// found again, whatever rounding did, and what has less stands still at its very bits, for which a fourth would do.
// Needs: include/contact.wgsl
const kStored = 5e-7f;   // 8u, of |place|₁
const kSized = 1.5e-6f;  // 25u, of |d|₁ and of the reach
const kGlued = 0.3f;     // of the slack

fn sumOf(p: vec3f) -> f32 { return abs(p.x) + abs(p.y) + abs(p.z); }

/// m, without common motion, of which kStored is to be added.
fn slackOf(at: array<vec3f, 4>) -> f32 {
  let places = max(max(sumOf(at[0]), sumOf(at[1])), max(sumOf(at[2]), sumOf(at[3])));
  let size = max(sumOf(at[1] - at[0]), max(sumOf(at[2] - at[0]), sumOf(at[3] - at[0])));
  return kStored * places + kSized * (size + job.reach);
}
