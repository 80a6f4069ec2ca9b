#include "tests/bench/caller.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace npushare::bench {
namespace {

[[noreturn]] void give_up(const char* what) {
  std::perror(what);
  std::exit(1);
}

std::size_t content_length(std::string_view head) {
  const std::size_t at = head.find("Content-Length: ");
  if (at == std::string_view::npos || head.substr(0, 12) != "HTTP/1.1 200") give_up("no 200");
  return static_cast<std::size_t>(std::atoll(head.data() + at + 16));
}

}  // namespace

Caller::Caller(std::uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
    give_up("connect");
  const int on = 1;
  ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  buffer_.resize(std::size_t{1} << 16);
}

Caller::~Caller() {
  ::close(socket_);
}

const std::string& Caller::post(std::string_view path, std::string_view body) {
  const std::string head = "POST " + std::string(path) +
                           " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                           "Content-Length: " +
                           std::to_string(body.size()) + "\r\n\r\n";
  send_all(head, body);
  read_reply();
  return body_;
}

void Caller::send_all(std::string_view head, std::string_view body) {
  iovec parts[2] = {{const_cast<char*>(head.data()), head.size()},
                    {const_cast<char*>(body.data()), body.size()}};
  ssize_t sent = ::writev(socket_, parts, 2);
  if (sent < 0) give_up("write");
  std::size_t done = static_cast<std::size_t>(sent) - head.size();
  while (done < body.size()) {
    sent = ::write(socket_, body.data() + done, body.size() - done);
    if (sent <= 0) give_up("write");
    done += static_cast<std::size_t>(sent);
  }
}

void Caller::read_reply() {
  std::size_t have = 0;
  std::size_t head_end = std::string::npos;
  while (head_end == std::string::npos) {
    const ssize_t got = ::read(socket_, buffer_.data() + have, buffer_.size() - have);
    if (got <= 0) give_up("read");
    have += static_cast<std::size_t>(got);
    head_end = std::string_view(buffer_.data(), have).find("\r\n\r\n");
  }
  const std::size_t total = head_end + 4 + content_length({buffer_.data(), head_end});
  if (buffer_.size() < total) buffer_.resize(total);
  while (have < total) {
    const ssize_t got = ::read(socket_, buffer_.data() + have, total - have);
    if (got <= 0) give_up("read");
    have += static_cast<std::size_t>(got);
  }
  body_.assign(buffer_, head_end + 4, total - head_end - 4);
}

}  // namespace npushare::bench
