// Claims that exist already, in mode claim. Source: spec/dra-accounting.md 4.9.
#include "scheduler/convert/claim_spec.hpp"
#include "scheduler/convert/pod_conversion.hpp"

namespace npushare::convert {

using wire::Json;

namespace {

const std::string& note_on(const Json& claim, std::string_view key) {
  return claim.at("metadata", "annotations")[key].string();
}

bool has_same_note(const Json& one, const Json& other, std::string_view key) {
  return !note_on(one, key).empty() && note_on(one, key) == note_on(other, key);
}

}  // namespace

std::string obstacle_to_adoption(const Json& existing, const Json& wanted, bool is_referenced) {
  if (note_on(existing, kHashKey).empty() || note_on(existing, kPodKey).empty())
    return "was not made by npushare";
  if (!has_same_note(existing, wanted, kPodKey) || !has_same_note(existing, wanted, kContainerKey))
    return "belongs to container " + note_on(existing, kContainerKey) + " of pod " +
           note_on(existing, kPodKey);
  if (!has_same_note(existing, wanted, kHashKey) || !is_same_spec(existing["spec"], wanted["spec"]))
    return "asks for something else";
  if (!existing.at("metadata", "deletionTimestamp").is_null()) return "is being deleted";
  if (!existing.at("status", "allocation").is_null()) return "is allocated";
  if (is_referenced) return "is used by a pod that has not ended";
  return "";
}

bool is_made_for(const Json& claim, std::string_view pod) {
  return !note_on(claim, kHashKey).empty() && note_on(claim, kPodKey) == pod &&
         claim.at("metadata", "labels")[kLabel].string() == "true";
}

std::vector<std::string> claims_named_by(const Json& pod) {
  std::vector<std::string> names;
  for (const Json& entry : pod.at("spec", "resourceClaims").items())
    if (const std::string& name = entry["resourceClaimName"].string(); !name.empty())
      names.push_back(name);
  return names;
}

}  // namespace npushare::convert
