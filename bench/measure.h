// Measures a scene: the solver and the scalar baseline, step by step in the same process.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "scenes/scene.h"
#include "toile/memory.h"

namespace toile::bench {

/// Empty options keep what the scene says.
struct BenchOptions {
  std::optional<std::uint32_t> substeps, iterations, steps, tethers, levels;
  std::uint32_t threads = 1;
  Simd simd = Simd::automatic;
  bool baseline = true;
  bool crowds = true;
  bool peers = false;     ///< other libraries that were found when this was built
  bool crossings = true;  ///< count them: after every step where cloths have self-collision, else at the end
};

struct Spread {
  double min = 0.0, median = 0.0, max = 0.0;
};

Spread spreadOf(std::vector<double> values);

// What the options make of a scene.
Scene sceneWith(const Scene& scene, const BenchOptions& options);
WorldDef worldDefOf(const Scene& scene, const BenchOptions& options);
std::uint32_t stepsOf(const Scene& scene, const BenchOptions& options);

/// Another library on the same constraints, substeps and iterations.
struct PeerResult {
  std::string name;
  Spread stepMilliseconds;
  double stretchEnd = 0.0, stretchPeak = 0.0;  ///< as in BenchResult
  bool finite = false;
};

struct BenchResult {
  std::string scene;
  std::size_t cloths = 0;
  std::size_t particles = 0;
  std::size_t constraintsPerPass = 0;  ///< tethers not counted
  std::size_t tethers = 0;
  std::uint32_t levels = 0;           ///< coarse levels asked for, the most of any cloth
  std::uint32_t substeps = 0;         ///< for each 1/60 s, as the options and scene files count them
  std::uint32_t substepsPerStep = 0;  ///< of the step measured, which may be longer or shorter
  std::uint32_t iterations = 0;
  std::uint32_t steps = 0;
  std::uint32_t threads = 0;
  std::string simd;
  double stepSeconds = 0.0;
  Spread stepMilliseconds;
  double nanosecondsPerConstraint = 0.0;  ///< median step over substeps · iterations · constraints
  /// Largest edge length over rest length, of the edges that the stretch kind holds.
  double stretchEnd = 0.0;
  double stretchPeak = 0.0;  ///< over the second half of the steps
  /// Of scenes that simulate fewer vertices than they draw: drawing with normals and tangents, which stepMilliseconds
  /// contains, and a step of the same scene that simulates all it draws, in turn with it.
  std::optional<Spread> drawMilliseconds, fullMilliseconds;
  std::size_t drawnVertices = 0;
  std::optional<Spread> baselineMilliseconds;
  std::string baselineNote;  ///< why there is none, or what it leaves out
  std::vector<PeerResult> peers;
  MemoryUse memory;                 ///< of the first garment and one cloth of it
  std::size_t memoryParticles = 0;  ///< of that cloth
  /// Pairs of triangles that share no particle and cross (BenchOptions::crossings).
  std::size_t crossingsEnd = 0, crossingsMost = 0;
  double searchesPerStep = 0.0;  ///< mean
  double pairs = 0.0;            ///< watched for contact, mean over the steps
  std::size_t shortened = 0;     ///< particles whose motion was cut, summed over the steps
  /// Mesh bodies (BodyStats): triangles, candidates at the end of a step (mean), refit and contact together.
  std::size_t bodyTriangles = 0;
  double bodyCandidates = 0.0;
  Spread refitMilliseconds, bodyContactMilliseconds, bodyMilliseconds;
  std::uint64_t stateHash = 0;
  bool finite = false;
};

/// Runs the scene. Solver and baseline take turns, a few steps each, so that what disturbs the machine meets both;
/// measuring stretch lies outside the timing.
Result<BenchResult> runBench(const Scene& scene, const BenchOptions& options);

/// One JSON object, and a table for people.
std::string toJson(const BenchResult& result);
std::string toTable(const BenchResult& result);

}  // namespace toile::bench
