#include "config/kube_scheduler_check.hpp"

#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "config/device_config.hpp"
#include "config/managed_resources.hpp"
#include "config/mapping_reader.hpp"
#include "config/text_values.hpp"

namespace npushare::config {
namespace {

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

struct Extender {
  MappingReader from;
  bool asks_bind = false;
  std::vector<ManagedResource> managed;
};

void check_weight(MappingReader& from) {
  const std::int64_t weight = from.integer("weight", {0, kMost}).value_or(0);
  if (!from.find("prioritizeVerb") || weight > 0) return;
  from.refuse(from.find("weight") ? "weight" : "prioritizeVerb",
              "kube-scheduler refuses prioritizeVerb with a weight of 0", "write `weight: 10`");
}

/// What kube-scheduler would refuse or misread, whoever the extender belongs to.
Extender read_extender(const YamlNode& node, const std::string& path, Report& report) {
  Extender extender{MappingReader(&node, path, report), false, {}};
  MappingReader& from = extender.from;
  from.text("urlPrefix", Presence::kRequired);
  for (const char* key : {"filterVerb", "preemptVerb", "enableHTTPS", "tlsConfig", "httpTimeout",
                          "nodeCacheCapable", "ignorable"}) {
    from.find(key);
  }
  check_weight(from);
  extender.asks_bind = from.find("bindVerb") != nullptr;
  extender.managed = managed_resources_of(from);
  from.refuse_unknown();
  return extender;
}

void check_verbs(MappingReader& from, bool asks_bind) {
  from.text("filterVerb", Presence::kRequired);
  if (!asks_bind) {
    from.report().warn(from.line(), from.path(),
                       "without bindVerb pods are bound without devices unless the webhook on "
                       "pods/binding adds them",
                       "add `bindVerb: bind`, or apply deploy/webhook/npushare-binding.yaml");
  }
  if (!from.find("prioritizeVerb")) {
    from.report().warn(from.line(), from.path(),
                       "without prioritizeVerb kube-scheduler itself picks the node",
                       "add `prioritizeVerb: prioritize`, or set filter.singleNode in npushare");
  }
  if (!from.find("preemptVerb")) {
    from.report().warn(from.line(), from.path(),
                       "without preemptVerb preemption does not know about NPUs",
                       "add `preemptVerb: preempt`");
  }
}

void check_transport(MappingReader& from, bool asks_bind) {
  constexpr std::chrono::milliseconds kEnough{5000};
  if (from.boolean("ignorable").value_or(false) && asks_bind) {
    from.warn("ignorable", "when a call fails, the pod is bound without a device",
              "write `ignorable: false`");
  }
  if (!from.boolean("nodeCacheCapable").value_or(false)) {
    from.report().warn(from.line(), from.path_of("nodeCacheCapable"),
                       "is not true, so every call carries whole nodes",
                       "write `nodeCacheCapable: true`");
  }
  const std::optional<std::string> text = from.text("httpTimeout");
  const auto timeout = text ? duration_in(*text) : std::nullopt;
  if (timeout && timeout->count() > 0 && *timeout < kEnough) {
    from.warn("httpTimeout", "leaves too little room for a bind, which may take 4s",
              "write `httpTimeout: 5s`");
  }
}

void check_tls(MappingReader& from) {
  if (!from.boolean("enableHTTPS").value_or(false)) return;
  const YamlNode* tls = from.find("tlsConfig");
  if (tls && (tls->find("caFile") || tls->find("caData"))) return;
  from.warn("enableHTTPS", "without a CA it switches the verification of certificates off",
            "remove it (https in urlPrefix is enough) or add tlsConfig.caFile");
}

/// The extender that is ours: the first to manage an NPU, else the only one.
Extender* ours_among(std::vector<Extender>& extenders, const Catalogue& catalogue) {
  for (Extender& extender : extenders) {
    if (names_any(extender.managed, catalogue)) return &extender;
  }
  return extenders.size() == 1 ? &extenders.front() : nullptr;
}

void check_together(const std::vector<Extender>& extenders, Report& report) {
  const Extender* binder = nullptr;
  std::map<std::string, std::string> owners;
  for (const Extender& extender : extenders) {
    if (extender.asks_bind && std::exchange(binder, &extender)) {
      report.error(extender.from.line(), extender.from.path(),
                   "a second extender has a bindVerb, which kube-scheduler refuses",
                   "keep it on one");
    }
    for (const ManagedResource& resource : extender.managed) {
      const auto [owner, is_new] = owners.emplace(resource.name, extender.from.path());
      if (is_new || resource.name.empty()) continue;
      report.error(resource.line, extender.from.path_of("managedResources"),
                   resource.name + " is managed by " + owner->second +
                       " too, which kube-scheduler "
                       "refuses",
                   "keep one of them");
    }
  }
}

void warn_of_sampling(MappingReader& from, std::int64_t percentage) {
  if (percentage == 100) return;
  from.report().warn(from.line(), from.path_of("percentageOfNodesToScore"),
                     "is not 100, so the nodes with room may be left out of the sample",
                     "write `percentageOfNodesToScore: 100`");
}

void check_sampling(MappingReader& root) {
  const std::int64_t global = root.integer("percentageOfNodesToScore", {0, 100}).value_or(0);
  const std::vector<YamlPtr> profiles = root.list("profiles");
  if (profiles.empty()) return warn_of_sampling(root, global);
  for (std::size_t k = 0; k < profiles.size(); ++k) {
    MappingReader profile(profiles[k].get(), "profiles[" + std::to_string(k) + "]", root.report());
    warn_of_sampling(profile,
                     profile.integer("percentageOfNodesToScore", {0, 100}).value_or(global));
  }
}

void check_ours(Extender& ours, const Catalogue* shared) {
  check_verbs(ours.from, ours.asks_bind);
  check_transport(ours.from, ours.asks_bind);
  check_tls(ours.from);
  check_managed(ours.managed, ours.from, shared);
}

}  // namespace

void check_kube_scheduler(const YamlNode& document, const Catalogue* shared, Report& report) {
  MappingReader root(&document, "", report);
  const std::string version = root.text("apiVersion").value_or("");
  if (version != "kubescheduler.config.k8s.io/v1") {
    root.warn("apiVersion", "\"" + version + "\" is not read by kube-scheduler 1.29 and later",
              "write kubescheduler.config.k8s.io/v1");
  }
  std::vector<Extender> extenders;
  const std::vector<YamlPtr> items = root.list("extenders", Presence::kRequired);
  for (std::size_t k = 0; k < items.size(); ++k) {
    extenders.push_back(read_extender(*items[k], "extenders[" + std::to_string(k) + "]", report));
  }
  check_together(extenders, report);
  Extender* ours = ours_among(extenders, shared ? *shared : built_in_catalogue());
  if (ours) check_ours(*ours, shared);
  if (!ours && !report.has_errors()) {
    report.error(document.line, "extenders", "none of them manages an NPU resource",
                 "add npushare's, as in examples/kube-scheduler/config.yaml");
  }
  check_sampling(root);
}

}  // namespace npushare::config
