/// One node of the cluster: a kubelet that admits one pod after another, and the node plugin that
/// serves its containers, which is the embedded cluster's own.
///
/// Its faults: a plugin that stands still, one that fails, chips that fall ill, a node that is
/// deleted and comes back.
/// Threads: one. Time is the timeline's.
/// Source:  spec/node-plugin-contract.md 3, 7.
#pragma once

#include <deque>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "scheduler/embedded/plugin_half.hpp"
#include "scheduler/embedded/registration.hpp"
#include "tests/simulation/diary.hpp"
#include "tests/simulation/sim_kube.hpp"

namespace npushare::simulation {

class SimNode {
 public:
  SimNode(embedded::NodeProfile profile, std::size_t chips, Sky sky, Diary& diary);

  const std::string& name() const { return profile_.name; }

  /// Until then its plugin answers nobody and registers nothing.
  void stand_still(Millis time) { still_until_ = sky_.timeline.now() + time; }
  void fail_next_allocate() { fails_next_ = true; }
  void set_health(std::size_t chip, bool is_healthy);
  void remove();
  /// Back with the chips it has, all healthy.
  void restore();
  bool is_there() const { return is_there_; }

 private:
  void publish();
  void keep_registering();
  void look();
  void admit(const wire::Json& pod);
  void serve(const wire::Json& pod, std::size_t container);
  void finish(const wire::Json& pod, std::size_t container, const embedded::Started& started);
  bool is_stored(const wire::Json& pod) const;
  void drop(const wire::Json& pod);
  void run(const wire::Json& pod);
  void reject(const wire::Json& pod, const Error& error);
  void write_status(const wire::Json& pod, const wire::Json& patch);
  void end_if_terminating(const wire::Json& pod);

  const embedded::NodeProfile profile_;
  const Sky sky_;
  Diary& diary_;
  std::vector<embedded::PluginChip> chips_;
  embedded::PluginHalf plugin_;
  std::set<std::string> admitted_;  // UIDs
  bool is_busy_ = false;
  bool is_there_ = true;
  bool fails_next_ = false;
  Millis still_until_{0};
};

}  // namespace npushare::simulation
