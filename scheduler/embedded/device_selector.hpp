/// Selectors of devices: the part of CEL that device classes and converted claims are written in.
///
/// Forms:  device.driver, device.attributes["DOMAIN"].NAME, device.allowMultipleAllocations;
/// strings,
///         whole numbers, true, false; ==, !=, in [...], !, &&, ||, parentheses.
/// Errors: kInvalid for anything else, and for an attribute that the device has not; as in CEL, an
///         error does not matter beside a false of && or a true of ||.
/// Source: kubernetes.io DRA, CEL expressions in device selectors; spec/dra-accounting.md 4.6.
#pragma once

#include <string>
#include <string_view>

#include "accounting/result.hpp"
#include "scheduler/wire/json.hpp"

namespace npushare::embedded {

/// `device`: an element of a slice's spec.devices.
Result<bool> is_selected(std::string_view expression, const std::string& driver,
                         const wire::Json& device);

/// The value of a qualified name, DOMAIN/NAME; null when the device has none.
const wire::Json& attribute_of(const std::string& driver, const wire::Json& device,
                               std::string_view qualified);

}  // namespace npushare::embedded
