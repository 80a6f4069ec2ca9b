/// One line of the audit log: what happened to a pod's shares (docs/reference/audit.md).
///
/// Shape:  a JSON object without its newline. The lines of a log, replayed in order, give what each
///         pod holds: `start` empties the books, `bind`, `uncertain`, `admit` and `observe`
///         put the pod's grants in place of what it held on that node, `init-ended` takes away
///         those of its ordinary init containers, `release` all of them.
/// Units:  memory in MiB, cores in the chip's own unit.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "accounting/allocation.hpp"
#include "scheduler/observe/clock.hpp"

namespace npushare::history {

enum class AuditKind : std::uint8_t {
  kBind,       // the API server has accepted the Binding
  kUncertain,  // the Binding was sent, and its outcome is not known
  kAdmit,      // the webhook has put the grants into a Binding
  kObserve,    // the API server shows the pod bound, by whomsoever
};

std::string grant_line(AuditKind kind, const Allocation& allocation, observe::Clock::Wall at);
std::string init_ended_line(const PodKey& pod, const PodUid& uid, const NodeName& node,
                            observe::Clock::Wall at);
std::string release_line(const PodKey& pod, const PodUid& uid, const NodeName& node,
                         observe::Clock::Wall at);
/// This process begins: what holds will be observed anew.
std::string start_line(std::string_view instance, std::string_view version,
                       observe::Clock::Wall at);
/// So many lines before this one could not be written.
std::string lost_line(std::uint64_t lines, observe::Clock::Wall at);

}  // namespace npushare::history
