/// What a kube-scheduler says to an extender, and how it takes the answers.
///
/// Shape:  nodeCacheCapable: node names only. Bodies as in data/recorded/kube-scheduler-1.37.2.
/// Errors: kInternal for an answer that is none, or that carries an error text of its own.
/// Source: spec/kube-scheduler-extender.md 1.4-1.6, 9.2.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "accounting/result.hpp"
#include "scheduler/wire/json.hpp"

namespace npushare::embedded {

/// Of filter and of prioritize.
std::string extender_body(const wire::Json& pod, const std::vector<std::string>& nodes);
std::string bind_body(const wire::Json& pod, const std::string& node);

struct FilterReply {
  std::vector<std::string> nodes;               // in the answer's order
  std::map<std::string, std::string> refusals;  // node to reason; unresolvable ones win
};

/// A name that was not asked about makes the whole answer an error.
Result<FilterReply> read_filter_reply(std::string_view body, const std::vector<std::string>& asked);

/// The host with the highest sum of scores; the first by name among equals, and when scores are
/// missing.
std::string best_host(std::string_view body, std::vector<std::string> hosts);

Result<> read_bind_reply(std::string_view body);

/// `0/3 nodes are available: 1 no such NPU model, 2 insufficient NPU memory.`
std::string refusal_message(std::size_t nodes, const std::map<std::string, std::string>& refusals);

}  // namespace npushare::embedded
