// What an API server asks about a pod. Whatever the pod is, the patch to a changed one applies to
// it and gives the changed one; a review that was read names its question.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "scheduler/wire/json_diff.hpp"
#include "scheduler/wire/pod_review.hpp"

namespace {

using namespace npushare::wire;

void check_patch(Json was, const Json& is) {
  const Json operations = json_diff(was, is);
  if (operations.items().size() > 10'000) return;  // json_patch() takes no more
  if (json_patch(was, operations) && !(was == is)) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto asked = read_pod_review({reinterpret_cast<const char*>(data), size});
  if (!asked) return 0;
  if (asked->uid.empty() || (asked->is_pod() && asked->pod.space.empty())) std::abort();
  Json changed = asked->object;
  changed.member("metadata").member("labels").set("hami.io/dra", "true");
  Json patched = asked->object;
  const auto operations = Json::parse(write_pod_patch(asked->object, changed));
  if (operations && (!json_patch(patched, *operations) || !(patched == changed))) std::abort();
  check_patch(asked->object, asked->old_object);
  check_patch(asked->old_object, asked->object);
  return 0;
}
