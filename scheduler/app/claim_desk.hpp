/// What people ask about claims, and what is done about leaked ones.
///
/// Looks for leaks every ten seconds, tells each once as an event beside its claim, and repairs
/// every minute where the policy says so. explain of a pod with claims is answered from what the
/// watches of claims, slices and classes show.
/// Threads: pods() from the pod watch, tick() from housekeeping, the rest from any.
/// Source:  spec/dra-accounting.md 3, 8.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "scheduler/kube/event_series.hpp"
#include "scheduler/kube/informer.hpp"
#include "scheduler/kube/rest_client.hpp"
#include "scheduler/sync/leak_repair.hpp"
#include "scheduler/wire/json.hpp"

namespace npushare {

class ClaimDesk {
 public:
  /// What it refers to must outlive what the executor runs.
  struct With {
    boost::asio::any_io_executor executor;
    kube::RestClient& client;
    const observe::Clock& clock;
    std::function<std::vector<sync::LeakPatrol::Claim>()> claims;
    std::function<std::vector<sync::LeakPatrol::Slice>()> slices;
    std::function<bool()> is_listed;  // claims and slices
    std::function<bool()> may_write;
    std::function<void(const kube::Event&)> tell;
    dra::NameOfClaim name_of;
    dra::LeakPolicy policy = dra::LeakPolicy::kReport;
  };

  explicit ClaimDesk(With with);
  ~ClaimDesk();

  /// The pod watch tells this too.
  kube::Sink<wire::Pod>& pods();

  void start();
  void tick();

  /// GET /v1/leaks
  wire::Json leaks() const;
  /// POST /v1/leaks: one run, under this policy.
  boost::asio::awaitable<wire::Json> fix(dra::LeakPolicy policy);

  /// Adds to explain's answer why the pod's claims wait, where it has any.
  void explain(const PodKey& pod, wire::Json& answer) const;

  /// How many claims are leaked now, by kind, all kinds; none before the first look.
  std::map<std::string, double> leaks_by_kind() const;
  /// What became of leaked claims since the start, by outcome.
  std::map<std::string, double> repairs_by_outcome() const;

 private:
  class State;
  std::shared_ptr<State> state_;
};

}  // namespace npushare
