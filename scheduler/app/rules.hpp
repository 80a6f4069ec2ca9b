/// From the operator's files to the rules in force: at the start, and again when they change.
///
/// Errors: kNotFound for a file that cannot be read, kInvalid with file, line and key.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "accounting/catalogue.hpp"
#include "accounting/result.hpp"
#include "config/settings.hpp"
#include "config/volcano_conf.hpp"
#include "scheduler/verbs/services.hpp"

namespace npushare {

Result<std::string> read_text_file(const std::string& path);

/// `name` stands for the file in messages. `listen` is the flag and wins; empty: not given.
Result<config::Settings> settings_from(const std::string& yaml, const std::string& name,
                                       const std::string& listen);
/// `path` empty: the defaults.
Result<config::Settings> read_settings_file(const std::string& path, const std::string& listen);

/// The file that the settings name, or the built-in catalogue.
Result<Catalogue> read_catalogue(const config::Settings& settings);

/// `settings` with what a volcano-scheduler.conf says already in its place; `volcano` nothing:
/// there is no such file.
Result<std::shared_ptr<const verbs::Rules>> make_rules(
    const config::Settings& settings, const Catalogue& catalogue,
    const std::optional<config::VolcanoConf>& volcano = std::nullopt);

}  // namespace npushare
