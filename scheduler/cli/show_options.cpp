#include "scheduler/cli/show_options.hpp"

#include <CLI/CLI.hpp>

#include "config/text_values.hpp"
#include "scheduler/cli/option.hpp"

namespace npushare::cli {
namespace {

void declare_pod(CLI::App& app, ShowCommand& into) {
  option(app, "pod", into.pod, "POD", "only this pod, as [NAMESPACE/]POD");
  option(app, "-n,--namespace", into.space, "NAMESPACE", "only this namespace");
}

void declare_place(CLI::App& app, ShowCommand& into) {
  option(app, "--node", into.node, "NAME", "only this node");
  option(app, "--chip", into.chip, "CHIP", "only this chip, by its index or its uuid");
}

void declare_history(CLI::App& app, ShowOptions& into) {
  option(app, "--verb", into.command.verb, "VERB",
         "only this verb, as filter, bind, admit, allocate, nudge or release");
  app.add_flag("--refused", into.command.only_refused, "only what was refused");
  option(app, "--since", into.since, "TIME", "only the last 30s, 10m, 1h, at most 24h");
  app.add_option("--limit", into.command.limit, "at most so many, 1 to 1000 (default: 100)")
      ->type_name("N");
}

void declare_leaks(CLI::App& app, ShowCommand& into) {
  app.add_flag("--fix", into.fixes, "delete those that npushare's webhook made");
  app.add_flag("--hami-shaped", into.fixes_hami_shaped,
               "with --fix: those that look as HAMi-DRA makes them, too");
}

std::string refused_fix(const ShowCommand& command) {
  if (command.fixes_hami_shaped && !command.fixes)
    return "--hami-shaped says what --fix deletes; write both";
  if (command.fixes && command.keeps_watching)
    return "--fix deletes once; --watch shows again and again: write one of them";
  return {};
}

std::string refused_limit(int limit) {
  if (limit >= 1 && limit <= 1000) return {};
  return "--limit " + std::to_string(limit) + " is out of range; write 1 to 1000";
}

}  // namespace

void declare_show(CLI::App& app, ShowOptions& into) {
  ShowCommand& command = into.command;
  const Subject subject = command.subject;
  const bool shows_books =
      subject == Subject::kTop || subject == Subject::kNodes || subject == Subject::kShares;
  if (subject == Subject::kShares || subject == Subject::kWaiting || subject == Subject::kHistory)
    declare_pod(app, command);
  if (shows_books) declare_place(app, command);
  if (subject == Subject::kTop)
    option(app, "-n,--namespace", command.space, "NAMESPACE", "only shares of this namespace");
  if (subject == Subject::kQuotas)
    option(app, "-n,--namespace", command.space, "NAMESPACE", "only quotas of this namespace");
  if (subject == Subject::kHistory) declare_history(app, into);
  if (subject == Subject::kLeaks) declare_leaks(app, command);
  app.add_flag("--watch", command.keeps_watching, "show it again every two seconds");
}

std::string split_pod(std::string& pod, std::string& space) {
  const std::size_t slash = pod.find('/');
  if (slash == std::string::npos) return {};
  const std::string before = pod.substr(0, slash);
  if (!before.empty() && !space.empty() && before != space)
    return "the pod's namespace is given twice: " + before + " and " + space;
  if (!before.empty()) space = before;
  pod = pod.substr(slash + 1);
  const bool is_named = !pod.empty() && pod.find('/') == std::string::npos;
  return is_named ? "" : "a pod is named as [NAMESPACE/]POD";
}

std::string finish_show(ShowOptions& options) {
  ShowCommand& command = options.command;
  if (std::string complaint = split_pod(command.pod, command.space); !complaint.empty())
    return complaint;
  if (std::string complaint = refused_limit(command.limit); !complaint.empty()) return complaint;
  if (std::string complaint = refused_fix(command); !complaint.empty()) return complaint;
  if (options.since.empty()) return {};
  const std::optional<std::chrono::milliseconds> since = config::duration_in(options.since);
  if (!since || since->count() <= 0)
    return "--since " + options.since + " is no time span; write 30s, 10m or 1h, at most 24h";
  command.since = *since;
  return {};
}

}  // namespace npushare::cli
