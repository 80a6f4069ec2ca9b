#include "scheduler/embedded/claim_allocator.hpp"

#include <algorithm>
#include <utility>

#include "scheduler/embedded/device_selector.hpp"
#include "scheduler/embedded/device_taints.hpp"

namespace npushare::embedded {

using wire::Json;

namespace {

/// A request of one claim: each of `ways` is one exact request that would do, the first is
/// preferred.
struct Ask {
  std::size_t claim = 0;
  std::string name;
  std::vector<std::pair<std::string, Json>> ways;  // name in results, exact request
};

struct Pick {
  std::size_t claim = 0;
  std::string request;  // as results name it: NAME or NAME/SUBREQUEST
  const PoolDevice* device = nullptr;
  std::optional<Shared> share;  // nothing: the device as a whole
  bool is_admin = false;
};

std::vector<Ask> asks_of(const std::vector<Object>& claims) {
  std::vector<Ask> asks;
  for (std::size_t k = 0; k < claims.size(); ++k) {
    for (const Json& request : claims[k]->at("spec", "devices", "requests").items()) {
      const std::string& name = request["name"].string();
      Ask ask{k, name, {}};
      if (request["exactly"].is_object()) ask.ways.emplace_back(name, request["exactly"]);
      for (const Json& way : request["firstAvailable"].items())
        ask.ways.emplace_back(name + "/" + way["name"].string(), way);
      asks.push_back(std::move(ask));
    }
  }
  return asks;
}

class Search {
 public:
  Search(const DeviceWorld& world, const std::vector<Object>& claims, const std::string& node)
      : world_(world), claims_(claims), node_(node), asks_(asks_of(claims)), use_(world.use) {}

  Result<bool> run() { return ask(0); }
  const std::vector<Pick>& picks() const { return picks_; }

 private:
  Result<bool> ask(std::size_t position) {
    if (position == asks_.size()) return true;
    for (const auto& [name, exact] : asks_[position].ways) {
      const Result<std::vector<const PoolDevice*>> devices = eligible(exact);
      if (!devices) return devices.error();
      const bool is_all = exact["allocationMode"].string() == "All";
      const std::size_t count =
          is_all ? devices->size()
                 : static_cast<std::size_t>(std::max<std::int64_t>(1, exact["count"].integer()));
      if (devices->size() < count || count == 0) continue;
      const Result<bool> found = take({position, name, &exact, &*devices, count}, 0, 0);
      if (!found || *found) return found;
    }
    return false;
  }

  struct Taking {
    std::size_t position;
    std::string name;
    const Json* exact;
    const std::vector<const PoolDevice*>* devices;
    std::size_t count;
  };

  /// `taken` devices are picked; the next is one from `from` on, so that none is picked twice.
  Result<bool> take(const Taking& what, std::size_t taken, std::size_t from) {
    if (taken == what.count) return ask(what.position + 1);
    for (std::size_t k = from; k < what.devices->size(); ++k) {
      const std::optional<Pick> pick = picked(what, *(*what.devices)[k]);
      if (!pick) continue;
      const DeviceUse before = use_;
      note(*pick);
      const Result<bool> found = take(what, taken + 1, k + 1);
      if (!found || *found) return found;
      picks_.pop_back();
      use_ = before;
    }
    return false;
  }

  void note(const Pick& pick) {
    picks_.push_back(pick);
    if (pick.is_admin) return;
    if (pick.share) {
      use_.share(pick.device->id, *pick.share);
    } else {
      use_.dedicate(pick.device->id);
    }
  }

  std::optional<Pick> picked(const Taking& what, const PoolDevice& device) const {
    const Json& requests = what.exact->at("capacity", "requests");
    Pick pick{asks_[what.position].claim, what.name, &device, {}, false};
    pick.is_admin = (*what.exact)["adminAccess"].boolean();
    if (device.is_shareable()) {
      pick.share = consumed(device.device, requests);
      if (!pick.share || !use_.has_room(device, *pick.share)) return std::nullopt;
      if (use_.is_dedicated(device.id) && !pick.is_admin) return std::nullopt;
    } else if ((use_.is_used(device.id) && !pick.is_admin) || !is_enough(device, requests)) {
      return std::nullopt;
    }
    if (!is_tolerated(device, world_.taint_rules, *what.exact) || !keeps_constraints(pick))
      return std::nullopt;
    return pick;
  }

  static bool is_enough(const PoolDevice& device, const Json& requests) {
    return std::ranges::all_of(requests.members(), [&device](const auto& entry) {
      const Json& value = device.device["capacity"][entry.first]["value"];
      return !value.is_null() && measure_of(entry.second).value_or(Measure{}).value <=
                                     measure_of(value).value_or(Measure{}).value;
    });
  }

  bool keeps_constraints(const Pick& pick) const {
    const Json& constraints = claims_[pick.claim]->at("spec", "devices", "constraints");
    return std::ranges::all_of(constraints.items(), [&](const Json& constraint) {
      return !is_bound_by(constraint, pick) || agrees(constraint, pick);
    });
  }

  static bool is_bound_by(const Json& constraint, const Pick& pick) {
    const Json::Array& requests = constraint["requests"].items();
    const std::string name = pick.request.substr(0, pick.request.find('/'));
    return requests.empty() || std::ranges::any_of(requests, [&](const Json& request) {
             return request.string() == name || request.string() == pick.request;
           });
  }

  bool agrees(const Json& constraint, const Pick& pick) const {
    const bool must_match = !constraint["matchAttribute"].is_null();
    const std::string& name =
        constraint[must_match ? "matchAttribute" : "distinctAttribute"].string();
    const Json& value = attribute_of(pick.device->id.driver, pick.device->device, name);
    if (value.is_null()) return false;
    return std::ranges::all_of(picks_, [&](const Pick& other) {
      if (other.claim != pick.claim || !is_bound_by(constraint, other)) return true;
      const Json& there = attribute_of(other.device->id.driver, other.device->device, name);
      return (there == value) == must_match;
    });
  }

  Result<std::vector<const PoolDevice*>> eligible(const Json& exact) const {
    const std::string& wanted = exact["deviceClassName"].string();
    const auto found = std::ranges::find_if(world_.classes, [&](const Object& one) {
      return one->at("metadata", "name").string() == wanted;
    });
    if (found == world_.classes.end())
      return Error{ErrorCode::kInvalid, "could not retrieve device class " + wanted};
    std::vector<const PoolDevice*> devices;
    for (const PoolDevice& device : world_.devices) {
      if (!device.node.empty() && device.node != node_) continue;
      Result<bool> fits = selected((*found)->at("spec", "selectors"), device);
      if (fits && *fits) fits = selected(exact["selectors"], device);
      if (!fits) return fits.error();
      if (*fits) devices.push_back(&device);
    }
    return devices;
  }

  static Result<bool> selected(const Json& selectors, const PoolDevice& device) {
    for (const Json& selector : selectors.items()) {
      const std::string& expression = selector.at("cel", "expression").string();
      const Result<bool> fits = is_selected(expression, device.id.driver, device.device);
      if (!fits || !*fits) return fits;
    }
    return true;
  }

  const DeviceWorld& world_;
  const std::vector<Object>& claims_;
  const std::string& node_;
  std::vector<Ask> asks_;
  DeviceUse use_;
  std::vector<Pick> picks_;
};

Json result_of(const Pick& pick, const NewShareId& new_share_id) {
  const DeviceId& id = pick.device->id;
  Json result = Json::Object{
      {"request", pick.request}, {"driver", id.driver}, {"pool", id.pool}, {"device", id.name}};
  if (pick.is_admin) result.set("adminAccess", true);
  if (!pick.share) return result;
  result.set("shareID", new_share_id());
  for (const auto& [key, part] : *pick.share) result.member("consumedCapacity").set(key, part.text);
  return result;
}

Json allocation_on(const std::string& node) {
  Json allocation = Json::object();
  allocation.member("devices").set("results", Json::array());
  Json field = Json::Object{{"key", "metadata.name"}, {"operator", "In"}};
  field.member("values").push_back(node);
  Json term = Json::object();
  term.member("matchFields").push_back(std::move(field));
  allocation.member("nodeSelector").member("nodeSelectorTerms").push_back(std::move(term));
  return allocation;
}

}  // namespace

Result<std::optional<std::vector<Json>>> allocate_claims(const DeviceWorld& world,
                                                         const std::vector<Object>& claims,
                                                         const std::string& node,
                                                         const NewShareId& new_share_id) {
  Search search(world, claims, node);
  const Result<bool> found = search.run();
  if (!found) return found.error();
  if (!*found) return std::optional<std::vector<Json>>();
  std::vector<Json> allocations(claims.size(), allocation_on(node));
  for (const Pick& pick : search.picks()) {
    allocations[pick.claim].member("devices").member("results").push_back(
        result_of(pick, new_share_id));
  }
  return std::optional(std::move(allocations));
}

}  // namespace npushare::embedded
