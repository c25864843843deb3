// The measurement measures what it says, and the baseline solves the same problem.
#include "bench/measure.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "bench/baseline.h"
#include "scenes/named.h"
#include "scenes/play.h"

namespace toile::bench {
namespace {

Scene smallSheet(Kind bending) {
  Scene scene = bending == Kind::skipOne ? sheet32() : sheet100b();
  scene.garments[0].mesh = GridDef{20, 20, 0.03f, GridCut::quads};
  scene.nodes[0].transform.translation = {0.285f, -0.285f, 0.0f};
  return scene;
}

TEST(Bench, JsonHasEveryKey) {
  BenchOptions options;
  options.steps = 6;
  const auto result = runBench(smallSheet(Kind::skipOne), options);
  ASSERT_TRUE(result) << result.error();
  const auto json = nlohmann::json::parse(toJson(*result));
  for (const char* key : {"scene",
                          "particles",
                          "constraints_per_step",
                          "substeps",
                          "iterations",
                          "threads",
                          "simd",
                          "ms_per_step",
                          "ns_per_constraint",
                          "stretch_end",
                          "stretch_peak",
                          "baseline_ms_per_step",
                          "ratio_to_baseline",
                          "memory",
                          "crossings_end",
                          "crossings_max",
                          "searches_per_step",
                          "pairs",
                          "shortened",
                          "state_hash",
                          "finite"}) {
    EXPECT_TRUE(json.contains(key)) << key;
  }
  for (const char* key : {"min", "median", "max"}) EXPECT_TRUE(json["ms_per_step"].contains(key)) << key;
  EXPECT_EQ(json["particles"], 400);
  EXPECT_EQ(json["constraints_per_pass"], 2 * 20 * 19 + 2 * 19 * 19 + 2 * 20 * 18 - 19 - 18);
  EXPECT_EQ(json["constraints_per_step"], 2 * json["constraints_per_pass"].get<int>());
  EXPECT_EQ(json["substeps"], 2);
  EXPECT_EQ(json["state_hash"].get<std::string>().size(), 16u);
  EXPECT_TRUE(json["finite"].get<bool>());
  EXPECT_GE(json["stretch_peak"].get<double>(), json["stretch_end"].get<double>());
  EXPECT_GT(json["ratio_to_baseline"].get<double>(), 0.0);
  EXPECT_NE(toTable(*result).find("ns a constraint"), std::string::npos);
}

TEST(Bench, TellsTheMemoryOfConstraints) {
  BenchOptions options;
  options.steps = 1;
  options.baseline = false;
  const auto result = runBench(sheet32(), options);
  ASSERT_TRUE(result) << result.error();
  ASSERT_EQ(result->memory.kinds.size(), 3u);
  for (const MemoryUse::OfKind& kind : result->memory.kinds) {
    // A length and, in runs, hardly more; two 16-bit indices where not.
    EXPECT_GE(kind.bytes, 4 * kind.constraints);
    EXPECT_LE(kind.bytes, 12 * kind.constraints);
  }
  // Five arrays of 16 bytes a particle at least.
  EXPECT_GE(result->memory.clothBytes, 80 * result->memoryParticles);
}

TEST(Bench, PeersSolveTheSameOrSayThatThereAreNone) {
  BenchOptions options;
  options.steps = 12;
  options.baseline = false;
  options.peers = true;
  const auto result = runBench(smallSheet(Kind::skipOne), options);
  if (!result) {
    EXPECT_NE(result.error().find("no other library"), std::string::npos) << result.error();
    return;
  }
  for (const PeerResult& peer : result->peers) {
    EXPECT_TRUE(peer.finite) << peer.name;
    EXPECT_GT(peer.stretchPeak, 1.0) << peer.name;
  }
  EXPECT_FALSE(runBench(smallSheet(Kind::quadraticBending), options)) << "no peer bends so";
}

TEST(Bench, SameStateWhateverThreadsAndInstructionSet) {
  BenchOptions options;
  options.steps = 20;
  options.baseline = false;
  const auto one = runBench(smallSheet(Kind::skipOne), options);
  ASSERT_TRUE(one) << one.error();
  options.threads = 2;
  const auto two = runBench(smallSheet(Kind::skipOne), options);
  options.threads = 1, options.simd = Simd::scalar;
  const auto scalar = runBench(smallSheet(Kind::skipOne), options);
  ASSERT_TRUE(two && scalar);
  EXPECT_EQ(one->stateHash, two->stateHash);
  EXPECT_EQ(one->stateHash, scalar->stateHash);
  EXPECT_FALSE(one->baselineMilliseconds.has_value());
}

/// Largest distance between the solver's and the baseline's particles after `steps`.
float disagreement(const Scene& scene, int steps) {
  const WorldDef def = scene.worldDef();
  auto played = playScene(scene, def);
  EXPECT_TRUE(played) << played.error();
  const PlayedCloth& cloth = played->play.cloths()[0];
  const GarmentPtr garment = played->world.garment(cloth.id);
  BaselineCloth plain;
  plain.garment = garment;
  plain.positions.resize(garment->vertexCount());
  plain.masses.resize(garment->vertexCount());
  EXPECT_TRUE(played->world.readPositions(cloth.id, plain.positions).ok());
  EXPECT_TRUE(played->world.readMasses(cloth.id, plain.masses).ok());
  for (std::uint32_t v = 0; v < garment->vertexCount(); ++v) plain.pinned.push_back(v < 20 ? 1 : 0);
  plain.params = *played->world.params(cloth.id);
  std::vector<ColliderDef> colliders{*played->world.collider(played->play.colliders()[0])};
  auto baseline = Baseline::create({&plain, 1}, colliders, def);
  EXPECT_TRUE(baseline) << baseline.error();
  for (int k = 0; k < steps; ++k) {
    EXPECT_TRUE(played->play.advance(played->world).ok());
    baseline->moveCollider(0, played->world.collider(played->play.colliders()[0])->transform);
    baseline->step(1.0f / 60.0f);
  }
  std::vector<Vec3> solved(garment->vertexCount());
  EXPECT_TRUE(played->world.readPositions(cloth.id, solved).ok());
  const std::vector<Vec3> expected = baseline->positions(0);
  float worst = 0.0f, moved = 0.0f;
  for (std::size_t p = 0; p < expected.size(); ++p) {
    const std::uint32_t v = garment->vertexOfParticle()[p];
    worst = std::max(worst, distance(solved[v], expected[p]));
    moved = std::max(moved, distance(solved[v], plain.positions[v]));
  }
  EXPECT_GT(moved, 0.01f);
  return worst;
}

TEST(Bench, BaselineSolvesTheSameProblem) {
  // The same constraints in the same order: what differs is rounding (1e-7 of a metre a pass), which a hanging
  // sheet hardly amplifies in a quarter of a second, before the capsule arrives.
  EXPECT_LT(disagreement(smallSheet(Kind::skipOne), 10), 1e-4f);
  EXPECT_LT(disagreement(smallSheet(Kind::quadraticBending), 10), 1e-4f);
  Scene iterated = smallSheet(Kind::skipOne);
  iterated.iterations = 3;
  EXPECT_LT(disagreement(iterated, 10), 1e-4f);
}

TEST(Bench, BaselineRefusesWhatItDoesNotSolve) {
  BenchOptions options;
  options.steps = 1;
  const auto result = runBench(capeScene(), options);
  ASSERT_TRUE(result) << result.error();
  EXPECT_FALSE(result->baselineMilliseconds.has_value());
  EXPECT_FALSE(result->baselineNote.empty());
  EXPECT_TRUE(nlohmann::json::parse(toJson(*result))["ratio_to_baseline"].is_null());
}

TEST(Bench, TethersAreAddedOnRequest) {
  BenchOptions options;
  options.steps = 2;
  const auto without = runBench(smallSheet(Kind::skipOne), options);
  options.tethers = 2;
  const auto with = runBench(smallSheet(Kind::skipOne), options);
  ASSERT_TRUE(without && with);
  EXPECT_EQ(without->tethers, 0u);
  EXPECT_EQ(with->tethers, 2u * 380);  // of each free particle
  EXPECT_FALSE(with->baselineNote.empty());
}

}  // namespace
}  // namespace toile::bench
