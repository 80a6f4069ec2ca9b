#include "scheduler/sync/log_notices.hpp"

#include <spdlog/spdlog.h>

#include "scheduler/wire/object_writer.hpp"

namespace npushare::sync {

void LogNotices::tell(const verbs::Notice& notice) const {
  const bool is_warning = notice.tone == verbs::Notice::Tone::kWarning;
  spdlog::log(is_warning ? spdlog::level::warn : spdlog::level::info, "notice={} object={} text={}",
              notice.reason, notice.object, wire::quoted(notice.text));
}

}  // namespace npushare::sync
