#include "bench/measure.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <vector>

#include "bench/baseline.h"
#include "bench/peers.h"
#include "bench/stretch.h"
#include "scenes/play.h"

namespace toile::bench {
namespace {

// Steps in a row before the other side's turn: enough that all but the first run with warm caches, so that the
// median is that of a program that does nothing else.
constexpr std::uint32_t kTurn = 8;

double milliseconds(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

/// A scene in a world with what is needed to look at it.
struct Subject {
  PlayedWorld played;
  std::vector<StretchMeter> meters;  ///< one a garment
  std::vector<Vec3> positions, normals;
  std::vector<Vec4> tangents;

  explicit Subject(PlayedWorld p) : played(std::move(p)) {
    for (const PlayedGarment& garment : played.play.garments()) meters.emplace_back(*garment.garment);
  }

  void readCloth(const PlayedCloth& cloth) {
    positions.resize(played.play.garments()[cloth.garment].garment->vertexCount());
    (void)played.world.readPositions(cloth.id, positions);
  }

  double stretch() {
    double worst = 0.0;
    for (const PlayedCloth& cloth : played.play.cloths()) {
      const StretchMeter& meter = meters[cloth.garment];
      if (meter.usable()) {
        readCloth(cloth);
        worst = std::max(worst, meter.worst(positions));
      } else if (const auto stats = played.world.stats(cloth.id); stats) {
        worst = std::max(worst, double{stats->maxStretch});
      }
    }
    return worst;
  }

  /// Positions, normals and tangents of everything that is drawn over something coarser.
  Status draw() {
    for (const PlayedCloth& cloth : played.play.cloths()) {
      const DrawnGarment& drawn = *played.play.garments()[cloth.garment].drawn;
      positions.resize(drawn.vertexCount()), normals.resize(drawn.vertexCount()), tangents.resize(drawn.vertexCount());
      const Status status = played.world.readDrawn(cloth.id, drawn, {positions, normals, tangents, {}});
      if (!status.ok()) return status;
    }
    return {};
  }

  bool finite() {
    for (const PlayedCloth& cloth : played.play.cloths()) {
      const auto stats = played.world.stats(cloth.id);
      if (!stats || stats->frozen) return false;
      readCloth(cloth);
      for (const Vec3 p : positions) {
        if (!isFinite(p)) return false;
      }
    }
    return true;
  }
};

Result<Baseline> makeBaseline(Subject& subject, const WorldDef& def) {
  World& world = subject.played.world;
  std::vector<BaselineCloth> cloths;
  for (const PlayedCloth& cloth : subject.played.play.cloths()) {
    cloths.push_back(describeCloth(world, cloth.id));
  }
  const Scene& scene = subject.played.play.scene();
  for (const SceneCloth& cloth : scene.cloths) {
    for (const ScenePin& pin : cloth.pins) {
      if (!pin.node.empty() || !pin.skinnedTo.empty() || std::isfinite(pin.release))
        return Error{"the baseline does not solve moving pins"};
    }
  }
  std::vector<ColliderDef> colliders;
  for (const ColliderId id : subject.played.play.colliders()) colliders.push_back(*world.collider(id));
  return Baseline::create(cloths, colliders, def);
}

/// The same scene, simulating all it draws; nothing where it does so anyway.
Result<std::optional<PlayedWorld>> simulateAll(const Scene& scene, const WorldDef& def) {
  Scene whole = scene;
  bool coarse = false;
  for (SceneGarment& garment : whole.garments) {
    coarse = coarse || garment.simulateVertices != 0 || !garment.simulateMesh.empty();
    garment.simulateVertices = 0, garment.simulateMesh.clear();
  }
  if (!coarse) return std::optional<PlayedWorld>{};
  auto played = playScene(whole, def);
  if (!played) return Error{played.error()};
  return std::optional<PlayedWorld>{std::move(*played)};
}

void describe(BenchResult& result, Subject& subject, const WorldDef& def, const BenchOptions& options) {
  const GarmentPtr& first = subject.played.play.garments().front().garment;
  result.memory = memoryUse(first);
  result.memoryParticles = first->particleCount();
  result.scene = subject.played.play.scene().name;
  result.iterations = def.iterations;
  result.threads = options.threads;
  result.simd = subject.played.world.simdName();
  for (const PlayedCloth& cloth : subject.played.play.cloths()) {
    const Garment& garment = *subject.played.play.garments()[cloth.garment].garment;
    ++result.cloths;
    result.particles += garment.particleCount();
    result.constraintsPerPass += garment.constraintCount();
    if (const auto stats = subject.played.world.stats(cloth.id); stats) result.tethers += stats->tethers;
    if (const auto params = subject.played.world.params(cloth.id); params)
      result.levels = std::max(result.levels, params->coarseLevels);
  }
}

}  // namespace

Spread spreadOf(std::vector<double> values) {
  if (values.empty()) return {};
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  const double median = values.size() % 2 == 1 ? values[middle] : 0.5 * (values[middle - 1] + values[middle]);
  return {values.front(), median, values.back()};
}

Scene sceneWith(const Scene& original, const BenchOptions& options) {
  Scene scene = original;
  if (options.tethers) {
    for (SceneCloth& cloth : scene.cloths) cloth.params.tethers = *options.tethers;
  }
  if (options.levels) {
    for (SceneCloth& cloth : scene.cloths) cloth.params.coarseLevels = *options.levels;
  }
  return scene;
}

WorldDef worldDefOf(const Scene& scene, const BenchOptions& options) {
  WorldDef def = scene.worldDef();
  if (options.substeps) def.substeps = *options.substeps;
  if (options.iterations) def.iterations = *options.iterations;
  def.threads = options.threads;
  def.simd = options.simd;
  def.crowds = options.crowds;
  return def;
}

std::uint32_t stepsOf(const Scene& scene, const BenchOptions& options) {
  // At least one step: nothing can be said of none.
  const double sceneSteps = std::floor(scene.duration * scene.framesPerSecond + 0.5);
  return std::max(1u, options.steps.value_or(static_cast<std::uint32_t>(sceneSteps)));
}

Result<BenchResult> runBench(const Scene& original, const BenchOptions& options) {
  const Scene scene = sceneWith(original, options);
  const WorldDef def = worldDefOf(scene, options);
  auto played = playScene(scene, def);
  if (!played) return Error{played.error()};
  Subject subject(std::move(*played));
  World& world = subject.played.world;
  ScenePlay& play = subject.played.play;

  BenchResult result;
  std::optional<Baseline> baseline;
  if (options.baseline) {
    auto made = makeBaseline(subject, def);
    if (made) {
      baseline = std::move(*made);
    } else {
      result.baselineNote = made.error();
    }
  }
  result.steps = stepsOf(scene, options);
  result.stepSeconds = 1.0 / scene.framesPerSecond;
  bool selfCollides = false;
  for (const SceneCloth& cloth : scene.cloths) selfCollides = selfCollides || cloth.params.selfCollision.enabled;
  std::vector<double> solverTimes, baselineTimes, drawTimes, fullTimes, refitTimes, contactTimes, bodyTimes;
  auto whole = simulateAll(scene, def);
  if (!whole) return Error{whole.error()};
  std::vector<std::vector<Transform>> targets;  // of the colliders, for the baseline's turn
  for (std::uint32_t first = 0; first < result.steps; first += kTurn) {
    const std::uint32_t end = std::min(first + kTurn, result.steps);
    targets.clear();
    for (std::uint32_t step = first; step < end; ++step) {
      if (const Status prepared = play.prepare(world); !prepared.ok()) return Error{prepared.error()};
      const auto begin = std::chrono::steady_clock::now();
      const Status stepped = play.step(world);
      if (!stepped.ok()) return Error{stepped.error()};
      if (whole->has_value()) {
        const auto drawing = std::chrono::steady_clock::now();
        if (const Status drawn = subject.draw(); !drawn.ok()) return Error{drawn.error()};
        drawTimes.push_back(milliseconds(drawing));
      }
      solverTimes.push_back(milliseconds(begin));
      std::vector<Transform> places;
      for (const ColliderId id : play.colliders()) places.push_back(world.collider(id)->transform);
      targets.push_back(std::move(places));
      const ContactStats contact = world.stats().contact;
      result.searchesPerStep += static_cast<double>(contact.searches) / result.steps;
      result.pairs += static_cast<double>(contact.pairs) / result.steps;
      result.shortened += contact.shortened;
      const BodyStats bodies = world.stats().bodies;
      result.bodyTriangles = bodies.triangles;
      result.bodyCandidates += static_cast<double>(bodies.candidates) / result.steps;
      refitTimes.push_back(bodies.refitMilliseconds), contactTimes.push_back(bodies.contactMilliseconds);
      bodyTimes.push_back(bodies.refitMilliseconds + bodies.contactMilliseconds);
      if (options.crossings && (selfCollides || step + 1 == result.steps)) {
        result.crossingsEnd = world.countCrossings();
        result.crossingsMost = std::max(result.crossingsMost, result.crossingsEnd);
      }
      if (step + 1 > result.steps / 2) result.stretchPeak = std::max(result.stretchPeak, subject.stretch());
    }
    for (std::uint32_t step = first; whole->has_value() && step < end; ++step) {
      PlayedWorld& full = **whole;
      if (const Status prepared = full.play.prepare(full.world); !prepared.ok()) return Error{prepared.error()};
      const auto begin = std::chrono::steady_clock::now();
      if (const Status stepped = full.play.step(full.world); !stepped.ok()) return Error{stepped.error()};
      fullTimes.push_back(milliseconds(begin));
    }
    for (std::uint32_t step = first; baseline && step < end; ++step) {
      for (std::size_t c = 0; c < targets[step - first].size(); ++c)
        baseline->moveCollider(c, targets[step - first][c]);
      const auto begin = std::chrono::steady_clock::now();
      baseline->step(static_cast<float>(result.stepSeconds));
      baselineTimes.push_back(milliseconds(begin));
    }
  }
  describe(result, subject, def, options);
  result.substeps = def.substeps, result.substepsPerStep = world.stats().substepsLastStep;
  result.stepMilliseconds = spreadOf(solverTimes);
  result.refitMilliseconds = spreadOf(refitTimes), result.bodyContactMilliseconds = spreadOf(contactTimes);
  result.bodyMilliseconds = spreadOf(bodyTimes);
  if (whole->has_value()) {
    result.drawMilliseconds = spreadOf(drawTimes), result.fullMilliseconds = spreadOf(fullTimes);
    for (const PlayedCloth& cloth : play.cloths()) {
      result.drawnVertices += play.garments()[cloth.garment].drawn->vertexCount();
    }
  }
  const double passes = double(result.substepsPerStep) * result.iterations;
  if (result.constraintsPerPass > 0) {
    result.nanosecondsPerConstraint =
        1e6 * result.stepMilliseconds.median / (passes * static_cast<double>(result.constraintsPerPass));
  }
  result.stretchEnd = subject.stretch();
  result.stateHash = world.stateHash();
  result.finite = subject.finite();
  if (options.peers) {
    auto peers = runPeers(original, def, result.steps);
    if (!peers) return Error{peers.error()};
    result.peers = std::move(*peers);
  }
  if (baseline) {
    result.baselineMilliseconds = spreadOf(baselineTimes);
    if (result.tethers > 0) result.baselineNote = "the baseline has no tethers";
    if (result.levels > 0) result.baselineNote = "the baseline has neither tethers nor coarse levels";
    if (!baseline->finite()) result.baselineNote = "the baseline went non-finite";
  }
  return result;
}

}  // namespace toile::bench
