#include "accounting/chip.hpp"

#include <algorithm>

namespace npushare {

std::optional<Template> ChipModel::template_for(MiB asked) const {
  const auto enough = std::ranges::find_if(
      templates, [asked](const Template& split) { return asked <= split.memory; });
  if (enough == templates.end()) return std::nullopt;
  return *enough;
}

std::optional<Template> ChipModel::template_named(std::string_view wanted) const {
  const auto same = std::ranges::find(templates, wanted, &Template::name);
  if (same == templates.end()) return std::nullopt;
  return *same;
}

}  // namespace npushare
