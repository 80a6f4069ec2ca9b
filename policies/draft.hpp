/// What one pod would take of a node, while its plan is being made.
///
/// Shape:   asks and chips are named by their positions in Request::asks and NodeLedger::chips().
/// Rules:   a chip is charged the pod's peak on it; containers of different size never share a
///          chip, since the node plugin looks a container's part up by the chip's uuid alone.
/// Threads: a plain value that refers to the node and the request; both must outlive it.
/// Source:  design.md 4 and 5; spec/node-plugin-contract.md 3.8.7.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstddef>
#include <optional>

#include "accounting/allocation.hpp"
#include "accounting/node_ledger.hpp"
#include "accounting/reason.hpp"
#include "accounting/request.hpp"
#include "policies/fit.hpp"

namespace npushare {

/// Whose shares stand in the pod's way.
enum class Standing { kEveryone, kNobodyLower };

class Draft {
 public:
  /// Of the pod itself the node must hold nothing.
  Draft(const NodeLedger& node, const Request& request, Standing standing);

  const NodeLedger& node() const { return node_; }
  const Request& request() const { return request_; }

  /// The first check that fails for the ask as if it were the pod's only one.
  std::optional<Reason> obstacle_alone(std::size_t ask, std::size_t chip) const {
    return alone_[ask * node_.chips().size() + chip];
  }

  /// The same with what the draft has placed so far.
  std::optional<Reason> obstacle(std::size_t ask, std::size_t chip) const;

  /// Before the draft; negative in a component that is overcommitted.
  Amount free(std::size_t chip) const { return ledger(chip).capacity() - used_[chip]; }

  /// How much more the chip would be charged with the ask placed on it.
  Amount added(std::size_t ask, std::size_t chip) const;

  /// True when the draft has placed something there.
  bool uses(std::size_t chip) const;

  /// The chip's ledger with what the draft has placed there.
  DeviceLedger ledger_with_draft(std::size_t chip) const;

  void place(std::size_t ask, std::size_t chip) { placed_.push_back({ask, chip}); }
  void take_back_last() { placed_.pop_back(); }

  Allocation allocation() const;

 private:
  struct Placed {
    std::size_t ask = 0;
    std::size_t chip = 0;
  };

  const DeviceLedger& ledger(std::size_t chip) const { return node_.chips()[chip]; }
  std::optional<Reason> obstacle_beside(std::size_t ask, std::size_t chip) const;
  Amount peak(std::size_t chip, std::optional<std::size_t> one_more) const;

  const NodeLedger& node_;
  const Request& request_;
  boost::container::small_vector<Amount, 8> used_;                   // chip by chip
  boost::container::small_vector<std::optional<Reason>, 16> alone_;  // ask by ask, each chip
  boost::container::small_vector<Placed, 8> placed_;                 // in the order of placing
};

}  // namespace npushare
