// The panels: every parameter of fabrics and the solver with its unit, layers, tools, times, scenes, the console.
#pragma once

#include <array>
#include <string>

#include "viewer/workbench.h"

namespace toile::view {

/// What a frame took, in ms; the last ones, to be drawn as graphs. Negative: not measured.
struct FrameTimes {
  enum Row { step, bodyRefit, bodyContact, read, record, gpuShadows, gpuSurfaces, gpuPanels, kRows };
  static constexpr std::array<const char*, kRows> names{"step (CPU)",      "  bodies: refit",   "  bodies: contact",
                                                        "read and layers", "record and submit", "GPU shadows",
                                                        "GPU surfaces",    "GPU panels"};
  static constexpr std::size_t kKept = 160;
  std::array<std::array<float, kKept>, kRows> history{};
  std::size_t next = 0;

  void add(const std::array<double, kRows>& frame) {
    for (std::size_t row = 0; row < kRows; ++row) history[row][next % kKept] = static_cast<float>(frame[row]);
    ++next;
  }
};

class Panels {
 public:
  explicit Panels(Workbench& bench) : bench_(bench) {}

  /// Between PanelBridge::begin and end.
  void draw(const FrameTimes& times, const std::string& device, float width, float height);

 private:
  void scenePanel();
  void toolPanel();
  void fabricPanel();
  void kindPanel();
  void clothPanel();
  void worldPanel();
  void layerPanel();
  void timePanel(const FrameTimes& times, const std::string& device);
  void console(float width, float height);

  Workbench& bench_;
  std::size_t cloth_ = 0;          ///< of Scene::cloths, whose parameters are shown
  std::optional<Fabric> dragged_;  ///< of a garment that takes long to be made anew, until the slider is let go
  std::array<char, 256> line_{}, file_{};
  std::vector<std::string> typed_;  ///< lines of before
  std::size_t recalled_ = 0;
  std::size_t shownLines_ = 0;
  bool consoleWasOpen_ = false;
};

}  // namespace toile::view
