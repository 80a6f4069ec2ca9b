/// Connections that wait for their next call, the last one used first, and all that are in use.
///
/// A connection shows the identity it was made under, so those of an older one serve no more.
/// Threads: any.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "scheduler/kube/transport.hpp"

namespace npushare::kube {

class ConnectionPool {
 public:
  static constexpr std::size_t kMostIdle = 64;

  /// A waiting connection of that identity that still looks alive, now the caller's own; null when
  /// there is none. Those of an older identity are closed.
  std::shared_ptr<Transport> take(std::uint64_t identity);

  /// Takes a new connection under watch. False once stopped.
  bool add(const std::shared_ptr<Transport>& transport);

  /// The caller is done with it; it is at rest and may serve again.
  void give_back(std::shared_ptr<Transport> transport, std::uint64_t identity);

  /// Closes everything, now and for good.
  void stop();
  bool is_stopped() const;

 private:
  mutable std::mutex mutex_;
  std::vector<std::shared_ptr<Transport>> idle_;
  std::uint64_t identity_ = 0;  // of those waiting
  std::vector<std::weak_ptr<Transport>> all_;
  bool is_stopped_ = false;
};

}  // namespace npushare::kube
