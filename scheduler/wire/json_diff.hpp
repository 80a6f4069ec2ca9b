/// What makes one JSON value of another, as operations that touch nothing else.
///
/// Shape:  an array of RFC 6902 operations: add, remove, replace. Objects are compared member by
///         member; of arrays, what stands unchanged at either end stays. Values that Json calls
///         equal give no operation, so the text of numbers and the order of members is not an
///         object of it.
/// Promise: json_patch(was, json_diff(was, is)) makes `was` equal to `is`.
#pragma once

#include "scheduler/wire/json.hpp"

namespace npushare::wire {

Json json_diff(const Json& was, const Json& is);

}  // namespace npushare::wire
