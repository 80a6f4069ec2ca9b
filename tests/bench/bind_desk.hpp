/// An extender that binds over HTTP, and the API server it writes to, each on a thread of its own.
///
/// The API server answers every write at once or after a latency. A bound pod is served the moment
/// its Binding is accepted and leaves the books, so the same call can be made again and again.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include "scheduler/verbs/services.hpp"

namespace npushare::bench {

class BindDesk {
 public:
  BindDesk(verbs::LockUse lock, std::chrono::milliseconds latency);
  ~BindDesk();

  /// Serves POST /bind.
  std::uint16_t extender_port() const;
  /// Serves POST /api/..., and POST /null, which answers at once whatever the latency.
  std::uint16_t api_port() const;

  /// The body of a bind of that node's own pod.
  static std::string body(std::size_t node);
  static constexpr std::size_t kNodes = 64;

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace npushare::bench
