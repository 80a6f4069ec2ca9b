/// Notices as lines of the log.
#pragma once

#include "scheduler/verbs/ports.hpp"

namespace npushare::sync {

class LogNotices final : public verbs::Notices {
 public:
  void tell(const verbs::Notice& notice) const override;
};

}  // namespace npushare::sync
