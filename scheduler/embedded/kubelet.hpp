/// The kubelet half of a simulated node: admits pods one at a time, in arrival order, and ends
/// them.
///
/// Claims:  a pod waits, and others go first, until its claims are allocated and reserved for it;
/// what
///          the DRA driver then prepares is in the trace.
/// Shape:   admission -> Allocate for each container that asks -> Running; an error: Failed with
/// the
///          kubelet's reason. A deleted pod goes when its grace is over.
/// Threads: every call on the strand given at construction, timers included.
/// Source:  spec/node-plugin-contract.md 3.1, 7.3.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "scheduler/embedded/faulty_plugin.hpp"
#include "scheduler/embedded/kubelet_status.hpp"
#include "scheduler/embedded/plugin_trace.hpp"
#include "scheduler/embedded/times.hpp"
#include "scheduler/embedded/versioned_map.hpp"

namespace npushare::embedded {

struct KubeletOptions {
  std::string node;
  std::string resource;                        // the count resource
  std::chrono::milliseconds allocate_delay{};  // between a plugin's answer and its writes
  WallClock clock = std::chrono::system_clock::now;
};

class Kubelet : public std::enable_shared_from_this<Kubelet> {
 public:
  Kubelet(boost::asio::any_io_executor strand, std::shared_ptr<Objects> objects,
          std::shared_ptr<FaultyPlugin> plugin, std::shared_ptr<PluginTrace> trace,
          KubeletOptions options);

  /// A pod of this node was created, changed or deleted (`after` null).
  void pod_changed(const Object& before, const Object& after);

  /// The changes before now were missed: these are all the pods there are.
  void pods_listed(const std::vector<Object>& pods);

  /// Healthy ids that the plugin advertises.
  void set_allocatable(std::int64_t ids) { allocatable_ = ids; }

  void stop();

 private:
  struct Admission {
    wire::Json pod;
    Place place;
    std::vector<AskedContainer> asked;
    std::size_t next = 0;
  };
  struct Ending {
    std::string at;
    std::unique_ptr<boost::asio::steady_timer> timer;
  };

  void forget(const std::string& uid);
  void end_later(const wire::Json& pod);
  void admit_next();
  bool take_from_queue();
  bool prepare_claims();
  void try_again_later(const Object& pod);
  bool has_room(const wire::Json& pod) const;
  void serve_next();
  void allocated(const AskedContainer& container, const Started& started,
                 const std::string& lock_before);
  void run_pod();
  void reject(std::string_view reason, std::string_view message);
  void admission_over();
  void write_status(const Place& place, const wire::Json& patch);
  wire::Json new_record(const AskedContainer& container, const std::string& lock_before) const;

  boost::asio::any_io_executor strand_;
  std::shared_ptr<Objects> objects_;
  std::shared_ptr<FaultyPlugin> plugin_;
  std::shared_ptr<PluginTrace> trace_;
  KubeletOptions options_;
  boost::asio::steady_timer timer_;
  std::int64_t allocatable_ = 0;
  bool is_busy_ = false;
  bool is_stopped_ = false;
  Admission current_;
  std::deque<Object> queue_;
  std::set<std::string> seen_;                                                 // UIDs
  std::map<std::string, std::int64_t> admitted_;                               // UID to ids held
  std::map<std::string, std::unique_ptr<boost::asio::steady_timer>> retries_;  // UID to its turn
  std::map<std::string, Ending> endings_;  // UID to the end of its grace
};

}  // namespace npushare::embedded
