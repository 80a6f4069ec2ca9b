/// Device selectors in CEL, as far as classes and webhooks write them for chips.
///
/// Shape:   device.driver, device.allowMultipleAllocations, device.attributes["DOMAIN"].NAME and
///          ["NAME"], device.capacity likewise is not read; literals of text, whole numbers, true
///          and false; == != < <= > >=, `in [...]`, `"NAME" in device.attributes["DOMAIN"]`, ! &&
///          || and brackets. Text compares in upper and lower case.
/// Errors:  whatever else is written is kNotUnderstood, which is neither true nor false. What CEL
///          itself stops at (an attribute that a device lacks, two kinds of value compared) is
///          kFails: kube-scheduler then gives the whole pod up. && and || forgive an error on one
///          side where the other side decides.
/// Bounds:  10 KiB of text, 64 levels.
/// Threads: plain functions.
/// Source:  spec/dra-accounting.md 3.1, 4.6; cel-spec; k8s.io/dynamic-resource-allocation/cel.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "scheduler/wire/slice.hpp"

namespace npushare::dra {

enum class Selects : std::uint8_t { kYes, kNo, kFails, kNotUnderstood };

struct Selection {
  Selects answer = Selects::kNotUnderstood;
  std::string why;  // of kFails and kNotUnderstood: what stopped it
};

Selection select(std::string_view expression, std::string_view driver,
                 const wire::SliceDevice& device);

/// What is wrong with the expression for any device; empty when it is understood.
std::string complaint_about_selector(std::string_view expression);

}  // namespace npushare::dra
