/// A volcano-scheduler.conf of one plugin with the given arguments.
#pragma once

#include <string>

namespace npushare::testing_support {

/// `arguments` as in a YAML mapping between braces, e.g. `deviceshare.SchedulePolicy: spread`.
inline std::string a_volcano_conf(const std::string& arguments) {
  return "actions: \"enqueue, allocate, backfill\"\n"
         "tiers:\n"
         "- plugins:\n"
         "  - name: predicates\n"
         "  - name: deviceshare\n"
         "    arguments: {" +
         arguments + "}\n";
}

}  // namespace npushare::testing_support
