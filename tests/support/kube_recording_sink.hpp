/// A sink that writes down what it is told, and an informer that fills it.
#pragma once

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <condition_variable>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "scheduler/kube/informer.hpp"
#include "tests/support/kube_calls.hpp"
#include "tests/support/kube_scripted_api.hpp"

namespace npushare::testing_support {

/// "start", "item p1", "done", "changed p1", "removed p1", by the pods' names.
class RecordingSink final : public kube::Sink<wire::Pod> {
 public:
  void list_started() override { record("start"); }
  void item(wire::Pod pod) override { record("item " + pod.key.name); }
  void list_done() override { record("done"); }
  void changed(wire::Pod pod) override { record("changed " + pod.key.name); }
  void removed(wire::Pod pod) override { record("removed " + pod.key.name); }

  using Story = std::vector<std::string>;

  /// Waits until that much has been told; what there is after kPatience.
  Story wait_for(std::size_t entries) const {
    std::unique_lock lock(mutex_);
    told_.wait_for(lock, kPatience, [&] { return story_.size() >= entries; });
    return story_;
  }

 private:
  void record(std::string entry) {
    const std::lock_guard lock(mutex_);
    story_.push_back(std::move(entry));
    told_.notify_all();
  }

  mutable std::mutex mutex_;
  mutable std::condition_variable told_;
  Story story_;
};

/// An informer on the pods of a scripted server, in a hurry: back-off from 1 ms, a watch may be
/// short.
class PodInformer {
 public:
  explicit PodInformer(ScriptedApi& api, kube::InformerOptions options = quick())
      : client_(api.server().context().get_executor(),
                local_endpoint(std::to_string(api.server().port()))),
        ended_(begun(api.server().context(),
                     kube::run_informer(client_, std::move(options), sink_, stats_))) {}
  ~PodInformer() {
    client_.stop();
    finished(std::move(ended_));
  }
  PodInformer(const PodInformer&) = delete;
  PodInformer& operator=(const PodInformer&) = delete;

  static kube::InformerOptions quick() {
    return {.path = "/api/v1/pods",
            .streams = kube::ReadPlan::Streams::kNever,
            .first_back_off = std::chrono::milliseconds(1),
            .longest_back_off = std::chrono::milliseconds(4),
            .shortest_watch = std::chrono::milliseconds(0),
            .seed = 7};
  }

  const RecordingSink& sink() const { return sink_; }
  const kube::InformerStats& stats() const { return stats_; }
  std::uint64_t calls() const { return client_.calls_made(); }

 private:
  RecordingSink sink_;
  kube::InformerStats stats_;
  kube::RestClient client_;
  std::future<void> ended_;
};

inline std::string pod_json(const std::string& name, const std::string& version) {
  return R"({"metadata":{"name":")" + name + R"(","namespace":"default","uid":"u-)" + name +
         R"(","resourceVersion":")" + version + R"("},"spec":{},"status":{}})";
}

inline std::string event_line(const std::string& type, const std::string& object) {
  return R"({"type":")" + type + R"(","object":)" + object + "}\n";
}

inline std::string bookmark_line(const std::string& version) {
  return event_line("BOOKMARK",
                    R"({"kind":"Pod","metadata":{"resourceVersion":")" + version + R"("}})");
}

/// The bookmark after the last of the objects that a watch begins with.
inline std::string end_line(const std::string& version) {
  return event_line("BOOKMARK", R"({"kind":"Pod","metadata":{"resourceVersion":")" + version +
                                    R"(","annotations":{"k8s.io/initial-events-end":"true"}}})");
}

inline std::string status_json(int code, const std::string& reason) {
  return R"({"kind":"Status","status":"Failure","message":"m","reason":")" + reason +
         R"(","code":)" + std::to_string(code) + "}";
}

inline std::string list_json(const std::string& version, const std::string& items,
                             const std::string& continue_token = {}) {
  return R"({"metadata":{"resourceVersion":")" + version + R"(","continue":")" + continue_token +
         R"("},"items":[)" + items + "]}";
}

}  // namespace npushare::testing_support
