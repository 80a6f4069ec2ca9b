/// What a check finds in a text, as people read it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "config/check.hpp"

namespace npushare::testing_support {

/// "warning f.yaml:3: ...", in order.
inline std::vector<std::string> findings_in(std::string_view text, std::string_view name,
                                            const Catalogue* shared = nullptr) {
  std::vector<std::string> texts;
  for (const config::Finding& finding : config::check_file(text, name, shared)) {
    std::string line(config::text_of(finding.severity));
    texts.push_back(line.append(1, ' ').append(config::text_of(finding, name)));
  }
  return texts;
}

}  // namespace npushare::testing_support
