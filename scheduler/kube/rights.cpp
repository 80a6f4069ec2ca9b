#include "scheduler/kube/rights.hpp"

#include <initializer_list>
#include <utility>

#include "scheduler/wire/json.hpp"

namespace npushare::kube {
namespace {

using wire::Json;

constexpr const char* kTarget = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";

void add(std::vector<Right>& rights, std::initializer_list<const char*> verbs, const Right& what) {
  for (const char* verb : verbs) {
    rights.push_back(what);
    rights.back().verb = verb;
  }
}

std::string question(const Right& right) {
  Json wanted = Json::object();
  wanted.set("verb", right.verb);
  wanted.set("resource", right.resource);
  if (!right.group.empty()) wanted.set("group", right.group);
  if (!right.subresource.empty()) wanted.set("subresource", right.subresource);
  if (!right.space.empty()) wanted.set("namespace", right.space);
  if (!right.name.empty()) wanted.set("name", right.name);
  Json review = Json::object();
  review.set("apiVersion", "authorization.k8s.io/v1");
  review.set("kind", "SelfSubjectAccessReview");
  review.member("spec").set("resourceAttributes", std::move(wanted));
  return review.text();
}

Error missing(const std::vector<Right>& rights) {
  std::string text = "the API server does not let us ";
  for (const Right& right : rights)
    text += (&right == &rights.front() ? "" : ", ") + text_of(right);
  return {ErrorCode::kUnauthorized,
          text +
              "; give these rights to the account that npushare runs as, with a ClusterRole or, "
              "for one namespace, a Role"};
}

}  // namespace

std::string text_of(const Right& right) {
  std::string text = right.verb + " " + right.resource;
  if (!right.group.empty()) text += "." + right.group;
  if (!right.subresource.empty()) text += "/" + right.subresource;
  if (!right.name.empty()) text += " \"" + right.name + "\"";
  return right.space.empty() ? text : text + " in " + right.space;
}

std::vector<Right> rights_for(const Duties& duties) {
  std::vector<Right> rights;
  add(rights, {"get", "list", "watch", "patch"}, {.resource = "pods"});
  add(rights, {"create"}, {.resource = "pods", .subresource = "binding"});
  add(rights, {"get", "list", "watch"}, {.resource = "nodes"});
  if (duties.locks_nodes) add(rights, {"patch"}, {.resource = "nodes"});
  if (duties.writes_capacity)
    add(rights, {"patch"}, {.resource = "nodes", .subresource = "status"});
  if (duties.reads_budgets)
    add(rights, {"list", "watch"}, {.group = "policy", .resource = "poddisruptionbudgets"});
  if (duties.writes_events) {
    add(rights, {"create", "patch"}, {.group = "events.k8s.io", .resource = "events"});
    add(rights, {"patch"}, {.resource = "events"});  // an event's words change there alone
  }
  constexpr const char* kDra = "resource.k8s.io";
  if (duties.reads_claims) {
    add(rights, {"list", "watch"}, {.group = kDra, .resource = "resourceclaims"});
    add(rights, {"list", "watch"}, {.group = kDra, .resource = "resourceslices"});
  }
  if (duties.makes_templates)
    add(rights, {"get", "create"}, {.group = kDra, .resource = "resourceclaimtemplates"});
  if (duties.makes_claims)
    add(rights, {"get", "create", "patch", "delete"},
        {.group = kDra, .resource = "resourceclaims"});
  if (duties.lease) {
    Right lease{.group = "coordination.k8s.io", .resource = "leases", .space = duties.lease->space};
    add(rights, {"create"}, lease);  // what does not exist yet has no name
    lease.name = duties.lease->name;
    add(rights, {"get", "update"}, lease);
  }
  if (duties.config_map)
    add(rights, {"list", "watch"},
        {.resource = "configmaps",
         .space = duties.config_map->space,
         .name = duties.config_map->name});
  return rights;
}

asio::awaitable<Result<>> check_rights(RestClient& client, std::vector<Right> rights) {
  std::vector<Right> refused;
  for (const Right& right : rights) {
    Call call{.method = "POST",
              .target = kTarget,
              .content_type = "application/json",
              .body = question(right)};
    auto asking = client.call(std::move(call));
    const Result<Reply> reply = co_await std::move(asking);
    if (!reply) co_return reply.error();
    if (reply->status == 404) co_return Result<>{};
    if (reply->status != 200 && reply->status != 201)
      co_return error_of(*reply, "ask whether we may " + text_of(right));
    const Result<Json> review = Json::parse(reply->body);
    if (!review || !review->at("status", "allowed").boolean()) refused.push_back(right);
  }
  if (refused.empty()) co_return Result<>{};
  co_return missing(refused);
}

}  // namespace npushare::kube
