/// An extender that answers what it is told to, and binds as npushare does: lock first, then one
/// Binding.
#pragma once

#include <mutex>
#include <string>

#include "tests/support/embedded_running.hpp"

namespace npushare::embedded::testing_support {

class ScriptedExtender {
 public:
  explicit ScriptedExtender(std::uint16_t api_port) : api_port_(api_port), server_(routes()) {}

  std::uint16_t port() const { return server_.port(); }

  void accept() { set("", "", ""); }
  void only_node(std::string node) { set("", "", std::move(node)); }
  void refuse(std::string reason) { set("", std::move(reason), ""); }
  void fail(std::string error) { set(std::move(error), "", ""); }

  /// The verbs that were called, in order.
  std::string calls() const {
    const std::scoped_lock held(mutex_);
    return calls_;
  }

 private:
  void set(std::string error, std::string reason, std::string only) {
    const std::scoped_lock held(mutex_);
    error_ = std::move(error);
    reason_ = std::move(reason);
    only_ = std::move(only);
  }

  http::Router routes() {
    http::Router router;
    for (const char* verb : {"filter", "prioritize", "bind"}) {
      router.on("POST", std::string("/") + verb,
                [this, name = std::string(verb)](http::Request& request) {
                  return respond(this, name, std::string(request.text()));
                });
    }
    return router;
  }

  static boost::asio::awaitable<http::Response> respond(ScriptedExtender* self, std::string verb,
                                                        std::string body) {
    http::Response response;
    response.body = self->answer(verb, parsed(body)).text();
    co_return response;
  }

  Json answer(const std::string& verb, const Json& call) {
    const std::scoped_lock held(mutex_);
    calls_ += (calls_.empty() ? "" : " ") + verb;
    if (verb == "filter") return filter(call);
    return verb == "prioritize" ? rate(call) : bind(call);
  }

  Json filter(const Json& call) const {
    Json reply = Json::object();
    reply.set("NodeNames", Json::array());
    reply.set("Error", error_);
    for (const Json& node : call["NodeNames"].items()) {
      const bool fits = reason_.empty() && (only_.empty() || only_ == node.string());
      if (fits) reply.member("NodeNames").push_back(node);
      if (!fits) reply.member("FailedNodes").set(node.string(), reason_);
    }
    return reply;
  }

  /// Later names are better.
  static Json rate(const Json& call) {
    Json scores = Json::array();
    for (const Json& node : call["NodeNames"].items()) {
      Json entry = Json::object();
      entry.set("Host", node);
      entry.set("Score", static_cast<std::int64_t>(scores.items().size()));
      scores.push_back(std::move(entry));
    }
    return scores;
  }

  Json bind(const Json& call) const {
    const std::string pod = call["PodName"].string();
    const std::string node = call["Node"].string();
    ask(api_port_,
        {.method = "PATCH",
         .path = "/api/v1/nodes/" + node,
         .body = annotated(Json::object(), kLock, "2026-08-14T07:47:40Z,default," + pod).text(),
         .content_type = "application/merge-patch+json"});
    Json binding = a_binding(pod, node, call["PodUID"].string());
    for (const auto& [key, value] :
         {std::pair<std::string, std::string>{kTa, kChipA + ",Ascend310P,8192,0:;"},
          {kRt, R"([{"UUID":")" + kChipA + R"(","memory":8192}])"},
          {"huawei.com/vnpu-mode", "hami-core"}})
      binding = annotated(std::move(binding), key, value);
    const RawReply reply =
        create(api_port_, "/api/v1/namespaces/default/pods/" + pod + "/binding", binding);
    Json answer = Json::object();
    answer.set("Error", reply.status == 201 ? "" : reply.body);
    return answer;
  }

  std::uint16_t api_port_;
  mutable std::mutex mutex_;
  std::string error_;
  std::string reason_;
  std::string only_;
  std::string calls_;
  npushare::testing_support::RunningServer server_;
};

}  // namespace npushare::embedded::testing_support
