#include "config/convert_settings.hpp"

#include <array>
#include <string_view>

#include "config/choice.hpp"
#include "config/text_values.hpp"

namespace npushare::config {

ConvertSettings convert_settings_of(MappingReader& dra) {
  static constexpr std::array<std::string_view, 2> kModes = {"template", "claim"};
  static constexpr std::array<std::string_view, 2> kDefaults = {"policy", "zero"};
  ConvertSettings settings;
  settings.is_on = dra.find("convert") != nullptr;
  MappingReader convert = dra.section("convert");
  if (const auto mode = choice(convert, "mode", kModes))
    settings.mode = static_cast<ConvertMode>(*mode);
  if (const auto fallback = choice(convert, "coreDefault", kDefaults))
    settings.core_default = static_cast<CoreDefault>(*fallback);
  settings.enforce_model = convert.boolean("enforceModel");
  take(convert.text("deviceClass"), settings.device_class);
  if (!is_node_name(settings.device_class))
    convert.refuse("deviceClass", "\"" + settings.device_class + "\" is no name of a DeviceClass",
                   "write it as `kubectl get deviceclasses` shows it");
  convert.refuse_unknown();
  return settings;
}

}  // namespace npushare::config
