// Errors as values: everything that can fail because of what came from outside returns a Result.
#pragma once

#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace toile {

/// Why something from outside was refused: names the file or argument, the element and the reason.
struct Error {
  std::string message;
};

/// Either a value or an Error. Thread safety: as a plain value.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  /// Precondition: ok(). Without it, debug builds stop at an assertion and others throw std::bad_variant_access: the
  /// one exception that is Toile's own, and an answer to misuse only.
  T& value() & { return assert(ok()), std::get<0>(state_); }
  const T& value() const& { return assert(ok()), std::get<0>(state_); }
  T&& value() && { return assert(ok()), std::get<0>(std::move(state_)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  /// Precondition: !ok(), as for value().
  const std::string& error() const { return assert(!ok()), std::get<1>(state_).message; }

 private:
  std::variant<T, Error> state_;
};

/// Success, or an Error.
class [[nodiscard]] Status {
 public:
  Status() = default;
  Status(Error error) : error_(std::move(error.message)), ok_(false) {}

  bool ok() const { return ok_; }
  explicit operator bool() const { return ok_; }
  /// Empty when ok().
  const std::string& error() const { return error_; }

 private:
  std::string error_;
  bool ok_ = true;
};

}  // namespace toile
