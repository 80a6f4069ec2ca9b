/// Adds up every live pod's grants from the API alone and compares them with what the chips have.
///
/// It must never find a chip that is granted twice, a bound NPU pod without grants, or grants of
/// another node.
/// Threads: one.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "scheduler/embedded/store.hpp"
#include "tests/soak/findings.hpp"
#include "tests/soak/grants.hpp"

namespace npushare::soak {

class Auditor {
 public:
  Auditor(const embedded::Store& store, Findings& findings) : store_(store), findings_(findings) {}

  /// One consistent look at all pods.
  void look();

  /// What the last look has found taken, by chip.
  struct Chip {
    std::string node;
    Use capacity;  // as it was registered last
    Use soft;
    Use hard;
    std::vector<std::string> holders;  // pods
    bool has_whole = false;

    /// Who has a chip whole has all of it.
    Use total() const;
  };
  const std::map<std::string, Chip>& chips() const { return chips_; }

 private:
  void learn_chips();
  void add(const wire::Json& pod);
  void note_changes();
  void check_pod(const wire::Json& pod, const PodGrants& grants);
  void check_chip(const std::string& uuid, const Chip& chip);

  const embedded::Store& store_;
  Findings& findings_;
  std::map<std::string, std::string> live_;    // pod to what it holds, for the diary
  std::map<std::string, std::string> before_;  // the same of the look before
  std::map<std::string, Chip> chips_;          // those that are gone, too: pods may still hold them
};

}  // namespace npushare::soak
