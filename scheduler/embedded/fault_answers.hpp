/// The failures that a fault script makes the API server answer with.
///
/// Shape:  as the real ones: a Status, and plain text for 429, which flow control answers before
///         any API code runs.
/// Source: spec/kube-scheduler-extender.md 4.2, 4.3; data/recorded/kube-apiserver-1.37.2.
#pragma once

#include <optional>
#include <string>

#include "config/fault_script.hpp"
#include "scheduler/embedded/answer.hpp"
#include "scheduler/embedded/api_path.hpp"
#include "scheduler/http/message.hpp"

namespace npushare::embedded {

http::Response fault_response(const config::FaultRule& rule, const std::optional<ApiPath>& path);

/// An answer as it goes out.
http::Response response_of(const Answer& answer);
http::Response plain_response(unsigned status, std::string text);

/// The ERROR event of a watch whose version is gone.
std::string expired_line();

}  // namespace npushare::embedded
