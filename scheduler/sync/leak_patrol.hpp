/// Looks for leaked claims again and again, and remembers what it saw.
///
/// Threads: any; one look at a time.
/// Source:  spec/dra-accounting.md 8.1, 8.2.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "scheduler/dra/leak_shape.hpp"
#include "scheduler/observe/clock.hpp"

namespace npushare::sync {

class LeakPatrol {
 public:
  using Claim = std::shared_ptr<const wire::ResourceClaim>;
  using Slice = std::shared_ptr<const wire::ResourceSlice>;

  /// What is known of the cluster; asked at each look. What they refer to must outlive this.
  struct With {
    std::function<std::vector<Claim>()> claims;
    std::function<std::vector<Slice>()> slices;
    std::function<std::vector<dra::ClaimUser>()> users;
    dra::NameOfClaim name_of;
    const observe::Clock& clock;
    dra::LeakScope scope{};
  };

  /// What a look found.
  struct Sight {
    std::vector<dra::Leak> leaks;
    std::vector<Claim> leaking;        // the claims of `leaks`, in the same order
    std::size_t claims_looked_at = 0;  // all of the driver
    std::int64_t at = 0;               // of Unix time; 0: nobody has looked yet
  };

  explicit LeakPatrol(With with) : with_(std::move(with)), watch_(with_.scope) {}

  /// Looks now.
  std::shared_ptr<const Sight> look();
  /// Of the last look.
  std::shared_ptr<const Sight> last() const;

  /// What is wrong with a claim that was just read, beside the pods of its namespace that were just
  /// listed.
  std::vector<dra::Leak> judge(const wire::ResourceClaim& claim,
                               const std::vector<dra::ClaimUser>& users);

  const dra::LeakScope& scope() const { return with_.scope; }

 private:
  dra::Moment now() const;

  const With with_;
  mutable std::mutex mutex_;
  dra::LeakWatch watch_;
  std::shared_ptr<const Sight> last_ = std::make_shared<const Sight>();
};

}  // namespace npushare::sync
