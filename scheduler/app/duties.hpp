/// What the service will have to do at the API server, by its settings.
#pragma once

#include "config/settings.hpp"
#include "scheduler/kube/rights.hpp"

namespace npushare {

kube::Duties duties_of(const config::Settings& settings);

}  // namespace npushare
