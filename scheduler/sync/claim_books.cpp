#include "scheduler/sync/claim_books.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "scheduler/dra/mirror_claim.hpp"

namespace npushare::sync {
namespace {

constexpr std::chrono::minutes kRemembered{10};  // a deleted claim's late events come sooner
constexpr const char* kUncountable = "uncountable-claim";
constexpr const char* kSharedId = "repeated-share-id";

/// 0 for a version that is no number: such are not compared.
std::uint64_t number_of(const std::string& version) {
  std::uint64_t number = 0;
  std::from_chars(version.data(), version.data() + version.size(), number);
  return number;
}

bool is_same(const Charge& a, const Charge& b) {
  return a.chip == b.chip && a.id == b.id && a.share.amount == b.share.amount &&
         a.share.hold == b.share.hold;
}

bool is_same(const dra::ClaimShares& a, const dra::ClaimShares& b) {
  return a.is_unmapped == b.is_unmapped && a.uncountable == b.uncountable &&
         std::ranges::equal(a.charges, b.charges,
                            [](const Charge& x, const Charge& y) { return is_same(x, y); });
}

template <class Key>
bool put_or_take(std::map<Key, std::set<std::string>>& marks, const Key& key,
                 const std::string& uid, bool is_there) {
  if (is_there) return marks[key].insert(uid).second && marks[key].size() == 1;
  const auto marked = marks.find(key);
  if (marked == marks.end()) return false;
  marked->second.erase(uid);
  if (!marked->second.empty()) return false;
  marks.erase(marked);
  return true;
}

}  // namespace

ClaimBooks::ClaimBooks(With with)
    : with_(std::move(with)),
      claim_sink_({.is_there = [this](wire::ResourceClaim claim) { put(std::move(claim)); },
                   .is_gone = [this](const std::string& identity) { drop_claim(identity); }}),
      slice_sink_({.is_there = [this](wire::ResourceSlice slice) { put(std::move(slice)); },
                   .is_gone = [this](const std::string& name) { drop_slice(name); },
                   .is_listed = [this] { slices_listed(); }}) {}

bool ClaimBooks::is_outdated(const wire::ResourceClaim& claim) const {
  if (buried_.contains(claim.uid)) return true;
  const auto booked = booked_.find(claim.uid);
  const std::uint64_t version = number_of(claim.resource_version);
  return booked != booked_.end() && version != 0 && version < booked->second.version;
}

void ClaimBooks::put(wire::ResourceClaim claim) {
  Nodes changed;
  {
    const std::lock_guard lock(mutex_);
    if (is_outdated(claim)) return;
    const std::string identity = identity_of(claim);
    const auto before = claims_.find(identity);
    if (before != claims_.end() && before->second->uid != claim.uid)
      unbook(before->second->uid, changed);
    book(claim, changed);
    claims_.insert_or_assign(identity,
                             std::make_shared<const wire::ResourceClaim>(std::move(claim)));
  }
  tell(changed);
}

void ClaimBooks::drop_claim(const std::string& identity) {
  Nodes changed;
  {
    const std::lock_guard lock(mutex_);
    const auto known = claims_.find(identity);
    if (known == claims_.end()) return;
    const std::string uid = known->second->uid;
    claims_.erase(known);
    mirrors_.erase(identity);
    unbook(uid, changed);
    with_.drift.clear_all(identity);
    const observe::Clock::Monotonic now = with_.clock.now();
    std::erase_if(buried_, [now](const auto& grave) { return grave.second < now; });
    buried_.insert_or_assign(uid, now + kRemembered);
  }
  tell(changed);
}

/// Two shares of one chip may have been given the same ID: both count.
void ClaimBooks::give_names(const wire::ResourceClaim& claim, dra::SharesByNode& shares) {
  bool is_repeated = false;
  for (auto& [node, of_node] : shares) {
    std::size_t place = 0;
    for (Charge& charge : of_node.charges) {
      const auto [owner, is_new] = owners_.try_emplace({charge.chip, charge.id}, claim.uid);
      ++place;
      if (is_new) continue;
      is_repeated = true;
      charge.id = ShareId::of_container(PodUid{claim.uid}, node.text(), place);
      owners_.try_emplace({charge.chip, charge.id}, claim.uid);
    }
  }
  if (is_repeated) {
    with_.drift.note({kSharedId, identity_of(claim), "a share of it has the ID of another one"});
  } else {
    with_.drift.clear(kSharedId, identity_of(claim));
  }
}

void ClaimBooks::take_names(const std::string& uid, const dra::SharesByNode& shares) {
  for (const auto& [node, of_node] : shares) {
    for (const Charge& charge : of_node.charges) {
      const auto owner = owners_.find({charge.chip, charge.id});
      if (owner != owners_.end() && owner->second == uid) owners_.erase(owner);
    }
  }
}

void ClaimBooks::note_uncountable(const wire::ResourceClaim& claim,
                                  const dra::SharesByNode& shares) {
  std::string chips;
  for (const auto& [node, of_node] : shares)
    for (const ChipUuid& chip : of_node.uncountable)
      chips += (chips.empty() ? "" : ", ") + chip.text();
  if (chips.empty()) return with_.drift.clear(kUncountable, identity_of(claim));
  with_.drift.note(
      {kUncountable, identity_of(claim),
       "consumedCapacity of " + chips + " cannot be counted; all of the chip is kept for it"});
}

void ClaimBooks::mark(const std::string& uid, const dra::SharesByNode& shares, bool is_there,
                      Nodes& changed) {
  for (const auto& [node, of_node] : shares) {
    if (of_node.is_unmapped && put_or_take(unmapped_, node, uid, is_there)) changed.insert(node);
    for (const ChipUuid& chip : of_node.uncountable)
      if (put_or_take(uncountable_, chip, uid, is_there)) changed.insert(node);
  }
}

/// A mirror claim adds what its pod does not hold by annotations already.
dra::SharesByNode ClaimBooks::shares_of(const wire::ResourceClaim& claim) const {
  dra::SharesByNode shares = dra::shares_of(claim, chips_, with_.driver);
  const std::optional<PodUid> twin = dra::mirrored_pod(claim);
  if (!twin) return shares;
  for (auto& [node, of_node] : shares)
    if (const LedgerBook::Snapshot ledger = with_.book.snapshot(node))
      of_node.charges = dra::beyond_twin(std::move(of_node.charges), *ledger, *twin);
  return shares;
}

/// What was booked for the claim goes, but for what is observed again on the same nodes.
void ClaimBooks::book(const wire::ResourceClaim& claim, Nodes& changed) {
  if (dra::mirrored_pod(claim)) mirrors_.insert(identity_of(claim));
  dra::SharesByNode shares = shares_of(claim);
  Booked& booked = booked_[claim.uid];
  booked.version = std::max(booked.version, number_of(claim.resource_version));
  take_names(claim.uid, booked.shares);
  give_names(claim, shares);
  for (const dra::DeviceName& device : booked.devices) put_or_take(held_, device, claim.uid, false);
  booked.devices = dra::devices_of(claim, with_.driver);
  for (const dra::DeviceName& device : booked.devices) held_[device].insert(claim.uid);
  if (std::ranges::equal(booked.shares, shares, [](const auto& a, const auto& b) {
        return a.first == b.first && is_same(a.second, b.second);
      }))
    return;

  note_uncountable(claim, shares);
  mark(claim.uid, booked.shares, false, changed);
  mark(claim.uid, shares, true, changed);
  for (const auto& [node, before] : booked.shares)
    if (!shares.contains(node)) with_.book.release(node, PodUid{claim.uid});
  for (const auto& [node, of_node] : shares)
    with_.book.observe(node, PodUid{claim.uid}, of_node.charges);
  for (const auto& [node, before] : booked.shares) with_.room(node);
  for (const auto* both : {&booked.shares, &shares})
    for (const auto& [node, of_node] : *both)
      if (const auto ledger = with_.book.snapshot(node)) with_.drift.check(*ledger);
  booked.shares = std::move(shares);
}

void ClaimBooks::unbook(const std::string& uid, Nodes& changed) {
  const auto known = booked_.find(uid);
  if (known == booked_.end()) return;
  Booked booked = std::move(known->second);
  booked_.erase(known);
  take_names(uid, booked.shares);
  for (const dra::DeviceName& device : booked.devices) put_or_take(held_, device, uid, false);
  mark(uid, booked.shares, false, changed);
  for (const auto& [node, of_node] : booked.shares) {
    with_.book.release(node, PodUid{uid});
    if (const auto ledger = with_.book.snapshot(node)) with_.drift.check(*ledger);
    with_.room(node);
  }
}

}  // namespace npushare::sync
