#include "backends/gpu/batch.h"

#include <algorithm>
#include <cstring>

#include "backends/gpu/cloth_block.h"
#include "backends/gpu/colliders.h"
#include "step_parts.h"

namespace toile {
namespace {

constexpr std::uint32_t kRowWidth = 64;  // invocations a workgroup of shaders that go over particles

template <class T>
std::vector<std::byte> bytesOf(const std::vector<T>& values) {
  std::vector<std::byte> bytes(values.size() * sizeof(T));
  if (!bytes.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

std::span<const std::byte> bytesOf(const AlignedVector<float>& values) {
  return std::as_bytes(std::span(values.data(), values.size()));
}

}  // namespace

GpuBatch::GpuBatch(GarmentPtr garment, std::vector<Cloth*> cloths, const GpuLimits& limits, const GpuOptions& options)
    : garment_(std::move(garment)),
      cloths_(std::move(cloths)),
      limits_(limits),
      options_(options),
      layout_(makeGpuGarment(garment_->data(), options.jacobi > 0.0f)),
      blocks_(cloths_.size()),
      contact_(garment_->data()),
      keptApart_(cloths_.size(), -1.0f),
      selfStats_(cloths_.size()),
      targetsMoved_(cloths_.size(), 1) {
  // Every binding needs something behind it, even where no branch leads there.
  for (std::size_t& size : sizes_) size = 16;
  const std::size_t state = cloths_.size() * stateBytes();
  for (const GpuBuffer buffer : {GpuBuffer::x, GpuBuffer::start, GpuBuffer::velocity}) reserve(buffer, state);
  reserve(GpuBuffer::targets, 2 * state);
  reserve(GpuBuffer::cloths, cloths_.size() * sizeof(GpuCloth));
  host(GpuBuffer::jobs) = layout_.jobs;
  host(GpuBuffer::corners) = bytesOf(layout_.corners);
  host(GpuBuffer::values) = bytesOf(layout_.values);
  host(GpuBuffer::incidence) = bytesOf(layout_.incidence);
  if (options_.jacobi > 0.0f) reserve(GpuBuffer::corrections, cloths_.size() * layout_.correctionCount * 16);
}

void GpuBatch::reserve(GpuBuffer buffer, std::size_t bytes) {
  std::size_t& size = sizes_[static_cast<std::size_t>(buffer)];
  size = std::max(size, (bytes + 15) / 16 * 16);
}

void GpuBatch::write(GpuBuffer buffer) {
  const std::vector<std::byte>& bytes = host(buffer);
  reserve(buffer, bytes.size());
  if (!bytes.empty()) writes_.push_back({buffer, 0, bytes});
}

void GpuBatch::prepare(const StepInput& input) {
  writes_.clear();
  prepareContact();
  if (!garmentWritten_) {
    for (const GpuBuffer buffer : {GpuBuffer::jobs, GpuBuffer::corners, GpuBuffer::values, GpuBuffer::incidence})
      write(buffer);
    garmentWritten_ = true;
  }
  prepareTethers(input);
  prepareState();
  prepareAir(input);
  for (std::size_t i = 0; i < cloths_.size(); ++i) {
    blocks_[i] = clothBlock(*cloths_[i], input, tetherRows_);
    blocks_[i].jacobi = options_.jacobi;
  }
  host(GpuBuffer::cloths) = bytesOf(blocks_);
  write(GpuBuffer::cloths);
  prepareSolids(input);
  prepareMoments(input);
  planDispatches(input);
  work_.uploaded = 0;
  for (const GpuWrite& w : writes_) work_.uploaded += w.bytes.size();
}

/// Rows of all cloths, as many as the cloth with the most has.
void GpuBatch::prepareTethers(const StepInput& input) {
  bool stale = false;
  std::uint32_t rows = 0;
  const std::size_t padded = garment_->data().paddedCount;
  for (Cloth* cloth : cloths_) {
    stale = stale || cloth->tethersStale || cloth->newest == Newest::home;
    prepareStep(*cloth, input);
    rows = std::max(rows, static_cast<std::uint32_t>(cloth->state.tetherLength.size() / padded));
  }
  if (!stale && rows == tetherRows_) return;
  tetherRows_ = rows;
  std::vector<GpuTether> tethers(cloths_.size() * rows * padded);
  for (std::size_t c = 0; c < cloths_.size(); ++c) {
    const ClothState& state = cloths_[c]->state;
    for (std::size_t k = 0; k < state.tetherLength.size(); ++k) {
      if (state.tetherAnchor[k] >= cloths_[c]->pins.size()) continue;
      // Entry 16 b + l of a row belongs to particle 16 b + kRowLane[l].
      const std::size_t at = c * rows * padded + k / kBlock * kBlock + kRowLane[k % kBlock];
      tethers[at] = {cloths_[c]->pins[state.tetherAnchor[k]], state.tetherLength[k]};
    }
  }
  host(GpuBuffer::tethers) = bytesOf(tethers);
  write(GpuBuffer::tethers);
}

void GpuBatch::prepareState() {
  const std::size_t stride = stateBytes(), floats = stride / sizeof(float);
  host(GpuBuffer::targets).resize(2 * stride * cloths_.size());
  bool accelerated = false;
  for (std::size_t i = 0; i < cloths_.size(); ++i) {
    Cloth& cloth = *cloths_[i];
    const bool home = cloth.newest == Newest::home;
    if (home) {
      writes_.push_back({GpuBuffer::x, i * stride, bytesOf(cloth.state.x)});
      writes_.push_back({GpuBuffer::start, i * stride, bytesOf(cloth.state.x)});
      writes_.push_back({GpuBuffer::velocity, i * stride, bytesOf(cloth.state.velocity)});
    }
    accelerated = accelerated || !cloth.state.acceleration.empty();
    // Targets that moved are where the next step starts: they change once more after that.
    const bool moved = cloth.targetsMoved;
    if (home || moved || targetsMoved_[i] != 0) {
      std::byte* to = host(GpuBuffer::targets).data() + 2 * stride * i;
      writeTargets(cloth, to);
      writes_.push_back({GpuBuffer::targets, 2 * stride * i, std::span(to, 2 * stride)});
    }
    targetsMoved_[i] = moved ? 1 : 0;
  }
  if (!accelerated) return;
  host(GpuBuffer::acceleration).assign(cloths_.size() * stride, std::byte{});
  for (std::size_t i = 0; i < cloths_.size(); ++i) {
    const AlignedVector<float>& own = cloths_[i]->state.acceleration;
    if (own.size() == floats) std::memcpy(&host(GpuBuffer::acceleration)[i * stride], own.data(), stride);
  }
  write(GpuBuffer::acceleration);
}

/// A field of the caller's is asked on the host, which needs the particles there.
void GpuBatch::prepareAir(const StepInput& input) {
  if (!input.wind.field) return;
  const std::size_t stride = stateBytes();
  host(GpuBuffer::air).assign(cloths_.size() * stride, std::byte{});
  for (std::size_t i = 0; i < cloths_.size(); ++i) {
    Cloth& cloth = *cloths_[i];
    if (!cloth.enabled || cloth.frozen || !meetsAir(cloth)) continue;
    if (cloth.newest == Newest::remote) cloth.remote->bringHome(cloth);
    sampleField(cloth, input);
    std::memcpy(&host(GpuBuffer::air)[i * stride], cloth.state.air.data(), stride);
  }
  write(GpuBuffer::air);
}

/// Once for as long as the colliders name the same hulls and volumes; the host keeps no copy of them.
void GpuBatch::prepareSolids(const StepInput& input) {
  std::vector<std::byte>& words = host(GpuBuffer::solids);
  if (solids_.take(input.colliders)) {
    words = bytesOf(solids_.words());
    write(GpuBuffer::solids);
  } else if (!words.empty()) {
    words = {};
  }
}

void GpuBatch::prepareMoments(const StepInput& input) {
  colliders_.clear();
  std::vector<std::byte>& moments = host(GpuBuffer::moments);
  moments.assign(std::size_t{kGpuUniformStride} * input.substeps, std::byte{});
  for (std::uint32_t substep = 0; substep < input.substeps; ++substep) {
    const SubstepTime time = substepTime(input, substep);
    GpuMoment moment;
    moment.end = time.end;
    moment.firstCollider = static_cast<std::uint32_t>(colliders_.size());
    appendGpuColliders(input.colliders, solids_, time, colliders_);
    moment.colliderCount = static_cast<std::uint32_t>(colliders_.size()) - moment.firstCollider;
    moment.statusColliders = static_cast<std::uint32_t>(input.colliders.size());
    moment.flags = (time.end >= 1.0f ? kGpuArrived : 0) | (substep + 1 == input.substeps ? kGpuLast : 0);
    moment.number = substep + 1;
    std::memcpy(&moments[std::size_t{kGpuUniformStride} * substep], &moment, sizeof moment);
  }
  write(GpuBuffer::moments);
  host(GpuBuffer::colliders) = bytesOf(colliders_);
  reserve(GpuBuffer::colliders, sizeof(GpuCollider));
  write(GpuBuffer::colliders);
  statusWords_ = kGpuStatusWords + input.colliders.size();
  host(GpuBuffer::status).assign(cloths_.size() * statusBytes(), std::byte{});
  write(GpuBuffer::status);
}

/// Before the garment is written, to whose jobs it adds its own, and while it is known whose particles the host has
/// moved.
void GpuBatch::prepareContact() {
  const bool before = contacting_;
  contacting_ = contact_.prepare(cloths_, limits_);
  if (!contacting_) {
    std::fill(keptApart_.begin(), keptApart_.end(), -1.0f);
    return;
  }
  const std::size_t count = cloths_.size(), padded = garment_->data().paddedCount;
  const bool anew = !before || contact_.changed();
  if (host(GpuBuffer::surface).empty()) {
    host(GpuBuffer::surface) = bytesOf(contact_.surface());
    host(GpuBuffer::gather) = bytesOf(std::vector<GpuGather>(count * padded));
    write(GpuBuffer::surface), write(GpuBuffer::gather);
    reserve(GpuBuffer::base, count * stateBytes());
    reserve(GpuBuffer::grid, count * contact_.job().gridWords * sizeof(std::uint32_t));
  } else {
    host(GpuBuffer::gather) = {};  // it has been written
  }
  if (anew) {
    reserve(GpuBuffer::pairs, count * contact_.job().capacity * kGpuPairBytes);
    std::vector<std::byte>& jobs = host(GpuBuffer::jobs);
    jobs = layout_.jobs;
    contactJob_ = static_cast<std::uint32_t>(jobs.size());
    jobs.resize(jobs.size() + 2 * kGpuUniformStride);
    GpuContactJob job = contact_.job();
    std::memcpy(&jobs[contactJob_ + kGpuUniformStride], &job, sizeof job);
    job.flags = kGpuCounts;
    std::memcpy(&jobs[contactJob_], &job, sizeof job);
    if (garmentWritten_) write(GpuBuffer::jobs);
  }
  std::vector<std::byte>& fresh = host(GpuBuffer::contacts);
  if (fresh.empty()) fresh = bytesOf(std::vector<GpuContactState>(1));
  reserve(GpuBuffer::contacts, count * fresh.size());
  for (std::size_t i = 0; i < count; ++i) {
    const float thickness = contact_.thicknessOf(*cloths_[i]);
    const bool known = !anew && cloths_[i]->newest != Newest::home && thickness == keptApart_[i];
    keptApart_[i] = thickness;
    if (!known) writes_.push_back({GpuBuffer::contacts, i * fresh.size(), fresh});
  }
}

// ---- dispatches

void GpuBatch::add(std::uint32_t kernel, std::uint32_t job, std::uint32_t moment, std::uint32_t groups,
                   std::uint64_t bytes) {
  dispatches_.push_back({kernel, job, moment, {groups, static_cast<std::uint32_t>(cloths_.size())}});
  work_.bytes += bytes * cloths_.size();
}

void GpuBatch::addSet(const GpuSet& set, bool backwards, bool fresh, bool general, std::uint32_t moment) {
  const std::uint64_t bytes = set.stencilBytes + (general ? set.lambdaBytes : 0);
  for (std::size_t k = 0; k < set.colours.size(); ++k) {
    const GpuColours& colours = set.colours[backwards ? set.colours.size() - 1 - k : k];
    const std::uint32_t job = backwards ? colours.backwards : fresh ? colours.fresh : colours.forwards;
    add(colours.kernel, job, moment, colours.groups, bytes * colours.stencils);
  }
}

void GpuBatch::addJacobi(const GpuSet& set, bool fresh, bool general, std::uint32_t moment) {
  const std::uint64_t bytes = set.stencilBytes + (general ? set.lambdaBytes : 0);
  const GarmentData& data = garment_->data();
  if (set.jacobi.stencils == 0) return;
  add(set.jacobi.kernel, fresh ? set.jacobi.fresh : set.jacobi.forwards, moment, set.jacobi.groups,
      bytes * set.jacobi.stencils);
  add(gpuKernel(GpuKernel::spread), set.spread, moment, (data.particleCount + kRowWidth - 1) / kRowWidth,
      std::uint64_t{32} * data.particleCount + bytes * set.jacobi.stencils);
}

std::uint64_t GpuBatch::pairsOfCloth() const {
  std::uint64_t pairs = 0;
  for (const ContactStats& one : selfStats_) pairs += one.pairs;
  return pairs / cloths_.size();
}

/// Where none is due these return at once. It is not known here whether one will be: their bytes are not counted.
void GpuBatch::addSearch(std::uint32_t moment) {
  const GpuContactJob& job = contact_.job();
  const auto rows = [](std::uint32_t count) { return (count + kRowWidth - 1) / kRowWidth; };
  add(gpuKernel(GpuKernel::measure), contactJob_, moment, rows(job.particles), 0);
  add(gpuKernel(GpuKernel::hash), contactJob_, moment, rows(contact_.features()), 0);
  add(gpuKernel(GpuKernel::scan), contactJob_, moment, 1, 0);
  add(gpuKernel(GpuKernel::fill), contactJob_, moment, rows(contact_.features()), 0);
  add(gpuKernel(GpuKernel::list), contactJob_, moment, rows(job.particles + job.edges), 0);
}

void GpuBatch::addPushes(std::uint32_t moment) {
  const std::uint32_t pairs = contact_.pairGroups();
  const std::uint32_t particles = (contact_.job().particles + kRowWidth - 1) / kRowWidth;
  for (std::uint32_t pass = 0; pass < kGpuPushes; ++pass) {
    // A pair and where its particles are and were; what they are asked for, and then where they are once more.
    add(gpuKernel(GpuKernel::push), contactJob_ + (pass == 0 ? 0 : kGpuUniformStride), moment, pairs,
        (kGpuPairBytes + 8 * std::uint64_t{16}) * pairsOfCloth());
    add(gpuKernel(GpuKernel::give), contactJob_, moment, particles, std::uint64_t{16} * contact_.job().particles);
  }
}

void GpuBatch::addGuard(std::uint32_t moment) {
  const std::uint32_t pairs = contact_.pairGroups();
  const std::uint32_t particles = (contact_.job().particles + kRowWidth - 1) / kRowWidth;
  add(gpuKernel(GpuKernel::follow), contactJob_, moment, 1, std::uint64_t{32} * 256);
  add(gpuKernel(GpuKernel::bound), contactJob_, moment, pairs,
      (kGpuPairBytes + 8 * std::uint64_t{16}) * pairsOfCloth());
  add(gpuKernel(GpuKernel::keep), contactJob_, moment, particles, std::uint64_t{40} * contact_.job().particles);
}

void GpuBatch::planDispatches(const StepInput& input) {
  before_.swap(dispatches_);
  dispatches_.clear();
  work_ = {};
  const GarmentData& data = garment_->data();
  const std::uint32_t rows = (data.particleCount + kRowWidth - 1) / kRowWidth, all = layout_.particleJob;
  const auto any = [&](auto has) { return std::any_of(blocks_.begin(), blocks_.end(), has); };
  const bool air = any([](const GpuCloth& b) { return (b.flags & kGpuMeetsAir) != 0; });
  const bool gusts = !input.wind.field && any([](const GpuCloth& b) { return (b.flags & kGpuHasAir) != 0; });
  bool general = false;
  if (any([](const GpuCloth& b) { return b.internalDamping > 0.0f; }))
    add(gpuKernel(GpuKernel::damp), all, 0, 1, std::uint64_t{112} * data.particleCount);
  if (gusts) {
    reserve(GpuBuffer::air, cloths_.size() * stateBytes());
    add(gpuKernel(GpuKernel::gust), all, 0, rows, std::uint64_t{32} * data.particleCount);
  }
  for (std::uint32_t substep = 0; substep < input.substeps; ++substep) {
    const std::uint32_t moment = kGpuUniformStride * substep;
    if (contacting_) addSearch(moment);
    if (air) addSet(layout_.triangles, false, false, false, moment);
    add(gpuKernel(GpuKernel::integrate), all, moment, rows, std::uint64_t{80} * data.particleCount);
    for (std::uint32_t iteration = 0; iteration < input.iterations; ++iteration) {
      const bool backwards = iteration % 2 == 1;
      for (std::size_t k = 0; k < layout_.sets.size(); ++k) {
        const GpuSet& set = layout_.sets[backwards ? layout_.sets.size() - 1 - k : k];
        const auto mode = [&](const GpuCloth& b) { return b.kinds[static_cast<std::size_t>(set.kind)].mode; };
        if (!any([&](const GpuCloth& b) { return mode(b) != 0; })) continue;
        const bool keeps = any([&](const GpuCloth& b) { return mode(b) == kGpuGeneral; });
        general = general || keeps;
        if (options_.jacobi > 0.0f) {
          addJacobi(set, iteration == 0, keeps, moment);
        } else {
          addSet(set, backwards, iteration == 0, keeps, moment);
        }
        for (const GpuColours& c : set.colours) work_.constraints += c.stencils * cloths_.size();
      }
      if (tetherRows_ == 0) continue;
      add(gpuKernel(GpuKernel::pull), all, moment, rows, (std::uint64_t{32} + 24 * tetherRows_) * data.particleCount);
    }
    if (contacting_) addPushes(moment);
    add(gpuKernel(GpuKernel::finish), all, moment, rows, std::uint64_t{80} * data.particleCount);
    if (contacting_) addGuard(moment);
  }
  add(gpuKernel(GpuKernel::settle), all, kGpuUniformStride * (input.substeps - 1), rows, 0);
  if (general) reserve(GpuBuffer::lambda, cloths_.size() * layout_.lambdaCount * sizeof(float));
  work_.dispatches = dispatches_.size(), work_.barriers = dispatches_.size() - 1;
  const bool same = dispatches_.size() == before_.size() &&
                    std::memcmp(dispatches_.data(), before_.data(), dispatches_.size() * sizeof(GpuDispatch)) == 0;
  if (!same) ++version_;
}

// ---- what comes back

void GpuBatch::takeStatus(std::size_t i, std::span<const std::uint32_t> words) {
  Cloth& cloth = *cloths_[i];
  selfStats_[i] = {};
  if (!cloth.enabled || cloth.frozen) return;
  GpuStatus status;
  std::memcpy(static_cast<void*>(&status), words.data(), sizeof status);
  cloth.contacts = status.pushed;
  selfStats_[i] = {status.pairs, status.touching, status.searches, status.binding, status.shortened, 0};
  contact_.take(status.pairs);
  cloth.touched.assign(words.begin() + kGpuStatusWords, words.end());
  if (status.frozen == 0) return;
  cloth.frozen = true;
  cloth.contacts = 0;
  std::fill(cloth.touched.begin(), cloth.touched.end(), std::size_t{0});
}

void GpuBatch::takeState(std::size_t i, std::span<const float> x, std::span<const float> velocity) {
  Cloth& cloth = *cloths_[i];
  const GarmentData& data = cloth.data();
  for (std::uint32_t p = 0; p < data.particleCount; ++p) {
    const Vec3 at{x[4 * p], x[4 * p + 1], x[4 * p + 2]};
    // A frozen cloth's last good state may be none where it was handed in so fast that its first step overflowed.
    putPoint(cloth.state.x, p, isFinite(at) ? at : apply(cloth.transform, data.restPositions[p]));
    putPoint(cloth.state.velocity, p, {velocity[4 * p], velocity[4 * p + 1], velocity[4 * p + 2]});
  }
}

}  // namespace toile
