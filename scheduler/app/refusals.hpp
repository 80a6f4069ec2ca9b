/// Puts refusals into words, apart from the calls that were refused.
///
/// The words count what filter counted, and name the largest free amount of this moment and where
/// it is. Pods that ask for the same and were refused for the same reasons share them.
/// Bounds:  kMost pods wait for their words, kPatience of time goes into one run; the others wait
///          for the next. A pod that the watch does not show within kRuns runs is forgotten.
/// Threads: refused() from any; run() from one.
#pragma once

#include <chrono>
#include <functional>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "scheduler/verbs/call_notes.hpp"
#include "scheduler/verbs/question.hpp"

namespace npushare {

class Refusals {
 public:
  static constexpr std::size_t kMost = 10'000;
  static constexpr std::chrono::milliseconds kPatience{200};
  static constexpr int kRuns = 20;

  /// The pod and what is to be said of its refusal.
  using Tell = std::function<void(const PodKey&, const PodUid&, const std::string& text)>;

  Refusals(const verbs::Services& services, Tell tell)
      : services_(services), tell_(std::move(tell)) {}

  void refused(const verbs::CallNotes& notes);
  void run();

 private:
  struct Untold {
    verbs::CallNotes notes;
    int runs = 0;
  };
  struct Words {
    Request request;
    verbs::CallNotes notes;
    std::string text;
  };
  enum class Told { kDone, kLater };

  std::vector<Untold> take();
  void put_back(Untold untold);
  Told tell_one(const Untold& untold, std::vector<Words>& words);
  std::string text_for(const verbs::Question& question, const verbs::CallNotes& notes,
                       std::vector<Words>& words);

  const verbs::Services& services_;
  const Tell tell_;
  std::mutex mutex_;
  std::unordered_map<PodUid, Untold> untold_;  // guarded by mutex_
};

}  // namespace npushare
