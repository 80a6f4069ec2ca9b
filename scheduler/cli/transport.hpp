/// One HTTP call and its answer, as the commands see it; tests have a fake.
///
/// Errors: kTimeout when no answer came, whatever the cause; the message is a sentence that names
/// the URL
///         and what to try. An HTTP status is not an error here.
#pragma once

#include "accounting/result.hpp"
#include "scheduler/kube/rest_client.hpp"

namespace npushare::cli {

class Transport {
 public:
  virtual ~Transport() = default;
  virtual Result<kube::Reply> send(kube::Call call) = 0;
};

}  // namespace npushare::cli
