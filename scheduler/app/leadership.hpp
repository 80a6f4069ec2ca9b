/// This replica's part among several: only one of them writes, and only from books listed anew
/// since it took over.
///
/// Threads: any.
/// Source:  spec/kube-scheduler-extender.md 4.6; design.md 7.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "config/settings.hpp"
#include "scheduler/kube/leader_election.hpp"
#include "scheduler/verbs/ports.hpp"

namespace npushare {

class Replica final : public verbs::Leadership {
 public:
  using Done = std::function<void(Result<>)>;

  struct With {
    boost::asio::any_io_executor executor;
    kube::RestClient& client;
    const observe::Clock& clock;
    /// Lists pods and nodes as they are now, and tells when the books have them.
    std::function<void(Done)> relist;
  };

  /// What `with` refers to must outlive this.
  Replica(const config::LeaseSettings& lease, With with);
  ~Replica() override;

  void start();
  /// Leads no longer, and waits a moment for the lease to be given back.
  void stop();

  bool may_write() const override;

  struct Term {
    std::string lease;             // namespace/name
    std::string identity;          // ours
    std::int64_t transitions = 0;  // how often the lead has changed hands, by the Lease
  };
  Term term() const;

  /// Why this replica does not serve: "held by a-1"; empty when it does.
  std::string problem() const;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace npushare
