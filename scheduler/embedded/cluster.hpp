/// A cluster in the process: an API server over a loopback socket, its simulated node plugins and
/// kubelets, and a small scheduling loop.
///
/// The service talks to it only through its REST client and the loop calls the service's verbs over
/// HTTP, so both sides run the code that a real cluster would. Threads: everything runs on the
/// executor given. Source:  spec/node-plugin-contract.md 7; data/recorded/kube-apiserver-1.37.2.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <cstdint>
#include <memory>
#include <string>

#include "accounting/catalogue.hpp"
#include "accounting/result.hpp"
#include "config/cluster_file.hpp"

namespace npushare::embedded {

class Cluster {
 public:
  Cluster(boost::asio::any_io_executor executor, config::ClusterFile file, Catalogue catalogue);
  ~Cluster();

  /// Serves the API, registers the nodes, starts plugins and kubelets.
  Result<> start();

  /// The API server's port after start().
  std::uint16_t port() const;

  /// Starts the scheduling loop against an extender at http://127.0.0.1:PORT; a webhook that is the
  /// service's own is there, too.
  void schedule_with(std::uint16_t extender_port);

  void stop();

 private:
  class State;
  std::shared_ptr<State> state_;
};

}  // namespace npushare::embedded
