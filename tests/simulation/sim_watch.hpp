/// One informer's sight of the store: a list, then its changes in order, each after a while; a cut
/// watch goes on where it was, one whose version is gone begins with a list anew.
///
/// Threads: one. What is due after its death does nothing.
/// Source:  scheduler/kube/informer.hpp, whose calls of the sink it makes.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "scheduler/embedded/pod_rules.hpp"
#include "scheduler/kube/informer.hpp"
#include "tests/simulation/sim_kube.hpp"

namespace npushare::simulation {

inline wire::Pod read_object(const wire::Json& object, const wire::Pod*) {
  return *wire::read_pod(object.text());
}
inline wire::Node read_object(const wire::Json& object, const wire::Node*) {
  return *wire::read_node(object.text());
}

/// Pods that are over are not watched: to the watch they go.
inline bool is_watched(const embedded::Object& object) {
  return object != nullptr && !embedded::is_over(*object);
}

template <class Object>
class SimWatch : public std::enable_shared_from_this<SimWatch<Object>> {
 public:
  /// `later`: what the machine does after a while; nothing happens on one that stands still.
  SimWatch(const embedded::Kind& kind, kube::Sink<Object>& sink, Sky sky, Later later)
      : kind_(kind), sink_(sink), sky_(sky), later_(std::move(later)) {}

  void start() { list({}); }

  /// All objects anew, no older than now; `done` is told when the sink has them.
  void list(std::function<void()> done) {
    ++round_;
    soon(sky_.dice.ms(1, 60), [this, done = std::move(done)] { take_snapshot(done); });
  }

 private:
  static Object read(const wire::Json& object) {
    return read_object(object, static_cast<const Object*>(nullptr));
  }

  /// Later, unless another list has begun meanwhile.
  void soon(Millis wait, std::function<void()> what) {
    later_(wait, [weak = this->weak_from_this(), round = round_, what = std::move(what)] {
      const auto alive = weak.lock();
      if (alive && alive->round_ == round) what();
    });
  }

  /// What the server has now is what arrives in a moment.
  void take_snapshot(std::function<void()> done) {
    embedded::Store::Snapshot shown = sky_.store.snapshot(kind_);
    soon(sky_.dice.ms(0, sky_.weather.watch_lags.count()),
         [this, shown = std::move(shown), done = std::move(done)] {
           version_ = shown.version;
           sink_.list_started();
           for (const embedded::Object& object : shown.objects)
             if (is_watched(object)) sink_.item(read(*object));
           sink_.list_done();
           if (done) done();
           watch_on();
         });
  }

  void watch_on() {
    soon(sky_.dice.ms(1, sky_.weather.watch_lags.count()), [this] { hear(); });
  }

  void hear() {
    const std::optional<embedded::Store::News> news = sky_.store.news(kind_, version_);
    if (!news) return list({});
    for (const embedded::Change& change : news->changes) {
      tell(change);
      version_ = change.version;
      if (!sky_.dice.in(sky_.weather.cut)) continue;
      sky_.findings.count("watches that were cut");
      if (sky_.dice.in(sky_.weather.expired)) return list({});
      break;
    }
    watch_on();
  }

  void tell(const embedded::Change& change) {
    if (is_watched(change.after)) {
      sink_.changed(read(*change.after));
    } else if (is_watched(change.before)) {
      sink_.removed(read(change.after ? *change.after : *change.before));
    }
  }

  const embedded::Kind& kind_;
  kube::Sink<Object>& sink_;
  const Sky sky_;
  const Later later_;
  embedded::Version version_ = 0;
  std::uint64_t round_ = 0;
};

}  // namespace npushare::simulation
