#include <array>

#include "scheduler/cli/help_text.hpp"

namespace npushare::cli {
namespace {

constexpr std::string_view kEnding =
    "\n"
    "Exit codes\n"
    "  0  shown\n"
    "  1  the answer is no: not known, not allowed, drift found, not ready\n"
    "  2  the command line is wrong\n"
    "  3  the service cannot be reached\n"
    "\n"
    "Environment\n"
    "  NPUSHARE_URL  the service, when --url is not given\n"
    "  NO_COLOR      when set, no colours\n";

constexpr HelpText kTop{
    .command = "top",
    .summary = "show what every chip carries, share by share",
    .usage =
        "  npushare top [--node NAME] [--chip CHIP] [-n NAMESPACE] [--watch] "
        "[-o table|wide|yaml|json]\n",
    .about =
        "Shows for each chip two bars, memory and cores, and below them its shares. Neighbouring "
        "shares\n"
        "take turns in two shades; dots are free. A chip that the cluster has overcommitted says "
        "by how\n"
        "much; a share marked uncertain belongs to a write whose outcome is not known yet.\n",
    .after =
        "Examples\n"
        "  npushare top\n"
        "  npushare top --node aio-node74-arm --watch\n"
        "  npushare top --node aio-node74-arm --chip 0\n"
        "  npushare top -o json\n",
    .ending = kEnding};

constexpr HelpText kNodes{
    .command = "nodes",
    .summary = "show the nodes, one a line: alive, how full, how fragmented",
    .usage = "  npushare nodes [--node NAME] [--chip CHIP] [--watch] [-o table|wide|yaml|json]\n",
    .about =
        "REGISTERED says whether the node plugin is heard: fresh, stale, missing, "
        "unsupported-host.\n"
        "LARGEST is the most that is free on one chip. FRAGMENTED is the part of the free memory "
        "that\n"
        "lies on chips others use too: a pod that needs a whole chip cannot have it.\n",
    .after =
        "Examples\n"
        "  npushare nodes\n"
        "  npushare nodes --watch\n",
    .ending = kEnding};

constexpr HelpText kShares{
    .command = "shares",
    .summary = "show who holds what of which chip, since when",
    .usage =
        "  npushare shares [[NAMESPACE/]POD] [-n NAMESPACE] [--node NAME] [--chip CHIP] [--watch]\n"
        "                  [-o table|wide|yaml|json]\n",
    .about =
        "One line a share, by pod, namespace, node or chip. AGE counts from the bind. -o wide adds "
        "the\n"
        "container, the priority, the chip's uuid and the share's own name, 160 columns in all.\n",
    .after =
        "Examples\n"
        "  npushare shares -n ai\n"
        "  npushare shares --node aio-node74-arm --chip 0\n"
        "  npushare shares ai/infer-0 -o yaml\n",
    .ending = kEnding};

constexpr HelpText kWaiting{
    .command = "waiting",
    .summary = "show the pods that wait for an NPU, and why",
    .usage =
        "  npushare waiting [[NAMESPACE/]POD] [-n NAMESPACE] [--watch] [-o table|wide|yaml|json]\n",
    .about =
        "The NPU pods that were refused when a scheduler last asked, longest waiting first.\n"
        "`npushare explain` says more of one of them; -o wide shows what each asks for.\n",
    .after =
        "Examples\n"
        "  npushare waiting\n"
        "  npushare waiting -n ai -o wide\n",
    .ending = kEnding};

constexpr HelpText kHistory{
    .command = "history",
    .summary = "show what was decided of late, also of pods that are gone",
    .usage =
        "  npushare history [[NAMESPACE/]POD] [-n NAMESPACE] [--verb VERB] [--refused] [--since "
        "TIME]\n"
        "                   [--limit N] [--watch] [-o table|wide|yaml|json]\n",
    .about =
        "The last decisions, newest first: filter's refusals with their counts, the best node that "
        "is\n"
        "held for a pod, binds, nudges and releases. A decision that only repeats the pod's last "
        "one is\n"
        "counted in TIMES. The service remembers as many as `history` of its configuration says.\n",
    .after =
        "Examples\n"
        "  npushare history --refused --since 1h\n"
        "  npushare history ai/infer-0\n"
        "  npushare history --verb bind --limit 20\n",
    .ending = kEnding};

constexpr HelpText kQuotas{
    .command = "quotas",
    .summary = "show what namespaces may hold, and how much of it they do",
    .usage = "  npushare quotas [-n NAMESPACE] [--watch] [-o table|wide|yaml|json]\n",
    .about =
        "One line for each limit of NPUs that a ResourceQuota sets: memory in MiB, cores in "
        "percent of a\n"
        "chip, shares by number. Where several limit the same, the tightest decides. A value that "
        "is\n"
        "hardly meant, as 10Gi where MiB count, is told below the table; -o wide shows each "
        "limit's key.\n",
    .after =
        "Examples\n"
        "  npushare quotas\n"
        "  npushare quotas -n ai -o wide\n",
    .ending = kEnding};

constexpr HelpText kDrift{
    .command = "drift",
    .summary = "show where the cluster and the books disagree",
    .usage = "  npushare drift [--watch] [-o table|wide|yaml|json]\n",
    .about =
        "Lists what the cluster shows and the books cannot account for, by cause, with what each "
        "cause\n"
        "means: pods bound without a grant, annotations that cannot be read, chips that carry more "
        "than\n"
        "they have, shares of chips that are gone. What is mended disappears by itself. Ends with "
        "1\n"
        "while there is any.\n",
    .after =
        "Examples\n"
        "  npushare drift\n"
        "  npushare drift -o json\n",
    .ending = kEnding};

constexpr HelpText kLeaks{
    .command = "leaks",
    .summary = "show, and delete, claims that nobody uses any more",
    .usage = "  npushare leaks [--fix [--hami-shaped]] [--watch] [-o table|wide|yaml|json]\n",
    .about =
        "Lists ResourceClaims that hold devices nobody uses, or stand in the way of others, by "
        "kind, with\n"
        "the evidence, what they hold and since when. --fix deletes those that no pod refers to "
        "and that\n"
        "npushare's webhook made: each is read once more before, one goes a second, twenty at "
        "most, and\n"
        "none when more than 30 % of all claims would go. Ends with 1 while there is any.\n",
    .after =
        "Examples\n"
        "  npushare leaks\n"
        "  npushare leaks --fix\n"
        "  npushare leaks --fix --hami-shaped -o json\n",
    .ending = kEnding};

constexpr HelpText kStatus{
    .command = "status",
    .summary = "show whether the service is well, who leads, what policy is in force",
    .usage = "  npushare status [--watch] [-o table|wide|yaml|json]\n",
    .about =
        "The checks of /readyz, the leader, and where the configuration in force comes from, with "
        "what\n"
        "newer versions are refused for and what waits for a restart. Ends with 1 while the "
        "service is\n"
        "not ready.\n",
    .after =
        "Examples\n"
        "  npushare status\n"
        "  npushare status --url http://10.0.0.7:8080 -o yaml\n",
    .ending = kEnding};

constexpr std::array kShows{kTop,    kNodes, kShares, kWaiting, kHistory,
                            kQuotas, kDrift, kLeaks,  kStatus};

}  // namespace

std::optional<HelpText> help_of_show(std::string_view command) {
  for (const HelpText& text : kShows)
    if (text.command == command) return text;
  return std::nullopt;
}

}  // namespace npushare::cli
