// A world's cloths on a GPU that JavaScript drives: what to write, what to dispatch, and what came back (world_gpu.h).
#pragma once

#include <emscripten/val.h>

#include <memory>
#include <string>
#include <vector>

#include "web/core/script_world.h"
#include "world_gpu.h"

namespace toile::script {

/// Nothing can be waited for in a browser: while the device is ahead of a cloth's own arrays, these give what was read
/// back last, and a call that would write them throws.
class ScriptGpuSession : private ClothRemote {
 public:
  /// The shared world stays where it is as long as this lives.
  ScriptGpuSession(std::shared_ptr<World> world, const GpuLimits& limits)
      : world_(std::move(world)), session_(*world_, *this, limits) {}

  /// The device's maxStorageBufferBindingSize and maxComputeWorkgroupsPerDimension.
  static std::shared_ptr<ScriptGpuSession> create(const ScriptWorld& world, double storageBytes, std::uint32_t groups);

  /// Empty where the device can move all cloths through a step of dt seconds; else why not, and which.
  std::string whyNot(float dt);
  /// Makes a step ready. False: nothing is to be done. Throws where it cannot be, and has changed nothing.
  bool prepare(float dt);
  /// After writes and dispatches were handed over. Returns the number of the step.
  std::uint32_t commit();

  /// Another one: buffers of batches made before are of no more use.
  std::uint32_t generation() const { return static_cast<std::uint32_t>(session_.generation()); }
  std::size_t batchCount() const { return session_.batches().size(); }
  std::size_t clothCount(std::size_t batch) const { return at(batch).cloths().size(); }
  std::size_t stateBytes(std::size_t batch) const { return at(batch).stateBytes(); }
  std::size_t statusBytes(std::size_t batch) const { return at(batch).statusBytes(); }
  /// Changes when the dispatches do.
  std::uint32_t version(std::size_t batch) const { return static_cast<std::uint32_t>(at(batch).version()); }

  // Views, good until anything else is called.
  /// Bytes of each buffer.
  emscripten::val sizes(std::size_t batch);
  /// Four words each: buffer, offset there, address and number of bytes here.
  emscripten::val writes(std::size_t batch);
  /// Five words each: kernel, offset of the job, offset of the moment, groups in x and y.
  emscripten::val dispatches(std::size_t batch);

  /// What a step of this generation has left of a cloth, contacts and whether it froze …
  void takeStatus(std::uint32_t generation, std::size_t batch, std::size_t cloth, const emscripten::val& words);
  /// … and, after all of them: what World tells of colliders.
  void countContacts() { session_.countContacts(); }
  /// The cloth's particles as they were after step `step`.
  void takeState(std::uint32_t generation, std::uint32_t step, std::size_t batch, std::size_t cloth,
                 const emscripten::val& x, const emscripten::val& velocity);

  /// Batch, place in it, and number of particles of a cloth that is on the device; else undefined.
  emscripten::val find(const ScriptCloth& cloth) const;
  /// The batches of a garment's cloths.
  emscripten::val batchesOf(const ScriptGarment& garment) const;
  /// Twelve floats a cloth: where drawn vertices lie that belong to no particle. A view.
  emscripten::val places(std::size_t batch);
  /// The kernels that a step needs as cloths and wind are now.
  emscripten::val kernels() const;
  /// Bytes and constraints of the last step prepared.
  emscripten::val work() const;

 private:
  void bringHome(Cloth&) override {}
  void giveUp(Cloth& cloth) override;
  GpuBatch& at(std::size_t batch) const;
  /// The batch, if it is of this generation and the cloth in it still lives; else null.
  GpuBatch* living(std::uint32_t generation, std::size_t batch, std::size_t cloth) const;

  std::shared_ptr<World> world_;
  GpuSession session_;
  std::uint32_t steps_ = 0;  ///< committed
  std::vector<std::uint32_t> words_;
  std::vector<float> places_;
};

/// File, entry point and bound buffers of every kernel.
emscripten::val gpuKernelList();

}  // namespace toile::script
