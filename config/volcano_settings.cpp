#include <array>
#include <string_view>

#include "config/choice.hpp"
#include "config/settings_parts.hpp"

namespace npushare::config {

void read_volcano(MappingReader& root, Settings& into) {
  static constexpr std::array<std::string_view, 2> kFormulas = {"npushare", "volcano"};
  MappingReader volcano = root.section("volcano");
  if (const auto formulas = choice(volcano, "formulas", kFormulas))
    into.volcano_formulas = static_cast<VolcanoFormulas>(*formulas);
  volcano.refuse_unknown();
}

void read_node_resources(MappingReader& root, Settings& into) {
  static constexpr std::array<std::string_view, 3> kFates = {"keep", "publish", "remove"};
  if (const auto fate = choice(root, "nodeResources", kFates))
    into.node_resources = static_cast<NodeResources>(*fate);
}

}  // namespace npushare::config
