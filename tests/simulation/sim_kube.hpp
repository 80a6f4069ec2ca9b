/// One machine's line to the API server: the calls of kube::Api and of the Lease, carried out on
/// the embedded store after a while, some of them badly.
///
/// Time:    the client gives up after its limit, as RestApi does; what is under way is carried out
///          all the same, but no later than the server keeps a write (3 s).
/// Threads: one; a call waits on the machine's io_context, so that it dies with the machine.
/// Source:  scheduler/kube/api.hpp, rest_api.cpp.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <functional>
#include <memory>
#include <optional>

#include "scheduler/embedded/store.hpp"
#include "scheduler/kube/api.hpp"
#include "scheduler/kube/rest_client.hpp"
#include "tests/simulation/timeline.hpp"
#include "tests/simulation/weather.hpp"
#include "tests/soak/dice.hpp"
#include "tests/soak/findings.hpp"

namespace npushare::simulation {

namespace asio = boost::asio;

using soak::Dice;
using soak::Findings;

/// What all machines share: the time, the cluster, chance, the weather, and what has been found.
struct Sky {
  Timeline& timeline;
  embedded::Store& store;
  Dice& dice;
  const Weather& weather;
  Findings& findings;
};

class SimKube final : public kube::Api {
 public:
  SimKube(asio::io_context& io, const observe::Clock& clock, Sky sky)
      : io_(io), clock_(clock), sky_(sky) {}

  asio::awaitable<Result<wire::Pod>> get_pod(PodKey pod, kube::Deadline by) override;
  asio::awaitable<Result<wire::Node>> get_node(NodeName node, kube::Deadline by) override;
  asio::awaitable<kube::BindAnswer> bind(wire::Binding binding, kube::Deadline by) override;
  asio::awaitable<Result<>> patch_pod(PodKey pod, PodUid uid, wire::AnnotationPatch patch,
                                      kube::Deadline by) override;
  asio::awaitable<Result<>> patch_node(NodeName node, std::string resource_version,
                                       wire::AnnotationPatch patch, kube::Deadline by) override;
  asio::awaitable<void> pause(Millis time) override;

  enum class Call : std::uint8_t { kRead, kWrite };
  using Work = std::function<embedded::Answer(embedded::Store&)>;
  /// Errors: kUncertain for a write, kTimeout for a read that was not answered within `limit`;
  ///         kInternal: not sent.
  asio::awaitable<Result<kube::Reply>> exchange(Call call, Work work, Millis limit);

 private:
  struct Waiting {
    explicit Waiting(asio::io_context& io) : woken(io, asio::steady_timer::time_point::max()) {}
    asio::steady_timer woken;
    std::optional<Result<kube::Reply>> outcome;
  };
  struct Fate;

  std::function<void(Result<kube::Reply>)> waker(const std::shared_ptr<Waiting>& waiting);
  void carry_out(const Fate& fate, Work work, std::function<void(Result<kube::Reply>)> answer);
  Fate draw();
  asio::awaitable<Result<kube::Reply>> read(Work work, kube::Deadline by);
  asio::awaitable<kube::BindAnswer> write(Work work, std::string what, kube::Deadline by);
  Millis left_of(kube::Deadline by, Millis most) const;

  asio::io_context& io_;
  const observe::Clock& clock_;
  const Sky sky_;
};

}  // namespace npushare::simulation
