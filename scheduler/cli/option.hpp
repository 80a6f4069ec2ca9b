/// An option of the command line that takes text, as all commands declare theirs.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace npushare::cli {

/// `kind` is what help calls the value: FILE, NAME.
void option(CLI::App& app, const std::string& names, std::string& value, const std::string& kind,
            const std::string& description);

}  // namespace npushare::cli
