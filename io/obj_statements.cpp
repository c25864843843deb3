#include "io/obj_statements.h"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "io/import_text.h"

namespace toile {

namespace {

constexpr std::size_t kMaximumIgnoredKinds = 64;  // a hostile file may make up a keyword a line

bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\r' || c == '\n'; }

/// Next run of characters that are not spaces; a token that starts with '#' is a comment and ends the line.
std::string_view nextToken(std::string_view& rest) {
  std::size_t begin = 0;
  while (begin < rest.size() && isSpace(rest[begin])) ++begin;
  std::size_t end = begin;
  while (end < rest.size() && !isSpace(rest[end])) ++end;
  const std::string_view token = rest.substr(begin, end - begin);
  rest.remove_prefix(end);
  if (!token.empty() && token.front() == '#') {
    rest = {};
    return {};
  }
  return token;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && isSpace(text.front())) text.remove_prefix(1);
  while (!text.empty() && isSpace(text.back())) text.remove_suffix(1);
  return text;
}

/// Correctly rounded and independent of the locale. "nan" and "inf" are numbers here; the caller counts them.
bool parseNumber(std::string_view token, float& value) {
  if (!token.empty() && token.front() == '+') token.remove_prefix(1);
  if (token.empty() || token.front() == '+') return false;
#if defined(__cpp_lib_to_chars)
  const char* end = token.data() + token.size();
  const auto parsed = std::from_chars(token.data(), end, value);
  if (parsed.ptr != end) return false;
  if (parsed.ec == std::errc::result_out_of_range) {
    double wide = 0.0;
    const auto again = std::from_chars(token.data(), end, wide);
    const bool tiny = token.find("e-") != token.npos || token.find("E-") != token.npos;
    if (again.ec == std::errc::result_out_of_range) wide = tiny ? 0.0 : std::numeric_limits<double>::infinity();
    value = static_cast<float>(wide);  // infinite beyond the largest float, else subnormal or zero
    return true;
  }
  return parsed.ec == std::errc();
#else
  const std::string copy(token);
  char* end = nullptr;
  value = std::strtof(copy.c_str(), &end);
  return end == copy.c_str() + copy.size();
#endif
}

/// One pass over the text. Errors are kept as text and end the pass.
class Reader {
 public:
  Reader(std::string_view text, std::string_view name) : rest_(text), name_(name) {}

  Result<ObjStatements> run() {
    out_.sections.emplace_back();
    while (error_.empty() && nextLine()) {
      std::string_view rest = line_;
      const std::string_view keyword = nextToken(rest);
      if (!keyword.empty()) statement(keyword, rest);
    }
    if (error_.empty()) checkRanges();
    if (!error_.empty()) return Error{std::move(error_)};
    return std::move(out_);
  }

 private:
  /// Lines end in LF, CR LF or CR; a backslash before the end joins the next one.
  bool nextLine() {
    if (rest_.empty()) return false;
    joined_.clear();
    lineNumber_ = nextNumber_;
    for (;;) {
      const std::size_t end = std::min(rest_.find_first_of("\r\n"), rest_.size());
      line_ = rest_.substr(0, end);
      const bool crLf = end + 1 < rest_.size() && rest_[end] == '\r' && rest_[end + 1] == '\n';
      rest_.remove_prefix(std::min(end + (crLf ? 2 : 1), rest_.size()));
      ++nextNumber_;
      const bool goesOn = !line_.empty() && line_.back() == '\\' && !rest_.empty();
      if (!goesOn && joined_.empty()) return true;
      joined_.append(line_.substr(0, goesOn ? line_.size() - 1 : line_.size())).append(1, ' ');
      if (goesOn) continue;
      line_ = joined_;
      return true;
    }
  }

  void statement(std::string_view keyword, std::string_view rest) {
    if (keyword == "v") {
      vertex(rest);
    } else if (keyword == "vt") {
      float n[3] = {0, 0, 0};
      if (numbers(rest, n, 1, 3, "vt") > 0) out_.uvs.push_back({n[0], n[1]});
    } else if (keyword == "vn") {
      float n[3];
      if (numbers(rest, n, 3, 3, "vn") > 0) out_.normals.push_back({n[0], n[1], n[2]});
    } else if (keyword == "f" || keyword == "fo") {  // "fo" is the old spelling
      face(rest);
    } else if (keyword == "p" || keyword == "l") {
      ++(keyword == "p" ? out_.points : out_.lines);
    } else if (keyword == "o") {
      section().object = std::string(trimmed(rest));
    } else if (keyword == "g") {
      section().group = std::string(trimmed(rest));
    } else if (keyword == "usemtl") {
      section().material = std::string(trimmed(rest));
    } else if (keyword == "mtllib") {
      out_.materialLibraries.emplace_back(trimmed(rest));
    } else if (keyword != "s") {  // smoothing groups do not matter to cloth
      ignore(keyword);
    }
  }

  void ignore(std::string_view keyword) {
    bool word = keyword.size() <= 16;
    for (const char c : keyword) word = word && ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_');
    const std::string key = word ? std::string(keyword) : "(unreadable)";
    const bool known = out_.ignored.count(key) > 0;
    ++out_.ignored[known || out_.ignored.size() < kMaximumIgnoredKinds ? key : "(others)"];
  }

  void fail(const std::string& reason) {
    if (error_.empty()) error_ = std::string(name_) + ": line " + std::to_string(lineNumber_) + ": " + reason;
  }

  /// Reads up to `most` numbers; fails for fewer than `least` or for something else than a number. Returns the count,
  /// 0 after a failure.
  int numbers(std::string_view rest, float* out, int least, int most, const char* what) {
    int count = 0;
    while (count < most) {
      const std::string_view token = nextToken(rest);
      if (token.empty()) break;
      if (!parseNumber(token, out[count])) {
        fail(std::string(what) + ": \"" + shown(token) + "\" is not a number");
        return 0;
      }
      ++count;
    }
    if (count < least) {
      fail(std::string(what) + " needs " + counted(static_cast<std::size_t>(least), "number") + ", found " +
           std::to_string(count));
      return 0;
    }
    return count;
  }

  void vertex(std::string_view rest) {
    float n[7];
    const int count = numbers(rest, n, 3, 7, "v");
    if (count == 0) return;
    for (int i = 0; i < 3; ++i) {
      if (std::isfinite(n[i])) continue;
      if (out_.nonFiniteNumbers++ == 0) out_.firstNonFiniteLine = lineNumber_;
    }
    out_.vertices.push_back({n[0], n[1], n[2]});
    if (count < 6 && out_.colours.empty()) return;
    // "x y z r g b" or "x y z w r g b"; the first colours turn up late in files joined by hand.
    out_.colours.resize(out_.vertices.size(), {1, 1, 1});
    if (count >= 6) out_.colours.back() = {n[count - 3], n[count - 2], n[count - 1]};
  }

  /// "7", "-3"; a comment may follow without a space.
  bool index(std::string_view text, std::size_t readSoFar, const char* what, std::int64_t& result) {
    std::int64_t value = 0;
    if (!text.empty() && text.front() == '+') text.remove_prefix(1);
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
    if (parsed.ec != std::errc() || parsed.ptr != text.data() + text.size()) {
      fail(std::string("f: \"") + shown(text) + "\" is not an index");
      return false;
    }
    if (value == 0) {
      fail(std::string("f: ") + what + " index 0; indices start at 1, or at -1 for the last one read");
      return false;
    }
    const std::int64_t count = static_cast<std::int64_t>(readSoFar);
    if (value < -count || value > std::numeric_limits<std::int32_t>::max()) {
      fail(std::string("f: ") + what + " index " + std::to_string(value) + " is out of range (" +
           std::to_string(count) + " read so far)");
      return false;
    }
    result = value > 0 ? value - 1 : count + value;
    return true;
  }

  /// "v", "v/vt", "v//vn" or "v/vt/vn".
  bool corner(std::string_view token, ObjCorner& result) {
    const std::size_t first = std::min(token.find('/'), token.size());
    if (!index(token.substr(0, first), out_.vertices.size(), "vertex", result.vertex)) return false;
    if (first == token.size()) return true;
    const std::string_view tail = token.substr(first + 1);
    const std::size_t second = std::min(tail.find('/'), tail.size());
    const std::string_view uv = tail.substr(0, second);
    if (!uv.empty() && !index(uv, out_.uvs.size(), "vt", result.uv)) return false;
    if (second == tail.size()) return true;
    const std::string_view normal = tail.substr(second + 1);
    return normal.empty() || index(normal, out_.normals.size(), "vn", result.normal);
  }

  void face(std::string_view rest) {
    const std::size_t firstCorner = out_.corners.size();
    for (bool last = false; !last;) {
      std::string_view token = nextToken(rest);
      const std::size_t comment = token.find('#');
      last = comment != token.npos;
      token = token.substr(0, comment);
      if (token.empty()) break;
      ObjCorner result;
      if (!corner(token, result)) return;
      out_.corners.push_back(result);
    }
    const std::size_t size = out_.corners.size() - firstCorner;
    if (size < 3) {
      out_.corners.resize(firstCorner);
      ++out_.shortFaces;
      return;
    }
    out_.faceSizes.push_back(static_cast<std::uint32_t>(size));
    out_.faceLines.push_back(lineNumber_);
  }

  /// The section that the coming faces belong to: a new one if the last has faces already.
  ObjSection& section() {
    if (out_.sections.back().firstFace != out_.faceSizes.size()) {
      out_.sections.push_back(out_.sections.back());
      out_.sections.back().firstFace = out_.faceSizes.size();
    }
    return out_.sections.back();
  }

  void checkRanges() {
    if (!out_.colours.empty()) out_.colours.resize(out_.vertices.size(), {1, 1, 1});
    std::size_t c = 0;
    for (std::size_t f = 0; f < out_.faceSizes.size(); ++f) {
      lineNumber_ = out_.faceLines[f];
      for (std::uint32_t k = 0; k < out_.faceSizes[f]; ++k, ++c) {
        checkRange(out_.corners[c].vertex, out_.vertices.size(), "vertex");
        checkRange(out_.corners[c].uv, out_.uvs.size(), "vt");
        checkRange(out_.corners[c].normal, out_.normals.size(), "vn");
      }
    }
  }

  void checkRange(std::int64_t value, std::size_t count, const char* what) {
    if (value < static_cast<std::int64_t>(count)) return;
    fail(std::string("f: ") + what + " index " + std::to_string(value + 1) + " is out of range (the file has " +
         std::to_string(count) + ")");
  }

  std::string_view rest_, line_, name_;
  std::string joined_, error_;
  std::size_t lineNumber_ = 0, nextNumber_ = 1;
  ObjStatements out_;
};

}  // namespace

Result<ObjStatements> readObjStatements(std::string_view text, std::string_view name) {
  if (text.substr(0, 3) == "\xef\xbb\xbf") text.remove_prefix(3);  // byte order mark
  return Reader(text, name).run();
}

}  // namespace toile
