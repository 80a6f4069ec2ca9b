#include "tests/simulation/sim_kube.hpp"

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <utility>

#include "scheduler/wire/object_reader.hpp"

namespace npushare::simulation {

using embedded::Answer;
using embedded::Part;
using embedded::PatchType;
using embedded::Store;
using kube::Reply;
using wire::Json;

namespace {

constexpr Millis kReadLimit{3'000};
constexpr Millis kWriteLimit{3'500};
constexpr Millis kServerKeepsAWrite{3'000};
constexpr std::chrono::seconds kRetryAfter{1};

Result<Reply> broken() {
  return Reply{.status = 500, .body = R"({"kind":"Status","code":500,"message":"storm"})"};
}

Result<Reply> busy() {
  return Reply{.status = 429,
               .body = R"({"kind":"Status","code":429,"message":"storm"})",
               .retry_after = kRetryAfter};
}

bool is_undecided(const Reply& reply) {
  return reply.status == 408 || reply.status >= 500;
}

Json parsed(const std::string& text) {
  Result<Json> json = Json::parse(text);
  return json ? *std::move(json) : Json{};
}

}  // namespace

/// What becomes of one call.
struct SimKube::Fate {
  enum class End : std::uint8_t {
    kWell,
    kNotSent,
    kLostRequest,
    kLostAnswer,
    kRefused,
    kBroken,
    kBusy
  };
  End end = End::kWell;
  Millis there{1};
  Millis back{1};
};

SimKube::Fate SimKube::draw() {
  using End = Fate::End;
  const Weather& now = sky_.weather;
  Dice& dice = sky_.dice;
  Fate fate{.there = dice.ms(0, 8), .back = dice.ms(0, 8)};
  if (dice.in(now.held_up)) fate.there += dice.ms(10, now.held_up_for.count());
  if (dice.in(now.no_connection)) fate.end = End::kNotSent;
  if (dice.in(now.busy)) fate.end = End::kBusy;
  if (dice.in(now.broken)) fate.end = dice.in(50) ? End::kRefused : End::kBroken;
  if (dice.in(now.lost_request)) fate.end = End::kLostRequest;
  if (dice.in(now.lost_answer)) fate.end = End::kLostAnswer;
  fate.there = std::min(fate.there, kServerKeepsAWrite);
  if (fate.end != End::kWell) sky_.findings.count("calls that went wrong");
  return fate;
}

void SimKube::carry_out(const Fate& fate, Work work, std::function<void(Result<Reply>)> answer) {
  using End = Fate::End;
  const Sky sky = sky_;
  const auto reply = [sky, back = fate.back, answer](Result<Reply> said) {
    sky.timeline.after(back, [answer, said = std::move(said)] { answer(said); });
  };
  sky.timeline.after(fate.there, [sky, end = fate.end, work = std::move(work), reply] {
    switch (end) {
      case End::kNotSent: return reply(Error{ErrorCode::kInternal, "no connection"});
      case End::kLostRequest: return;
      case End::kBusy: return reply(busy());
      case End::kRefused: return reply(broken());
      case End::kBroken: work(sky.store); return reply(broken());
      case End::kLostAnswer: work(sky.store); return;
      case End::kWell: break;
    }
    const Answer done = work(sky.store);
    reply(Reply{.status = done.code, .body = done.body.text()});
  });
}

/// The first outcome counts; nobody is woken who is not there any more.
std::function<void(Result<Reply>)> SimKube::waker(const std::shared_ptr<Waiting>& waiting) {
  return [weak = std::weak_ptr(waiting)](Result<Reply> said) {
    const std::shared_ptr<Waiting> alive = weak.lock();
    if (!alive || alive->outcome) return;
    alive->outcome.emplace(std::move(said));
    alive->woken.cancel();
  };
}

asio::awaitable<Result<Reply>> SimKube::exchange(Call call, Work work, Millis limit) {
  const auto waiting = std::make_shared<Waiting>(io_);
  const auto wake = waker(waiting);
  const ErrorCode silence = call == Call::kRead ? ErrorCode::kTimeout : ErrorCode::kUncertain;
  sky_.timeline.after(limit, [wake, silence] { wake(Error{silence, "no answer in time"}); });
  carry_out(draw(), std::move(work), wake);
  auto sleeping = waiting->woken.async_wait(asio::as_tuple(asio::use_awaitable));
  co_await std::move(sleeping);
  co_return *std::move(waiting->outcome);
}

Millis SimKube::left_of(kube::Deadline by, Millis most) const {
  return std::min(std::chrono::duration_cast<Millis>(by - clock_.now()), most);
}

asio::awaitable<Result<Reply>> SimKube::read(Work work, kube::Deadline by) {
  const Millis limit = left_of(by, kReadLimit);
  if (limit <= Millis{0}) co_return Error{ErrorCode::kTimeout, "no time was left for it"};
  auto asking = exchange(Call::kRead, std::move(work), limit);
  co_return co_await std::move(asking);
}

asio::awaitable<kube::BindAnswer> SimKube::write(Work work, std::string what, kube::Deadline by) {
  const Millis limit = left_of(by, kWriteLimit);
  if (limit <= Millis{0})
    co_return kube::BindAnswer{Error{ErrorCode::kTimeout, "no time was left for it"}};
  auto asking = exchange(Call::kWrite, std::move(work), limit);
  const Result<Reply> reply = co_await std::move(asking);
  if (!reply) co_return kube::BindAnswer{reply.error()};
  if (reply->status < 300) co_return kube::BindAnswer{};
  Error error = kube::error_of(*reply, what);
  if (is_undecided(*reply)) error.code = ErrorCode::kUncertain;
  const Millis retry_after = error.code == ErrorCode::kBusy ? reply->retry_after : Millis{0};
  co_return kube::BindAnswer{std::move(error), retry_after};
}

asio::awaitable<Result<wire::Pod>> SimKube::get_pod(PodKey pod, kube::Deadline by) {
  auto reading =
      read([pod](Store& store) { return store.get(embedded::pod_place(pod.space, pod.name)); }, by);
  const Result<Reply> reply = co_await std::move(reading);
  if (!reply) co_return reply.error();
  if (reply->status != 200) co_return kube::error_of(*reply, "get pod " + pod.text());
  co_return wire::read_pod(reply->body);
}

asio::awaitable<Result<wire::Node>> SimKube::get_node(NodeName node, kube::Deadline by) {
  auto reading =
      read([node](Store& store) { return store.get(embedded::node_place(node.text())); }, by);
  const Result<Reply> reply = co_await std::move(reading);
  if (!reply) co_return reply.error();
  if (reply->status != 200) co_return kube::error_of(*reply, "get node " + node.text());
  co_return wire::read_node(reply->body);
}

asio::awaitable<kube::BindAnswer> SimKube::bind(wire::Binding binding, kube::Deadline by) {
  const PodKey pod = binding.pod;
  Work work = [pod, body = parsed(wire::write_binding(binding))](Store& store) {
    return store.bind(embedded::pod_place(pod.space, pod.name), body);
  };
  auto writing = write(std::move(work), "bind pod " + pod.text(), by);
  co_return co_await std::move(writing);
}

asio::awaitable<Result<>> SimKube::patch_pod(PodKey pod, PodUid uid, wire::AnnotationPatch patch,
                                             kube::Deadline by) {
  Work work = [pod,
               body = parsed(wire::write_annotation_patch(patch, uid.text(), {}))](Store& store) {
    return store.patch(embedded::pod_place(pod.space, pod.name), Part::kMain, PatchType::kMerge,
                       body);
  };
  auto writing = write(std::move(work), "patch pod " + pod.text(), by);
  const kube::BindAnswer written = co_await std::move(writing);
  co_return written.done;
}

asio::awaitable<Result<>> SimKube::patch_node(NodeName node, std::string resource_version,
                                              wire::AnnotationPatch patch, kube::Deadline by) {
  Work work = [node, body = parsed(wire::write_annotation_patch(patch, {}, resource_version))](
                  Store& store) {
    return store.patch(embedded::node_place(node.text()), Part::kMain, PatchType::kMerge, body);
  };
  auto writing = write(std::move(work), "patch node " + node.text(), by);
  const kube::BindAnswer written = co_await std::move(writing);
  co_return written.done;
}

asio::awaitable<void> SimKube::pause(Millis time) {
  const auto waiting = std::make_shared<Waiting>(io_);
  sky_.timeline.after(time, [wake = waker(waiting)] { wake(Reply{}); });
  auto sleeping = waiting->woken.async_wait(asio::as_tuple(asio::use_awaitable));
  co_await std::move(sleeping);
}

}  // namespace npushare::simulation
