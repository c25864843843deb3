#include "viewer/panels/panels.h"

#include <imgui.h>

#include <algorithm>

#include "scenes/named.h"
#include "viewer/console.h"

namespace toile::view {
namespace {

const char* toolNames[] = {"pull", "pin", "paint"};

}  // namespace

void Panels::draw(const FrameTimes& times, const std::string& device, float width, float height) {
  if (cloth_ >= bench_.session.scene().cloths.size()) cloth_ = 0;
  if (bench_.panelsOpen) {
    ImGui::SetNextWindowPos({8.0f, 8.0f}, ImGuiCond_Always);
    ImGui::SetNextWindowSize({330.0f, height - 16.0f}, ImGuiCond_Always);
    constexpr ImGuiWindowFlags kFixed =
        ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoTitleBar;
    if (ImGui::Begin("panels", nullptr, kFixed)) {
      scenePanel();
      if (ImGui::CollapsingHeader("tools", ImGuiTreeNodeFlags_DefaultOpen)) toolPanel();
      if (ImGui::CollapsingHeader("layers", ImGuiTreeNodeFlags_DefaultOpen)) layerPanel();
      if (ImGui::CollapsingHeader("world")) worldPanel();
      if (!bench_.session.scene().cloths.empty()) {
        if (ImGui::CollapsingHeader("fabric")) fabricPanel();
        if (ImGui::CollapsingHeader("constraint kinds")) kindPanel();
        if (ImGui::CollapsingHeader("cloth")) clothPanel();
      }
      if (ImGui::CollapsingHeader("times")) timePanel(times, device);
    }
    ImGui::End();
  }
  if (bench_.consoleOpen) console(width, height);
  consoleWasOpen_ = bench_.consoleOpen;
}

void Panels::scenePanel() {
  Session& session = bench_.session;
  ImGui::SetNextItemWidth(200.0f);
  if (ImGui::BeginCombo("scene", session.scene().name.c_str())) {
    for (const NamedScene& named : namedScenes()) {
      const std::string name(named.name);
      if (ImGui::Selectable(name.c_str(), name == session.scene().name)) bench_.report(session.load(name));
      if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", std::string(named.summary).c_str());
    }
    ImGui::EndCombo();
  }
  ImGui::SetNextItemWidth(200.0f);
  ImGui::InputText("file", file_.data(), file_.size());
  ImGui::SameLine();
  if (ImGui::SmallButton("load")) bench_.report(session.load(file_.data()));
  if (ImGui::Button(session.paused ? "play (X)" : "pause (X)")) session.paused = !session.paused;
  ImGui::SameLine();
  if (ImGui::Button("step (Z+X)")) session.paused = true, bench_.report(session.advance());
  ImGui::SameLine();
  if (ImGui::Button("reset (R)")) bench_.report(session.reset());
  ImGui::Text("frame %zu, %.2f s%s", session.play().frame(), session.play().time(), session.paused ? ", paused" : "");
}

void Panels::toolPanel() {
  int tool = static_cast<int>(bench_.tool);
  for (int i = 0; i < 3; ++i) {
    if (i > 0) ImGui::SameLine();
    ImGui::RadioButton(toolNames[i], &tool, i);
  }
  bench_.tool = static_cast<Tool>(tool);
  if (bench_.tool != Tool::paint) return;
  Brush& brush = bench_.brush;
  for (std::size_t i = 0; i < kWeightNames.size(); ++i) {
    int weight = static_cast<int>(brush.weight);
    if (i % 2 != 0) ImGui::SameLine(150.0f);
    if (ImGui::RadioButton(std::string(kWeightNames[i]).c_str(), &weight, static_cast<int>(i)))
      brush.weight = static_cast<Weight>(weight);
  }
  ImGui::SetNextItemWidth(150.0f);
  ImGui::SliderFloat("value", &brush.value, 0.0f, 4.0f);
  ImGui::SetNextItemWidth(150.0f);
  ImGui::SliderFloat("radius", &brush.radius, 0.01f, 0.5f, "%.3f m", ImGuiSliderFlags_Logarithmic);
  ImGui::SetNextItemWidth(150.0f);
  ImGui::SliderFloat("strength", &brush.strength, 0.01f, 1.0f);
  if (ImGui::Button("save scene")) bench_.report(bench_.session.save(bench_.session.scene().name + ".json"));
  if (ImGui::IsItemHovered())
    ImGui::SetTooltip("%s.json, or `save FILE` in the console", bench_.session.scene().name.c_str());
}

void Panels::layerPanel() {
  Layers& layers = bench_.layers;
  std::size_t i = 0;
  for (const std::string& name : layerList()) {
    if (i++ % 2 != 0) ImGui::SameLine(150.0f);
    ImGui::Checkbox(name.c_str(), findLayer(layers, name));
  }
  if (layers.strain) {
    ImGui::SetNextItemWidth(150.0f);
    ImGui::SliderFloat("strongest at", &layers.strainRange, 0.001f, 1.0f, "%.3f", ImGuiSliderFlags_Logarithmic);
  }
  if (!layers.constraints) return;
  ImGui::Checkbox("by the solver's colours", &layers.bySolverColour);
  for (std::size_t k = 0; k < kKindCount; ++k) {
    const Kind kind = static_cast<Kind>(k);
    bool shown = layers.kinds.has(kind);
    const ImVec4 colour = ImGui::ColorConvertU32ToFloat4(distinct(k));
    ImGui::PushStyleColor(ImGuiCol_CheckMark, colour);
    if (k % 2 != 0) ImGui::SameLine(150.0f);
    if (ImGui::Checkbox(std::string(kindName(kind)).c_str(), &shown))
      shown ? layers.kinds.add(kind) : layers.kinds.remove(kind);
    ImGui::PopStyleColor();
  }
}

void Panels::timePanel(const FrameTimes& times, const std::string& device) {
  ImGui::TextWrapped("%s", device.c_str());
  ImGui::Text("%s", bench_.session.world().simdName().c_str());
  const auto last = (times.next + FrameTimes::kKept - 1) % FrameTimes::kKept;
  for (std::size_t row = 0; row < FrameTimes::kRows; ++row) {
    const auto& values = times.history[row];
    const float largest = std::max(*std::max_element(values.begin(), values.end()), 0.01f);
    char text[32];
    std::snprintf(text, sizeof text, values[last] < 0.0f ? "-" : "%.3f ms", static_cast<double>(values[last]));
    ImGui::PlotLines(FrameTimes::names[row], values.data(), static_cast<int>(values.size()),
                     static_cast<int>(times.next % FrameTimes::kKept), text, 0.0f, 1.2f * largest, {150.0f, 34.0f});
  }
}

void Panels::console(float width, float height) {
  const float left = bench_.panelsOpen ? 346.0f : 8.0f;
  ImGui::SetNextWindowPos({left, height - 268.0f}, ImGuiCond_Always);
  ImGui::SetNextWindowSize({std::max(width - left - 8.0f, 200.0f), 260.0f}, ImGuiCond_Always);
  if (ImGui::Begin("console", &bench_.consoleOpen, ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize)) {
    ImGui::BeginChild("lines", {0.0f, -ImGui::GetFrameHeightWithSpacing()});
    for (const std::string& line : bench_.log) ImGui::TextUnformatted(line.c_str());
    if (shownLines_ != bench_.log.size()) ImGui::SetScrollHereY(1.0f);
    shownLines_ = bench_.log.size();
    ImGui::EndChild();
    ImGui::SetNextItemWidth(-1.0f);
    if (!consoleWasOpen_) ImGui::SetKeyboardFocusHere();
    const auto edit = [](ImGuiInputTextCallbackData* data) {
      auto& self = *static_cast<Panels*>(data->UserData);
      std::string line(data->Buf);
      if (data->EventFlag == ImGuiInputTextFlags_CallbackCompletion) {
        line = completeCommand(line);
      } else if (!self.typed_.empty()) {
        if (data->EventKey == ImGuiKey_UpArrow && self.recalled_ > 0) --self.recalled_;
        if (data->EventKey == ImGuiKey_DownArrow && self.recalled_ < self.typed_.size()) ++self.recalled_;
        line = self.recalled_ < self.typed_.size() ? self.typed_[self.recalled_] : std::string();
      }
      data->DeleteChars(0, data->BufTextLen);
      data->InsertChars(0, line.c_str());
      return 0;
    };
    constexpr ImGuiInputTextFlags kFlags = ImGuiInputTextFlags_EnterReturnsTrue |
                                           ImGuiInputTextFlags_CallbackCompletion | ImGuiInputTextFlags_CallbackHistory;
    if (ImGui::InputText("##line", line_.data(), line_.size(), kFlags, edit, this)) {
      typed_.emplace_back(line_.data());
      recalled_ = typed_.size();
      runCommand(bench_, line_.data());
      line_.fill('\0');
      ImGui::SetKeyboardFocusHere(-1);
    }
  }
  ImGui::End();
}

}  // namespace toile::view
