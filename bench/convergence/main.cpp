// toile_convergence: stretch and cost of the solver and of other methods on sheet100, one JSON object a line.
// scripts/convergence.py makes docs/convergence.md of it.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "bench/measure.h"
#include "bench/methods.h"
#include "scenes/named.h"
#include "scenes/play.h"

namespace toile::bench {
namespace {

constexpr std::uint32_t kSteps = 240;

void print(const std::string& method, std::uint32_t substeps, std::uint32_t iterations, const std::string& aids,
           double ms, double peak, double end) {
  // A state that has exploded has no figure.
  const bool fine = std::isfinite(peak) && peak < 1e3;
  std::printf("{\"method\": \"%s\", \"substeps\": %u, \"iterations\": %u, \"aids\": \"%s\", \"ms\": %.5f, ",
              method.c_str(), substeps, iterations, aids.c_str(), ms);
  if (fine) {
    std::printf("\"peak\": %.5f, \"end\": %.5f}\n", peak, end);
  } else {
    std::printf("\"peak\": null, \"end\": null}\n");
  }
  std::fflush(stdout);
}

int fail(const std::string& message) {
  std::fprintf(stderr, "error: %s\n", message.c_str());
  return 1;
}

/// The world only moves the capsule here: its cloth is off.
int runMethod(Method method, std::uint32_t substeps, std::uint32_t iterations) {
  const Scene scene = sheet100();
  WorldDef def = scene.worldDef();
  def.substeps = substeps, def.iterations = iterations;
  auto played = playScene(scene, def);
  if (!played) return fail(played.error());
  World& world = played->world;
  ScenePlay& play = played->play;
  const PlayedCloth& cloth = play.cloths()[0];
  const BaselineCloth plain = describeCloth(world, cloth.id);
  if (!world.setEnabled(cloth.id, false).ok()) return fail("the sheet cannot be switched off");
  MethodSolver solver(method, plain, def);
  std::vector<double> times;
  double peak = 0.0;
  for (std::uint32_t step = 0; step < kSteps; ++step) {
    const auto from = MethodSolver::capsulesOf(world, play.colliders());
    if (const Status moved = play.advance(world); !moved.ok()) return fail(moved.error());
    const auto to = MethodSolver::capsulesOf(world, play.colliders());
    const auto begin = std::chrono::steady_clock::now();
    solver.step(1.0f / 60.0f, from, to);
    times.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
    if (step + 1 > kSteps / 2) peak = std::max(peak, solver.stretch());
  }
  print(std::string(methodName(method)), substeps, iterations, "none", *std::min_element(times.begin(), times.end()),
        solver.finite() ? peak : INFINITY, solver.stretch());
  return 0;
}

int runSolver(std::uint32_t substeps, std::uint32_t iterations, std::uint32_t tethers, std::uint32_t levels) {
  BenchOptions options;
  options.substeps = substeps, options.iterations = iterations, options.tethers = tethers, options.levels = levels;
  options.baseline = false;
  const auto result = runBench(sheet100(), options);
  if (!result) return fail(result.error());
  const char* aids = levels > 0 ? (tethers > 0 ? "tethers and levels" : "levels") : tethers > 0 ? "tethers" : "none";
  print("toile", substeps, iterations, aids, result->stepMilliseconds.min,
        result->finite ? result->stretchPeak : INFINITY, result->stretchEnd);
  return 0;
}

int run() {
  BenchOptions unit;
  unit.tethers = 0;
  const auto baseline = runBench(sheet100(), unit);
  if (!baseline || !baseline->baselineMilliseconds) return fail("there is no baseline");
  print("baseline", 2, 1, "none", baseline->baselineMilliseconds->min, baseline->stretchPeak, baseline->stretchEnd);
  for (const std::uint32_t substeps : {1u, 2u, 4u, 8u, 16u}) {
    for (const std::uint32_t iterations : {1u, 2u, 4u}) {
      if (substeps * iterations > 16) continue;
      for (const auto& [tethers, levels] : {std::pair{0u, 0u}, {1u, 0u}, {0u, 3u}, {1u, 3u}}) {
        if (runSolver(substeps, iterations, tethers, levels) != 0) return 1;
      }
    }
  }
  for (const Method method : {Method::gaussSeidel, Method::jacobi, Method::vbd}) {
    for (const std::uint32_t substeps : {1u, 2u, 4u, 8u}) {
      for (const std::uint32_t iterations : {1u, 4u}) {
        if (substeps * iterations <= 16 && runMethod(method, substeps, iterations) != 0) return 1;
      }
    }
  }
  return 0;
}

}  // namespace
}  // namespace toile::bench

int main() { return toile::bench::run(); }
