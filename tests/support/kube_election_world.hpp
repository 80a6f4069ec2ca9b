/// Candidates for leadership on a made-up network in made-up time: everything from one seed.
///
/// Requests and answers are slow or lost, writes arrive after their sender has given up on them,
/// processes stand still for half a minute, clocks begin anywhere and run a little fast or slow.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "scheduler/kube/candidacy.hpp"

namespace npushare::testing_support {

/// The API server's side: one Lease and its resourceVersion.
class LeaseStore {
 public:
  std::optional<wire::Lease> read() const { return lease_; }
  std::optional<wire::Lease> create(const wire::Lease& lease) {
    return lease_ ? std::nullopt : store(lease);
  }
  std::optional<wire::Lease> replace(const wire::Lease& lease) {
    const bool is_current = lease_ && version_of(*lease_) == version_of(lease);
    return is_current ? store(lease) : std::nullopt;
  }

 private:
  static std::string version_of(const wire::Lease& lease) {
    return lease.object.at("metadata", "resourceVersion").string();
  }
  std::optional<wire::Lease> store(wire::Lease lease) {
    lease.object.member("metadata").set("resourceVersion", std::to_string(++version_));
    lease_ = *wire::read_lease(wire::write_lease(lease));
    return lease_;
  }

  std::optional<wire::Lease> lease_;
  int version_ = 0;
};

class ElectionWorld {
 public:
  using Act = kube::Candidacy::Act;

  ElectionWorld(std::uint64_t seed, std::size_t candidates) : random_(seed) {
    for (std::size_t i = 0; i < candidates; ++i) {
      actors_.push_back({.who = ++entered_,
                         .candidacy = candidate(entered_),
                         .offset = roll(100'000'000),
                         .pace = 990 + roll(20)});
      at(roll(2'000), i, [this, i] { begin(i); });
    }
  }

  /// One candidate as everybody's true time sees it.
  struct View {
    int who = 0;              // never the same after it has left
    std::int64_t until = -1;  // may write before that, ms
  };

  enum class Weather { kRough, kCalm };

  /// Lets that much time pass and looks at every step.
  void run(std::int64_t ms, Weather weather, const std::function<void()>& look) {
    is_rough_ = weather == Weather::kRough;
    const std::int64_t end = now_ + ms;
    while (!events_.empty() && events_.begin()->first <= end) {
      auto event = events_.extract(events_.begin());
      now_ = event.key();
      event.mapped()();
      look();
    }
    now_ = end;
  }

  std::int64_t now() const { return now_; }

  std::vector<View> views() const {
    std::vector<View> views;
    for (const Actor& actor : actors_) {
      views.push_back({.who = actor.who});
      if (const auto end = actor.candidacy.leads_until())
        views.back().until = true_time(actor, *end);
    }
    return views;
  }
  /// Those who may send a write at this very moment.
  std::vector<View> writers() const {
    std::vector<View> views = this->views();
    std::erase_if(views, [this](const View& view) { return view.until <= now_; });
    return views;
  }
  bool has_left(int who) const { return left_.contains(who); }

 private:
  struct Actor {
    int who;
    kube::Candidacy candidacy;
    std::int64_t offset;  // of the own clock, ms
    std::int64_t pace;    // of the own clock, thousandths
    std::int64_t frozen_until = 0;
  };

  static constexpr std::int64_t kCallLimit = 5'000;

  static kube::Candidacy candidate(int who) {
    return {"c" + std::to_string(who), {}, wire::new_lease("kube-system", "npushare")};
  }

  std::int64_t roll(std::int64_t below) {
    return static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(below));
  }
  bool happens(int percent) { return is_rough_ && roll(100) < percent; }
  std::int64_t delay() { return happens(10) ? roll(9'000) : 1 + roll(200); }

  kube::Candidacy::Time clock(const Actor& actor) const {
    return kube::Candidacy::Time(
        std::chrono::milliseconds(actor.offset + now_ * actor.pace / 1'000));
  }
  /// The true time at which its own clock will show this one, rounded up.
  std::int64_t true_time(const Actor& actor, kube::Candidacy::Time own) const {
    const auto ms =
        std::chrono::duration_cast<std::chrono::milliseconds>(own.time_since_epoch()).count();
    return ((ms - actor.offset) * 1'000 + actor.pace - 1) / actor.pace;
  }
  std::chrono::system_clock::time_point wall(const Actor& actor) const {
    return std::chrono::system_clock::time_point(clock(actor).time_since_epoch());
  }

  void at(std::int64_t time, std::function<void()> what) { events_.emplace(time, std::move(what)); }
  /// For what a candidate does itself: not while its process stands still.
  void at(std::int64_t time, std::size_t i, std::function<void()> what) {
    at(time, [this, i, what = std::move(what)] {
      if (happens(1)) actors_[i].frozen_until = now_ + roll(30'000);
      if (actors_[i].frozen_until > now_) return at(actors_[i].frozen_until, i, what);
      what();
    });
  }

  void begin(std::size_t i) {
    const Act act = actors_[i].candidacy.begin(clock(actors_[i]));
    if (act == Act::kReplace) return write(i, act, true);
    read(i);
  }

  void read(std::size_t i) {
    if (happens(10)) return at(now_ + kCallLimit, i, [this, i] { end(i); });
    at(now_ + delay(), [this, i] {
      at(now_ + delay(), i, [this, i, lease = store_.read()] {
        const Act act = actors_[i].candidacy.take(lease, clock(actors_[i]));
        if (act == Act::kWait) return end(i);
        write(i, act, false);
      });
    });
  }

  void write(std::size_t i, Act act, bool reads_after_failure) {
    const auto sent = clock(actors_[i]);
    const wire::Lease claim = actors_[i].candidacy.claim(wall(actors_[i]));
    const auto failed = [this, i, reads_after_failure] {
      actors_[i].candidacy.failed();
      if (reads_after_failure) return read(i);
      end(i);
    };
    const std::int64_t arrival = delay();
    const std::int64_t answer = arrival + delay();
    const bool is_told = answer < kCallLimit && !happens(10);
    if (!is_told) at(now_ + kCallLimit, i, failed);
    if (happens(5)) return is_told ? at(now_ + kCallLimit, i, failed) : void();  // never arrives
    at(now_ + arrival, [this, i, act, claim, sent, failed, is_told, answer, arrival] {
      const auto stored = act == Act::kCreate ? store_.create(claim) : store_.replace(claim);
      if (!is_told) return;
      at(now_ + answer - arrival, i, [this, i, stored, sent, failed] {
        if (!stored) return failed();
        actors_[i].candidacy.wrote(*stored, sent, clock(actors_[i]));
        end(i);
      });
    });
  }

  void end(std::size_t i) {
    Actor& actor = actors_[i];
    actor.candidacy.expire(clock(actor));
    if (happens(2)) return leave(i);
    const std::int64_t wait = actor.candidacy.is_leading() ? 2'000 : 2'000 + roll(2'400);
    at(now_ + wait, i, [this, i] { begin(i); });
  }

  /// Stops in order, and comes back as somebody else.
  void leave(std::size_t i) {
    const auto released = actors_[i].candidacy.release(wall(actors_[i]));
    if (released && !happens(20)) store_.replace(*released);
    left_.insert(actors_[i].who);
    actors_[i].who = ++entered_;
    actors_[i].candidacy = candidate(entered_);
    at(now_ + roll(10'000), i, [this, i] { begin(i); });
  }

  std::mt19937_64 random_;
  LeaseStore store_;
  std::vector<Actor> actors_;
  std::multimap<std::int64_t, std::function<void()>> events_;
  std::int64_t now_ = 0;
  int entered_ = 0;
  std::set<int> left_;
  bool is_rough_ = true;
};

}  // namespace npushare::testing_support
