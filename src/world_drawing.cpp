// The world's calls about meshes that are drawn over a cloth.
#include "garment_data.h"
#include "skinning/compression.h"
#include "skinning/drawn_data.h"
#include "validate.h"
#include "world_impl.h"

namespace toile {
namespace {

constexpr std::uint32_t kDrawBlocksPerTask = 64;  // a thread gets about 1,000 vertices
constexpr std::uint32_t kRingBlocksPerTask = 64;

Status validateFrame(const DrawnFrame& frame, std::size_t count) {
  const auto check = [count](std::size_t size, const char* name) {
    return size == 0 ? Status{} : validateSize(size, count, name);
  };
  if (Status s = check(frame.positions.size(), "readDrawn: positions"); !s) return s;
  if (Status s = check(frame.normals.size(), "readDrawn: normals"); !s) return s;
  if (Status s = check(frame.tangents.size(), "readDrawn: tangents"); !s) return s;
  return check(frame.compression.size(), "readDrawn: compression");
}

/// The simulated mesh is the drawn one.
Status readSame(const World& world, ClothId id, const DrawnFrame& frame) {
  Status status;
  if (!frame.positions.empty()) status = world.readPositions(id, frame.positions);
  if (status.ok() && !frame.normals.empty()) status = world.readNormals(id, frame.normals);
  if (status.ok() && !frame.tangents.empty()) status = world.readTangents(id, frame.tangents);
  return status;
}

float* floatsOf(std::span<Vec3> values) { return values.empty() ? nullptr : &values[0].x; }
float* floatsOf(std::span<Vec4> values) { return values.empty() ? nullptr : &values[0].x; }

void drawCloth(const CpuBackend& backend, const DrawKernels& kernels, const Cloth& cloth, AlignedVector<float>& normals,
               const DrawnData& drawn, const DrawnFrame& frame) {
  normals.resize(cloth.state.x.size());
  RingArguments rings;
  rings.x = cloth.state.x.data();
  rings.normals = normals.data();
  rings.particles = drawn.rings.particles.data();
  rings.neighbours = drawn.rings.neighbours.data();
  rings.firstRow = drawn.rings.firstRow.data();
  forParts(backend, drawn.rings.blockCount(), kRingBlocksPerTask, [&](std::size_t begin, std::size_t end) {
    RingArguments part = rings;
    part.firstBlock = static_cast<std::uint32_t>(begin), part.endBlock = static_cast<std::uint32_t>(end);
    kernels.rings(part);
  });
  DrawArguments draw;
  draw.x = cloth.state.x.data();
  draw.normals = normals.data();
  draw.corners16 = drawn.corners16.empty() ? nullptr : drawn.corners16.data();
  draw.corners32 = drawn.corners16.empty() ? drawn.corners32.data() : nullptr;
  draw.values = drawn.values.data();
  draw.detail = drawn.detail.data();
  draw.details = drawn.details.data();
  draw.positions = floatsOf(frame.positions);
  draw.drawnNormals = floatsOf(frame.normals);
  draw.tangents = floatsOf(frame.tangents);
  draw.vertexCount = static_cast<std::uint32_t>(drawn.restVertices.size());
  forParts(backend, drawn.blockCount, kDrawBlocksPerTask, [&](std::size_t begin, std::size_t end) {
    DrawArguments part = draw;
    part.firstBlock = static_cast<std::uint32_t>(begin), part.endBlock = static_cast<std::uint32_t>(end);
    kernels.draw(part);
  });
}

}  // namespace

Status World::readDrawn(ClothId id, const DrawnGarment& drawn, const DrawnFrame& frame) const {
  const Cloth* cloth = impl_->look(id);
  if (cloth == nullptr) return staleCloth(id);
  if (cloth->garment != drawn.simulated())
    return Error{"readDrawn: the cloth's garment is not the one drawn is bound to"};
  if (Status s = validateFrame(frame, drawn.vertexCount()); !s) return s;
  const DrawnData& data = drawn.data();
  if (!frame.tangents.empty() && !data.haveUvs) return Error{"readDrawn: tangents: the drawn mesh has no UVs"};
  if (!frame.compression.empty()) measureCompression(cloth->data(), data, cloth->state.x.data(), frame.compression);
  if (data.same) return readSame(*this, id, frame);
  if (!frame.positions.empty() || !frame.normals.empty() || !frame.tangents.empty()) {
    drawCloth(impl_->backend, impl_->draw, *cloth, impl_->drawnNormals, data, frame);
  }
  return {};
}

Status World::changeGarment(ClothId id, const DrawnGarment& from, const DrawnGarment& to,
                            std::span<const std::uint32_t> pinned) {
  Cloth* cloth = impl_->find(id);
  if (cloth == nullptr) return staleCloth(id);
  if (cloth->garment != from.simulated())
    return Error{"changeGarment: the cloth's garment is not the one `from` is bound to"};
  if (from.vertexCount() != to.vertexCount()) {
    return Error{"changeGarment: from draws " + std::to_string(from.vertexCount()) + " vertices, to draws " +
                 std::to_string(to.vertexCount())};
  }
  if (Status s = validateVertices(*to.simulated(), pinned, "changeGarment: pinned"); !s) return s;
  std::vector<Vec3> positions(from.vertexCount()), velocities(from.vertexCount());
  if (Status s = readDrawn(id, from, {.positions = positions}); !s) return s;
  const DrawnData& old = from.data();
  for (std::size_t v = 0; v < velocities.size(); ++v) {
    if (old.same) {
      const std::uint32_t p = cloth->data().particleOfVertex[v];
      if (p != kNone) velocities[v] = pointAt(cloth->state.velocity, p);
      continue;
    }
    const auto corner = old.corners(v);
    const auto weight = old.weights(v);
    for (std::size_t k = 0; k < 3; ++k) velocities[v] += pointAt(cloth->state.velocity, corner[k]) * weight[k];
  }
  ClothDef def;
  def.garment = to.simulated();
  def.transform = cloth->transform, def.params = cloth->params, def.pinned = pinned;
  def.enabled = cloth->enabled;
  def.collisionMask = cloth->collisionMask, def.collisionGroup = cloth->collisionGroup;
  Cloth changed = makeCloth(def);
  const GarmentData& data = changed.data();
  for (std::uint32_t p = 0; p < data.particleCount; ++p) {
    const std::uint32_t v = to.drawnVertexOf()[data.vertexOfParticle[p]];
    putPoint(changed.state.x, p, positions[v]);
    putPoint(changed.state.start, p, positions[v]);
    putPoint(changed.state.targets, p, positions[v]);
    putPoint(changed.state.targetsFrom, p, positions[v]);
    putPoint(changed.state.velocity, p, changed.pinned[p] != 0 ? Vec3{} : velocities[v]);
  }
  impl_->disturb(*cloth);
  if (cloth->crowd != nullptr) leaveCrowd(*cloth);
  changed.id = cloth->id;
  changed.touched = cloth->touched;
  *cloth = std::move(changed);
  return {};
}

}  // namespace toile
