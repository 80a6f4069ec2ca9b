#include "tests/soak/scheduler.hpp"

#include <algorithm>

#include "scheduler/embedded/extender_dialogue.hpp"
#include "scheduler/embedded/pod_rules.hpp"
#include "tests/soak/asking.hpp"
#include "tests/soak/grants.hpp"

namespace npushare::soak {

using embedded::Object;
using wire::Json;

namespace {

constexpr std::size_t kBinders = 16;
constexpr std::chrono::milliseconds kIdle{5};

const std::string& uid_of(const Json& pod) {
  return pod.at("metadata", "uid").string();
}

bool is_waiting(const Json& pod) {
  return !embedded::is_bound(pod) && !embedded::is_terminating(pod) && !embedded::is_over(pod);
}

std::vector<std::string> node_names(const embedded::Store& store) {
  std::vector<std::string> names;
  for (const Object& node : store.snapshot(embedded::nodes()).objects)
    names.push_back(name_of(*node));
  return names;
}

}  // namespace

Scheduler::Scheduler(World& world, Service& service, Findings& findings, std::uint64_t seed)
    : world_(world), service_(service), findings_(findings), dice_(seed, 3) {
  for (std::size_t k = 0; k < kBinders; ++k) binder_dice_.emplace_back(seed, 100 + k);
  for (Dice& dice : binder_dice_)
    binders_.push_back(std::make_unique<Worker>([this, &dice] { return bind_one(dice); }));
}

Scheduler::~Scheduler() {
  for (const auto& binder : binders_) binder->stop();
}

std::chrono::milliseconds Scheduler::step() {
  const std::optional<Json> pod = next_pod();
  if (!pod || service_.port() == 0) return kIdle;
  schedule(*pod);
  return std::chrono::milliseconds(0);
}

/// The waiting pod that may be tried again and has waited longest.
std::optional<Json> Scheduler::next_pod() {
  const embedded::Store::Snapshot now = world_.store().snapshot(embedded::pods());
  const std::scoped_lock held(mutex_);
  std::map<std::string, Attempt> known;
  const Json* best = nullptr;
  Clock::time_point earliest = Clock::now();
  for (const Object& pod : now.objects) {
    if (!is_waiting(*pod)) continue;
    const Attempt& attempt = known[uid_of(*pod)] = attempts_[uid_of(*pod)];
    if (attempt.is_binding || attempt.next > earliest) continue;
    earliest = attempt.next;
    best = pod.get();
  }
  // Pods that are being bound stay known although the store may show them bound already.
  for (const auto& [uid, attempt] : attempts_)
    if (attempt.is_binding) known[uid] = attempt;
  attempts_ = std::move(known);
  return best == nullptr ? std::nullopt : std::optional<Json>(*best);
}

void Scheduler::schedule(const Json& pod) {
  const std::optional<std::string> node = choose(pod);
  if (!node) return;
  const std::scoped_lock held(mutex_);
  attempts_[uid_of(pod)].is_binding = true;
  binds_.push_back({pod, *node});
}

std::optional<std::string> Scheduler::choose(const Json& pod) {
  const std::vector<std::string> nodes = node_names(world_.store());
  const std::string body = embedded::extender_body(pod, nodes);
  const Reply filtered = ask(service_.port(), "POST", "/filter", body);
  findings_.count("filter calls");
  const Result<embedded::FilterReply> reply =
      filtered.status == 200 ? embedded::read_filter_reply(filtered.body, nodes)
                             : Error{ErrorCode::kInternal, filtered.body};
  if (!reply) {
    findings_.count("filter errors");
    put_back(uid_of(pod), dice_.ms(20, 200));
    return std::nullopt;
  }
  if (reply->nodes.empty()) {
    put_back(uid_of(pod), dice_.ms(100, 500));
    const std::scoped_lock held(mutex_);
    attempts_[uid_of(pod)].refused = Clock::now();
    return std::nullopt;
  }
  if (reply->nodes.size() == 1) return reply->nodes.front();
  const Reply scores =
      ask(service_.port(), "POST", "/prioritize", embedded::extender_body(pod, reply->nodes));
  return embedded::best_host(scores.status == 200 ? scores.body : "", reply->nodes);
}

void Scheduler::put_back(const std::string& uid, std::chrono::milliseconds pause) {
  const std::scoped_lock held(mutex_);
  attempts_[uid] = {.next = Clock::now() + pause, .refused = {}, .is_binding = false};
}

std::chrono::milliseconds Scheduler::bind_one(Dice& dice) {
  std::optional<Bind> next;
  {
    const std::scoped_lock held(mutex_);
    if (binds_.empty()) return kIdle;
    next = std::move(binds_.front());
    binds_.pop_front();
  }
  bind(*next, dice);
  return std::chrono::milliseconds(0);
}

void Scheduler::bind(const Bind& bind, Dice& dice) {
  const std::string body = embedded::bind_body(bind.pod, bind.node);
  ++under_way_;
  Reply reply = ask(service_.port(), "POST", "/bind", body);
  --under_way_;
  findings_.count("bind calls");
  // Some schedulers ask again at once after an answer that did not come.
  if (reply.status == 0 && dice.in(30)) reply = ask(service_.port(), "POST", "/bind", body);
  const Result<> bound = reply.status == 200 ? embedded::read_bind_reply(reply.body)
                                             : Result<>(Error{ErrorCode::kInternal, reply.body});
  findings_.note("bind " + name_of(bind.pod) + " to " + bind.node + ": " +
                 (bound ? "bound" : bound.error().message));
  if (bound) {
    findings_.count("binds that succeeded");
    check_bound(bind);
  } else {
    findings_.count(reply.status == 200 ? "binds refused" : "binds without an answer");
  }
  put_back(uid_of(bind.pod), dice.ms(50, 300));
}

/// What bind calls a success is one: the pod is on that node, unless it has gone since.
void Scheduler::check_bound(const Bind& bind) {
  const embedded::Answer now =
      world_.store().get(embedded::pod_place("default", name_of(bind.pod)));
  if (!now.ok() || uid_of(now.body) != uid_of(bind.pod)) return;
  const std::string& node = now.body.at("spec", "nodeName").string();
  if (node != bind.node)
    findings_.breach("bind said success",
                     name_of(bind.pod) + " to " + bind.node + " is on " + node);
}

bool Scheduler::is_quiet(Clock::time_point since) const {
  const embedded::Store::Snapshot now = world_.store().snapshot(embedded::pods());
  const std::scoped_lock held(mutex_);
  if (!binds_.empty()) return false;
  if (std::ranges::any_of(attempts_, [](const auto& entry) { return entry.second.is_binding; }))
    return false;
  return std::ranges::all_of(now.objects, [&](const Object& pod) {
    if (!is_waiting(*pod)) return true;
    const auto attempt = attempts_.find(uid_of(*pod));
    return attempt != attempts_.end() && attempt->second.refused > since;
  });
}

}  // namespace npushare::soak
