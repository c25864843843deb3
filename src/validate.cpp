#include "validate.h"

#include <cmath>
#include <cstdio>
#include <string>

#include "garment_masses.h"

namespace toile {

std::string number(float value) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", static_cast<double>(value));
  return text;
}

namespace {

Status refuse(std::string field, std::string reason) { return Error{std::move(field) + " " + std::move(reason)}; }

/// The first field out of range, if any.
class Checker {
 public:
  explicit Checker(std::string prefix) : prefix_(std::move(prefix)) {}

  Checker& atLeast(float value, float least, const char* field) {
    return require(std::isfinite(value) && value >= least, value, field, "finite and at least " + number(least));
  }
  Checker& above(float value, float bound, const char* field) {
    return require(std::isfinite(value) && value > bound, value, field, "finite and above " + number(bound));
  }
  Checker& within(float value, float low, float high, const char* field) {
    return require(value >= low && value <= high, value, field, "in " + number(low) + " … " + number(high));
  }
  Checker& finite(float value, const char* field) { return require(std::isfinite(value), value, field, "finite"); }
  Checker& finite(Vec3 value, const char* field) {
    return finite(value.x, field).finite(value.y, field).finite(value.z, field);
  }
  Checker& atMost(float value, float most, const char* field) {
    return require(std::isfinite(value) && value <= most, value, field, "finite and at most " + number(most));
  }
  /// A negative value means "as the fabric says".
  Checker& finiteOrUnset(float value, const char* field) { return finite(value, field); }
  Checker& whole(std::uint32_t value, std::uint32_t low, std::uint32_t high, const char* field) {
    if (status_.ok() && (value < low || value > high)) {
      status_ = refuse(prefix_ + field, "is " + std::to_string(value) + ", must be " + std::to_string(low) + " … " +
                                            std::to_string(high));
    }
    return *this;
  }
  Status result() const { return status_; }

 private:
  Checker& require(bool good, float value, const char* field, const std::string& rule) {
    if (status_.ok() && !good) {
      status_ = refuse(prefix_ + field, "is " + number(value) + ", must be " + rule);
    }
    return *this;
  }

  std::string prefix_;
  Status status_;
};

bool isNear(Vec3 p) {
  const auto within = [](float a) { return std::fabs(a) <= kLargestCoordinate; };
  return within(p.x) && within(p.y) && within(p.z);
}

Status validateShape(const Shape& shape) {
  Checker check("ColliderDef::shape.");
  if (const auto* sphere = std::get_if<Sphere>(&shape)) check.atLeast(sphere->radius, 0.0f, "radius");
  if (const auto* capsule = std::get_if<Capsule>(&shape)) {
    check.atLeast(capsule->radius, 0.0f, "radius").atLeast(capsule->halfLength, 0.0f, "halfLength");
  }
  if (const auto* tapered = std::get_if<TaperedCapsule>(&shape)) {
    check.atLeast(tapered->radiusBottom, 0.0f, "radiusBottom").atLeast(tapered->radiusTop, 0.0f, "radiusTop");
    check.atLeast(tapered->halfLength, 0.0f, "halfLength");
  }
  if (const auto* box = std::get_if<Box>(&shape)) {
    check.atLeast(box->halfExtents.x, 0.0f, "halfExtents.x").atLeast(box->halfExtents.y, 0.0f, "halfExtents.y");
    check.atLeast(box->halfExtents.z, 0.0f, "halfExtents.z");
  }
  const auto* hull = std::get_if<ConvexHull>(&shape);
  if (hull != nullptr && !hull->mesh) return refuse("ColliderDef::shape.mesh", "is null");
  if (hull != nullptr) check.within(hull->radius, 0.0f, kLargestCoordinate, "radius");
  const auto* volume = std::get_if<Volume>(&shape);
  if (volume != nullptr && !volume->volume) return refuse("ColliderDef::shape.volume", "is null");
  if (volume != nullptr) check.within(volume->radius, 0.0f, volume->volume->report().band, "radius");
  const auto* body = std::get_if<MeshBody>(&shape);
  if (body != nullptr && !body->mesh) return refuse("ColliderDef::shape.mesh", "is null");
  return check.result();
}

}  // namespace

Status validateSubsteps(std::uint32_t substeps, std::uint32_t iterations) {
  return Checker("WorldDef::").whole(substeps, 1, 1000, "substeps").whole(iterations, 1, 1000, "iterations").result();
}

Status validate(const WorldDef& def) {
  if (const Status status = validateSubsteps(def.substeps, def.iterations); !status) return status;
  if (const Status status = validate(def.wind); !status) return status;
  return Checker("WorldDef::")
      .finite(def.gravity, "gravity")
      .within(def.maxStepTime, 1e-5f, 60.0f, "maxStepTime")
      .whole(def.threads, 1, 1024, "threads")
      .result();
}

Status validate(const Wind& wind) {
  return Checker("Wind::")
      .finite(wind.velocity, "velocity")
      .atLeast(wind.gustStrength, 0.0f, "gustStrength")
      .above(wind.gustFrequency, 0.0f, "gustFrequency")
      .above(wind.gustLength, 0.0f, "gustLength")
      .atLeast(wind.airDensity, 0.0f, "airDensity")
      .result();
}

Status validate(const ClothParams& params) {
  for (std::size_t k = 0; k < kKindCount; ++k) {
    const auto kind = static_cast<Kind>(k);
    const KindParams& own = params.kinds[kind];
    const Status status = Checker("ClothParams::kinds[" + std::string(kindName(kind)) + "].")
                              .atLeast(own.stiffnessScale, 1e-6f, "stiffnessScale")
                              .finiteOrUnset(own.damping, "damping")
                              .atMost(own.pbdStiffness, 1.0f, "pbdStiffness")
                              .result();
    if (!status) return status;
  }
  if (params.frictionStatic >= 0.0f && params.frictionDynamic > params.frictionStatic) {
    return refuse("ClothParams::frictionDynamic", "is above ClothParams::frictionStatic");
  }
  if (params.airDrag >= 0.0f && params.airLift > params.airDrag) {
    return refuse("ClothParams::airLift", "is above ClothParams::airDrag");
  }
  const SelfCollision& self = params.selfCollision;
  if (self.frictionStatic >= 0.0f && self.frictionDynamic > self.frictionStatic) {
    return refuse("ClothParams::selfCollision.frictionDynamic", "is above its frictionStatic");
  }
  return Checker("ClothParams::")
      .atMost(self.thickness, kLargestCoordinate, "selfCollision.thickness")
      .finiteOrUnset(self.frictionStatic, "selfCollision.frictionStatic")
      .finiteOrUnset(self.frictionDynamic, "selfCollision.frictionDynamic")
      .atLeast(params.velocityDamping, 0.0f, "velocityDamping")
      .atLeast(params.internalDamping, 0.0f, "internalDamping")
      .finite(params.gravityScale, "gravityScale")
      .finite(params.acceleration, "acceleration")
      .finiteOrUnset(params.airDrag, "airDrag")
      .finiteOrUnset(params.airLift, "airLift")
      .atMost(params.thickness, kLargestCoordinate, "thickness")
      .finiteOrUnset(params.frictionStatic, "frictionStatic")
      .finiteOrUnset(params.frictionDynamic, "frictionDynamic")
      .finiteOrUnset(params.maxDistance, "maxDistance")
      .whole(params.tethers, 0, 8, "tethers")
      .atLeast(params.tetherSlack, 0.0f, "tetherSlack")
      .whole(params.coarseLevels, 0, 6, "coarseLevels")
      .atLeast(params.coarseSlack, 0.0f, "coarseSlack")
      .above(params.maxDepenetrationSpeed, 0.0f, "maxDepenetrationSpeed")
      .above(params.maxSpeed, 0.0f, "maxSpeed")
      .above(params.sleep.distance, 0.0f, "sleep.distance")
      .above(params.sleep.time, 0.0f, "sleep.time")
      .result();
}

Status validate(const Transform& transform, const char* name) {
  const Quat q = transform.rotation;
  const float squared = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
  if (!std::isfinite(squared) || squared < 1e-12f) return refuse(name, "has a rotation that is not a quaternion");
  if (!isFinite(transform.translation)) return refuse(name, "has a translation that is not finite");
  if (!isNear(transform.translation)) return refuse(name, "has a translation beyond 1e9 m");
  return {};
}

Status validate(const ColliderDef& def) {
  if (const Status status = validateShape(def.shape); !status) return status;
  if (const Status status = validate(def.transform, "ColliderDef::transform"); !status) return status;
  return Checker("ColliderDef::")
      .atLeast(def.frictionStatic, 0.0f, "frictionStatic")
      .atLeast(def.frictionDynamic, 0.0f, "frictionDynamic")
      .within(def.restitution, 0.0f, 1.0f, "restitution")
      .result();
}

Status validateSize(std::size_t size, std::size_t count, const char* name) {
  if (size == count) return {};
  return refuse(name, "has " + std::to_string(size) + " elements, must have " + std::to_string(count));
}

Status validateVectors(std::span<const Vec3> vectors, std::size_t count, const char* name) {
  if (const Status status = validateSize(vectors.size(), count, name); !status) return status;
  for (std::size_t i = 0; i < count; ++i) {
    if (!isFinite(vectors[i])) return refuse(name, "element " + std::to_string(i) + " is not finite");
  }
  return {};
}

namespace {

/// Finite, `count` of them, and within ±1e9 of `unit`.
Status validateNear(std::span<const Vec3> vectors, std::size_t count, const char* name, const char* unit) {
  if (const Status status = validateVectors(vectors, count, name); !status) return status;
  for (std::size_t i = 0; i < count; ++i) {
    if (!isNear(vectors[i])) return refuse(name, "element " + std::to_string(i) + " is beyond 1e9 " + unit);
  }
  return {};
}

}  // namespace

Status validatePoints(std::span<const Vec3> points, std::size_t count, const char* name) {
  return validateNear(points, count, name, "m");
}

Status validateSpeeds(std::span<const Vec3> velocities, std::size_t count, const char* name) {
  return validateNear(velocities, count, name, "m/s");
}

Status validateVertices(const Garment& garment, std::span<const std::uint32_t> vertices, const char* name) {
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const std::string element = "element " + std::to_string(i) + " is vertex " + std::to_string(vertices[i]);
    if (vertices[i] >= garment.vertexCount()) {
      return refuse(name, element + ", the garment has " + std::to_string(garment.vertexCount()));
    }
    if (garment.particleOfVertex()[vertices[i]] == Garment::kNoParticle) {
      return refuse(name, element + ", which is loose (part of no triangle)");
    }
  }
  return {};
}

Status validateMasses(std::span<const float> masses, std::size_t count, const char* name) {
  if (const Status status = validateSize(masses.size(), count, name); !status) return status;
  for (std::size_t i = 0; i < count; ++i) {
    const double mass = masses[i];
    if (!(mass >= kLeastMass && mass <= kMostMass)) {
      return refuse(name, "element " + std::to_string(i) + " is " + number(masses[i]) + " kg, must be in 1e-25 … 1e25");
    }
  }
  return {};
}

}  // namespace toile
