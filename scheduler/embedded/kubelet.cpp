#include "scheduler/embedded/kubelet.hpp"

#include <boost/asio/post.hpp>
#include <numeric>

#include "scheduler/backends/keys.hpp"
#include "scheduler/embedded/device_driver.hpp"
#include "scheduler/embedded/pod_claims.hpp"
#include "scheduler/embedded/pod_rules.hpp"

namespace npushare::embedded {

namespace asio = boost::asio;
using wire::Json;

namespace {

constexpr std::chrono::milliseconds kRetry{50};

const std::string& uid_of(const Json& pod) {
  return pod.at("metadata", "uid").string();
}

}  // namespace

Kubelet::Kubelet(asio::any_io_executor strand, std::shared_ptr<Objects> objects,
                 std::shared_ptr<FaultyPlugin> plugin, std::shared_ptr<PluginTrace> trace,
                 KubeletOptions options)
    : strand_(std::move(strand)),
      objects_(std::move(objects)),
      plugin_(std::move(plugin)),
      trace_(std::move(trace)),
      options_(std::move(options)),
      timer_(strand_) {}

void Kubelet::pod_changed(const Object& before, const Object& after) {
  if (is_stopped_) return;
  if (!after) return forget(uid_of(*before));
  const std::string& uid = uid_of(*after);
  if (is_over(*after)) admitted_.erase(uid);
  if (is_terminating(*after)) end_later(*after);
  if (!seen_.insert(uid).second) return;
  queue_.push_back(after);
  admit_next();
}

void Kubelet::pods_listed(const std::vector<Object>& pods) {
  std::set<std::string> there;
  for (const Object& pod : pods) there.insert(uid_of(*pod));
  for (const std::string& uid : std::set<std::string>(seen_))
    if (!there.contains(uid)) forget(uid);
  for (const Object& pod : pods) pod_changed(nullptr, pod);
}

void Kubelet::stop() {
  is_stopped_ = true;
  timer_.cancel();
  endings_.clear();
  retries_.clear();
}

void Kubelet::forget(const std::string& uid) {
  seen_.erase(uid);
  admitted_.erase(uid);
  endings_.erase(uid);
  retries_.erase(uid);
}

void Kubelet::end_later(const Json& pod) {
  const std::string& at = pod.at("metadata", "deletionTimestamp").string();
  Ending& ending = endings_[uid_of(pod)];
  if (ending.at == at && !is_over(pod)) return;
  ending.at = at;
  const std::int64_t grace =
      is_over(pod) ? 0 : pod.at("metadata", "deletionGracePeriodSeconds").integer();
  const PodKey key = key_of(pod);
  ending.timer = std::make_unique<asio::steady_timer>(strand_, std::chrono::seconds(grace));
  ending.timer->async_wait([self = shared_from_this(), place = pod_place(key.space, key.name),
                            uid = uid_of(pod)](const boost::system::error_code& cancelled) {
    if (!cancelled)
      self->objects_->remove(place, {.grace_seconds = 0, .uid = uid, .resource_version = {}});
  });
}

void Kubelet::admit_next() {
  while (!is_busy_ && !is_stopped_ && !queue_.empty()) {
    const Object queued = queue_.front();
    if (!take_from_queue()) continue;
    if (!prepare_claims()) {
      try_again_later(queued);
      continue;
    }
    is_busy_ = true;
    if (!has_room(current_.pod)) {
      return reject("OutOf" + options_.resource,
                    "Pod was rejected: Node didn't have enough resource: " + options_.resource);
    }
    auto asked = asked_containers(current_.pod, options_.resource);
    if (!asked) return reject("UnexpectedAdmissionError", asked.error().message);
    current_.asked = *std::move(asked);
    admitted_[uid_of(current_.pod)] = occupied_ids(current_.pod, options_.resource);
    serve_next();
  }
}

/// False: there is nothing left to admit in that pod.
bool Kubelet::take_from_queue() {
  const Object queued = queue_.front();
  queue_.pop_front();
  const PodKey key = key_of(*queued);
  Admission admission;
  admission.place = pod_place(key.space, key.name);
  Answer pod = objects_->get(admission.place);
  if (!pod.ok() || uid_of(pod.body) != uid_of(*queued)) return false;
  if (is_over(pod.body) || is_terminating(pod.body)) return false;
  admission.pod = std::move(pod.body);
  current_ = std::move(admission);
  return true;
}

/// False: it is too early.
bool Kubelet::prepare_claims() {
  if (!has_claims(current_.pod)) return true;
  Result<std::vector<Json>> prepared = prepared_claims(*objects_, current_.pod);
  if (!prepared) return false;
  for (Json& record : *prepared) {
    record.set("t", rfc3339(options_.clock()));
    record.set("node", options_.node);
    record.set("kubeletPod", current_.place.key());
    trace_->add(std::move(record));
  }
  return true;
}

void Kubelet::try_again_later(const Object& pod) {
  auto& timer = retries_[uid_of(*pod)];
  timer = std::make_unique<asio::steady_timer>(strand_, kRetry);
  timer->async_wait([self = shared_from_this(), pod](const boost::system::error_code& cancelled) {
    if (cancelled || self->is_stopped_) return;
    self->queue_.push_back(pod);
    self->admit_next();
  });
}

bool Kubelet::has_room(const Json& pod) const {
  const std::int64_t held =
      std::accumulate(admitted_.begin(), admitted_.end(), std::int64_t{0},
                      [](std::int64_t sum, const auto& entry) { return sum + entry.second; });
  const std::int64_t asked = occupied_ids(pod, options_.resource);
  return asked == 0 || held + asked <= allocatable_;
}

void Kubelet::serve_next() {
  if (current_.next == current_.asked.size()) return run_pod();
  const AskedContainer container = current_.asked[current_.next];
  const std::string lock_before = plugin_->lock();
  Result<Started> started = plugin_->begin(static_cast<std::size_t>(container.count));
  if (!started) {
    Json record = new_record(container, lock_before);
    record.set("lockAfter", plugin_->lock());
    record.set("error", started.error().message);
    trace_->add(std::move(record));
    return reject("UnexpectedAdmissionError", allocate_failure(started.error()));
  }
  timer_.expires_after(plugin_->delay(options_.allocate_delay));
  timer_.async_wait([self = shared_from_this(), container, lock_before,
                     answer = *std::move(started)](const boost::system::error_code& cancelled) {
    if (!cancelled && !self->is_stopped_) self->allocated(container, answer, lock_before);
  });
}

void Kubelet::allocated(const AskedContainer& container, const Started& started,
                        const std::string& lock_before) {
  const Result<> finished = plugin_->finish(started);
  const Answer picked = objects_->get(pod_place(started.picked.space, started.picked.name));
  Json record = new_record(container, lock_before);
  record.set("pickedPod", started.picked.text());
  record.set("via", started.by_lock ? "lock" : "list");
  record.set("segment", static_cast<std::int64_t>(started.response.segment));
  record.set("containerName", started.response.container);
  for (const std::string& uuid : started.response.uuids) record.member("uuids").push_back(uuid);
  for (const auto& [name, value] : started.response.env) record.member("env").set(name, value);
  record.set("taBefore", started.ta_before);
  record.set("taAfter", started.response.ta_after);
  record.set("phase", picked.body.at("metadata", "annotations")[backends::kBindPhaseKey]);
  record.set("lockAfter", plugin_->lock());
  if (!finished) record.set("error", finished.error().message);
  trace_->add(std::move(record));
  if (!finished) return reject("UnexpectedAdmissionError", allocate_failure(finished.error()));
  ++current_.next;
  serve_next();
}

Json Kubelet::new_record(const AskedContainer& container, const std::string& lock_before) const {
  Json record = Json::object();
  record.set("t", rfc3339(options_.clock()));
  record.set("node", options_.node);
  record.set("kubeletPod", current_.place.key());
  record.set("kubeletContainer", container.name);
  record.set("lockBefore", lock_before);
  return record;
}

void Kubelet::run_pod() {
  if (has_ordinary_inits(current_.pod))
    write_status(current_.place, inits_done_patch(current_.pod, options_.clock()));
  const Answer pod = objects_->get(current_.place);
  if (pod.ok()) write_status(current_.place, running_patch(pod.body, options_.clock()));
  admission_over();
}

void Kubelet::reject(std::string_view reason, std::string_view message) {
  write_status(current_.place, rejected_patch(reason, message));
  admitted_.erase(uid_of(current_.pod));
  admission_over();
}

/// The next admission begins from the event loop, so that a row of rejections does not nest.
void Kubelet::admission_over() {
  is_busy_ = false;
  asio::post(strand_, [self = shared_from_this()] { self->admit_next(); });
}

void Kubelet::write_status(const Place& place, const Json& patch) {
  Json guarded = patch;
  guarded.member("metadata").set("uid", uid_of(current_.pod));
  objects_->patch(place, Part::kStatus, PatchType::kMerge, guarded);
}

}  // namespace npushare::embedded
