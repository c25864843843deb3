// What differs from substep to substep.
struct Moment {
  end: f32,             // part of the step that is over at the end of the substep, 0 … 1
  firstCollider: u32,   // the colliders' places in this substep
  colliderCount: u32,
  statusColliders: u32, // words of `status` a cloth has for colliders
  flags: u32,
  number: u32,          // of the substep in the step, from 1 on
  spare0: u32,
  spare1: u32,
}
const kArrived = 1u;  // Moment.flags: pins are exactly on their targets
const kLast = 2u;     // the step's last substep: contacts are counted

@group(0) @binding(1) var<uniform> moment: Moment;
