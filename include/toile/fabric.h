// Fabric: the material of a garment, in physical units.
#pragma once

#include <span>
#include <string_view>

namespace toile {

/// Material parameters. Every value is per sheet (thickness already integrated), so none depends on
/// the mesh. Infinity is allowed for the stiffnesses and means inextensible.
struct Fabric {
  float arealDensity = 0.2f;    ///< kg/m², > 0. Mass of one square metre.
  float stretchWarp = 3000.0f;  ///< N/m, > 0. Membrane modulus E·h along u (warp).
  float stretchWeft = 3000.0f;  ///< N/m, > 0. Membrane modulus E·h along v (weft).
  float shear = 100.0f;         ///< N/m, >= 0. In-plane shear modulus G·h.
  float area = 1000.0f;         ///< N/m, >= 0. Resistance of a triangle to changes of its area.
  /// N·m, >= 0. B = E h³ / (12 (1 − ν²)); apparel 1e-6 … 1e-4. At most 1e6 is used; beyond 0.01 a cloth far from the
  /// origin loses momentum to rounding (docs/limits.md).
  float bendingRigidity = 1e-5f;
  float thickness = 1e-3f;       ///< m, >= 0. Distance kept from colliders' surfaces.
  float frictionStatic = 0.4f;   ///< 1, >= 0. Coulomb coefficient before slip, against a collider of 1.
  float frictionDynamic = 0.3f;  ///< 1, 0 … frictionStatic. Coulomb coefficient while sliding.
  float stretchDamping = 0.0f;   ///< s, >= 0. Rayleigh β of stretch, shear, area and strain.
  float bendingDamping = 0.0f;   ///< s, >= 0. Rayleigh β of bending.
  float airDrag = 0.5f;          ///< 1, >= 0. Cd of Wilson 2014.
  float airLift = 0.1f;          ///< 1, 0 … airDrag. Cl of Wilson 2014.
};

/// A named preset and where its numbers come from.
struct FabricPreset {
  std::string_view name;
  std::string_view source;
  Fabric fabric;
};

/// silk, cotton, wool, denim, leather, flag. Thread safe.
std::span<const FabricPreset> fabricPresets();

/// The preset of that name (case sensitive), or null. Thread safe.
const FabricPreset* findFabricPreset(std::string_view name);

}  // namespace toile
