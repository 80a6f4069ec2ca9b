// docs/reference/openapi.yaml against a running service: its paths are those of GET /, its answers
// are of its schemas.
#include <gmock/gmock.h>

#include <fstream>
#include <iterator>
#include <set>

#include "config/yaml_json.hpp"
#include "scheduler/volcano/quiet_answers.hpp"
#include "scheduler/wire/object_reader.hpp"
#include "tests/support/json_schema.hpp"
#include "tests/support/service_client.hpp"
#include "tests/support/verbs_bodies.hpp"

namespace npushare::reference {
namespace {

using service_test::a_pod;
using service_test::Answer;
using service_test::wait_for;
using testing::IsEmpty;
using wire::Json;

Json read_document() {
  std::ifstream file(std::string(NPUSHARE_ROOT) + "/docs/reference/openapi.yaml");
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const Result<std::vector<std::string>> json = config::yaml_to_json(text, "openapi.yaml");
  EXPECT_TRUE(json) << json.error().message;
  return json ? *Json::parse(json->front()) : Json();
}

/// A cluster with a pod that runs, one that waits for memory, a quota, and drift.
class OpenApi : public testing::Test {
 protected:
  OpenApi() {
    service_.wait_until_ready();
    service_.api("POST", "/api/v1/namespaces/default/resourcequotas",
                 R"({"apiVersion":"v1","kind":"ResourceQuota","metadata":{"name":"npu"},
                     "spec":{"hard":{"limits.huawei.com/Ascend310P-memory":"900000"}}})");
    service_.api("POST", "/api/v1/nodes",
                 R"({"apiVersion":"v1","kind":"Node","metadata":{"name":"n2","annotations":{
                     "hami.io/node-register-Ascend310P":"no list"}}})");
    for (const char* name : {"runs", "beside", "waits"}) {
      service_.create(a_pod(name, "20000"));
      wait_for([&] { return service_.phase(name) == "Running" || !waiting().empty(); });
    }
    const bool is_furnished = wait_for([&] {
      return service_.phase("runs") == "Running" && !waiting().empty() &&
             !items("/v1/drift", "drift").empty() && !items("/v1/quotas", "quotas").empty();
    });
    EXPECT_TRUE(is_furnished);
  }

  Json::Array waiting() { return items("/v1/waiting", "items"); }
  Json::Array items(const std::string& path, const std::string& list) {
    return service_.get(path).json[list].items();
  }

  /// What of the answer to METHOD PATTERN is not as the document says.
  std::vector<std::string> complaints(const std::string& method, const std::string& pattern,
                                      const Answer& answer) const {
    const Schema schema(document_);
    const Json& operation = document_.at("paths", pattern.c_str(), method.c_str());
    const Json& response = schema.resolved(operation["responses"][std::to_string(answer.status)]);
    if (response.is_null()) return {"status " + std::to_string(answer.status) + " is not there"};
    const Json& json = response.at("content", "application/json", "schema");
    return schema.complaints(json, answer.json);
  }

  std::vector<std::string> complaints_of_get(const std::string& target) {
    return complaints("get", target.substr(0, target.find('?')), service_.get(target));
  }

  service_test::Service service_;
  const Json document_ = read_document();
};

TEST_F(OpenApi, NamesTheEndpointsThatThereAre) {
  std::set<std::string> listed;
  for (const Json& endpoint : items("/", "endpoints"))
    listed.insert(endpoint.string().substr(0, endpoint.string().find('?')));
  std::set<std::string> documented;
  for (const auto& [path, operations] : document_["paths"].members())
    for (const auto& [method, operation] : operations.members())
      documented.insert((method == "get" ? "GET " : "POST ") + path);

  documented.erase("POST /webhook/bindings");  // who calls these is told by its own configuration
  documented.erase("POST /volcano/{verb}");
  EXPECT_EQ(documented, listed);
}

TEST_F(OpenApi, NamesTheWordsOfQueries) {
  for (const Json& endpoint : items("/", "endpoints")) {
    const std::string& text = endpoint.string();
    const std::size_t query = text.find('?');
    if (query == std::string::npos) continue;
    const std::string path = text.substr(text.find(' ') + 1, query - text.find(' ') - 1);
    for (const Json& parameter : document_.at("paths", path.c_str(), "get", "parameters").items())
      EXPECT_NE(text.find(parameter["name"].string(), query), std::string::npos)
          << text << " does not know " << parameter["name"].string();
  }
}

TEST_F(OpenApi, NamesVerbsThatAreAnswered) {
  const Json& verbs = document_.at("paths", "/volcano/{verb}", "post", "parameters")
                          .items()
                          .at(0)
                          .at("schema", "enum");
  std::set<std::string> known{"predicate", "prioritize", "allocateFunc", "deallocateFunc",
                              "onSessionClose"};
  for (const volcano::QuietAnswer& quiet : volcano::kQuietAnswers) known.emplace(quiet.verb);
  std::set<std::string> documented;
  for (const Json& verb : verbs.items()) documented.insert(verb.string());
  EXPECT_EQ(documented, known);
  for (const Json& verb : verbs.items())
    EXPECT_EQ(service_.post("/volcano/" + verb.string(), "{}").status, 200U) << verb.string();
  EXPECT_EQ(service_.post("/volcano/unheardOf", "{}").status, 404U);
  EXPECT_THAT(complaints("post", "/webhook/bindings", service_.post("/webhook/bindings", "x")),
              IsEmpty());
}

TEST_F(OpenApi, SaysWhatThePagesAnswer) {
  for (const char* target :
       {"/", "/version", "/v1/ledgers", "/v1/ledgers?versions", "/v1/ledgers?node=nobody",
        "/v1/explain?pod=runs", "/v1/explain?pod=waits", "/v1/explain?pod=nobody", "/v1/explain",
        "/v1/decisions", "/v1/decisions?limit=0", "/v1/waiting", "/v1/quotas", "/v1/drift",
        "/v1/leaks", "/v1/config"})
    EXPECT_THAT(complaints_of_get(target), IsEmpty()) << target;
  for (const char* target : {"/healthz", "/livez", "/readyz", "/readyz?verbose", "/metrics", "/ui"})
    EXPECT_EQ(service_.get(target).status, 200U) << target;
}

TEST_F(OpenApi, SaysWhatTheVerbsAnswer) {
  const std::string question = verbs_test::body(*wire::read_pod(a_pod("asks", "1000")),
                                                std::vector<std::string>{"n1", "nobody"});
  for (const std::string verb : {"/filter", "/prioritize", "/bind", "/v1/explain"}) {
    const std::string body = verb == "/v1/explain" ? a_pod("file", "1000") : question;
    EXPECT_THAT(complaints("post", verb, service_.post(verb, body)), IsEmpty()) << verb;
    EXPECT_THAT(complaints("post", verb, service_.post(verb, "no JSON")), IsEmpty()) << verb;
  }
  EXPECT_THAT(complaints("post", "/preempt", service_.post("/preempt", R"({"Pod":{}})")),
              IsEmpty());
}

TEST(JsonSchema, FindsWhatIsOtherwise) {
  const Json document = *Json::parse(R"({"named":{"type":"integer"}})");
  const Json schema = *Json::parse(R"({"type":"object","additionalProperties":false,
    "required":["a","b"],"properties":{"a":{"$ref":"#/named"},
    "list":{"type":"array","items":{"enum":["x"]}},"maybe":{"type":["string","null"]}}})");
  const Schema judge(document);

  EXPECT_THAT(judge.complaints(schema, *Json::parse(R"({"a":1,"b":2,"list":["x"],"maybe":null})")),
              testing::ElementsAre("answer has b"));
  EXPECT_THAT(judge.complaints(schema, *Json::parse(R"({"a":"1","list":["y"],"maybe":1})")),
              testing::ElementsAre("answer lacks b", "answer.a is string, not \"integer\"",
                                   "answer.list[0] is \"y\"",
                                   "answer.maybe is integer, not [\"string\",\"null\"]"));
}

}  // namespace
}  // namespace npushare::reference
