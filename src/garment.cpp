#include "toile/garment.h"

#include "garment_data.h"
#include "garment_pack.h"

namespace toile {

Garment::Garment(std::unique_ptr<const GarmentData> data) : data_(std::move(data)) {}
Garment::~Garment() = default;

std::size_t Garment::vertexCount() const { return data_->restVertices.size(); }
std::size_t Garment::particleCount() const { return data_->particleCount; }

std::size_t Garment::constraintCount() const {
  std::size_t count = 0;
  for (const ConstraintSet& set : data_->sets) count += set.count;
  return count;
}

const GarmentReport& Garment::report() const { return data_->report; }
const GarmentDef& Garment::def() const { return data_->def; }
std::span<const std::uint32_t> Garment::triangles() const { return data_->drawTriangles; }
std::span<const Vec3> Garment::restPositions() const { return data_->restVertices; }
std::span<const Vec2> Garment::uvs() const { return data_->uvs; }
std::span<const std::uint32_t> Garment::particleOfVertex() const { return data_->particleOfVertex; }
std::span<const std::uint32_t> Garment::vertexOfParticle() const { return data_->vertexOfParticle; }

ConstraintList Garment::constraints(Kind kind) const {
  for (const ConstraintSet& set : data_->sets) {
    if (set.kind == kind) return unpackConstraints(set);
  }
  ConstraintList none;
  none.colourStart.push_back(0);
  for (const KindInfo& info : kinds()) {
    if (info.kind != kind) continue;
    none.arity = info.arity;
    none.parameterCount = info.parameterCount;
  }
  return none;
}

}  // namespace toile
