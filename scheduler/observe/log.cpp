#include "scheduler/observe/log.hpp"

#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <memory>
#include <optional>
#include <string>

namespace npushare::observe {
namespace {

std::optional<spdlog::level::level_enum> level_named(std::string_view name) {
  if (name == "debug") return spdlog::level::debug;
  if (name == "info") return spdlog::level::info;
  if (name == "warn") return spdlog::level::warn;
  if (name == "error") return spdlog::level::err;
  return std::nullopt;
}

/// 2026-08-14T07:47:39.795Z info verb=filter pod=ns/p nodes=500 fit=12 ms=3
std::unique_ptr<spdlog::formatter> line_formatter() {
  return std::make_unique<spdlog::pattern_formatter>("%Y-%m-%dT%H:%M:%S.%eZ %l %v",
                                                     spdlog::pattern_time_type::utc);
}

}  // namespace

Result<> set_up_logging(std::string_view level) {
  const std::optional<spdlog::level::level_enum> chosen = level_named(level);
  if (!chosen) {
    return Error{ErrorCode::kInvalid, "log level \"" + std::string(level) +
                                          "\" does not exist; choose debug, info, warn or error"};
  }
  auto logger = std::make_shared<spdlog::logger>("npushare",
                                                 std::make_shared<spdlog::sinks::stderr_sink_mt>());
  logger->set_formatter(line_formatter());
  logger->set_level(*chosen);
  logger->flush_on(spdlog::level::debug);
  spdlog::set_default_logger(std::move(logger));
  return {};
}

}  // namespace npushare::observe
