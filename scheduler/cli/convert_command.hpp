/// What a pod becomes where claims are wanted: the preview of the webhook.
#pragma once

#include <string>
#include <vector>

#include "accounting/result.hpp"
#include "scheduler/cli/command_line.hpp"
#include "scheduler/cli/run.hpp"
#include "scheduler/cli/transport.hpp"
#include "scheduler/convert/pod_conversion.hpp"

namespace npushare::cli {

/// Converts a manifest as the webhook would, by these rules. kInvalid: what is no pod, and what the
/// webhook would refuse.
Result<convert::Conversion> preview(const wire::Json& pod, const std::string& space,
                                    const convert::Rules& rules);

/// YAML documents for kubectl: first what the webhook would create, then the pod. `remarks` stand
/// above them as comments.
std::string manifests_of(const convert::Conversion& conversion,
                         const std::vector<std::string>& remarks);

/// The claims that Kubernetes would make of the pod, for the question whether they fit.
wire::Json claims_of(const convert::Conversion& conversion);

/// One sentence: whether they fit now, as the service sees it, or why that is not known.
std::string fit_of(const wire::Json& claims, Transport& service);

int convert_pod_file(const ConvertCommand& command, const Screen& screen);

}  // namespace npushare::cli
