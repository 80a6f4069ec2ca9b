/// A small scheduling loop: asks an extender as a kube-scheduler would, one pod after another.
///
/// Order:   filter with all nodes, prioritize when several are left, bind, or a Binding of its own
///          without a bind verb. Binds run beside the loop, as
///          they do in a kube-scheduler; the pod counts as assumed meanwhile.
/// Claims:  a pod with claims goes where they can be allocated; one that asks for nothing else is
/// none
///          of the extender's business, and the loop binds it.
/// Writes:  allocations and reservations of claims, before the Binding; the PodScheduled=False
/// condition of a pod that found no node, only when its text changes. Limits:  one round at most
/// every `every`; an extender call 5 s. Threads: start() and stop() from any; the loop runs on the
/// strand given. Source: spec/kube-scheduler-extender.md 1.2-1.7.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "scheduler/embedded/bell.hpp"
#include "scheduler/embedded/claim_scheduling.hpp"
#include "scheduler/embedded/schedule_queue.hpp"
#include "scheduler/embedded/store.hpp"
#include "scheduler/kube/rest_client.hpp"

namespace npushare::embedded {

struct ScheduleOptions {
  std::uint16_t extender_port = 0;  // of 127.0.0.1
  std::uint16_t api_port = 0;       // likewise, where the loop's own Bindings go
  bool binds_itself = false;        // false: by the extender
  std::string scheduler_name = "default-scheduler";
  std::chrono::milliseconds every{50};
  WallClock clock = std::chrono::system_clock::now;
};

class ScheduleLoop : public std::enable_shared_from_this<ScheduleLoop> {
 public:
  ScheduleLoop(boost::asio::any_io_executor strand, std::shared_ptr<Store> store,
               ScheduleOptions options);

  void start();
  void stop();

 private:
  using Self = std::shared_ptr<ScheduleLoop>;
  template <class T = void>
  using Task = boost::asio::awaitable<T>;

  /// What the round is about: the pods to try, the nodes there are, and how new both are.
  struct Round {
    std::vector<Object> pods;
    std::vector<std::string> nodes;
    Version version = 0;
  };
  Round next_round();

  static Task<> run(Self self);
  static Task<> attempt(Self self, Object pod, std::vector<std::string> nodes);
  static Task<Result<std::string>> choose(Self self, Object pod, std::vector<std::string> nodes);
  /// Of `nodes`, those that can give the pod its claims; none are left when it waits.
  std::vector<std::string> with_claims(const wire::Json& pod, std::vector<std::string> nodes);
  static Task<> bind(Self self, Object pod, std::string node);
  static Task<Result<>> bind_by_extender(Self self, Object pod, std::string node);
  static Task<Result<>> bind_by_itself(Self self, Object pod, std::string node);
  static Task<Result<std::string>> post(Self self, std::string target, std::string body);
  Task<> pause();

  void note(const wire::Json& pod, const char* reason, const std::string& message);
  void note_failure(const wire::Json& pod, const std::string& message);

  boost::asio::any_io_executor strand_;
  std::shared_ptr<Store> store_;
  ScheduleOptions options_;
  kube::RestClient client_;
  kube::RestClient api_client_;
  std::shared_ptr<Bell> bell_;
  std::vector<std::shared_ptr<void>> subscriptions_;
  boost::asio::steady_timer timer_;
  ScheduleQueue queue_;
  ClaimScheduling claims_;
  bool is_stopped_ = false;
};

}  // namespace npushare::embedded
