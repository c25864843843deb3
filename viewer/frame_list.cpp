#include "viewer/frame_list.h"

#include <algorithm>
#include <charconv>

namespace toile::view {
namespace {

constexpr std::size_t kMost = 10'000'000;

Result<std::size_t> frameOf(const std::string& word) {
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size() || value > kMost)
    return Error{"\"" + word + "\" is no frame: a whole number from 0 to 10000000 is wanted"};
  return value;
}

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> words;
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find(at, begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

Status addRange(const std::string& word, std::vector<std::size_t>& frames) {
  std::vector<std::size_t> numbers;
  for (const std::string& part : split(word, ':')) {
    const auto number = frameOf(part);
    if (!number) return Error{number.error()};
    numbers.push_back(*number);
  }
  if (numbers.size() > 3) return Error{"\"" + word + "\" is not FIRST:LAST or FIRST:LAST:STEP"};
  const std::size_t last = numbers.size() > 1 ? numbers[1] : numbers[0], step = numbers.size() > 2 ? numbers[2] : 1;
  if (last < numbers[0]) return Error{"\"" + word + "\" ends before it begins"};
  if (step == 0) return Error{"\"" + word + "\" has no step"};
  for (std::size_t frame = numbers[0]; frame <= last; frame += step) frames.push_back(frame);
  return {};
}

}  // namespace

Result<std::vector<std::size_t>> frameList(const std::string& text, std::size_t count) {
  std::vector<std::size_t> frames;
  for (const std::string& word : split(text, ',')) {
    if (word == "last") {
      frames.push_back(count - 1);
    } else if (word == "all") {
      for (std::size_t frame = 0; frame < count; ++frame) frames.push_back(frame);
    } else if (const Status added = addRange(word, frames); !added.ok()) {
      return Error{added.error()};
    }
  }
  std::sort(frames.begin(), frames.end());
  frames.erase(std::unique(frames.begin(), frames.end()), frames.end());
  return frames;
}

}  // namespace toile::view
