/// The lab's node with claims on it: spec/dra-accounting.md 1.3, 6.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/support/dra_objects.hpp"
#include "tests/support/sync_world.hpp"

namespace npushare::sync_test {

class ClaimWorld : public testing::Test {
 protected:
  using Kinds = std::vector<std::string>;

  ClaimWorld() { world.list(std::vector{lab_node()}); }

  static wire::Node lab_node(std::vector<std::string> chips = {dra_test::kUuid0,
                                                               dra_test::kUuid1}) {
    return a_wire_node(dra_test::kNode, Mode::kSoft, std::move(chips));
  }

  void publish(wire::ResourceSlice slice) {
    world.claims.slices().changed(std::move(slice));
    if (is_listed_) return;
    is_listed_ = true;
    world.claims.slices().list_started();
    world.claims.slices().item(dra_test::lab_slice());
    world.claims.slices().list_done();
  }
  void claim(wire::ResourceClaim claim) { world.claims.claims().changed(std::move(claim)); }
  void gone(const std::string& name) {
    world.claims.claims().removed(dra_test::a_claim(name, "", ""));
  }

  LedgerBook::Snapshot ledger() const { return world.book.snapshot(NodeName{dra_test::kNode}); }
  const DeviceLedger& chip(std::size_t index) { return world.chip(dra_test::kNode, index); }
  Block block(std::size_t index) { return chip(index).chip().block; }
  /// MiB/cores.
  std::string used(std::size_t index) { return text_of(chip(index).used()); }
  std::string free(std::size_t index) { return text_of(chip(index).free()); }
  /// An annotation pod of that much, now.
  bool fits(const std::string& memory, const std::string& cores) {
    return world.fits(a_soft_pod("asks", memory, cores), dra_test::kNode);
  }
  Kinds drift() const { return world.drift_kinds(); }

  SyncWorld world;

 private:
  static std::string text_of(const Amount& amount) {
    return std::to_string(amount.memory.value()) + "/" + std::to_string(amount.cores.value());
  }

  bool is_listed_ = false;
};

}  // namespace npushare::sync_test
