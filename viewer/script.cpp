#include "viewer/script.h"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <sstream>

namespace toile::view {
namespace {

struct NamedKey {
  std::string_view name;
  Key key;
};
constexpr NamedKey kKeys[] = {
    {"escape", Key::escape}, {"enter", Key::enter}, {"tab", Key::tab},     {"backspace", Key::backspace},
    {"left", Key::left},     {"right", Key::right}, {"up", Key::up},       {"down", Key::down},
    {"home", Key::home},     {"end", Key::end},     {"shift", Key::shift}, {"control", Key::control},
    {"f1", Key::f1},         {"f2", Key::f2}};

Result<Key> keyOf(const std::string& word) {
  if (word.size() == 1) {
    const char c = word[0] >= 'a' && word[0] <= 'z' ? static_cast<char>(word[0] - 'a' + 'A') : word[0];
    if ((c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')) return letter(c);
  }
  for (const NamedKey& known : kKeys) {
    if (known.name == word) return known.key;
  }
  return Error{"\"" + word + "\" is no key"};
}

Result<Button> buttonOf(const std::string& word) {
  if (word == "left") return Button::left;
  if (word == "right") return Button::right;
  if (word == "middle") return Button::middle;
  return Error{"\"" + word + "\" is no button: left, right, middle"};
}

Result<float> scriptNumber(const std::string& word) {
  char* end = nullptr;
  const float value = std::strtof(word.c_str(), &end);
  if (word.empty() || *end != '\0' || !std::isfinite(value)) return Error{"\"" + word + "\" is no number"};
  return value;
}

InputEvent keyEvent(Key key, bool down) {
  InputEvent event;
  event.what = InputEvent::What::key, event.key = key, event.down = down;
  return event;
}

class Reader {
 public:
  explicit Reader(std::vector<ScriptStep>& steps) : steps_(steps) {}

  Status read(const std::string& line) {
    std::istringstream stream(line);
    std::string what, first, second, rest;
    stream >> what;
    if (what.empty() || what[0] == '#') return {};
    std::getline(stream >> std::ws, rest);
    std::istringstream words(rest);
    words >> first >> second;
    if (what == "frame") return frames(first);
    if (what == "move") return move(first, second);
    if (what == "down" || what == "up") return button(first, what == "down");
    if (what == "wheel") return wheel(first);
    if (what == "press" || what == "release" || what == "key") return key(what, first);
    if (what == "text") return text(rest);
    if (what == "console") return steps_.push_back(ScriptCommand{rest}), Status{};
    if (what == "report") return steps_.push_back(ScriptReport{}), Status{};
    if (what == "shot" && !first.empty()) return steps_.push_back(ScriptShot{rest}), Status{};
    return Error{"\"" + what + "\" is no step of a script, or lacks its argument"};
  }

 private:
  Status frames(const std::string& word) {
    ScriptFrames frames;
    if (!word.empty()) {
      const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), frames.count);
      if (error != std::errc() || end != word.data() + word.size() || frames.count > 1'000'000)
        return Error{"\"" + word + "\" is no number of frames"};
    }
    return steps_.push_back(frames), Status{};
  }
  Status move(const std::string& x, const std::string& y) {
    const auto right = scriptNumber(x), down = scriptNumber(y);
    if (!right) return Error{right.error()};
    if (!down) return Error{down.error()};
    InputEvent event;
    event.x = *right, event.y = *down;
    return steps_.push_back(event), Status{};
  }
  Status button(const std::string& word, bool down) {
    const auto which = buttonOf(word);
    if (!which) return Error{which.error()};
    InputEvent event;
    event.what = InputEvent::What::button, event.button = *which, event.down = down;
    return steps_.push_back(event), Status{};
  }
  Status wheel(const std::string& word) {
    const auto notches = scriptNumber(word);
    if (!notches) return Error{notches.error()};
    InputEvent event;
    event.what = InputEvent::What::wheel, event.y = *notches;
    return steps_.push_back(event), Status{};
  }
  Status key(const std::string& what, const std::string& word) {
    const auto which = keyOf(word);
    if (!which) return Error{which.error()};
    if (what != "release") steps_.push_back(keyEvent(*which, true));
    if (what != "press") steps_.push_back(keyEvent(*which, false));
    return {};
  }
  Status text(const std::string& words) {
    for (const char c : words) {
      InputEvent event;
      event.what = InputEvent::What::text, event.text = static_cast<unsigned char>(c);
      steps_.push_back(event);
    }
    return {};
  }

  std::vector<ScriptStep>& steps_;
};

}  // namespace

Result<std::vector<ScriptStep>> parseScript(std::string_view text, const std::string& name) {
  std::vector<ScriptStep> steps;
  Reader reader(steps);
  std::istringstream lines{std::string(text)};
  std::string line;
  for (std::size_t number = 1; std::getline(lines, line); ++number) {
    const Status read = reader.read(line);
    if (!read.ok()) return Error{name + ":" + std::to_string(number) + ": " + read.error()};
  }
  return steps;
}

}  // namespace toile::view
