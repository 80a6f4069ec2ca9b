#include "tests/soak/asking.hpp"

#include <utility>

#include "tests/support/service_call.hpp"

namespace npushare::soak {

wire::Json Reply::json() const {
  const Result<wire::Json> read = wire::Json::parse(body);
  return read ? *read : wire::Json{};
}

Reply ask(std::uint16_t port, const std::string& method, const std::string& target,
          std::string body, std::chrono::milliseconds time) {
  service_test::Answer answer = service_test::call(port, method, target, std::move(body), time);
  return {answer.status, std::move(answer.text)};
}

}  // namespace npushare::soak
