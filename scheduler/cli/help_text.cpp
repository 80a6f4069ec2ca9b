#include "scheduler/cli/help_text.hpp"

#include <array>

namespace npushare::cli {
namespace {

constexpr HelpText kProgram{
    .command = "",
    .summary = "",
    .usage =
        "  npushare COMMAND [OPTIONS]\n"
        "  npushare COMMAND --help\n",
    .about =
        "npushare shares Ascend NPUs between pods. A scheduler asks it over HTTP where a pod "
        "fits,\n"
        "which node is best, and to bind it; it keeps a ledger of memory and cores for every "
        "chip.\n",
    .after =
        "First steps\n"
        "  npushare demo                                     both labs, played on this machine\n"
        "  npushare serve --embedded examples/cluster.yaml   a service and a cluster to try it on\n"
        "  npushare top                                      what every chip carries\n"
        "  npushare waiting                                  who waits, and why\n"
        "  kubectl npushare top                              the same as a plugin of kubectl\n"
        "\n"
        "Exit codes\n"
        "  0  done\n"
        "  1  the answer is no: an error was found, a pod is not known, a step differs\n"
        "  2  the command line is wrong\n"
        "  3  the service cannot be reached\n"};

constexpr HelpText kServe{
    .command = "serve",
    .summary = "answer a scheduler: filter, prioritize, bind, preempt",
    .usage =
        "  npushare serve --embedded FILE [--config FILE] [--listen ADDRESS:PORT]\n"
        "  npushare serve --kubeconfig FILE [--context NAME] [--config FILE] [--listen "
        "ADDRESS:PORT]\n"
        "  npushare serve --server URL [--token-file FILE] [--ca-file FILE] [--config FILE]\n"
        "                 [--listen ADDRESS:PORT]\n",
    .about =
        "Serves the kube-scheduler extender verbs and Volcano's extender protocol. With "
        "--kubeconfig or\n"
        "--server it keeps its books by watching a Kubernetes API server; in a pod it finds that "
        "of "
        "its own\n"
        "cluster. With --embedded it starts an API server of its own, with simulated nodes and "
        "node "
        "plugins\n"
        "from FILE, and works on that in the same way.\n"
        "\n"
        "It prints the address it serves on when it is ready, logs to standard error, and stops "
        "on\n"
        "SIGTERM or SIGINT after the binds under way have ended.\n",
    .after =
        "Examples\n"
        "  npushare serve --embedded examples/cluster.yaml\n"
        "  npushare serve --embedded examples/cluster.yaml --listen 127.0.0.1:0    any free port\n"
        "  npushare serve --config npushare.yaml --listen 0.0.0.0:8080             in a pod\n"
        "  npushare serve --volcano-conf /volcano/volcano-scheduler.conf           Volcano's "
        "policy\n"
        "  npushare serve --kubeconfig ~/.kube/config --context lab\n"
        "  npushare serve --server https://10.0.0.1:6443 --token-file token --ca-file ca.crt\n"
        "\n"
        "Exit codes\n"
        "  0  stopped by a signal\n"
        "  1  could not start; the sentence says why\n"
        "  2  the command line is wrong\n"
        "\n"
        "Environment\n"
        "  KUBECONFIG               files to merge, in place of --kubeconfig\n"
        "  KUBERNETES_SERVICE_HOST  set by Kubernetes in a pod: no cluster needs to be named\n"};

constexpr HelpText kDemo{
    .command = "demo",
    .summary = "play both labs through real HTTP and check every number",
    .usage = "  npushare demo [--cluster FILE] [--examples DIR] [--quiet]\n",
    .about =
        "Starts this program once more as `serve --embedded`, on free ports of the loopback "
        "interface, and\n"
        "plays two labs on it: two 310P3 chips shared by pods with hami-core (lab 13), and "
        "sharing,\n"
        "refusing, releasing and placing again (lab 20). It shows what a scheduler sends and gets, "
        "what\n"
        "each chip carries before and after, and compares annotations and amounts with the labs.\n",
    .after =
        "Examples\n"
        "  npushare demo\n"
        "  npushare demo --quiet\n"
        "  npushare demo --examples /usr/share/npushare/examples\n"
        "\n"
        "Exit codes\n"
        "  0  every step came out as expected\n"
        "  1  a step differs, or the service did not start\n"
        "  2  the command line is wrong\n"
        "\n"
        "Environment\n"
        "  NO_COLOR  when set, no colours\n"};

constexpr HelpText kExplain{
    .command = "explain",
    .summary = "say why a pod waits, or where it would go",
    .usage =
        "  npushare explain [NAMESPACE/]POD [-n NAMESPACE] [--watch] [-o table|wide|yaml|json]\n"
        "  npushare explain -f POD.yaml [-o table|wide|yaml|json]\n",
    .about =
        "Asks the service to run the very checks that its filter runs, and shows for each node and "
        "chip\n"
        "the first one that failed, with what was asked, what is free, and who holds the rest; "
        "then who\n"
        "would have to leave for it to fit, nearest first, and what was decided about the pod of "
        "late. A\n"
        "running pod shows what it holds. With -f the pod is a manifest that need not be in the "
        "cluster.\n"
        "-o wide shows every node in full. Nothing is changed.\n",
    .after =
        "Examples\n"
        "  npushare explain ai/infer-0\n"
        "  npushare explain infer-0 -n ai -o json\n"
        "  npushare explain -f examples/pods/lab20-share-c.yaml\n"
        "  kubectl get pod infer-0 -o yaml | npushare explain -f -\n"
        "\n"
        "Exit codes\n"
        "  0  there is an answer\n"
        "  1  the pod is not known, or not valid\n"
        "  2  the command line is wrong\n"
        "  3  the service cannot be reached\n"
        "\n"
        "Environment\n"
        "  NPUSHARE_URL  the service, when --url is not given\n"
        "  NO_COLOR      when set, no colours\n"};

constexpr HelpText kCheck{
    .command = "check",
    .summary = "read configuration files and say what is wrong",
    .usage = "  npushare check FILE... [--device-config FILE] [-o table|json]\n",
    .about =
        "Reads npushare.yaml, device-config.yaml, node-config.yaml, an embedded cluster, the\n"
        "configuration of a kube-scheduler or of Volcano, also inside a ConfigMap, or a "
        "ResourceQuota, and\n"
        "tells them apart by what is in them. It lists what is wrong or surprising: where, how "
        "bad, "
        "and what\n"
        "to write instead. It needs no service and no cluster.\n",
    .after =
        "Examples\n"
        "  npushare check examples/npushare.yaml examples/device-config.yaml\n"
        "  npushare check examples/kube-scheduler/config.yaml --device-config device-config.yaml\n"
        "  npushare check npushare.yaml -o json\n"
        "\n"
        "Exit codes\n"
        "  0  no errors, perhaps warnings\n"
        "  1  at least one error, or a file that cannot be read\n"
        "  2  the command line is wrong\n"
        "\n"
        "Environment\n"
        "  NO_COLOR  when set, no colours\n"};

constexpr HelpText kVersion{.command = "version",
                            .summary = "print the version",
                            .usage = "  npushare version [-o table|json]\n",
                            .about = "Prints the version of this program.\n",
                            .after =
                                "Exit codes\n"
                                "  0  printed\n"
                                "  2  the command line is wrong\n"};

constexpr std::array kCommands{kServe, kDemo, kExplain, kCheck, kVersion};

}  // namespace

HelpText help_of(std::string_view command) {
  for (const HelpText& text : kCommands)
    if (text.command == command) return text;
  if (command == "convert") return help_of_convert();
  if (const std::optional<HelpText> page = help_of_page(command)) return *page;
  return help_of_show(command).value_or(kProgram);
}

}  // namespace npushare::cli
