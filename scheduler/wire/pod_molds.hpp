/// Reads the pods of one call after the other; those of a kind that came of late cost little.
///
/// Threads: one.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "accounting/result.hpp"
#include "scheduler/wire/pod_mold.hpp"

namespace npushare::wire {

class PodMolds {
 public:
  static constexpr std::size_t kMost = 8;
  static constexpr std::size_t kLongest = std::size_t{64} << 10;  // longer pods are not kept

  /// Reads the pod that `json` starts with and returns the offset of the byte after it.
  Result<std::size_t> read(std::string_view json);

  /// The pod read last.
  const Pod& pod() const { return *pod_; }
  /// Pods with the same number differ in nothing that is read but their identity. None has 0.
  std::uint64_t kind() const { return kind_; }

  /// The next one is read with nothing in mind: there is no pod.
  void clear() {
    read_ = {};
    pod_ = &read_;
    kind_ = 0;
  }

 private:
  struct Known {
    PodMold mold;
    std::uint64_t kind;
  };

  Result<std::size_t> read_anew(std::string_view json);

  std::vector<std::unique_ptr<Known>> known_;  // the last used first
  Pod read_;                                   // one that is too long to keep
  const Pod* pod_ = &read_;
  std::uint64_t kind_ = 0;
  std::uint64_t kinds_ = 0;  // given out so far
};

}  // namespace npushare::wire
