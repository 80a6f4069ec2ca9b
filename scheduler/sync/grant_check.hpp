/// May what a bound pod's annotations claim be believed?
///
/// Anybody who may edit a pod may edit its annotations: before the bind, for chips it never asked
/// for, which the Binding does not overwrite; after it, to look smaller than it is.
/// Source: design.md 4 (annotations written by users are not trusted).
#pragma once

#include <cstddef>

#include "accounting/allocation.hpp"
#include "accounting/catalogue.hpp"
#include "accounting/request.hpp"
#include "scheduler/wire/objects.hpp"

namespace npushare::sync {

/// Leaves out the grants of models that their container never asked for; true when there were any.
bool drop_unasked(Allocation& grants, const Request& request);

/// Of the annotations that say what the pod was granted: neither scheduler nor node plugin changes
/// them once the pod is bound. Never 0.
std::size_t print_of_grants(const wire::Pod& pod, const Catalogue& catalogue);

bool has_grants(const wire::Pod& pod, const Catalogue& catalogue);

/// Something of it counts only until the ordinary init containers have ended.
bool has_init_grants(const Allocation& grants);

}  // namespace npushare::sync
