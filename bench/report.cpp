// What a measurement looks like in print.
#include <cmath>

#include "bench/print.h"

namespace toile::bench {
namespace {

std::string hexOf(std::uint64_t value) { return formatted("%016llx", static_cast<unsigned long long>(value)); }

double share(std::size_t bytes, std::size_t of) {
  return of > 0 ? static_cast<double>(bytes) / static_cast<double>(of) : 0.0;
}

nlohmann::ordered_json memoryJson(const BenchResult& result) {
  nlohmann::ordered_json json;
  json["bytes_per_particle"] = share(result.memory.clothBytes, result.memoryParticles);
  json["multiplier_bytes_per_particle"] = share(result.memory.multiplierBytes, result.memoryParticles);
  std::size_t bytes = 0, constraints = 0;
  for (const MemoryUse::OfKind& kind : result.memory.kinds) bytes += kind.bytes, constraints += kind.constraints;
  json["bytes_per_constraint"] = share(bytes, constraints);
  for (const MemoryUse::OfKind& kind : result.memory.kinds)
    json["bytes_per_constraint_of"][std::string(kindName(kind.kind))] = share(kind.bytes, kind.constraints);
  return json;
}

double ratio(const BenchResult& result) { return result.stepMilliseconds.median / result.baselineMilliseconds->median; }

double ratioToFull(const BenchResult& result) {
  return result.stepMilliseconds.median / result.fullMilliseconds->median;
}

}  // namespace

std::string toJson(const BenchResult& result) {
  nlohmann::ordered_json json;
  json["scene"] = result.scene;
  json["cloths"] = result.cloths;
  json["particles"] = result.particles;
  // One pass over every constraint is what a step repeats substepsPerStep · iterations times.
  json["constraints_per_pass"] = result.constraintsPerPass;
  json["constraints_per_step"] = result.constraintsPerPass * result.substepsPerStep * result.iterations;
  json["tethers"] = result.tethers;
  json["coarse_levels"] = result.levels;
  json["substeps"] = result.substeps;  // for each 1/60 s
  json["substeps_per_step"] = result.substepsPerStep;
  json["iterations"] = result.iterations;
  json["steps"] = result.steps;
  json["step_seconds"] = result.stepSeconds;
  json["threads"] = result.threads;
  json["simd"] = result.simd;
  json["ms_per_step"] = spreadJson(result.stepMilliseconds);
  json["ns_per_constraint"] = result.nanosecondsPerConstraint;
  if (result.fullMilliseconds) {
    json["drawn_vertices"] = result.drawnVertices;
    json["ms_draw"] = spreadJson(*result.drawMilliseconds);
    json["full_ms_per_step"] = spreadJson(*result.fullMilliseconds);
    json["ratio_to_full"] = ratioToFull(result);
  }
  json["stretch_end"] = result.stretchEnd;
  json["stretch_peak"] = result.stretchPeak;
  if (result.baselineMilliseconds) {
    json["baseline_ms_per_step"] = result.baselineMilliseconds->median;
    json["baseline_ms_per_step_spread"] = spreadJson(*result.baselineMilliseconds);
    json["ratio_to_baseline"] = ratio(result);
  } else {
    json["baseline_ms_per_step"] = nullptr;
    json["ratio_to_baseline"] = nullptr;
  }
  if (!result.baselineNote.empty()) json["baseline_note"] = result.baselineNote;
  json["memory"] = memoryJson(result);
  if (!result.peers.empty()) json["peers"] = nlohmann::ordered_json::array();
  for (const PeerResult& peer : result.peers) {
    nlohmann::ordered_json entry{{"name", peer.name}, {"ms_per_step", spreadJson(peer.stepMilliseconds)}};
    entry["ratio_to_baseline"] = nullptr;
    if (result.baselineMilliseconds)
      entry["ratio_to_baseline"] = peer.stepMilliseconds.median / result.baselineMilliseconds->median;
    entry["stretch_end"] = peer.stretchEnd, entry["stretch_peak"] = peer.stretchPeak;
    entry["finite"] = peer.finite;
    json["peers"].push_back(std::move(entry));
  }
  json["crossings_end"] = result.crossingsEnd;
  json["crossings_max"] = result.crossingsMost;
  json["searches_per_step"] = result.searchesPerStep;
  json["pairs"] = result.pairs;
  json["shortened"] = result.shortened;
  if (result.bodyTriangles > 0) {
    json["bodies"] = {{"triangles", result.bodyTriangles},
                      {"candidates", result.bodyCandidates},
                      {"refit_ms", spreadJson(result.refitMilliseconds)},
                      {"contact_ms", spreadJson(result.bodyContactMilliseconds)},
                      {"ms", spreadJson(result.bodyMilliseconds)}};
  }
  json["state_hash"] = hexOf(result.stateHash);
  json["finite"] = result.finite;
  return json.dump(2) + "\n";
}

std::string toTable(const BenchResult& r) {
  Table table;
  table.add("scene", r.scene);
  table.add("cloths, particles", "%zu, %zu", r.cloths, r.particles);
  table.add("constraints", "%zu a pass, %zu tethers, %u coarse levels", r.constraintsPerPass, r.tethers, r.levels);
  table.add("step", "%.3f ms long, %u substeps x %u iterations, %u steps", 1e3 * r.stepSeconds, r.substepsPerStep,
            r.iterations, r.steps);
  if (r.substepsPerStep != r.substeps) table.add("substeps", "%u for each 1/60 s", r.substeps);
  table.add("threads, simd", "%u, %s", r.threads, r.simd.c_str());
  table.add("ms a step", "%.4f median, %.4f least, %.4f most", r.stepMilliseconds.median, r.stepMilliseconds.min,
            r.stepMilliseconds.max);
  if (r.fullMilliseconds) {
    table.add("of that drawing", "%.4f ms: %zu vertices with normals and tangents", r.drawMilliseconds->median,
              r.drawnVertices);
    table.add("all simulated", "%.4f ms a step, ratio %.3f (least to least %.3f)", r.fullMilliseconds->median,
              ratioToFull(r), r.stepMilliseconds.min / r.fullMilliseconds->min);
  }
  table.add("ns a constraint", "%.3f", r.nanosecondsPerConstraint);
  table.add("stretch", "%.4f at the end, %.4f peak of the second half", r.stretchEnd, r.stretchPeak);
  if (r.baselineMilliseconds) {
    table.add("scalar baseline", "%.4f ms a step, ratio %.3f", r.baselineMilliseconds->median, ratio(r));
  }
  std::string memory =
      formatted("%.1f B a particle, %.1f B of multipliers", share(r.memory.clothBytes, r.memoryParticles),
                share(r.memory.multiplierBytes, r.memoryParticles));
  for (const MemoryUse::OfKind& kind : r.memory.kinds) {
    memory += formatted("; %s %.2f B a constraint", std::string(kindName(kind.kind)).c_str(),
                        share(kind.bytes, kind.constraints));
  }
  table.add("memory", memory);
  for (const PeerResult& peer : r.peers) {
    const double other =
        r.baselineMilliseconds ? peer.stepMilliseconds.median / r.baselineMilliseconds->median : std::nan("");
    table.add(peer.name.c_str(), "%.4f ms a step, ratio %.3f, stretch %.4f at the end, %.4f peak",
              peer.stepMilliseconds.median, other, peer.stretchEnd, peer.stretchPeak);
  }
  if (!r.baselineNote.empty()) table.add("note", r.baselineNote);
  table.add("crossings", "%zu at the end, %zu most", r.crossingsEnd, r.crossingsMost);
  table.add("contact", "%.0f pairs, %.2f searches a step, %zu shortened", r.pairs, r.searchesPerStep, r.shortened);
  if (r.bodyTriangles > 0) {
    table.add("bodies", "%zu triangles, %.0f candidates; %.4f ms refit, %.4f ms contact, %.4f ms both (%.4f least)",
              r.bodyTriangles, r.bodyCandidates, r.refitMilliseconds.median, r.bodyContactMilliseconds.median,
              r.bodyMilliseconds.median, r.bodyMilliseconds.min);
  }
  table.add("state hash", hexOf(r.stateHash));
  table.add("finite", r.finite ? "yes" : "NO");
  return table.text();
}

}  // namespace toile::bench
