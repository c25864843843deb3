#include "viewer/panels/bridge.h"

#include <imgui.h>

#include <algorithm>
#include <cstring>

namespace toile::view {
namespace {

static_assert(sizeof(PanelVertex) == sizeof(ImDrawVert) && sizeof(ImDrawIdx) == sizeof(std::uint16_t));

void mapKeys(ImGuiIO& io) {
  const std::pair<ImGuiKey, Key> keys[] = {
      {ImGuiKey_Tab, Key::tab},       {ImGuiKey_LeftArrow, Key::left}, {ImGuiKey_RightArrow, Key::right},
      {ImGuiKey_UpArrow, Key::up},    {ImGuiKey_DownArrow, Key::down}, {ImGuiKey_PageUp, Key::pageUp},
      {ImGuiKey_Home, Key::home},     {ImGuiKey_End, Key::end},        {ImGuiKey_PageDown, Key::pageDown},
      {ImGuiKey_Delete, Key::remove}, {ImGuiKey_Enter, Key::enter},    {ImGuiKey_Backspace, Key::backspace},
      {ImGuiKey_Escape, Key::escape}, {ImGuiKey_Insert, Key::insert},  {ImGuiKey_A, letter('A')},
      {ImGuiKey_C, letter('C')},      {ImGuiKey_V, letter('V')},       {ImGuiKey_X, letter('X')},
      {ImGuiKey_Y, letter('Y')},      {ImGuiKey_Z, letter('Z')}};
  for (const auto& [theirs, ours] : keys) io.KeyMap[theirs] = static_cast<int>(ours);
}

}  // namespace

PanelBridge::PanelBridge() : context_(ImGui::CreateContext()) {
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;  // nothing is left behind on the disk
  io.LogFilename = nullptr;
  mapKeys(io);
  ImGui::StyleColorsDark();
  ImGuiStyle& style = ImGui::GetStyle();
  style.WindowRounding = 4.0f, style.FrameRounding = 3.0f;
  style.Colors[ImGuiCol_WindowBg].w = 0.88f;
}

PanelBridge::~PanelBridge() { ImGui::DestroyContext(context_); }

PanelFont PanelBridge::font() const {
  unsigned char* pixels = nullptr;
  int width = 0, height = 0;
  ImGui::GetIO().Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
  PanelFont font{static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height), {}};
  font.pixels.resize(std::size_t{font.width} * font.height);
  std::memcpy(font.pixels.data(), pixels, 4 * font.pixels.size());
  return font;
}

void PanelBridge::press(bool& state, bool down) {
  const bool fresh = std::find(fresh_.begin(), fresh_.end(), &state) != fresh_.end();
  if (!down && fresh) return later_.push_back(&state);
  if (down && !state) fresh_.push_back(&state);
  state = down;
}

bool PanelBridge::feed(const InputEvent& event) {
  ImGuiIO& io = ImGui::GetIO();
  switch (event.what) {
    case InputEvent::What::moved:
      io.MousePos = {event.x, event.y};
      return io.WantCaptureMouse;
    case InputEvent::What::button:
      press(io.MouseDown[event.button == Button::left ? 0 : event.button == Button::right ? 1 : 2], event.down);
      // What began on the scene ends there.
      return io.WantCaptureMouse && event.down;
    case InputEvent::What::wheel:
      io.MouseWheel += event.y;
      return io.WantCaptureMouse;
    case InputEvent::What::key: {
      const auto index = static_cast<std::size_t>(event.key);
      if (index < std::size(io.KeysDown)) press(io.KeysDown[index], event.down);
      io.KeyShift = io.KeysDown[static_cast<std::size_t>(Key::shift)];
      io.KeyCtrl = io.KeysDown[static_cast<std::size_t>(Key::control)];
      return io.WantTextInput && event.down;  // keys of the scene work while a slider is held
    }
    case InputEvent::What::text:
      io.AddInputCharacter(event.text);
      return io.WantTextInput;
  }
  return false;
}

void PanelBridge::begin(float width, float height, double seconds) {
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {width, height};
  io.DeltaTime = std::max(static_cast<float>(seconds), 1e-4f);
  ImGui::NewFrame();
}

const PanelList& PanelBridge::end() {
  ImGui::Render();
  for (bool* state : later_) *state = false;
  fresh_.clear(), later_.clear();
  const ImDrawData* data = ImGui::GetDrawData();
  list_.vertices.clear(), list_.indices.clear(), list_.parts.clear();
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  for (int i = 0; i < data->CmdListsCount; ++i) {
    const ImDrawList& list = *data->CmdLists[i];
    const auto firstVertex = static_cast<std::uint32_t>(list_.vertices.size());
    const auto firstIndex = static_cast<std::uint32_t>(list_.indices.size());
    for (const ImDrawVert& v : list.VtxBuffer) list_.vertices.push_back({{v.pos.x, v.pos.y}, {v.uv.x, v.uv.y}, v.col});
    list_.indices.insert(list_.indices.end(), list.IdxBuffer.begin(), list.IdxBuffer.end());
    for (const ImDrawCmd& command : list.CmdBuffer) {
      const float left = std::max(command.ClipRect.x, 0.0f), top = std::max(command.ClipRect.y, 0.0f);
      const float right = std::min(command.ClipRect.z, size.x), bottom = std::min(command.ClipRect.w, size.y);
      if (command.UserCallback != nullptr || !(right > left && bottom > top)) continue;
      list_.parts.push_back({firstIndex + command.IdxOffset, command.ElemCount, firstVertex + command.VtxOffset,
                             static_cast<std::int32_t>(left), static_cast<std::int32_t>(top),
                             static_cast<std::uint32_t>(right - left), static_cast<std::uint32_t>(bottom - top)});
    }
  }
  return list_;
}

}  // namespace toile::view
