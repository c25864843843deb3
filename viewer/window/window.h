// A window and what hands do in it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "toile/result.h"
#include "viewer/gpu/device.h"
#include "viewer/input.h"

struct GLFWwindow;

namespace toile::view {

class Window {
 public:
  /// Errors: no display to open a window on.
  static Result<std::unique_ptr<Window>> open(const std::string& title, int width, int height);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  WindowNeeds needs() const;
  bool shouldClose() const;
  /// What happened since the last call, in order. Waits for nothing.
  std::vector<InputEvent> poll();
  /// Pixels; 0 while it is minimized.
  std::uint32_t width() const;
  std::uint32_t height() const;
  bool focused() const;
  /// Blocks until something happens: for a minimized window.
  void wait();

 private:
  explicit Window(GLFWwindow* window);
  void add(const InputEvent& event) { events_.push_back(event); }
  void listen();

  GLFWwindow* window_;
  std::vector<InputEvent> events_;
};

}  // namespace toile::view
