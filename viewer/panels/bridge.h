// Dear ImGui between our events and our renderer.
#pragma once

#include <memory>

#include "viewer/gpu/panel_list.h"
#include "viewer/input.h"

struct ImGuiContext;

namespace toile::view {

class PanelBridge {
 public:
  PanelBridge();
  ~PanelBridge();
  PanelBridge(const PanelBridge&) = delete;
  PanelBridge& operator=(const PanelBridge&) = delete;

  PanelFont font() const;
  /// True where panels take the event for themselves: the mouse is over one, or somebody types into one.
  bool feed(const InputEvent& event);
  void begin(float width, float height, double seconds);
  /// Ends the frame; valid until the next one begins.
  const PanelList& end();

 private:
  ImGuiContext* context_;
  PanelList list_;
};

}  // namespace toile::view
