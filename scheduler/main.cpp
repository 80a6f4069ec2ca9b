#include <string>
#include <vector>

#include "scheduler/app/app.hpp"
#include "scheduler/cli/run.hpp"

namespace {

int serve(const npushare::cli::ServeCommand& command) {
  return npushare::serve({.config_path = command.config_path,
                          .volcano_conf = command.volcano_conf,
                          .embedded_path = command.embedded_path,
                          .faults_path = command.faults_path,
                          .server_url = command.server_url,
                          .kubeconfig_path = command.kubeconfig_path,
                          .context = command.context,
                          .token_file = command.token_file,
                          .ca_file = command.ca_file,
                          .listen = command.listen,
                          .audit_log = command.audit_log,
                          .hami_metrics = command.hami_metrics});
}

}  // namespace

int main(int count, char** words) {
  return npushare::cli::run(std::vector<std::string>(words + (count > 0 ? 1 : 0), words + count),
                            serve);
}
