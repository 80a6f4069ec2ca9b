#include "scheduler/sync/log_notices.hpp"

#include <spdlog/spdlog.h>

#include "scheduler/wire/object_writer.hpp"

namespace npushare::sync {

void LogNotices::tell(const verbs::Notice& notice) const {
  std::string text;
  wire::append_quoted(text, notice.text);  // what came from outside starts no new line
  spdlog::warn("notice={} object={} text={}", notice.reason, notice.object, text);
}

}  // namespace npushare::sync
