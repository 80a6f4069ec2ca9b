#include "scheduler/dra/claim_search.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace npushare::dra {
namespace {

/// One request of one claim, in the order in which they are served.
struct Wanted {
  const wire::ResourceClaim* claim = nullptr;
  const wire::DeviceRequest* request = nullptr;
};

struct Held {
  std::size_t offer = 0;
  Pick pick;
  const wire::ResourceClaim* claim = nullptr;
};

const wire::DeviceAttribute* attribute_of(const OfferedDevice& offer, const std::string& name) {
  const auto& attributes = offer.device->attributes;
  auto found = attributes.find(name);
  const std::string own = offer.name.driver + "/";
  if (found == attributes.end() && name.starts_with(own))
    found = attributes.find(name.substr(own.size()));
  return found == attributes.end() ? nullptr : &found->second;
}

bool covers(const wire::DeviceConstraint& constraint, const std::string& request) {
  const std::string main = request.substr(0, request.find('/'));
  return constraint.requests.empty() ||
         std::ranges::any_of(constraint.requests, [&](const std::string& name) {
           return name == request || name == main;
         });
}

class Search {
 public:
  Search(Claims claims, std::span<const OfferedDevice> offers, const DeviceUses& uses,
         const ClassSelectors& classes, Repeats repeats)
      : offers_(offers), classes_(classes), repeats_(repeats) {
    for (const wire::ResourceClaim* claim : claims)
      for (const wire::DeviceRequest& request : claim->requests)
        wanted_.push_back({claim, &request});
    for (const OfferedDevice& offer : offers) {
      const auto use = uses.find(offer.name);
      uses_.push_back(use == uses.end() ? DeviceUse{} : use->second);
    }
  }

  Placement run() {
    using Outcome = Placement::Outcome;
    if (!serve(0)) return {.outcome = is_unsure_ ? Outcome::kUndecided : Outcome::kNone};
    Placement placement{.outcome = can_fail_ ? Outcome::kUndecided : Outcome::kFits};
    for (Held& held : held_) placement.picks.push_back(std::move(held.pick));
    return placement;
  }

 private:
  bool serve(std::size_t at) {
    if (at == wanted_.size()) return true;
    return std::ranges::any_of(wanted_[at].request->asks, [&](const wire::DeviceAsk& ask) {
      if (ask.mode == "All") return serve_all(at, ask);
      return ask.count >= 1 && serve_some(at, ask, static_cast<std::size_t>(ask.count), 0);
    });
  }

  /// `left` devices for this request, from the offer `first` on where none may come twice.
  bool serve_some(std::size_t at, const wire::DeviceAsk& ask, std::size_t left, std::size_t first) {
    if (left == 0) return serve(at + 1);
    for (std::size_t offer = first; offer < offers_.size(); ++offer) {
      if (!take(at, ask, offer)) continue;
      if (serve_some(at, ask, left - 1, repeats_ == Repeats::kNever ? offer + 1 : offer))
        return true;
      give_back();
    }
    return false;
  }

  bool serve_all(std::size_t at, const wire::DeviceAsk& ask) {
    const std::size_t before = held_.size();
    bool is_complete = true;
    for (std::size_t offer = 0; offer < offers_.size() && is_complete; ++offer)
      if (is_selected(ask, offer)) is_complete = take(at, ask, offer);
    if (is_complete && held_.size() > before && serve(at + 1)) return true;
    while (held_.size() > before) give_back();
    return false;
  }

  bool is_selected(const wire::DeviceAsk& ask, std::size_t offer) const {
    const DeviceCheck check = check_device(ask, offers_[offer], uses_[offer], classes_).check;
    return check != DeviceCheck::kNotInClass && check != DeviceCheck::kNotSelected;
  }

  bool take(std::size_t at, const wire::DeviceAsk& ask, std::size_t offer) {
    if (++steps_ > kMostSteps) {
      is_unsure_ = true;
      return false;
    }
    DeviceFinding finding = check_device(ask, offers_[offer], uses_[offer], classes_);
    can_fail_ |= finding.check == DeviceCheck::kSelectorFails;
    is_unsure_ |= finding.check == DeviceCheck::kSelectorNotUnderstood ||
                  finding.check == DeviceCheck::kUncountable ||
                  finding.check == DeviceCheck::kTainted;
    const Wanted& wanted = wanted_[at];
    const std::string request =
        ask.name.empty() ? wanted.request->name : wanted.request->name + "/" + ask.name;
    if (!finding.fits() || !keeps_constraints(*wanted.claim, request, offer)) return false;
    const bool is_alone = !offers_[offer].device->is_shareable;
    undo_.push_back(uses_[offer]);
    add_holder(uses_[offer], {.claim = identity_of(*wanted.claim),
                              .amounts = is_alone ? Amounts{} : finding.need,
                              .is_alone = is_alone});
    held_.push_back({.offer = offer,
                     .pick = {.claim = identity_of(*wanted.claim),
                              .request = request,
                              .device = offers_[offer].name,
                              .amounts = std::move(finding.need)},
                     .claim = wanted.claim});
    return true;
  }

  void give_back() {
    uses_[held_.back().offer] = std::move(undo_.back());
    undo_.pop_back();
    held_.pop_back();
  }

  bool keeps_constraints(const wire::ResourceClaim& claim, const std::string& request,
                         std::size_t offer) const {
    return std::ranges::all_of(claim.constraints, [&](const wire::DeviceConstraint& constraint) {
      if (!covers(constraint, request)) return true;
      return agrees(claim, constraint, constraint.match_attribute, offer, true) &&
             agrees(claim, constraint, constraint.distinct_attribute, offer, false);
    });
  }

  /// Is the attribute equal to, or different from, that of all that the constraint covers so far?
  bool agrees(const wire::ResourceClaim& claim, const wire::DeviceConstraint& constraint,
              const std::string& attribute, std::size_t offer, bool must_equal) const {
    if (attribute.empty()) return true;
    const wire::DeviceAttribute* value = attribute_of(offers_[offer], attribute);
    if (value == nullptr) return false;
    return std::ranges::all_of(held_, [&](const Held& held) {
      if (held.claim != &claim || !covers(constraint, held.pick.request)) return true;
      const wire::DeviceAttribute* other = attribute_of(offers_[held.offer], attribute);
      return other != nullptr && (*other == *value) == must_equal;
    });
  }

  std::span<const OfferedDevice> offers_;
  const ClassSelectors& classes_;
  const Repeats repeats_;
  std::vector<Wanted> wanted_;
  std::vector<DeviceUse> uses_;  // of the offers
  std::vector<Held> held_;
  std::vector<DeviceUse> undo_;  // of held_
  std::size_t steps_ = 0;
  bool is_unsure_ = false;
  bool can_fail_ = false;
};

}  // namespace

bool Placement::repeats_a_device() const {
  std::set<std::tuple<std::string, std::string, DeviceName>> seen;
  return std::ranges::any_of(picks, [&](const Pick& pick) {
    return !seen.emplace(pick.claim, pick.request, pick.device).second;
  });
}

Placement place_claims(Claims claims, std::span<const OfferedDevice> offers, const DeviceUses& uses,
                       const ClassSelectors& classes, Repeats repeats) {
  return Search(claims, offers, uses, classes, repeats).run();
}

}  // namespace npushare::dra
