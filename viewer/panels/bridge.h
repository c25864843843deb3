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
  /// Dear ImGui looks at keys and buttons once a frame: what goes down and up again in between is let up after it.
  void press(bool& state, bool down);

  ImGuiContext* context_;
  std::vector<bool*> fresh_, later_;  ///< went down in this frame; go up after it
  PanelList list_;
};

}  // namespace toile::view
