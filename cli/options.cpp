#include "cli/options.h"

#include <cmath>

namespace toile::cli {
namespace {

/// "m", "cm", "mm", "inch" or metres as a number.
double metresOf(const std::string& unit) {
  if (unit == "m") return 1.0;
  if (unit == "cm") return 0.01;
  if (unit == "mm") return 0.001;
  if (unit == "inch") return 0.0254;
  double metres = 0.0;
  if (!CLI::detail::lexical_cast(unit, metres) || !std::isfinite(metres) || metres <= 0.0 || metres > 1e6)
    throw CLI::ValidationError("--unit", "\"" + unit + "\" is neither m, cm, mm, inch nor a positive number of metres");
  return metres;
}

}  // namespace

void addSpaceOptions(CLI::App& command, FileSpace& space, const std::string& prefix, const std::string& what) {
  command
      .add_option_function<std::string>(
          "--" + prefix + "up", [&space](const std::string& axis) { space.up = axis == "z" ? UpAxis::z : UpAxis::y; },
          "Up axis of " + what + ": y (default) or z")
      ->check(CLI::IsMember({"y", "z"}));
  command.add_option_function<std::string>(
      "--" + prefix + "unit", [&space](const std::string& unit) { space.metresPerUnit = metresOf(unit); },
      "Unit of " + what + ": m (default), cm, mm, inch, or metres as a number");
}

}  // namespace toile::cli
