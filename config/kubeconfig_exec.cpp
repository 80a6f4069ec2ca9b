#include <filesystem>

#include "config/kubeconfig_parts.hpp"

namespace npushare::config {
namespace {

constexpr std::string_view kGroup = "client.authentication.k8s.io/";

/// A command with a slash is a path from the file's folder, any other a name for $PATH.
std::string said_command(MappingReader& from, const std::string& folder) {
  std::string command = said(from, "command");
  if (command.empty()) from.refuse("command", "is missing", "name the program to run");
  if (command.find('/') == std::string::npos) return command;
  return (std::filesystem::path(folder) / command).lexically_normal().string();
}

std::vector<std::string> said_arguments(MappingReader& from) {
  std::vector<std::string> arguments;
  for (const YamlPtr& item : from.list("args")) {
    if (item->kind == YamlKind::kScalar || item->kind == YamlKind::kNull) {
      arguments.push_back(item->text);
    } else {
      from.refuse("args", "must be a list of words", "write `- word` lines");
    }
  }
  return arguments;
}

void read_environment(MappingReader& from, KubeExec& exec) {
  const std::vector<YamlPtr> items = from.list("env");
  for (std::size_t k = 0; k < items.size(); ++k) {
    MappingReader entry(items[k].get(), from.path_of("env") + "[" + std::to_string(k) + "]",
                        from.report());
    const std::string name = said(entry, "name");
    if (name.empty() || name.find('=') != std::string::npos)
      entry.refuse("name", "is no name of an environment variable", "write NAME");
    exec.environment.emplace_back(name, said(entry, "value"));
  }
}

void check_version(MappingReader& from, const std::string& version) {
  if (version == std::string(kGroup) + "v1" || version == std::string(kGroup) + "v1beta1") return;
  from.refuse("apiVersion", "\"" + version + "\" is not supported",
              "write client.authentication.k8s.io/v1 or .../v1beta1, whichever the plugin speaks");
}

void check_mode(MappingReader& from) {
  const std::string mode = said(from, "interactiveMode");
  if (mode.empty() || mode == "Never" || mode == "IfAvailable") return;
  from.refuse("interactiveMode",
              mode == "Always" ? "the plugin wants to ask somebody, and a service has nobody to ask"
                               : "\"" + mode + "\" is unknown",
              "write Never or IfAvailable, with a plugin that needs no terminal");
}

}  // namespace

KubeExec kube_exec_of(MappingReader& from, const std::string& folder) {
  KubeExec exec;
  exec.api_version = said(from, "apiVersion");
  check_version(from, exec.api_version);
  exec.command = said_command(from, folder);
  exec.arguments = said_arguments(from);
  read_environment(from, exec);
  exec.install_hint = said(from, "installHint");
  take(from.boolean("provideClusterInfo"), exec.wants_cluster);
  check_mode(from);
  from.refuse_misspelt();
  return exec;
}

}  // namespace npushare::config
