// Presets of fabrics: published figures turned into the units of Fabric, each with its source.
//
//  · areal density: measured cloths of C-IPC's table (Li 2021 after Clyde 2017 and others), common trade weights else.
//  · stretch: moduli E h behind ppf-contact-solver's table (Apache-2.0); KES tension gives the same order:
//    490.3 N/m divided by the extension EMT at that load (cotton 9 %, wool 16 %, denim 3 %).
//  · shear: KES G in gf/(cm·deg), times 56.19 N/m; leather, which is no weave: E h / (2 (1 + ν)).
//  · area: two-dimensional bulk modulus E h / (2 (1 − ν)), ν from the same table.
//  · bending: B = σ g c³ with c the bending length (Peirce), which decides how a cloth drapes. c is that of the
//    table's own cantilever strips, whose fabrics were fitted to measured Cusick drape coefficients; leather's
//    is set between wool and cotton, as its measured drape (47–70 %, Memon 2021) is.
//  · friction: static from the table; sliding 1/1.2 of it (measured cloths: 1/1.1 to 1/1.3).
//  · thickness: the cloth's own, but at least 1 mm, so that drawn surfaces stay apart.
//  · air: the defaults of Wilson 2014.
#include "toile/fabric.h"

namespace toile {
namespace {

struct Figures {
  float density, warp, weft, kesShear, poisson, bendingLength, friction, thickness;
};

constexpr float kGravity = 9.80665f;  ///< m/s²
constexpr float kKesShear = 56.19f;   ///< N/m for 1 gf/(cm·deg)
constexpr float kStaticOverKinetic = 1.2f;

constexpr Fabric fabricOf(const Figures& f) {
  Fabric fabric;
  fabric.arealDensity = f.density;
  fabric.stretchWarp = f.warp;
  fabric.stretchWeft = f.weft;
  const float mean = 0.5f * (f.warp + f.weft);
  fabric.shear = f.kesShear > 0.0f ? f.kesShear * kKesShear : mean / (2.0f * (1.0f + f.poisson));
  fabric.area = mean / (2.0f * (1.0f - f.poisson));
  fabric.bendingRigidity = f.density * kGravity * f.bendingLength * f.bendingLength * f.bendingLength;
  fabric.thickness = f.thickness;
  fabric.frictionStatic = f.friction;
  fabric.frictionDynamic = f.friction / kStaticOverKinetic;
  return fabric;
}

// density kg/m², warp and weft N/m, KES G gf/(cm·deg) or 0 for isotropic, Poisson's ratio, bending length m,
// friction, thickness m
constexpr FabricPreset kPresets[] = {
    {"silk",
     "0.083 kg/m²: C-IPC's table of woven silk. E h 500 N/m, ν 0.4, friction 0.25 and bending length 9.7 mm "
     "(B 0.74 µN·m; Cusick drape 20–40 %): ppf-contact-solver, Apache-2.0. G: KES 0.3 gf/(cm·deg).",
     fabricOf({0.083f, 500.0f, 500.0f, 0.3f, 0.4f, 0.0097f, 0.25f, 0.001f})},
    {"cotton",
     "0.15 kg/m²: C-IPC's table of cotton. E h 5500 N/m, ν 0.35, friction 0.35 and bending length 15 mm "
     "(B 5.0 µN·m, KES shirting 5–15; Cusick drape 60–76 %): ppf-contact-solver, Apache-2.0. "
     "G: KES 0.8 gf/(cm·deg).",
     fabricOf({0.15f, 5500.0f, 5500.0f, 0.8f, 0.35f, 0.015f, 0.35f, 0.001f})},
    {"wool",
     "0.235 kg/m²: C-IPC's table of wool. E h 3000 N/m (FAST secant), ν 0.4, friction 0.4 and bending length 14 mm "
     "(B 6.3 µN·m; Cusick drape 40–70 %): ppf-contact-solver, Apache-2.0. G: KES 0.5 gf/(cm·deg).",
     fabricOf({0.235f, 3000.0f, 3000.0f, 0.5f, 0.4f, 0.014f, 0.4f, 0.0013f})},
    {"denim",
     "0.4 kg/m²: C-IPC's table of woven denim. E h 15000 N/m, ν 0.25, friction 0.5 and bending length 20 mm "
     "(B 31 µN·m, KES 29–98; Cusick drape 70–90 %): ppf-contact-solver, Apache-2.0. G: KES 2 gf/(cm·deg).",
     fabricOf({0.4f, 15000.0f, 15000.0f, 2.0f, 0.25f, 0.02f, 0.5f, 0.001f})},
    {"leather",
     "0.65 kg/m²: garment leather of 0.9 mm. E h 58000 N/m, ν 0.4, friction 0.5: ppf-contact-solver, Apache-2.0. "
     "Bending length 14.5 mm (B 19 µN·m) for a Cusick drape of 47–70 % (Memon 2021). G = E h / (2 (1 + ν)).",
     fabricOf({0.65f, 58000.0f, 58000.0f, 0.0f, 0.4f, 0.0145f, 0.5f, 0.001f})},
    {"flag",
     "0.12 kg/m²: woven nylon bunting, trade weight. E h 1500 N/m, ν 0.4, friction 0.3 and bending length 7.7 mm "
     "(B 0.54 µN·m; Cusick drape 20–40 %): ppf-contact-solver, Apache-2.0. G: KES 1 gf/(cm·deg).",
     fabricOf({0.12f, 1500.0f, 1500.0f, 1.0f, 0.4f, 0.0077f, 0.3f, 0.001f})},
};

}  // namespace

std::span<const FabricPreset> fabricPresets() { return kPresets; }

const FabricPreset* findFabricPreset(std::string_view name) {
  for (const FabricPreset& preset : kPresets) {
    if (preset.name == name) return &preset;
  }
  return nullptr;
}

}  // namespace toile
