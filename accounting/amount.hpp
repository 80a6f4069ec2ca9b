/// What a share takes of a chip, or what a chip has: memory, cores, AI CPUs and slots together.
///
/// A partial order: two amounts may each exceed the other in one component, so there is no `<`.
#pragma once

#include "accounting/units.hpp"

namespace npushare {

struct Amount {
  MiB memory;
  Cores cores;
  Cpus cpus;
  Slots slots;

  /// True when no component exceeds the limit's.
  constexpr bool within(const Amount& limit) const {
    return memory <= limit.memory && cores <= limit.cores && cpus <= limit.cpus &&
           slots <= limit.slots;
  }

  constexpr Amount& operator+=(const Amount& other) {
    memory += other.memory;
    cores += other.cores;
    cpus += other.cpus;
    slots += other.slots;
    return *this;
  }
  constexpr Amount& operator-=(const Amount& other) {
    memory -= other.memory;
    cores -= other.cores;
    cpus -= other.cpus;
    slots -= other.slots;
    return *this;
  }
  friend constexpr Amount operator+(Amount a, const Amount& b) { return a += b; }
  friend constexpr Amount operator-(Amount a, const Amount& b) { return a -= b; }
  friend constexpr bool operator==(const Amount&, const Amount&) = default;
};

/// The larger of each component.
constexpr Amount larger_of(const Amount& a, const Amount& b) {
  return {.memory = a.memory < b.memory ? b.memory : a.memory,
          .cores = a.cores < b.cores ? b.cores : a.cores,
          .cpus = a.cpus < b.cpus ? b.cpus : a.cpus,
          .slots = a.slots < b.slots ? b.slots : a.slots};
}

}  // namespace npushare
