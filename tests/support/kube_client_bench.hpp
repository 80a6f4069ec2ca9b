/// A client of a server whose answers are a script, and the thread that both run on.
#pragma once

#include <deque>
#include <utility>

#include "scheduler/kube/rest_client.hpp"
#include "tests/support/http_running_server.hpp"
#include "tests/support/kube_calls.hpp"
#include "tests/support/kube_raw_server.hpp"

namespace npushare::testing_support {

struct ClientBench {
  explicit ClientBench(std::deque<Step> script)
      : server(running.context(), std::move(script)),
        client(running.context().get_executor(), local_endpoint(server.port())) {}
  ~ClientBench() {
    client.stop();
    running.context().stop();
    running.drain();
  }
  ClientBench(const ClientBench&) = delete;
  ClientBench& operator=(const ClientBench&) = delete;

  RunningContext running;
  KubeRawServer server;
  kube::RestClient client;
};

}  // namespace npushare::testing_support
