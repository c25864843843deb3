// Cloths that see each other and move together through a step, so that none passes through another.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "collision/self/space.h"
#include "step.h"
#include "toile/stats.h"

namespace toile {

/// What of a cloth the contact of a group depends on; a group is made anew when any of it changes.
struct ContactMember {
  const Cloth* cloth = nullptr;
  const Garment* garment = nullptr;
  std::uint64_t created = 0;  ///< a number that no other cloth of the world ever has
  std::uint32_t group = 0, mask = 0;
  float thickness = 0.0f, frictionStatic = 0.0f, frictionDynamic = 0.0f;
  friend bool operator==(const ContactMember&, const ContactMember&) = default;
};
ContactMember contactMember(const Cloth& cloth, std::uint64_t created);

class ContactGroup {
 public:
  ContactGroup(std::vector<Cloth*> cloths, std::span<const ContactMember> members);

  std::span<Cloth* const> cloths() const { return cloths_; }

  // A step goes in legs of 1/60 s at most: a leg's motion is proven, and cut, as if it were straight, so long ones
  // would be cut although nothing met. Before the first substep of a leg beginSubstep searches for what may meet in it,
  // after its last endSubstep proves its motion or cuts it.

  /// Reads x, v, targets.
  void beginSubstep(const StepInput& input, std::uint32_t substep);
  /// Contacts of a substep; called once for each. Reads x, start; writes x. False where nothing touched.
  bool meet(const StepInput& input);
  /// The same for what touched, after something else has moved it.
  void meetAgain(const StepInput& input);
  /// Reads and writes x, v.
  void endSubstep(const StepInput& input, std::uint32_t substep);

  /// Of the last step: sums over its legs, of pairs and touching the most of one.
  const ContactStats& stats() const { return stats_; }

 private:
  struct Leg {
    std::uint32_t begin = 0, end = 0;  ///< substeps
  };
  void beginLeg(const StepInput& input);
  void endLeg(const StepInput& input);
  float* gather(AlignedVector<float> ClothState::*array, AlignedVector<float>& joint);
  void scatter(AlignedVector<float> ClothState::*array, const AlignedVector<float>& joint);

  std::vector<Cloth*> cloths_;
  std::vector<std::uint32_t> first_;  ///< a cloth: its first particle in the joint arrays
  std::uint32_t particleCount_ = 0;
  Leg leg_;
  std::uint32_t met_ = 0;  ///< substeps of this leg
  ContactStats stats_;
  self::ContactSpace space_;
  AlignedVector<float> x_, start_, velocity_, expected_;  ///< joint, where there are several cloths
};

/// Groups of the cloths of a world that see each other. A cloth by itself is a group too where it sees itself.
struct ContactGroups {
  std::vector<std::unique_ptr<ContactGroup>> groups;
  std::vector<ContactMember> members;  ///< of what this was made
  std::vector<ContactMember> found;    ///< scratch: what there is now
};

/// Makes the groups anew where something they depend on has changed, and says so to the cloths (Cloth::inContactGroup).
/// created[i] belongs to cloths[i].
void refreshContactGroups(ContactGroups& groups, std::span<Cloth* const> cloths,
                          std::span<const std::uint64_t> created);

}  // namespace toile
