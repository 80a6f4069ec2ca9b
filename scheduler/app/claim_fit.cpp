#include "scheduler/app/claim_fit.hpp"

#include <utility>

#include "scheduler/app/claim_objects.hpp"
#include "scheduler/dra/claim_explain.hpp"
#include "scheduler/wire/claim.hpp"
#include "scheduler/wire/slice.hpp"

namespace npushare {
namespace {

namespace asio = boost::asio;

using wire::Json;
using wire::ResourceClaim;
using wire::ResourceSlice;

template <class Object>
std::vector<const Object*> pointers_to(const std::vector<Object>& objects) {
  std::vector<const Object*> pointers;
  for (const Object& object : objects) pointers.push_back(&object);
  return pointers;
}

asio::awaitable<Result<std::string>> list(kube::RestClient& client, const char* plural,
                                          kube::Deadline by) {
  kube::ObjectPath all{.version = kDraVersion, .space = {}, .plural = plural};
  auto reading = kube::get_text(client, std::move(all), by);
  co_return co_await std::move(reading);
}

dra::ClassSelectors classes_in(const Json& listed) {
  dra::ClassSelectors classes;
  for (const Json& item : listed["items"].items()) {
    std::vector<std::string>& selectors = classes[item.at("metadata", "name").string()];
    for (const Json& selector : item.at("spec", "selectors").items())
      selectors.push_back(selector.at("cel", "expression").string());
  }
  return classes;
}

Result<std::vector<ResourceClaim>> claims_from(const std::vector<Json>& items) {
  std::vector<ResourceClaim> claims;
  for (const Json& item : items) {
    Result<ResourceClaim> claim = wire::read_claim(item.text());
    if (!claim) return claim.error();
    claims.push_back(*std::move(claim));
  }
  return claims;
}

}  // namespace

asio::awaitable<Result<Json>> ask_fit(kube::RestClient& client, std::vector<Json> claims,
                                      kube::Deadline by) {
  const Result<std::vector<ResourceClaim>> wanted = claims_from(claims);
  if (!wanted) co_return wanted.error();
  auto reading_slices = list(client, "resourceslices", by);
  const Result<std::string> slice_text = co_await std::move(reading_slices);
  if (!slice_text) co_return slice_text.error();
  auto reading_claims = list(client, "resourceclaims", by);
  const Result<std::string> claim_text = co_await std::move(reading_claims);
  if (!claim_text) co_return claim_text.error();
  auto reading_classes = list(client, "deviceclasses", by);
  const Result<std::string> class_text = co_await std::move(reading_classes);
  if (!class_text) co_return class_text.error();

  std::vector<ResourceSlice> slices;
  const auto sliced = wire::read_slice_list(
      *slice_text, [&slices](ResourceSlice&& slice) { slices.push_back(std::move(slice)); });
  if (!sliced) co_return sliced.error();
  std::vector<ResourceClaim> there;
  const auto claimed = wire::read_claim_list(
      *claim_text, [&there](ResourceClaim&& claim) { there.push_back(std::move(claim)); });
  if (!claimed) co_return claimed.error();
  const Result<Json> listed = Json::parse(*class_text);
  if (!listed) co_return listed.error();
  const dra::ClassSelectors classes = classes_in(*listed);

  const auto slice_pointers = pointers_to(slices);
  const auto claim_pointers = pointers_to(there);
  const auto wanted_pointers = pointers_to(*wanted);
  co_return dra::explain_new_claims(
      wanted_pointers, {.slices = slice_pointers, .claims = claim_pointers, .classes = classes});
}

}  // namespace npushare
