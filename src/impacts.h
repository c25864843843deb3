// Fast colliders: what they hit is handed on to the neighbours within the same substep.
//
// A particle that a collider moves the way d ahead of its neighbours stretches the edges there by d / L at once. A
// pass over the constraints carries that about one edge on, and n of them, like all diffusion, √n edges. So that a
// substep's impacts add no more than the part ε of stretch, n = (d / (ε L))² rigid passes are made with contacts after
// each. Without them a fast sphere tears single particles out of the sheet and slips through the hole.
//
// Only colliders that go farther than they are thick in 1/60 s count: so far that tests between frames would miss
// them. Slower ones cost nothing and change no bit, whatever the number of substeps.
#pragma once

#include "cloth.h"

namespace toile {

/// Most passes a substep: the bound of what impacts may cost. Each is a pass over stretch and one over contacts.
inline constexpr std::uint32_t kMostImpactPasses = 256;

/// The farthest way of a fast collider in this substep of h seconds, m; 0 where none is fast. Reads motions.
float fastTravel(const Cloth& cloth, float h);

/// Keeps x and start as they are before the contacts. Only needed with a fast collider.
void keepBeforeContacts(Cloth& cloth);

/// How many passes the contacts of this substep ask for. Reads x, start and what was kept.
std::uint32_t impactPasses(const Cloth& cloth, float travel);

}  // namespace toile
