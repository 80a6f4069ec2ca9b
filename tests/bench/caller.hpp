/// A blocking HTTP client on one kept-alive connection: as little of its own time as can be.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace npushare::bench {

class Caller {
 public:
  explicit Caller(std::uint16_t port);
  ~Caller();
  Caller(const Caller&) = delete;
  Caller& operator=(const Caller&) = delete;

  /// The reply's body. Ends the process when the server does not answer 200.
  const std::string& post(std::string_view path, std::string_view body);

 private:
  void send_all(std::string_view head, std::string_view body);
  void read_reply();

  int socket_;
  std::string buffer_;
  std::string body_;
};

}  // namespace npushare::bench
