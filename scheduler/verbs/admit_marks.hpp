/// What a Binding has to carry for its pod to get these grants.
#pragma once

#include "accounting/allocation.hpp"
#include "scheduler/verbs/services.hpp"
#include "scheduler/wire/objects.hpp"

namespace npushare::verbs {

/// The grants' annotations in place of what the Binding carries. One that grants the same already,
/// written earlier, keeps its times; grants of chip models that this pod gets nothing of are taken
/// out.
wire::AnnotationPatch marks_for(const Allocation& grants, const wire::StringMap& carried,
                                const Services& with);

}  // namespace npushare::verbs
