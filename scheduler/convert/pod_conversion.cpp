#include "scheduler/convert/pod_conversion.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "scheduler/convert/cel_text.hpp"
#include "scheduler/convert/claim_names.hpp"
#include "scheduler/convert/claim_spec.hpp"
#include "scheduler/convert/device_ask.hpp"

namespace npushare::convert {
namespace {

using config::ConvertMode;
using config::CoreDefault;
using wire::Json;

Error refused(std::string message) {
  return {ErrorCode::kInvalid, std::move(message)};
}

/// One conversion on its way.
class Work {
 public:
  Work(const Json& pod, const Occasion& occasion, const Rules& rules)
      : occasion_(occasion), rules_(rules), was_(pod) {
    done_.pod = pod;
  }

  Result<Conversion> run() {
    const Json::Array& containers = was_.at("spec", "containers").items();
    for (const ChipModel& model : rules_.catalogue.models)
      if (const Result<> heard = refuse_unheard(was_["spec"], model); !heard) return heard.error();
    for (container_ = 0; container_ < containers.size(); ++container_)
      if (const Result<> done = convert_container(containers[container_]); !done)
        return done.error();
    if (has_claims_) done_.pod.member("metadata").member("labels").set(kLabel, "true");
    return std::move(done_);
  }

 private:
  std::string path() const { return "spec.containers[" + std::to_string(container_) + "]"; }

  std::optional<MiB> largest_of(const ChipModel& model) const {
    const auto published = rules_.largest.find(model.chip_name);
    if (published != rules_.largest.end()) return published->second;
    if (model.allocatable > MiB{0}) return model.allocatable;
    return std::nullopt;
  }

  Result<> convert_container(const Json& container) {
    std::size_t device = 0;
    for (const ChipModel& model : rules_.catalogue.models) {
      const auto asked = read_device_ask({container, path()}, model, largest_of(model));
      if (!asked) return asked.error();
      if (!*asked) continue;
      if (const Result<> done = claim_for(**asked, model, container, device++); !done) return done;
      take_limits(model);
    }
    return {};
  }

  Result<> claim_for(const DeviceAsk& ask, const ChipModel& model, const Json& container,
                     std::size_t device) {
    const bool is_template = rules_.settings.mode == ConvertMode::kTemplate;
    const Result<std::vector<std::string>> selectors =
        selectors_of(was_, model,
                     {.driver = rules_.driver,
                      .names_model = rules_.settings.enforces_model(),
                      .uuid_case = is_template ? UuidCase::kUpper : UuidCase::kAsWritten});
    if (!selectors) return selectors.error();
    warn_about(ask, model);
    const Json spec = claim_spec(ask, *selectors, rules_);
    if (is_template) return use_template(spec, device);
    return use_claim(spec, container["name"].string(), model);
  }

  void warn_about(const DeviceAsk& ask, const ChipModel& model) {
    if (!largest_of(model) && ask.bytes)
      done_.warnings.push_back(path() + ": whether a chip of " + model.chip_name +
                               " has this much memory is not known here");
    if (ask.cores || model.core_resource.empty()) return;
    const bool is_zero = rules_.settings.core_default == CoreDefault::kZero;
    if (!is_zero && !ask.bytes) return;  // a whole chip, as it reads
    done_.warnings.push_back(
        path() + ": without " + model.core_resource + " the claim " +
        (is_zero ? "has cores 0 (coreDefault: zero)"
                 : "takes all cores of its chip, so that no other shares it; name a percentage"));
  }

  Result<> use_template(const Json& spec, std::size_t device) {
    const std::string canonical = spec.text();
    const std::string name = template_name(canonical);
    const auto has_name = [&name](const Json& made) {
      return made.at("metadata", "name").string() == name;
    };
    if (std::ranges::none_of(done_.objects, has_name)) {
      Json metadata = metadata_of(name);
      metadata.set("annotations", Json::Object{{std::string(kHashKey), spec_hash(canonical)}});
      Json inner =
          Json::Object{{"metadata", Json::Object{{"labels", our_label()}}}, {"spec", spec}};
      done_.objects.push_back(
          object("ResourceClaimTemplate", std::move(metadata), std::move(inner)));
    }
    const std::string entry = "npu-" + std::to_string(container_) + "-" + std::to_string(device);
    return refer(entry, "resourceClaimTemplateName", name);
  }

  Result<> use_claim(const Json& spec, const std::string& container, const ChipModel& model) {
    const std::string name =
        claim_name(full_claim_name(occasion_.pod.space, base(), container, model.name.text()));
    if (!is_dns_label(name)) {
      return refused("metadata.name: the claim \"" + name +
                     "\" would be made of it, which no pod can refer to; name the pod without "
                     "dots, or set dra.convert.mode: template");
    }
    Json metadata = metadata_of(name);
    metadata.set("annotations", Json::Object{{std::string(kPodKey), base()},
                                             {std::string(kContainerKey), container},
                                             {std::string(kReviewKey), occasion_.review},
                                             {std::string(kHashKey), spec_hash(spec.text())}});
    done_.objects.push_back(object("ResourceClaim", std::move(metadata), spec));
    return refer(name, "resourceClaimName", name);
  }

  /// The pod's name, or one that stands for it; drawn once.
  const std::string& base() {
    if (base_.empty())
      base_ = occasion_.pod.name.empty() ? occasion_.draw_name() : occasion_.pod.name;
    return base_;
  }

  static Json our_label() { return Json::Object{{std::string(kLabel), "true"}}; }

  Json metadata_of(const std::string& name) const {
    return Json::Object{
        {"name", name}, {"namespace", occasion_.pod.space}, {"labels", our_label()}};
  }

  static Json object(const char* kind, Json metadata, Json spec) {
    return Json::Object{{"apiVersion", "resource.k8s.io/v1"},
                        {"kind", kind},
                        {"metadata", std::move(metadata)},
                        {"spec", std::move(spec)}};
  }

  Result<> refer(const std::string& entry, const char* by, const std::string& name) {
    Json& claims = done_.pod.member("spec").member("resourceClaims");
    const Json::Array& entries = claims.items();
    for (std::size_t k = 0; k < entries.size(); ++k) {
      if (entries[k]["name"].string() == entry)
        return refused("spec.resourceClaims[" + std::to_string(k) + "].name: \"" + entry +
                       "\" is the name that the converted claim needs; give it another one");
    }
    claims.push_back(Json::Object{{"name", entry}, {by, name}});
    resources().member("claims").push_back(Json::Object{{"name", entry}});
    has_claims_ = true;
    return {};
  }

  Json& resources() {
    return done_.pod.member("spec")
        .member("containers")
        .edit_items()[container_]
        .member("resources");
  }

  void take_limits(const ChipModel& model) {
    for (const char* part : {"limits", "requests"}) {
      Json* here = resources().find(part);
      if (here == nullptr) continue;
      for (const std::string* resource :
           {&model.count_resource, &model.memory_resource, &model.core_resource})
        here->erase(*resource);
    }
  }

  const Occasion& occasion_;
  const Rules& rules_;
  const Json& was_;
  Conversion done_;
  std::size_t container_ = 0;
  std::string base_;
  bool has_claims_ = false;
};

}  // namespace

Result<Conversion> convert_pod(const Json& pod, const Occasion& occasion, const Rules& rules) {
  return Work(pod, occasion, rules).run();
}

}  // namespace npushare::convert
