/// The fences of split nodes: which stand, for how long, and which are to be put up or taken down.
///
/// Shape:   a DeviceTaintRule for each device, NoSchedule, under a key of ours. Rules of others are
///          let be, and a rule of ours that was edited is put up anew.
/// Threads: any. The watch tells, whoever leads writes.
/// Source:  spec/dra-accounting.md 7.6, mode split.
#pragma once

#include <chrono>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "scheduler/dra/chip_domains.hpp"
#include "scheduler/dra/device_name.hpp"
#include "scheduler/wire/taint_rule.hpp"

namespace npushare::dra {

inline constexpr std::string_view kFenceKey = "npushare.io/kept-for-annotations";

/// The rule that keeps claims off this device.
wire::TaintRule fence_for(const DeviceName& device);

/// What is to be written, by the rules' names.
struct FenceWrites {
  std::vector<wire::TaintRule> create;
  std::vector<std::string> remove;

  bool empty() const { return create.empty() && remove.empty(); }
};

class Fences {
 public:
  using Time = std::chrono::steady_clock::time_point;

  /// How long kube-scheduler may need to see a rule, and to write what it decided before.
  static constexpr std::chrono::seconds kStands{2};

  /// The watch shows all rules, or one.
  void listed(const std::vector<wire::TaintRule>& rules, Time now);
  void put(const wire::TaintRule& rule, Time now);
  void remove(const std::string& name);

  Fence of(const DeviceName& device, Time now) const;

  /// What makes the rules those of `wanted`; nothing before they were listed once.
  FenceWrites writes_for(const std::set<DeviceName>& wanted) const;

 private:
  struct Standing {
    wire::TaintRule rule;
    Time since;
  };

  static bool is_ours(const wire::TaintRule& rule) { return rule.key == kFenceKey; }
  void keep(std::map<std::string, Standing>& in, const wire::TaintRule& rule, Time now) const;

  mutable std::mutex mutex_;
  std::map<std::string, Standing> standing_;  // by name, ours alone
  bool is_listed_ = false;
};

}  // namespace npushare::dra
