#include "scheduler/cli/command_line.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "tests/support/cli_golden.hpp"

namespace npushare::cli {
namespace {

using Words = std::vector<std::string>;

Reading read(const Words& words, const std::string& url = "") {
  return read_command_line(words, {.url = url, .is_in_pod = false});
}

template <class Wanted>
Wanted command_in(const Words& words, const std::string& url = "") {
  const Reading reading = read(words, url);
  EXPECT_TRUE(reading.command) << reading.complaint;
  const Wanted* command = reading.command ? std::get_if<Wanted>(&*reading.command) : nullptr;
  EXPECT_NE(command, nullptr);
  return command == nullptr ? Wanted{} : *command;
}

TEST(CommandLine, ReadsEveryFlagOfServe) {
  const auto serve =
      command_in<ServeCommand>({"serve", "--server", "https://k", "--token-file", "t", "--ca-file",
                                "c", "--config", "f", "--listen", "0.0.0.0:80"});

  EXPECT_EQ(serve.server_url, "https://k");
  EXPECT_EQ(serve.token_file, "t");
  EXPECT_EQ(serve.ca_file, "c");
  EXPECT_EQ(serve.config_path, "f");
  EXPECT_EQ(serve.listen, "0.0.0.0:80");
  EXPECT_EQ(command_in<ServeCommand>({"serve", "--embedded", "x", "--volcano-conf", "v.conf"})
                .volcano_conf,
            "v.conf");
  EXPECT_EQ(command_in<ServeCommand>({"serve", "--embedded", "x"}).embedded_path, "x");
  EXPECT_EQ(command_in<ServeCommand>({"serve", "--embedded", "x", "--faults", "f"}).faults_path,
            "f");
  const auto known = command_in<ServeCommand>({"serve", "--kubeconfig", "k", "--context", "lab"});
  EXPECT_EQ(known.kubeconfig_path, "k");
  EXPECT_EQ(known.context, "lab");
  EXPECT_FALSE(known.hami_metrics);
  EXPECT_TRUE(
      command_in<ServeCommand>({"serve", "--embedded", "x", "--hami-metrics"}).hami_metrics);
}

TEST(CommandLine, ReadsTheOtherCommands) {
  EXPECT_TRUE(command_in<DemoCommand>({"demo", "--quiet"}).is_quiet);
  EXPECT_EQ(command_in<DemoCommand>({"demo", "--examples", "e"}).examples, "e");
  const auto drift =
      command_in<ShowCommand>({"drift", "--token-file", "t", "--ca-file", "c", "-o", "json"});
  EXPECT_EQ(drift.subject, Subject::kDrift);
  EXPECT_EQ(drift.service.token_file, "t");
  EXPECT_EQ(drift.service.ca_file, "c");
  EXPECT_EQ(drift.output, Output::kJson);
  EXPECT_EQ(command_in<CheckCommand>({"check", "a", "b"}).files, (Words{"a", "b"}));
  EXPECT_EQ(command_in<VersionCommand>({"version", "-o", "json"}).output, Output::kJson);
}

TEST(CommandLine, ReadsWhatIsShownOfWhomAndHow) {
  const auto top = command_in<ShowCommand>({"top", "--watch", "--node", "n", "--chip", "1"});
  EXPECT_EQ(top.subject, Subject::kTop);
  EXPECT_TRUE(top.keeps_watching);
  EXPECT_EQ(top.node, "n");
  EXPECT_EQ(top.chip, "1");

  const auto shares = command_in<ShowCommand>({"shares", "ai/p", "-o", "wide"});
  EXPECT_EQ(shares.space, "ai");
  EXPECT_EQ(shares.pod, "p");
  EXPECT_EQ(shares.output, Output::kWide);
  EXPECT_EQ(command_in<ShowCommand>({"shares", "-n", "ai"}).space, "ai");

  const auto history = command_in<ShowCommand>(
      {"history", "--refused", "--since", "1h", "--limit", "7", "--verb", "bind", "-o", "yaml"});
  EXPECT_TRUE(history.only_refused);
  EXPECT_EQ(history.since, std::chrono::hours{1});
  EXPECT_EQ(history.limit, 7);
  EXPECT_EQ(history.verb, "bind");
  EXPECT_EQ(history.output, Output::kYaml);
  EXPECT_TRUE(command_in<ExplainCommand>({"explain", "p", "--watch"}).keeps_watching);
}

TEST(CommandLine, ReadsTheAuditLogOfServe) {
  EXPECT_EQ(command_in<ServeCommand>({"serve", "--embedded", "x", "--audit-log", "-"}).audit_log,
            "-");
}

TEST(CommandLine, LetsServeFindTheClusterOfItsOwnPod) {
  EXPECT_TRUE(read_command_line({"serve"}, {.url = "", .is_in_pod = true}).command);
  EXPECT_TRUE(read_command_line({"serve"}, {.url = "", .has_kubeconfig = true}).command);
  EXPECT_FALSE(read_command_line({"serve"}, {.url = "", .is_in_pod = false}).command);
}

struct Named {
  Words words;
  std::string space;
  std::string pod;
};

TEST(CommandLine, NamesAPodInEitherWay) {
  for (const Named& named :
       {Named{{"explain", "p"}, "default", "p"}, Named{{"explain", "ai/p"}, "ai", "p"},
        Named{{"explain", "p", "-n", "ai"}, "ai", "p"},
        Named{{"explain", "ai/p", "-n", "ai"}, "ai", "p"}}) {
    const auto explain = command_in<ExplainCommand>(named.words);
    EXPECT_EQ(explain.space, named.space);
    EXPECT_EQ(explain.pod, named.pod);
  }
}

TEST(CommandLine, TakesTheUrlFromFlagThenEnvironmentThenDefault) {
  EXPECT_EQ(command_in<ShowCommand>({"top"}).service.url, "http://127.0.0.1:8080");
  EXPECT_EQ(command_in<ShowCommand>({"top"}, "http://e").service.url, "http://e");
  EXPECT_EQ(command_in<ShowCommand>({"top", "--url", "http://f"}, "http://e").service.url,
            "http://f");
  EXPECT_EQ(command_in<ExplainCommand>({"explain", "p"}, "http://e").service.url, "http://e");
}

struct Wrong {
  Words words;
  std::string says;
};

TEST(CommandLine, AnswersWrongUseWithASentenceAndCodeTwo) {
  for (const Wrong& wrong : {
           Wrong{{"top", "--ndoe", "n"}, "did you mean --node?"},
           Wrong{{"top", "--nod=n"}, "did you mean --node?"},
           Wrong{{"tpo"}, "did you mean top?"},
           Wrong{{"serve", "--embeded", "x"}, "did you mean --embedded?"},
           Wrong{{"top", "--frobnicate"}, "see npushare top --help"},
           Wrong{{"top", "surplus"}, "npushare top has no \"surplus\""},
           Wrong{{"serve"}, "--embedded FILE"},
           Wrong{{"serve"}, "--server URL"},
           Wrong{{"serve"}, "--kubeconfig FILE"},
           Wrong{{"serve", "--embedded", "x", "--server", "u"}, "different clusters"},
           Wrong{{"serve", "--server", "u", "--context", "c"}, "different clusters"},
           Wrong{{"serve", "--kubeconfig", "k", "--ca-file", "c"}, "go with --server"},
           Wrong{{"serve", "--server", "u", "--faults", "f"}, "goes with --embedded"},
           Wrong{{"explain"}, "[NAMESPACE/]POD"},
           Wrong{{"explain", "p", "-f", "x"}, "one of"},
           Wrong{{"explain", "ai/p", "-n", "other"}, "twice: ai and other"},
           Wrong{{"explain", "ai/b/c"}, "[NAMESPACE/]POD"},
           Wrong{{"explain", "ai/"}, "[NAMESPACE/]POD"},
           Wrong{{"check"}, "at least one FILE"},
           Wrong{{"convert"}, "convert needs -f FILE"},
           Wrong{{"convert", "-f", "a", "--mode", "b"}, "--mode b is unknown"},
           Wrong{{"top", "-o", "xml"}, "choose table, wide, yaml or json"},
           Wrong{{"shares", "ai/p", "-n", "other"}, "twice: ai and other"},
           Wrong{{"history", "--limit", "0"}, "--limit 0 is out of range; write 1 to 1000"},
           Wrong{{"history", "--limit", "1001"}, "out of range"},
           Wrong{{"history", "--limit", "many"}, "--limit"},
           Wrong{{"history", "--since", "yesterday"}, "write 30s, 10m or 1h"},
           Wrong{{"explain", "-f", "-", "--watch"}, "standard input can be read once"},
           Wrong{{"top", "--node"}, "--node"},
       }) {
    const Reading reading = read(wrong.words);
    EXPECT_FALSE(reading.command);
    EXPECT_EQ(reading.exit_code, kExitWrongUse);
    EXPECT_NE(reading.complaint.find(wrong.says), std::string::npos) << reading.complaint;
    EXPECT_TRUE(reading.help.empty());
  }
}

TEST(CommandLine, LetsNoEscapeSequenceIntoAComplaint) {
  EXPECT_EQ(read({"top", "--\x1b[2J"}).complaint.find('\x1b'), std::string::npos);
}

TEST(CommandLine, ShowsTheOverviewWithoutWords) {
  const Reading reading = read({});

  EXPECT_EQ(reading.exit_code, kExitFine);
  EXPECT_EQ(reading.help, read({"--help"}).help);
  expect_golden("help", reading.help);
}

TEST(CommandLine, HasAPageForEveryCommand) {
  for (const char* command :
       {"serve", "demo", "explain", "top", "nodes", "shares", "waiting", "history", "quotas",
        "drift", "leaks", "status", "check", "convert", "version"}) {
    const std::string name = command;
    const Reading reading = read({name, "--help"});

    EXPECT_FALSE(reading.command);
    EXPECT_EQ(reading.exit_code, kExitFine);
    EXPECT_EQ(reading.help, read({name, "-h"}).help);
    EXPECT_TRUE(reading.help.starts_with("Usage\n  npushare " + name)) << reading.help;
    EXPECT_NE(reading.help.find("\nOptions\n"), std::string::npos) << reading.help;
    EXPECT_NE(reading.help.find("\nExit codes\n"), std::string::npos) << reading.help;
    expect_tidy(reading.help);
    expect_golden("help_" + name, reading.help);
  }
}

}  // namespace
}  // namespace npushare::cli
