#include "scheduler/embedded/fault_routes.hpp"

namespace npushare::embedded {

Answer answer_faults(Faults& faults, const http::Request& request) {
  if (request.method == "POST") {
    Result<config::FaultScript> script = config::read_fault_script(request.text(), "faults");
    if (!script) return bad_request(script.error().message);
    faults.replace(*std::move(script));
  }
  return {200, faults.report()};
}

}  // namespace npushare::embedded
