// One line of a panel: a parameter with its name, unit and range.
#pragma once

#include <imgui.h>

#include <cstdio>

namespace toile::view {

/// A value with a unit. Logarithmic where the range begins above zero and spans more than a hundredfold. True when it
/// was changed.
inline bool field(const char* label, const char* unit, float& value, float low, float high) {
  char format[48];
  std::snprintf(format, sizeof format, "%%.4g %s", unit);
  const bool wide = low > 0.0f && high > 100.0f * low;
  ImGui::SetNextItemWidth(150.0f);
  return ImGui::SliderFloat(label, &value, low, high, format,
                            wide ? ImGuiSliderFlags_Logarithmic : ImGuiSliderFlags_None);
}

/// A value that is taken from the fabric while it is negative.
inline bool fieldOrFabric(const char* label, const char* unit, float& value, float fabric, float low, float high) {
  ImGui::PushID(label);
  bool own = value >= 0.0f, changed = false;
  if (ImGui::Checkbox("##own", &own)) value = own ? fabric : -1.0f, changed = true;
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("off: the fabric's own, %.4g %s", static_cast<double>(fabric), unit);
  ImGui::SameLine();
  float shown = own ? value : fabric;
  if (field(label, unit, shown, low, high)) value = shown, changed = true;
  ImGui::PopID();
  return changed;
}

inline bool count(const char* label, unsigned& value, unsigned low, unsigned high) {
  int shown = static_cast<int>(value);
  ImGui::SetNextItemWidth(150.0f);
  if (!ImGui::SliderInt(label, &shown, static_cast<int>(low), static_cast<int>(high), "%d",
                        ImGuiSliderFlags_AlwaysClamp))
    return false;
  value = static_cast<unsigned>(shown);
  return true;
}

}  // namespace toile::view
