#include "scheduler/cli/convert_command.hpp"

#include <ostream>
#include <utility>

#include "config/device_config.hpp"
#include "config/settings.hpp"
#include "scheduler/cli/commands.hpp"
#include "scheduler/cli/http_client.hpp"
#include "scheduler/cli/manifest.hpp"
#include "scheduler/cli/service.hpp"
#include "scheduler/cli/text.hpp"
#include "scheduler/cli/yaml_text.hpp"

namespace npushare::cli {
namespace {

using wire::Json;

Result<convert::Rules> rules_of(const ConvertCommand& command) {
  config::Settings settings;
  if (!command.config.empty()) {
    const Result<std::string> text = read_file(command.config);
    if (!text) return text.error();
    Result<config::Settings> read = config::read_settings(*text, command.config);
    if (!read) return read.error();
    settings = *std::move(read);
  }
  convert::Rules rules{.settings = settings.convert, .catalogue = config::built_in_catalogue()};
  if (command.mode) rules.settings.mode = *command.mode;
  const std::string& path =
      command.device_config.empty() ? settings.device_config : command.device_config;
  if (path.empty()) return rules;
  const Result<std::string> text = read_file(path);
  if (!text) return text.error();
  Result<Catalogue> catalogue = config::read_device_config(*text, path);
  if (!catalogue) return catalogue.error();
  rules.catalogue = *std::move(catalogue);
  return rules;
}

Result<Json> read_pod(const std::string& path) {
  const Result<std::string> manifest = read_manifest(path);
  if (!manifest) return manifest.error();
  return Json::parse(*manifest);
}

Json list_of(const convert::Conversion& conversion) {
  Json items = Json::array();
  for (const Json& object : conversion.objects) items.push_back(object);
  items.push_back(conversion.pod);
  return Json::Object{{"apiVersion", "v1"}, {"kind", "List"}, {"items", std::move(items)}};
}

std::vector<std::string> remarks_on(const convert::Conversion& conversion) {
  std::vector<std::string> remarks;
  if (conversion.objects.empty())
    remarks.emplace_back("The pod asks for no NPU by its containers' limits: it stays as it is.");
  for (const std::string& warning : conversion.warnings) remarks.push_back("warning: " + warning);
  return remarks;
}

std::string fit_by(const ConvertCommand& command, const convert::Conversion& conversion) {
  const Result<std::unique_ptr<HttpClient>> service = HttpClient::open(command.service, "");
  if (!service) return "whether this fits was not asked: " + service.error().message;
  return fit_of(claims_of(conversion), **service);
}

}  // namespace

Json claims_of(const convert::Conversion& conversion) {
  Json claims = Json::array();
  for (const Json& entry : conversion.pod.at("spec", "resourceClaims").items()) {
    const std::string& by_template = entry["resourceClaimTemplateName"].string();
    const std::string& name =
        by_template.empty() ? entry["resourceClaimName"].string() : by_template;
    for (const Json& object : conversion.objects) {
      if (object.at("metadata", "name").string() != name) continue;
      const Json& spec = by_template.empty() ? object["spec"] : object.at("spec", "spec");
      claims.push_back(Json::Object{
          {"metadata", Json::Object{{"name", entry["name"]},
                                    {"namespace", object.at("metadata", "namespace")}}},
          {"spec", spec}});
    }
  }
  return claims;
}

std::string fit_of(const Json& claims, Transport& service) {
  const Result<Json> answer = ask(service, {.method = "POST",
                                            .target = "/v1/claims/fit",
                                            .content_type = "application/json",
                                            .body = Json(Json::Object{{"claims", claims}}).text()});
  if (!answer) return "whether this fits is not known: " + answer.error().message;
  return "now: " + (*answer)["summary"].string();
}

Result<convert::Conversion> preview(const Json& pod, const std::string& space,
                                    const convert::Rules& rules) {
  if (pod["kind"].string() != "Pod")
    return Error{ErrorCode::kInvalid, "kind: \"" + printable(pod["kind"].string()) +
                                          "\" is no Pod; give the manifest of one pod"};
  const Json& metadata = pod["metadata"];
  if (metadata["name"].string().empty() && metadata["generateName"].string().empty())
    return Error{ErrorCode::kInvalid, "metadata.name: missing"};
  const std::string& said = metadata["namespace"].string();
  return convert::convert_pod(pod,
                              {.pod = {said.empty() ? space : said, metadata["name"].string()},
                               .review = "preview",
                               .draw_name = [] { return std::string("xxxxx"); }},
                              rules);
}

std::string manifests_of(const convert::Conversion& conversion,
                         const std::vector<std::string>& remarks) {
  std::string text;
  for (const std::string& remark : remarks) text += "# " + printable(remark) + "\n";
  for (const Json& object : conversion.objects) text += "---\n" + yaml_of(object);
  return text + "---\n" + yaml_of(conversion.pod);
}

int convert_pod_file(const ConvertCommand& command, const Screen& screen) {
  const Result<convert::Rules> rules = rules_of(command);
  if (!rules) return report("convert", rules.error(), screen);
  const Result<Json> pod = read_pod(command.file);
  if (!pod) return report("convert", pod.error(), screen);
  const Result<convert::Conversion> conversion = preview(*pod, command.space, *rules);
  if (!conversion) return report("convert", conversion.error(), screen);
  std::vector<std::string> remarks = remarks_on(*conversion);
  if (!conversion->objects.empty()) remarks.push_back(fit_by(command, *conversion));
  if (command.output == Output::kJson) {
    for (const std::string& remark : remarks) screen.err << printable(remark) << '\n';
    screen.out << list_of(*conversion).pretty();
  } else {
    screen.out << manifests_of(*conversion, remarks);
  }
  return kExitFine;
}

}  // namespace npushare::cli
