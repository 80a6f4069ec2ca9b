#include "scheduler/dra/claim_explain.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "scheduler/dra/claim_words.hpp"

namespace npushare::dra {
namespace {

using wire::Json;

Json reason_json(const std::string& code, const std::string& text) {
  return Json::Object{{"code", code}, {"text", text}};
}

struct Asked {
  const wire::ResourceClaim* claim = nullptr;
  const wire::DeviceRequest* request = nullptr;
  const wire::DeviceAsk* ask = nullptr;

  std::string name() const {
    return claim->name + "/" + request->name + (ask->name.empty() ? "" : "/" + ask->name);
  }
};

std::vector<Asked> asked_by(Claims claims) {
  std::vector<Asked> all;
  for (const wire::ResourceClaim* claim : claims)
    for (const wire::DeviceRequest& request : claim->requests)
      for (const wire::DeviceAsk& ask : request.asks) all.push_back({claim, &request, &ask});
  return all;
}

std::string text_of(const wire::ResourceClaim& claim) {
  std::string text = "claim " + identity_of(claim);
  for (const wire::ClaimConsumer& consumer : claim.reserved_for)
    text += (&consumer == &claim.reserved_for.front() ? " of " : ", ") + consumer.name;
  return text;
}

/// One look at the cluster for one pod.
class Explanation {
 public:
  Explanation(Claims wanted, const ClaimWorld& world)
      : wanted_(wanted),
        world_(world),
        offers_(offers_of(world.slices)),
        uses_(uses_of(world.claims)),
        asked_(asked_by(wanted)) {
    for (const wire::ResourceClaim* claim : world.claims) known_[identity_of(*claim)] = claim;
  }

  Json page() {
    Json nodes = Json::array();
    std::size_t fitting = 0;
    std::map<std::string, std::size_t> refusals;
    for (auto begin = offers_.begin(); begin != offers_.end();) {
      const auto end = std::find_if(begin, offers_.end(),
                                    [&](const OfferedDevice& o) { return o.node != begin->node; });
      Json node = node_json({begin, end});
      begin = end;
      if (node["chips"].items().empty() && !node["fits"].boolean()) continue;
      if (node["fits"].boolean())
        ++fitting;
      else
        ++refusals[node["reason"]["text"].string()];
      nodes.push_back(std::move(node));
    }
    Json page = Json::object();
    page.set("summary", summary(nodes.items().size(), fitting, refusals));
    page.set("request", request_json());
    page.set("nodes", std::move(nodes));
    return page;
  }

 private:
  using Devices = std::span<const OfferedDevice>;

  static std::string summary(std::size_t nodes, std::size_t fitting,
                             const std::map<std::string, std::size_t>& refusals) {
    if (nodes == 0) return "no node offers a device of the class that the claims ask for";
    std::string text = std::to_string(fitting) + "/" + std::to_string(nodes) + " nodes fit";
    std::string_view separator = ": ";
    for (const auto& [reason, count] : refusals) {
      text += std::string(separator) + std::to_string(count) + " " + reason;
      separator = ", ";
    }
    return text;
  }

  Json request_json() const {
    Json containers = Json::array();
    for (const Asked& asked : asked_) {
      Amounts amounts;
      for (const auto& [key, text] : asked.ask->capacity)
        if (const auto amount = wire::read_exact_quantity(text)) amounts[key] = *amount;
      const Json amount = amount_json(amounts, {}, Rounding::kUp, asked.ask->count);
      containers.push_back(Json::Object{{"name", asked.name()},
                                        {"kind", "claim"},
                                        {"chips", asked.ask->count},
                                        {"model", asked.ask->device_class},
                                        {"mode", "soft"},
                                        {"asked", amount},
                                        {"charged", amount},
                                        {"template", ""}});
    }
    return Json::Object{{"containers", std::move(containers)}};
  }

  const DeviceUse& use_of(const DeviceName& name) const {
    static const DeviceUse kNone;
    const auto use = uses_.find(name);
    return use == uses_.end() ? kNone : use->second;
  }

  Json holders_json(const OfferedDevice& offer) const {
    Json holders = Json::array();
    for (const DeviceHolder& holder : use_of(offer.name).holders) {
      const auto claim = known_.find(holder.claim);
      holders.push_back(Json::Object{
          {"pod", claim == known_.end() ? "claim " + holder.claim : text_of(*claim->second)},
          {"amount", amount_json(holder.amounts, offer.name.driver, Rounding::kUp, 1)}});
    }
    return holders;
  }

  static std::int64_t index_of(const OfferedDevice& offer, std::size_t at) {
    const auto* index = find_own(offer.device->attributes, offer.name.driver, "index");
    const std::int64_t* number = index == nullptr ? nullptr : std::get_if<std::int64_t>(index);
    return number == nullptr ? static_cast<std::int64_t>(at) : *number;
  }

  static std::string uuid_of(const OfferedDevice& offer) {
    const auto* uuid = find_own(offer.device->attributes, offer.name.driver, "uuid");
    const std::string* text = uuid == nullptr ? nullptr : std::get_if<std::string>(uuid);
    return text == nullptr ? offer.name.device : *text;
  }

  Json chip_json(const Asked& asked, const OfferedDevice& offer, std::size_t at,
                 const DeviceFinding& finding) const {
    const std::string& driver = offer.name.driver;
    return Json::Object{
        {"container", asked.name()},
        {"index", index_of(offer, at)},
        {"uuid", uuid_of(offer)},
        {"device", offer.name.device},
        {"fits", finding.fits()},
        {"reason", finding.fits() ? Json() : reason_json("device", reason_text(finding))},
        {"asked", amount_json(finding.need, driver, Rounding::kUp, 1)},
        {"free", amount_json(finding.free, driver, Rounding::kDown, 0)},
        {"holders", holders_json(offer)}};
  }

  Json node_json(Devices devices) const {
    Json chips = Json::array();
    const DeviceFinding* worst = nullptr;
    std::vector<DeviceFinding> findings;
    findings.reserve(asked_.size() * devices.size());
    for (const Asked& asked : asked_) {
      for (std::size_t at = 0; at < devices.size(); ++at) {
        const OfferedDevice& offer = devices[at];
        findings.push_back(check_device(*asked.ask, offer, use_of(offer.name), world_.classes));
        const DeviceFinding& finding = findings.back();
        if (finding.check == DeviceCheck::kNotInClass) continue;
        // The check that failed last is what stands nearest to a fit.
        if (!finding.fits() && (worst == nullptr || finding.check > worst->check)) worst = &finding;
        chips.push_back(chip_json(asked, offer, at, finding));
      }
    }
    const Placement placement = place_claims(wanted_, devices, uses_, world_.classes);
    const bool fits = placement.outcome == Placement::Outcome::kFits;
    std::string reason = worst == nullptr ? "too few devices" : reason_text(*worst);
    if (placement.outcome == Placement::Outcome::kUndecided)
      reason = "cannot be foretold: " + reason;
    return Json::Object{{"name", devices.front().node.text()},
                        {"fits", fits},
                        {"best", false},
                        {"score", Json::Number{"0.00"}},
                        {"resolvable", false},
                        {"reason", fits ? Json() : reason_json("claims", reason)},
                        {"near", Json()},
                        {"leave", Json::array()},
                        {"placement", Json::array()},
                        {"chips", std::move(chips)}};
  }

  Claims wanted_;
  const ClaimWorld& world_;
  std::vector<OfferedDevice> offers_;
  DeviceUses uses_;
  std::vector<Asked> asked_;
  std::map<std::string, const wire::ResourceClaim*> known_;
};

}  // namespace

Json explain_new_claims(Claims wanted, const ClaimWorld& world) {
  Json page = Explanation(wanted, world).page();
  page.set("hints", Json::array());
  return page;
}

Json explain_claims(const ClaimWish& wish, const ClaimWorld& world) {
  std::vector<const wire::ResourceClaim*> waiting;
  Json hints = Json::array();
  for (const wire::PodClaim& used : wish.claims) {
    if (used.claim.empty()) {
      hints.push_back("the claim of template " + used.template_name +
                      " is not made yet: kube-controller-manager makes it");
      continue;
    }
    const auto found = std::ranges::find_if(world.claims, [&](const wire::ResourceClaim* claim) {
      return claim->space == wish.space && claim->name == used.claim;
    });
    if (found == world.claims.end()) {
      hints.push_back("claim " + used.claim + " does not exist: the pod waits until it does");
    } else if (!(*found)->allocation) {
      waiting.push_back(*found);
    } else {
      hints.push_back("claim " + used.claim + " has its devices already");
    }
  }
  Json page = Explanation(waiting, world).page();
  if (waiting.empty()) page.set("nodes", Json::array());
  if (waiting.empty()) page.set("summary", "none of its claims waits for a device");
  page.set("hints", std::move(hints));
  return page;
}

}  // namespace npushare::dra
