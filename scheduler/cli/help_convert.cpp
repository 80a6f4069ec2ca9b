#include "scheduler/cli/help_text.hpp"

namespace npushare::cli {

HelpText help_of_convert() {
  return {
      .command = "convert",
      .summary = "show what a pod becomes where claims (DRA) are wanted",
      .usage =
          "  npushare convert -f POD.yaml [-n NAMESPACE] [--mode template|claim] [--config FILE]\n"
          "                   [--device-config FILE] [--url URL] [-o yaml|json]\n",
      .about =
          "Converts a pod that asks for NPUs by its limits, as the webhook does at the pod's\n"
          "creation: prints the ResourceClaimTemplates or ResourceClaims and the pod that refers\n"
          "to them, as documents that kubectl takes, and asks the service, if there is one,\n"
          "whether they fit now. Nothing is created, and no cluster is needed. What the webhook\n"
          "would refuse is refused here, with the same sentence.\n",
      .after =
          "Examples\n"
          "  npushare convert -f examples/pods/lab20-share-a.yaml\n"
          "  npushare convert -f pod.yaml --mode claim -n ai -o json\n"
          "  npushare convert -f pod.yaml | kubectl apply -f -\n"
          "\n"
          "Exit codes\n"
          "  0  printed\n"
          "  1  the pod cannot be converted, or a file cannot be read\n"
          "  2  the command line is wrong\n"
          "\n"
          "Environment\n"
          "  NPUSHARE_URL  the service, when --url is not given\n"};
}

}  // namespace npushare::cli
