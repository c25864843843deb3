#include "viewer/console.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace toile::view {
namespace {

using Arguments = std::span<const std::string>;

Result<float> numberOf(const std::string& word) {
  char* end = nullptr;
  const float value = std::strtof(word.c_str(), &end);
  if (word.empty() || *end != '\0' || !std::isfinite(value)) return Error{"\"" + word + "\" is no number"};
  return value;
}

/// All of `words` as numbers.
Result<std::vector<float>> numbersOf(Arguments words) {
  std::vector<float> numbers;
  for (const std::string& word : words) {
    const auto number = numberOf(word);
    if (!number) return Error{number.error()};
    numbers.push_back(*number);
  }
  return numbers;
}

Result<std::uint32_t> countOf(const std::string& word) {
  const auto number = numberOf(word);
  if (!number) return Error{number.error()};
  if (*number < 0.0f || *number > 1e6f || *number != std::floor(*number)) return Error{"\"" + word + "\" is no count"};
  return static_cast<std::uint32_t>(*number);
}

Result<bool> switchOf(const std::string& word) {
  if (word == "on" || word == "1") return true;
  if (word == "off" || word == "0") return false;
  return Error{"\"" + word + "\" is neither on nor off"};
}

Error wrongCount(const char* usage) { return Error{std::string("usage: ") + usage}; }

std::string text(const char* format, double a, double b = 0.0, double c = 0.0, double d = 0.0, double e = 0.0) {
  char buffer[160];
  std::snprintf(buffer, sizeof buffer, format, a, b, c, d, e);
  return buffer;
}

Status help(Workbench& bench, Arguments arguments) {
  for (const ConsoleCommand& command : consoleCommands()) {
    if (!arguments.empty() && command.name != arguments[0]) continue;
    std::string line(command.name);
    if (!command.arguments.empty()) line.append(" ").append(command.arguments);
    bench.say(line.append(std::string(line.size() < 34 ? 34 - line.size() : 1, ' ')).append(command.summary));
  }
  return {};
}

Status clothStatus(Workbench& bench, Arguments) {
  const Session& session = bench.session;
  bench.say(text("frame %.0f, %.3f s", static_cast<double>(session.play().frame()), session.play().time()) +
            (session.paused ? ", paused" : "") + ", scene " + session.scene().name);
  bench.say(session.world().status());
  for (const PlayedCloth& cloth : session.play().cloths()) {
    const auto stats = session.world().stats(cloth.id);
    if (!stats) continue;
    bench.say(session.scene().cloths[cloth.cloth].name +
              text(": %.0f particles, %.0f pinned, stretch %.4f, fastest %.3f m/s, %.0f in contact",
                   static_cast<double>(stats->particles), static_cast<double>(stats->pinned), double{stats->maxStretch},
                   double{stats->maxSpeed}, static_cast<double>(stats->contacts)));
  }
  return {};
}

Status clothWind(Workbench& bench, Arguments arguments) {
  Wind wind = bench.session.scene().wind;
  if (!arguments.empty()) {
    if (arguments.size() < 3 || arguments.size() > 5) return wrongCount("cloth_wind [X Y Z [GUST [FREQUENCY]]]");
    const auto n = numbersOf(arguments);
    if (!n) return Error{n.error()};
    wind.velocity = {n.value()[0], n.value()[1], n.value()[2]};
    if (n.value().size() > 3) wind.gustStrength = n.value()[3];
    if (n.value().size() > 4) wind.gustFrequency = n.value()[4];
    if (const Status set = bench.session.setWind(wind); !set.ok()) return set;
  }
  bench.say(text("wind %g %g %g m/s, gusts %g at %g Hz", double{wind.velocity.x}, double{wind.velocity.y},
                 double{wind.velocity.z}, double{wind.gustStrength}, double{wind.gustFrequency}));
  return {};
}

Status clothDebug(Workbench& bench, Arguments arguments) {
  if (arguments.empty()) {
    for (const std::string& name : layerList()) bench.say(name + (*findLayer(bench.layers, name) ? ": on" : ": off"));
    return {};
  }
  if (arguments[0] == "off" && arguments.size() == 1) {
    for (const std::string& name : layerList()) *findLayer(bench.layers, name) = false;
    return {};
  }
  bool* layer = findLayer(bench.layers, arguments[0]);
  if (layer == nullptr) return Error{"\"" + arguments[0] + "\" is no layer; there are " + layerNames()};
  if (arguments.size() == 1) return *layer = !*layer, Status{};
  const auto shown = switchOf(arguments[1]);
  if (!shown) return Error{shown.error()};
  *layer = *shown;
  return {};
}

Status pause(Workbench& bench, Arguments arguments) {
  if (arguments.empty()) return bench.session.paused = !bench.session.paused, Status{};
  const auto paused = switchOf(arguments[0]);
  if (!paused) return Error{paused.error()};
  bench.session.paused = *paused;
  return {};
}

Status step(Workbench& bench, Arguments arguments) {
  const auto count = arguments.empty() ? Result<std::uint32_t>(1u) : countOf(arguments[0]);
  if (!count) return Error{count.error()};
  bench.session.paused = true;
  for (std::uint32_t i = 0; i < *count; ++i) {
    if (const Status moved = bench.session.advance(); !moved.ok()) return moved;
  }
  return {};
}

Status reset(Workbench& bench, Arguments) { return bench.session.reset(); }

Status load(Workbench& bench, Arguments arguments) {
  if (arguments.size() != 1) return wrongCount("load SCENE|SCENE.json|MESH");
  return bench.session.load(arguments[0]);
}

Status save(Workbench& bench, Arguments arguments) {
  if (arguments.size() != 1) return wrongCount("save FILE.json");
  const Status saved = bench.session.save(arguments[0]);
  if (saved.ok()) bench.say("saved " + arguments[0]);
  return saved;
}

Status gravity(Workbench& bench, Arguments arguments) {
  const auto n = numbersOf(arguments);
  if (!n) return Error{n.error()};
  if (n.value().size() != 3) return wrongCount("gravity X Y Z");
  return bench.session.setGravity({n.value()[0], n.value()[1], n.value()[2]});
}

Status substeps(Workbench& bench, Arguments arguments) {
  if (arguments.empty() || arguments.size() > 2) return wrongCount("substeps N [ITERATIONS]");
  const auto count = countOf(arguments[0]);
  const auto iterations =
      arguments.size() > 1 ? countOf(arguments[1]) : Result<std::uint32_t>(bench.session.scene().iterations);
  if (!count) return Error{count.error()};
  if (!iterations) return Error{iterations.error()};
  return bench.session.setSubsteps(*count, *iterations);
}

Status picture(Workbench& bench, Arguments arguments) {
  if (arguments.size() != 1) return wrongCount("picture FILE.png");
  bench.requests.picture = arguments[0];
  return {};
}

Status record(Workbench& bench, Arguments arguments) {
  if (arguments.size() != 1) return wrongCount("record FOLDER|off");
  bench.requests.record = arguments[0] == "off" ? std::string() : arguments[0];
  return {};
}

Status quit(Workbench& bench, Arguments) { return bench.requests.close = true, Status{}; }

constexpr ConsoleCommand kCommands[] = {
    {"help", "[COMMAND]", "these lines", help},
    {"cloth_status", "", "what is in the world and how it is", clothStatus},
    {"cloth_wind", "[X Y Z [GUST [FREQUENCY]]]", "the wind in m/s, its gusts in parts of it and Hz", clothWind},
    {"cloth_debug", "[LAYER [on|off]] or off", "what is shown beside the surfaces", clothDebug},
    {"pause", "[on|off]", "stops and starts time", pause},
    {"step", "[N]", "goes on for N frames, then stands still", step},
    {"reset", "", "the scene from its start", reset},
    {"load", "SCENE|SCENE.json|MESH", "another scene", load},
    {"save", "FILE.json", "the scene with what was changed", save},
    {"gravity", "X Y Z", "m/s2", gravity},
    {"substeps", "N [ITERATIONS]", "for each 1/60 s", substeps},
    {"picture", "FILE.png", "what is seen, without panels", picture},
    {"record", "FOLDER|off", "every frame as a PNG", record},
    {"quit", "", "closes the viewer", quit},
};

std::vector<std::string> wordsOf(const std::string& line) {
  std::vector<std::string> words;
  std::size_t at = 0;
  while (true) {
    at = line.find_first_not_of(" \t", at);
    if (at == std::string::npos) return words;
    const std::size_t end = std::min(line.find_first_of(" \t", at), line.size());
    words.push_back(line.substr(at, end - at));
    at = end;
  }
}

}  // namespace

std::span<const ConsoleCommand> consoleCommands() { return kCommands; }

void runCommand(Workbench& bench, const std::string& line) {
  const std::vector<std::string> words = wordsOf(line);
  if (words.empty()) return;
  bench.say("> " + line);
  for (const ConsoleCommand& command : kCommands) {
    if (command.name != words[0]) continue;
    bench.report(command.run(bench, std::span(words).subspan(1)));
    return;
  }
  bench.report(Error{"\"" + words[0] + "\" is no command; try help"});
}

std::string completeCommand(const std::string& beginning) {
  std::string common;
  bool found = false;
  for (const ConsoleCommand& command : kCommands) {
    if (!command.name.starts_with(beginning)) continue;
    const std::string name(command.name);
    if (!found) {
      common = name, found = true;
      continue;
    }
    std::size_t same = 0;
    while (same < common.size() && same < name.size() && common[same] == name[same]) ++same;
    common.resize(same);
  }
  return found ? common : beginning;
}

}  // namespace toile::view
