// What a measurement on a GPU looks like in print.
#include "bench/gpu.h"
#include "bench/print.h"

namespace toile::bench {

std::string toJson(const GpuBenchResult& r) {
  nlohmann::ordered_json json;
  json["scene"] = r.scene;
  json["backend"] = "vulkan";
  json["device"] = r.device;
  json["software"] = r.software;
  json["cloths"] = r.cloths;
  json["particles"] = r.particles;
  json["constraints_per_pass"] = r.constraintsPerPass;
  json["tethers"] = r.tethers;
  json["substeps"] = r.substeps;
  json["iterations"] = r.iterations;
  json["steps"] = r.steps;
  json["batches"] = r.batches;
  json["dispatches_per_step"] = r.dispatches;
  json["barriers_per_step"] = r.barriers;
  json["constraints_per_step"] = r.constraints;
  json["bytes_per_step"] = r.bytes;
  json["uploaded_bytes_per_step"] = r.uploaded;
  json["milliseconds_at_500_gb_s"] = r.millisecondsAt500;
  json["device_milliseconds"] = spreadJson(r.deviceMilliseconds);
  json["step_milliseconds"] = spreadJson(r.stepMilliseconds);
  json["cpu_step_milliseconds"] = spreadJson(r.cpuMilliseconds);
  json["stretch_end"] = r.stretchEnd;
  json["cpu_stretch_end"] = r.cpuStretchEnd;
  json["farthest_from_cpu_m"] = r.farthest;
  json["finite"] = r.finite;
  return json.dump(2) + "\n";
}

std::string toTable(const GpuBenchResult& r) {
  Table table;
  const auto spread = [&](const char* name, const Spread& s) {
    table.add(name, "%.3f ms (%.3f … %.3f)", s.median, s.min, s.max);
  };
  table.add("scene", "%s: %zu cloths, %zu particles", r.scene.c_str(), r.cloths, r.particles);
  table.add("device", "%s%s", r.device.c_str(),
            r.software ? " (a processor's own driver: times say nothing of a GPU)" : "");
  table.add("constraints", "%zu a pass, %zu tethers, %llu a step", r.constraintsPerPass, r.tethers,
            static_cast<unsigned long long>(r.constraints));
  table.add("solver", "%u substeps for 1/60 s × %u iterations, %u steps", r.substeps, r.iterations, r.steps);
  table.add("a step", "%zu dispatches, %zu barriers, %zu batches", r.dispatches, r.barriers, r.batches);
  table.add("memory traffic", "%.1f MB a step, %.3f MB of it uploaded",
            static_cast<double>(r.bytes + r.uploaded) * 1e-6, static_cast<double>(r.uploaded) * 1e-6);
  table.add("at 500 GB/s", "%.3f ms a step by those bytes", r.millisecondsAt500);
  spread("device", r.deviceMilliseconds);
  spread("step", r.stepMilliseconds);
  spread("CPU", r.cpuMilliseconds);
  table.add("stretch at the end", "%.4f, on the CPU %.4f (%+.2f %%)", r.stretchEnd, r.cpuStretchEnd,
            100.0 * (r.stretchEnd / r.cpuStretchEnd - 1.0));
  table.add("farthest vertex", "%.3g m from where the CPU has it", r.farthest);
  return table.text();
}

}  // namespace toile::bench
