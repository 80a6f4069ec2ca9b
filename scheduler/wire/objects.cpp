#include "scheduler/wire/objects.hpp"

namespace npushare::wire {

bool is_our_annotation(std::string_view key) {
  return key.starts_with("hami.io/") || key.starts_with("huawei.com/") ||
         key.starts_with("npushare.io/") || key == "hami-vnpu-core" || key == "predicate-time";
}

}  // namespace npushare::wire
