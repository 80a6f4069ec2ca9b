#include "scheduler/verbs/quota_page.hpp"

namespace npushare::verbs {
namespace {

using wire::Json;

Json json_of(const QuotaUse& use) {
  const backends::QuotaLimit& limit = use.limit;
  return Json::Object{{"namespace", use.space},
                      {"quota", limit.quota},
                      {"key", limit.key},
                      {"model", limit.model.text()},
                      {"resource", backends::word_of(limit.what)},
                      {"used", use.used},
                      {"limit", limit.most},
                      {"doubt", limit.doubt}};
}

}  // namespace

Json quota_page(Quotas* quotas) {
  Json list = Json::array();
  if (quotas != nullptr)
    for (const QuotaUse& use : quotas->uses()) list.push_back(json_of(use));
  return Json::Object{{"quotas", std::move(list)}};
}

}  // namespace npushare::verbs
