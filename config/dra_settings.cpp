#include "config/dra_settings.hpp"

#include <array>
#include <string_view>

#include "config/choice.hpp"
#include "config/settings_parts.hpp"

namespace npushare::config {

void read_dra(MappingReader& root, Settings& into) {
  static constexpr std::array<std::string_view, 4> kModes = {"convert", "split", "checked",
                                                             "mirror"};
  MappingReader dra = root.section("dra");
  if (const auto mode = choice(dra, "mode", kModes)) into.dra.mode = static_cast<DraMode>(*mode);
  static constexpr std::array<std::string_view, 3> kLeaks = {"report", "delete-own",
                                                             "delete-hami-shaped"};
  if (const auto leaks = choice(dra, "leaks", kLeaks))
    into.leaks = static_cast<LeakHandling>(*leaks);
  into.convert = convert_settings_of(dra);
  dra.refuse_unknown();
}

}  // namespace npushare::config
