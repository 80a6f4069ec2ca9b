#include "scheduler/embedded/schedule_loop.hpp"

#include <algorithm>
#include <array>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "scheduler/embedded/extender_dialogue.hpp"
#include "scheduler/embedded/own_binding.hpp"
#include "scheduler/embedded/pod_claims.hpp"
#include "scheduler/embedded/pod_condition.hpp"
#include "scheduler/embedded/pod_rules.hpp"

namespace npushare::embedded {

namespace asio = boost::asio;
using wire::Json;

namespace {

using Steady = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kCallLimit{5'000};

kube::Endpoint endpoint_of(std::uint16_t port) {
  kube::Endpoint endpoint;
  endpoint.host = "127.0.0.1";
  endpoint.port = std::to_string(port);
  return endpoint;
}

/// What may let a pod in that was refused.
const std::array kWatched{&pods(),           &nodes(),  &claims(),     &claim_templates(),
                          &device_classes(), &slices(), &taint_rules()};

/// A kube-scheduler whose extender manages the NPU's resources asks it about no other pod; this one
/// asks about all but those that get everything from claims.
bool is_for_extender(const Json& pod) {
  return !has_claims(pod) || asks_extended_resource(pod);
}

const std::string& uid_of(const Json& pod) {
  return pod.at("metadata", "uid").string();
}

Place place_of(const Json& pod) {
  return pod_place(pod.at("metadata", "namespace").string(), pod.at("metadata", "name").string());
}

}  // namespace

ScheduleLoop::ScheduleLoop(asio::any_io_executor strand, std::shared_ptr<Store> store,
                           ScheduleOptions options)
    : strand_(std::move(strand)),
      store_(std::move(store)),
      options_(std::move(options)),
      client_(strand_, endpoint_of(options_.extender_port)),
      api_client_(strand_, endpoint_of(options_.api_port)),
      bell_(std::make_shared<Bell>(strand_)),
      timer_(strand_),
      claims_(store_) {
  for (const Kind* kind : kWatched)
    subscriptions_.push_back(store_->subscribe(*kind, [bell = bell_] { bell->ring(); }));
}

void ScheduleLoop::start() {
  asio::co_spawn(strand_, run(shared_from_this()), asio::detached);
}

void ScheduleLoop::stop() {
  client_.stop();
  api_client_.stop();
  asio::post(strand_, [self = shared_from_this()] {
    self->is_stopped_ = true;
    self->timer_.cancel();
    self->bell_->ring();
  });
}

asio::awaitable<void> ScheduleLoop::run(Self self) {
  while (!self->is_stopped_) {
    const Round round = self->next_round();
    for (const Object& pod : round.pods) {
      if (self->is_stopped_) co_return;
      self->queue_.began(uid_of(*pod), round.version);
      Task<> attempting = attempt(self, pod, round.nodes);
      co_await std::move(attempting);
    }
    Task<> pausing = self->pause();
    co_await std::move(pausing);
    const Steady::time_point far = Steady::now() + std::chrono::hours(1);
    Task<> waiting = self->bell_->wait(self->queue_.next_retry().value_or(far));
    co_await std::move(waiting);
  }
}

ScheduleLoop::Round ScheduleLoop::next_round() {
  const Store::Snapshot all_nodes = store_->snapshot(nodes());
  const Store::Snapshot all_pods = store_->snapshot(pods());
  std::vector<Object> pending;
  for (const Object& pod : all_pods.objects)
    if (is_schedulable(*pod, options_.scheduler_name)) pending.push_back(pod);

  Round round;
  round.version = all_nodes.version;
  Version last_change = 0;
  for (const Kind* kind : kWatched) last_change = std::max(last_change, store_->last_change(*kind));
  round.pods = queue_.due(pending, last_change, Steady::now());
  for (const Object& node : all_nodes.objects)
    round.nodes.push_back(node->at("metadata", "name").string());
  return round;
}

asio::awaitable<void> ScheduleLoop::attempt(Self self, Object pod, std::vector<std::string> nodes) {
  if (has_claims(*pod)) nodes = self->with_claims(*pod, std::move(nodes));
  if (has_claims(*pod) && nodes.empty()) co_return;
  Task<Result<std::string>> choosing = choose(self, pod, std::move(nodes));
  const Result<std::string> node = co_await std::move(choosing);
  if (!node) {
    self->note_failure(*pod, node.error().message);
  } else if (node->empty()) {
    self->queue_.refused(uid_of(*pod));
  } else if (const Result<> held = self->claims_.reserve(*pod, *node); !held) {
    self->note_failure(*pod, held.error().message);
  } else {
    asio::co_spawn(self->strand_, bind(self, pod, *node), asio::detached);
  }
}

std::vector<std::string> ScheduleLoop::with_claims(const Json& pod,
                                                   std::vector<std::string> nodes) {
  Result<ClaimNodes> found = claims_.nodes_for(pod, nodes);
  if (!found) {
    note_failure(pod, found.error().message);
    return {};
  }
  if (found->nodes.empty()) {
    queue_.refused(uid_of(pod));
    note(pod, "Unschedulable", found->refusal);
  }
  return std::move(found->nodes);
}

/// The chosen node; an empty name when every node was refused.
asio::awaitable<Result<std::string>> ScheduleLoop::choose(Self self, Object pod,
                                                          std::vector<std::string> nodes) {
  if (!is_for_extender(*pod)) co_return nodes.front();
  const std::size_t total = nodes.size();
  FilterReply reply;
  if (total > 0) {
    Task<Result<std::string>> filtering = post(self, "/filter", extender_body(*pod, nodes));
    const Result<std::string> body = co_await std::move(filtering);
    if (!body) co_return body.error();
    Result<FilterReply> read = read_filter_reply(*body, nodes);
    if (!read) co_return read.error();
    reply = *std::move(read);
  }
  if (reply.nodes.empty()) {
    self->note(*pod, "Unschedulable", refusal_message(total, reply.refusals));
    co_return std::string();
  }
  if (reply.nodes.size() == 1) co_return reply.nodes.front();
  Task<Result<std::string>> rating = post(self, "/prioritize", extender_body(*pod, reply.nodes));
  const Result<std::string> scores = co_await std::move(rating);
  co_return best_host(scores ? std::string_view(*scores) : std::string_view(), reply.nodes);
}

asio::awaitable<void> ScheduleLoop::bind(Self self, Object pod, std::string node) {
  const bool by_itself = self->options_.binds_itself || !is_for_extender(*pod);
  Task<Result<>> binding =
      by_itself ? bind_by_itself(self, pod, node) : bind_by_extender(self, pod, node);
  const Result<> bound = co_await std::move(binding);
  if (bound) {
    self->queue_.bound(uid_of(*pod));
  } else {
    self->note_failure(*pod, bound.error().message);
  }
}

asio::awaitable<Result<>> ScheduleLoop::bind_by_extender(Self self, Object pod, std::string node) {
  Task<Result<std::string>> binding = post(self, "/bind", bind_body(*pod, node));
  const Result<std::string> body = co_await std::move(binding);
  if (!body) co_return body.error();
  co_return read_bind_reply(*body);
}

asio::awaitable<Result<>> ScheduleLoop::bind_by_itself(Self self, Object pod, std::string node) {
  kube::Call call = own_binding(*pod, node);
  Task<Result<kube::Reply>> calling = self->api_client_.call(std::move(call));
  const Result<kube::Reply> reply = co_await std::move(calling);
  if (!reply) co_return reply.error();
  if (reply->status < 300) co_return Result<>{};
  co_return kube::error_of(*reply, "binding rejected");
}

/// The body of a 200; anything else is an error, as a kube-scheduler has it.
asio::awaitable<Result<std::string>> ScheduleLoop::post(Self self, std::string target,
                                                        std::string body) {
  kube::Call call;
  call.method = "POST";
  call.target = target;
  call.content_type = "application/json";
  call.body = std::move(body);
  call.time_limit = kCallLimit;
  Task<Result<kube::Reply>> calling = self->client_.call(std::move(call));
  Result<kube::Reply> reply = co_await std::move(calling);
  if (!reply) co_return reply.error();
  if (reply->status != 200) {
    co_return Error{
        ErrorCode::kInternal,
        "failed " + target.substr(1) + " with the extender, code " + std::to_string(reply->status)};
  }
  co_return std::move(reply->body);
}

asio::awaitable<void> ScheduleLoop::pause() {
  boost::system::error_code cancelled;
  timer_.expires_after(options_.every);
  auto token = asio::redirect_error(asio::use_awaitable, cancelled);
  auto waiting = timer_.async_wait(token);
  co_await std::move(waiting);
}

/// A changed text is an update of the pending pod and wakes it again, so an equal one is not
/// written.
void ScheduleLoop::note(const Json& pod, const char* reason, const std::string& message) {
  const Answer current = store_->get(place_of(pod));
  if (!current.ok() || uid_of(current.body) != uid_of(pod) || is_bound(current.body)) return;
  if (says_already(current.body, reason, message)) return;
  Json changed = current.body;
  set_condition(changed, unscheduled(reason, message, rfc3339(options_.clock())));
  Json patch = Json::object();
  patch.member("metadata").set("resourceVersion", current.body.at("metadata", "resourceVersion"));
  patch.member("status").set("conditions", changed.at("status", "conditions"));
  store_->patch(place_of(pod), Part::kStatus, PatchType::kMerge, patch);
}

void ScheduleLoop::note_failure(const Json& pod, const std::string& message) {
  queue_.failed(uid_of(pod), Steady::now());
  note(pod, "SchedulerError", message);
  bell_->ring();  // an equal text writes nothing, and the loop must learn of the new back-off
}

}  // namespace npushare::embedded
