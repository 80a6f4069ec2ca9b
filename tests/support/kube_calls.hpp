/// Coroutines of kube/ run to their end from a plain test, with a deadline.
#pragma once

#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <future>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "scheduler/kube/rest_client.hpp"

namespace npushare::testing_support {

namespace asio = boost::asio;

/// Far above anything a test waits for; a test that reaches it fails.
inline constexpr std::chrono::seconds kPatience{20};

template <class T>
T finished(std::future<T> future) {
  if (future.wait_for(kPatience) != std::future_status::ready)
    throw std::runtime_error("the coroutine has not ended");
  return future.get();
}

template <class T>
asio::awaitable<void> deliver(asio::awaitable<T> work, std::shared_ptr<std::promise<T>> to) {
  if constexpr (std::is_void_v<T>) {
    co_await std::move(work);
    to->set_value();
  } else {
    to->set_value(co_await std::move(work));
  }
}

/// Needs a context that some other thread runs.
template <class T>
std::future<T> begun(asio::io_context& context, asio::awaitable<T> work) {
  auto promise = std::make_shared<std::promise<T>>();
  auto delivering = deliver(std::move(work), promise);
  asio::co_spawn(context, std::move(delivering), asio::detached);
  return promise->get_future();
}

template <class T>
T run(asio::io_context& context, asio::awaitable<T> work) {
  return finished(begun(context, std::move(work)));
}

inline kube::Endpoint local_endpoint(std::string port) {
  kube::Endpoint endpoint;
  endpoint.host = "127.0.0.1";
  endpoint.port = std::move(port);
  return endpoint;
}

inline kube::Call a_get(std::string target) {
  return {.target = std::move(target)};
}

inline kube::Call a_post(std::string target, std::string body) {
  return {.method = "POST",
          .target = std::move(target),
          .content_type = "application/json",
          .body = std::move(body)};
}

}  // namespace npushare::testing_support
