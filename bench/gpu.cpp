#include "bench/gpu.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "bench/stretch.h"
#include "scenes/play.h"
#ifdef TOILE_HAVE_VULKAN
#include "toile/vulkan.h"
#endif

namespace toile::bench {

#ifdef TOILE_HAVE_VULKAN
namespace {

double since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

std::vector<Vec3> positionsOf(const PlayedWorld& played, const PlayedCloth& cloth) {
  std::vector<Vec3> positions(played.world.garment(cloth.id)->vertexCount());
  (void)played.world.readPositions(cloth.id, positions);
  return positions;
}

double stretchOf(const PlayedWorld& played) {
  double worst = 0.0;
  for (const PlayedCloth& cloth : played.play.cloths()) {
    const StretchMeter meter(*played.play.garments()[cloth.garment].garment);
    worst = std::max(worst, meter.worst(positionsOf(played, cloth)));
  }
  return worst;
}

/// Both at the end.
void compare(const PlayedWorld& gpu, const PlayedWorld& cpu, GpuBenchResult& result) {
  result.stretchEnd = stretchOf(gpu), result.cpuStretchEnd = stretchOf(cpu);
  result.finite = true;
  for (std::size_t c = 0; c < gpu.play.cloths().size(); ++c) {
    const std::vector<Vec3> a = positionsOf(gpu, gpu.play.cloths()[c]), b = positionsOf(cpu, cpu.play.cloths()[c]);
    for (std::size_t i = 0; i < a.size(); ++i) {
      result.finite = result.finite && isFinite(a[i]);
      result.farthest = std::max(result.farthest, double{distance(a[i], b[i])});
    }
    const auto stats = gpu.world.stats(gpu.play.cloths()[c].id);
    result.finite = result.finite && stats && !stats->frozen;
  }
}

void describe(const PlayedWorld& played, GpuBenchResult& result) {
  result.scene = played.play.scene().name;
  for (const PlayedCloth& cloth : played.play.cloths()) {
    const Garment& garment = *played.play.garments()[cloth.garment].garment;
    ++result.cloths;
    result.particles += garment.particleCount();
    result.constraintsPerPass += garment.constraintCount();
    if (const auto stats = played.world.stats(cloth.id); stats) result.tethers += stats->tethers;
  }
}

struct Times {
  std::vector<double> device, step, cpu;
};

/// The step of both, timed.
Status stepBoth(PlayedWorld& gpu, VulkanSolver& solver, PlayedWorld& cpu, Times& times) {
  if (const Status s = gpu.play.prepare(gpu.world); !s) return s;
  const auto begin = std::chrono::steady_clock::now();
  if (const Status s = gpu.play.step([&](float seconds) { return solver.step(seconds); }); !s) return s;
  if (const Status s = solver.wait(); !s) return s;
  times.step.push_back(since(begin));
  times.device.push_back(solver.stats().deviceMilliseconds);
  if (const Status s = cpu.play.prepare(cpu.world); !s) return s;
  const auto beginCpu = std::chrono::steady_clock::now();
  if (const Status s = cpu.play.step(cpu.world); !s) return s;
  times.cpu.push_back(since(beginCpu));
  return {};
}

}  // namespace

Result<GpuBenchResult> runGpuBench(const Scene& original, const BenchOptions& options, const std::string& device) {
  const auto opened = VulkanDevice::create({.name = device});
  if (!opened) return Error{opened.error()};
  const Scene scene = sceneWith(original, options);
  const WorldDef def = worldDefOf(scene, options);
  auto gpu = playScene(scene, def), cpu = playScene(scene, def);
  if (!gpu) return Error{gpu.error()};
  auto solver = VulkanSolver::create(gpu->world, *opened);
  if (!solver) return Error{solver.error()};

  GpuBenchResult result;
  result.device = (*opened)->name(), result.software = (*opened)->isSoftware();
  result.substeps = def.substeps, result.iterations = def.iterations;
  result.steps = stepsOf(scene, options);
  Times times;
  for (std::uint32_t step = 0; step < result.steps; ++step) {
    if (const Status s = stepBoth(*gpu, **solver, *cpu, times); !s) return Error{s.error()};
  }
  const VulkanStats stats = (*solver)->stats();
  result.batches = stats.batches, result.dispatches = stats.dispatches, result.barriers = stats.barriers;
  result.constraints = stats.constraints, result.bytes = stats.bytes, result.uploaded = stats.uploaded;
  result.millisecondsAt500 = static_cast<double>(stats.bytes) / 500e9 * 1e3;
  result.deviceMilliseconds = spreadOf(times.device), result.stepMilliseconds = spreadOf(times.step);
  result.cpuMilliseconds = spreadOf(times.cpu);
  describe(*gpu, result);
  compare(*gpu, *cpu, result);
  return result;
}
#else
Result<GpuBenchResult> runGpuBench(const Scene&, const BenchOptions&, const std::string&) {
  return Error{"this build has no GPU solver: Vulkan's headers were not found (libvulkan-dev)"};
}
#endif

}  // namespace toile::bench
