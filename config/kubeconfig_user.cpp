#include <algorithm>

#include "config/kubeconfig_parts.hpp"

namespace npushare::config {
namespace {

/// Anything else in a header would let a file add headers of its own.
bool is_header_text(std::string_view text) {
  return std::ranges::all_of(text, [](char letter) {
    const auto byte = static_cast<unsigned char>(letter);
    return byte >= 0x20 && byte != 0x7F;
  });
}

std::string said_header(MappingReader& from, std::string_view key) {
  std::string text = said(from, key);
  if (is_header_text(text)) return text;
  from.refuse(key, "has a line break or a control character", "write it in one line");
  return {};
}

std::vector<std::string> said_list(MappingReader& from, std::string_view key) {
  std::vector<std::string> texts;
  for (const YamlPtr& item : from.list(key)) {
    if (item->kind == YamlKind::kScalar && is_header_text(item->text)) {
      texts.push_back(item->text);
    } else {
      from.refuse(key, "must be a list of words", "write `- word` lines");
    }
  }
  return texts;
}

void read_certificate(MappingReader& from, const std::string& folder, KubeUser& user) {
  user.client_cert_pem = said_data(from, "client-certificate-data");
  user.client_cert_file = said_path(from, "client-certificate", folder);
  user.client_key_pem = said_data(from, "client-key-data");
  user.client_key_file = said_path(from, "client-key", folder);
  const bool has_cert = !user.client_cert_pem.empty() || !user.client_cert_file.empty();
  const bool has_key = !user.client_key_pem.empty() || !user.client_key_file.empty();
  if (has_cert && !has_key)
    from.refuse("client-certificate", "has no key", "add client-key or client-key-data");
  if (has_key && !has_cert)
    from.refuse("client-key", "has no certificate",
                "add client-certificate or client-certificate-data");
}

void read_words(MappingReader& from, const std::string& folder, KubeUser& user) {
  user.token = said_header(from, "token");
  user.token_file = said_path(from, "tokenFile", folder);
  user.username = said(from, "username");
  user.password = said(from, "password");
  const bool is_basic = !user.username.empty() || !user.password.empty();
  if (!is_basic) return;
  if (!user.token.empty() || !user.token_file.empty()) {
    from.refuse("username", "stands beside a token", "keep one of the two");
  } else if (user.username.find(':') != std::string::npos) {
    from.refuse("username", "has a colon, which ends a user's name", "write another user");
  } else {
    from.warn("username", "API servers since Kubernetes 1.19 accept no passwords",
              "use a token, a client certificate or an exec plugin");
  }
}

void read_impersonation(MappingReader& from, KubeUser& user) {
  user.as_user = said_header(from, "as");
  user.as_uid = said_header(from, "as-uid");
  user.as_groups = said_list(from, "as-groups");
  MappingReader extra = from.section("as-user-extra");
  const YamlNode* node = from.find("as-user-extra");
  if (node != nullptr)
    for (const YamlMember& member : node->members)
      user.as_extra[member.key] = said_list(extra, member.key);
  const bool has_more = !user.as_uid.empty() || !user.as_groups.empty() || !user.as_extra.empty();
  if (user.as_user.empty() && has_more)
    from.refuse("as", "is missing where as-uid, as-groups or as-user-extra is given",
                "name the user to act as");
}

void read_exec(MappingReader& from, const std::string& folder, KubeUser& user) {
  const YamlNode* node = from.find("exec");
  if (node == nullptr) return;
  MappingReader exec = from.section("exec");
  user.exec = kube_exec_of(exec, folder);
}

}  // namespace

KubeUser kube_user_of(MappingReader& from, const std::string& folder) {
  KubeUser user;
  read_certificate(from, folder, user);
  read_words(from, folder, user);
  read_impersonation(from, user);
  read_exec(from, folder, user);
  if (from.find("auth-provider") != nullptr) {
    from.refuse("auth-provider", "is not supported; kubectl has dropped most of its kinds as well",
                "use `exec` with the provider's credential plugin, e.g. gke-gcloud-auth-plugin or "
                "kubelogin");
  }
  from.find("extensions");
  from.refuse_misspelt();
  return user;
}

}  // namespace npushare::config
