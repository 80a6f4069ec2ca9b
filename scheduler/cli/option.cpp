#include "scheduler/cli/option.hpp"

#include <CLI/CLI.hpp>

namespace npushare::cli {

void option(CLI::App& app, const std::string& names, std::string& value, const std::string& kind,
            const std::string& description) {
  app.add_option(names, value, description)->type_name(kind);
}

}  // namespace npushare::cli
