// The members of every part of a scene file, each named once: reading and writing both go through fields(), so
// that neither can forget one. An archive is called as archive("key", member).
#pragma once

#include "scenes/scene.h"

namespace toile {

/// Parts that are written in full; of others, members with their default value are left out.
template <class T>
inline constexpr bool kWrittenInFull = false;
template <>
inline constexpr bool kWrittenInFull<MotionKey> = true;
template <>
inline constexpr bool kWrittenInFull<ScenePaint> = true;
template <>
inline constexpr bool kWrittenInFull<BoxRegion> = true;
template <>
inline constexpr bool kWrittenInFull<SphereRegion> = true;
template <>
inline constexpr bool kWrittenInFull<PaintRegion> = true;
template <>
inline constexpr bool kWrittenInFull<Camera> = true;
template <>
inline constexpr bool kWrittenInFull<Sphere> = true;
template <>
inline constexpr bool kWrittenInFull<Capsule> = true;
template <>
inline constexpr bool kWrittenInFull<TaperedCapsule> = true;
template <>
inline constexpr bool kWrittenInFull<Box> = true;

template <class A>
void placing(A& a, Transform& t) {
  a("translation", t.translation);
  a("rotation", t.rotation);
}

template <class A>
void space(A& a, FileSpace& s) {
  a("up", s.up);
  a("unit", s.metresPerUnit);
}

template <class A>
void fields(A& a, GridDef& g) {
  a("width", g.width), a("height", g.height), a("spacing", g.spacing), a("cut", g.cut);
}

template <class A>
void fields(A& a, MeshFile& m) {
  a("path", m.path), a("mesh", m.mesh);
  space(a, m.space);
}

template <class A>
void fields(A& a, ConeMesh& c) {
  a("radius_top", c.radiusTop), a("radius_bottom", c.radiusBottom), a("height", c.height);
  a("arc", c.arc), a("around", c.around), a("down", c.down);
}

template <class A>
void fields(A& a, DiscMesh& d) {
  a("radius", d.radius), a("rings", d.rings);
}

template <class A>
void fields(A& a, FoldedMesh& f) {
  a("size", f.size), a("spacing", f.spacing), a("gap", f.gap), a("noise", f.noise);
}

template <class A>
void fields(A& a, BoxRegion& r) {
  a("minimum", r.minimum), a("maximum", r.maximum);
}

template <class A>
void fields(A& a, SphereRegion& r) {
  a("centre", r.centre), a("radius", r.radius);
}

template <class A>
void fields(A& a, PaintRegion& r) {
  a("name", r.paint), a("at_least", r.atLeast);
}

template <class A>
void fields(A& a, TopRegion& r) {
  a("part", r.part);
}

/// The stretch moduli may be infinite and are handled by the archive.
template <class A>
void fields(A& a, Fabric& f) {
  a("areal_density", f.arealDensity);
  a.modulus("stretch_warp", f.stretchWarp), a.modulus("stretch_weft", f.stretchWeft);
  a("shear", f.shear), a("area", f.area), a("bending_rigidity", f.bendingRigidity), a("thickness", f.thickness);
  a("friction_static", f.frictionStatic), a("friction_dynamic", f.frictionDynamic);
  a("stretch_damping", f.stretchDamping), a("bending_damping", f.bendingDamping);
  a("air_drag", f.airDrag), a("air_lift", f.airLift);
}

template <class A>
void fields(A& a, ScenePaints& p) {
  a("stiffness", p.stiffness), a("mass", p.mass), a("max_distance", p.maxDistance);
  a("thickness", p.thickness);
}

template <class A>
void fields(A& a, ScenePaint& p) {
  a("name", p.name), a("values", p.values);
}

template <class A>
void fields(A& a, SceneGarment& g) {
  a("name", g.name), a("mesh", g.mesh), a("fabric", g.fabric), a("kinds", g.kinds), a("compliance", g.compliance);
  a("rest", g.restState), a("uv_scale", g.uvScale), a("weld_distance", g.weldDistance);
  a("total_mass", g.totalMass), a("even_mass", g.evenMass), a("fixed", g.fixed), a("paints", g.paints);
  a("painted", g.painted);
  a("simulate_vertices", g.simulateVertices), a("simulate_mesh", g.simulateMesh);
}

template <class A>
void fields(A& a, Character& c) {
  a("name", c.name), a("path", c.path), a("clip", c.clip);
  space(a, c.space);
  placing(a, c.transform);
  a("speed", c.speed), a("start", c.start), a("loop", c.loop);
}

template <class A>
void fields(A& a, MotionKey& k) {
  a("time", k.time);
  placing(a, k.transform);
}

template <class A>
void fields(A& a, Oscillation& o) {
  a("rotates", o.rotates), a("axis", o.axis), a("amplitude", o.amplitude);
  a("frequency", o.frequency), a("phase", o.phase), a("fade_in", o.fadeIn);
}

template <class A>
void fields(A& a, SceneNode& n) {
  a("name", n.name), a("parent", n.parent), a("character", n.character), a("joint", n.joint);
  placing(a, n.transform);
  a("keys", n.keys), a("easing", n.easing), a("loop", n.loop), a("oscillations", n.oscillations);
}

template <class A>
void fields(A& a, ScenePin& p) {
  a("vertices", p.vertices), a("node", p.node), a("skinned_to", p.skinnedTo);
  a("holds", p.holds), a("release", p.release);
}

template <class A>
void fields(A& a, Repeat& r) {
  a("columns", r.columns), a("rows", r.rows), a("spacing_x", r.spacingX), a("spacing_z", r.spacingZ);
}

template <class A>
void fields(A& a, KindParams& p) {
  a("enabled", p.enabled), a("stiffness_scale", p.stiffnessScale), a("damping", p.damping);
  a("pbd_stiffness", p.pbdStiffness);
}

template <class A>
void fields(A& a, SelfCollision& s) {
  a("enabled", s.enabled), a("thickness", s.thickness);
  a("friction_static", s.frictionStatic), a("friction_dynamic", s.frictionDynamic);
}

template <class A>
void fields(A& a, Sleep& s) {
  a("enabled", s.enabled), a("distance", s.distance), a("time", s.time);
}

template <class A>
void fields(A& a, ClothParams& p) {
  a("kinds", p.kinds), a("pbd", p.pbd);
  a("velocity_damping", p.velocityDamping), a("internal_damping", p.internalDamping);
  a("gravity_scale", p.gravityScale), a("acceleration", p.acceleration);
  a("air_drag", p.airDrag), a("air_lift", p.airLift), a("thickness", p.thickness);
  a("friction_static", p.frictionStatic), a("friction_dynamic", p.frictionDynamic);
  a("max_distance", p.maxDistance), a("tethers", p.tethers), a("tether_slack", p.tetherSlack);
  a("coarse_levels", p.coarseLevels), a("coarse_slack", p.coarseSlack);
  a("max_depenetration_speed", p.maxDepenetrationSpeed), a("max_speed", p.maxSpeed);
  a("self_collision", p.selfCollision), a("sleep", p.sleep);
}

template <class A>
void fields(A& a, SceneCloth& c) {
  a("name", c.name), a("garment", c.garment);
  placing(a, c.transform);
  a("repeat", c.repeat), a("pins", c.pins), a("params", c.params), a("collision_mask", c.collisionMask);
  a("collision_group", c.collisionGroup);
  a("enabled", c.enabled), a("front", c.front), a("back", c.back);
}

template <class A>
void fields(A& a, Sphere& s) {
  a("radius", s.radius);
}
template <class A>
void fields(A& a, Capsule& c) {
  a("radius", c.radius), a("half_length", c.halfLength);
}
template <class A>
void fields(A& a, TaperedCapsule& c) {
  a("radius_bottom", c.radiusBottom), a("radius_top", c.radiusTop), a("half_length", c.halfLength);
}
template <class A>
void fields(A&, Plane&) {}
template <class A>
void fields(A& a, Box& b) {
  a("half_extents", b.halfExtents);
}

template <class A>
void fields(A&, MeshBody&) {}  // SceneCollider::body says it
template <class A>
void fields(A&, ConvexHull&) {}  // SceneCollider::hull says it
template <class A>
void fields(A&, Volume&) {}  // SceneCollider::volume says it
template <class A>
void fields(A& a, VolumeSource& v) {
  a("path", v.path), a("mesh", v.mesh), a("cell", v.cell), a("radius", v.radius);
}
template <class A>
void fields(A& a, HullSource& h) {
  a("points", h.points), a("file", h.file), a("radius", h.radius), a("most_faces", h.mostFaces);
}

template <class A>
void fields(A& a, CharacterBody& c) {
  a("name", c.name);
}
template <class A>
void fields(A& a, SkinBody& s) {
  a("cell", s.cell), a("blend", s.blend);
}

template <class A>
void fields(A& a, SceneCollider& c) {
  if (!c.body && !c.hull && !c.volume) a("shape", c.def.shape);
  a("body", c.body), a("hull", c.hull), a("volume", c.volume), a("node", c.node);
  placing(a, c.def.transform);
  a("friction_static", c.def.frictionStatic), a("friction_dynamic", c.def.frictionDynamic);
  a("restitution", c.def.restitution), a("enabled", c.def.enabled), a("trigger", c.def.trigger);
  a("group", c.def.group), a("mask", c.def.mask);
}

template <class A>
void fields(A& a, Camera& c) {
  a("eye", c.eye), a("target", c.target), a("vertical_field_of_view", c.verticalFieldOfView);
}

template <class A>
void fields(A& a, ScenePicture& p) {
  a("frames", p.frames), a("columns", p.columns), a("width", p.width), a("height", p.height), a("camera", p.camera);
  a("azimuth", p.azimuth), a("elevation", p.elevation), a("ground", p.ground), a("ground_height", p.groundHeight);
}

/// WindField is code and has no place in a file.
template <class A>
void fields(A& a, Wind& w) {
  a("velocity", w.velocity), a("gust_strength", w.gustStrength), a("gust_frequency", w.gustFrequency);
  a("gust_length", w.gustLength), a("air_density", w.airDensity);
}

template <class A>
void fields(A& a, Scene& s) {
  a("name", s.name), a("description", s.description);
  a("frames_per_second", s.framesPerSecond), a("duration", s.duration), a("gravity", s.gravity);
  a("substeps", s.substeps), a("iterations", s.iterations), a("wind", s.wind);
  a("characters", s.characters), a("nodes", s.nodes), a("garments", s.garments), a("cloths", s.cloths);
  a("colliders", s.colliders), a("picture", s.picture);
}

}  // namespace toile
