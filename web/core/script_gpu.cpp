#include "web/core/script_gpu.h"

#include <set>

#include "backends/gpu/drawing.h"
#include "web/core/script_reader.h"
#include "web/core/script_writer.h"

namespace toile::script {

std::shared_ptr<ScriptGpuSession> ScriptGpuSession::create(const ScriptWorld& world, double storageBytes,
                                                           std::uint32_t groups) {
  GpuLimits limits;
  limits.storageBytes = static_cast<std::uint64_t>(storageBytes);
  limits.groups = groups;
  return std::make_shared<ScriptGpuSession>(world.shared(), limits);
}

std::string ScriptGpuSession::whyNot(float dt) {
  const Status status = session_.supports(dt);
  return status ? std::string{} : status.error();
}

bool ScriptGpuSession::prepare(float dt) {
  if (!session_.isArranged()) {
    for (Cloth* cloth : world_->impl().inOrder) {
      if (cloth->newest == Newest::remote) giveUp(*cloth);
    }
  }
  return take(session_.prepare(dt));
}

std::uint32_t ScriptGpuSession::commit() {
  session_.commit();
  return ++steps_;
}

void ScriptGpuSession::giveUp(Cloth& cloth) {
  fail("cloth id " + std::to_string(cloth.id.slot) + "." + std::to_string(cloth.id.generation) +
       ": its newest state is on the GPU; await GpuSolver.readBack() first");
}

GpuBatch& ScriptGpuSession::at(std::size_t batch) const {
  if (batch >= batchCount()) fail("there are " + std::to_string(batchCount()) + " batches");
  return *session_.batches()[batch];
}

val ScriptGpuSession::sizes(std::size_t batch) {
  words_.resize(kGpuBufferCount);
  for (std::size_t b = 0; b < words_.size(); ++b) {
    words_[b] = static_cast<std::uint32_t>(at(batch).size(static_cast<GpuBuffer>(b)));
  }
  return viewOf(std::span<const std::uint32_t>(words_));
}

val ScriptGpuSession::writes(std::size_t batch) {
  words_.clear();
  for (const GpuWrite& write : at(batch).writes()) {
    words_.insert(words_.end(), {static_cast<std::uint32_t>(write.buffer), static_cast<std::uint32_t>(write.offset),
                                 reinterpret_cast<std::uintptr_t>(write.bytes.data()),
                                 static_cast<std::uint32_t>(write.bytes.size())});
  }
  return viewOf(std::span<const std::uint32_t>(words_));
}

val ScriptGpuSession::dispatches(std::size_t batch) {
  words_.clear();
  for (const GpuDispatch& d : at(batch).dispatches()) {
    words_.insert(words_.end(), {d.kernel, d.job, d.moment, d.groups[0], d.groups[1]});
  }
  return viewOf(std::span<const std::uint32_t>(words_));
}

// ---- what comes back, at a time when the cloths may be others

GpuBatch* ScriptGpuSession::living(std::uint32_t of, std::size_t batch, std::size_t cloth) const {
  if (of != generation()) return nullptr;
  GpuBatch& found = at(batch);
  if (cloth >= found.cloths().size()) fail("the batch has " + std::to_string(found.cloths().size()) + " cloths");
  return session_.isMember(found.cloths()[cloth]) ? &found : nullptr;
}

void ScriptGpuSession::takeStatus(std::uint32_t of, std::size_t batch, std::size_t cloth, const val& words) {
  GpuBatch* const found = living(of, batch, cloth);
  if (found == nullptr) return;
  const std::vector<std::uint32_t> numbers = numbersFrom<std::uint32_t>(words);
  if (numbers.size() < kGpuStatusWords) fail("a status of " + std::to_string(numbers.size()) + " words");
  found->takeStatus(cloth, numbers);
}

void ScriptGpuSession::takeState(std::uint32_t of, std::uint32_t step, std::size_t batch, std::size_t cloth,
                                 const val& x, const val& velocity) {
  GpuBatch* const found = living(of, batch, cloth);
  // Where its own arrays are what counts, they were read back before, and may have been written since.
  if (found == nullptr || found->cloths()[cloth]->newest != Newest::remote) return;
  const std::vector<float> places = numbersFrom<float>(x), speeds = numbersFrom<float>(velocity);
  const std::size_t wanted = found->stateBytes() / sizeof(float);
  if (places.size() != wanted || speeds.size() != wanted)
    fail("a state of " + std::to_string(wanted) + " numbers is wanted");
  found->takeState(cloth, places, speeds);
  if (step == steps_) found->cloths()[cloth]->newest = Newest::both;
}

val ScriptGpuSession::find(const ScriptCloth& cloth) const {
  const auto place = cloth.isOf(*world_) ? session_.find(cloth.id()) : std::nullopt;
  if (!place) return val::undefined();
  for (std::size_t b = 0; b < batchCount(); ++b) {
    if (session_.batches()[b].get() != place->batch) continue;
    val object = val::object();
    object.set("batch", b), object.set("index", place->index);
    object.set("count", place->batch->garment()->data().particleCount);
    return object;
  }
  return val::undefined();
}

val ScriptGpuSession::batchesOf(const ScriptGarment& garment) const {
  val list = val::array();
  for (std::size_t b = 0; b < batchCount(); ++b) {
    if (session_.batches()[b]->garment() == garment.garment()) list.call<void>("push", b);
  }
  return list;
}

val ScriptGpuSession::places(std::size_t batch) {
  places_ = drawingPlaces(at(batch).cloths());
  return viewOf(std::span<const float>(places_));
}

val ScriptGpuSession::kernels() const {
  std::set<std::uint32_t> found{gpuKernel(GpuKernel::integrate), gpuKernel(GpuKernel::settle),
                                gpuKernel(GpuKernel::finish)};
  const auto add = [&found](const GpuSet& set) {
    for (const GpuColours& colours : set.colours) found.insert(colours.kernel);
  };
  const Wind& wind = world_->wind();
  const bool air = wind.airDensity > 0.0f;
  if (air && wind.gustStrength > 0.0f) found.insert(gpuKernel(GpuKernel::gust));
  for (const Cloth* cloth : world_->impl().inOrder) {
    const ClothParams& params = cloth->params;
    if (params.tethers > 0) found.insert(gpuKernel(GpuKernel::pull));
    if (params.internalDamping > 0.0f) found.insert(gpuKernel(GpuKernel::damp));
    const GpuGarment layout = makeGpuGarment(cloth->data());
    if (air) add(layout.triangles);
    for (const GpuSet& set : layout.sets) {
      if (params.kinds[set.kind].enabled) add(set);
    }
  }
  return val::array(found.begin(), found.end());
}

val ScriptGpuSession::work() const {
  const GpuWork work = session_.work();
  val object = val::object();
  object.set("dispatches", work.dispatches), object.set("uploaded", static_cast<double>(work.uploaded));
  object.set("bytes", static_cast<double>(work.bytes)),
      object.set("constraints", static_cast<double>(work.constraints));
  return object;
}

val gpuKernelList() {
  val list = val::array();
  for (const GpuKernelInfo& kernel : gpuKernels()) {
    val object = val::object();
    object.set("file", std::string(kernel.file)), object.set("entry", std::string(kernel.entry));
    object.set("buffers", kernel.buffers), object.set("written", kernel.written);
    list.call<void>("push", object);
  }
  return list;
}

}  // namespace toile::script
