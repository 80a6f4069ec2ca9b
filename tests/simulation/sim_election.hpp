/// One machine's candidacy for the Lease, over its own line to the API server.
///
/// The rules are kube::Candidacy's; the calls follow kube/leader_election.cpp, which the tests of
/// kube/ hold to them over HTTP.
/// Threads: one.
#pragma once

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <functional>
#include <string>

#include "scheduler/kube/candidacy.hpp"
#include "scheduler/verbs/ports.hpp"
#include "tests/simulation/sim_kube.hpp"

namespace npushare::simulation {

class SimElection final : public verbs::Leadership {
 public:
  struct With {
    asio::io_context& io;
    SimKube& kube;
    const observe::Clock& clock;
    Dice& dice;
  };

  /// `won`: relist, and call serve() with the term it is given.
  SimElection(std::string identity, With with, std::function<void(std::uint64_t term)> won);

  void start();
  /// The books are listed anew since that term began.
  void serve(std::uint64_t term) {
    if (term == term_) is_fresh_ = true;
  }

  bool is_leading() const { return candidacy_.is_leading(); }
  bool may_write() const override {
    return is_fresh_ && candidacy_.leads_until() && with_.clock.now() < *candidacy_.leads_until();
  }

 private:
  asio::awaitable<void> run();
  asio::awaitable<void> round();
  asio::awaitable<kube::Candidacy::Act> read();
  asio::awaitable<bool> write(kube::Candidacy::Act act);
  void publish();
  Millis call_limit() const;

  const With with_;
  const std::function<void(std::uint64_t)> won_;
  const kube::ElectionTimes times_{};
  kube::Candidacy candidacy_;
  std::uint64_t term_ = 0;
  bool was_leading_ = false;
  bool is_fresh_ = false;
};

}  // namespace npushare::simulation
