/// A transport that answers from a table and remembers what it was asked.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "scheduler/cli/transport.hpp"

namespace npushare::cli {

class FakeTransport final : public Transport {
 public:
  using Answer = std::function<kube::Reply(const kube::Call&)>;

  /// `what` is "METHOD TARGET". The last answer given for it stays.
  void on(const std::string& what, unsigned status, std::string body) {
    on(what, [status, body = std::move(body)](const kube::Call&) {
      return kube::Reply{.status = status, .body = body, .retry_after = {}};
    });
  }
  void on(const std::string& what, Answer answer) { answers_[what] = std::move(answer); }

  Result<kube::Reply> send(kube::Call call) override {
    const std::string what = call.method + " " + call.target;
    asked.push_back(what);
    bodies.push_back(call.body);
    const auto found = answers_.find(what);
    if (found == answers_.end())
      return Error{ErrorCode::kTimeout, "cannot reach http://fake: " + what};
    return found->second(call);
  }

  std::vector<std::string> asked;
  std::vector<std::string> bodies;

 private:
  std::map<std::string, Answer> answers_;
};

}  // namespace npushare::cli
