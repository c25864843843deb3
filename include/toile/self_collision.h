// Cloth against cloth: what one cloth asks of the contact of its own parts and with other cloths.
#pragma once

namespace toile {

/// A cloth with `enabled` never passes through itself, nor through another enabled cloth that it sees
/// (ClothDef::collisionGroup); docs/contact.md says what is promised, where that ends and what it costs.
struct SelfCollision {
  bool enabled = false;
  /// m, at most 1e9, kept between the middles of two layers (between two cloths: the mean of both); negative: from the
  /// fabric. Parts of one cloth that are closer than that at rest keep nine tenths of their distance at rest.
  float thickness = -1.0f;
  float frictionStatic = -1.0f;   ///< 1, layer on layer; negative: as against colliders
  float frictionDynamic = -1.0f;  ///< 1, at most frictionStatic where both are set; negative: as against colliders
  friend bool operator==(const SelfCollision&, const SelfCollision&) = default;
};

}  // namespace toile
