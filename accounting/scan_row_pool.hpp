/// Rows side by side in memory, so that a scan over all nodes walks through few pages.
///
/// A row goes back to the pool when its last owner lets go, and serves the next node.
/// Threads: any. Rows may outlive the pool.
#pragma once

#include <array>
#include <memory>
#include <mutex>
#include <ranges>
#include <vector>

#include "accounting/scan_row.hpp"

namespace npushare {

class ScanRowPool {
 public:
  std::shared_ptr<ScanRow> take() {
    ScanRow* const row = shelf_->take();
    return {row, [shelf = shelf_](ScanRow* back) { shelf->give_back(back); }};
  }

 private:
  class Shelf {
   public:
    ScanRow* take() {
      const std::lock_guard lock(mutex_);
      if (free_.empty()) add_block();
      ScanRow* const row = free_.back();
      free_.pop_back();
      return row;
    }
    void give_back(ScanRow* row) {
      row->clear();
      const std::lock_guard lock(mutex_);
      free_.push_back(row);
    }

   private:
    using Block = std::array<ScanRow, 256>;

    void add_block() {
      blocks_.push_back(std::make_unique<Block>());
      for (ScanRow& row : std::views::reverse(*blocks_.back())) free_.push_back(&row);
    }

    std::mutex mutex_;
    std::vector<std::unique_ptr<Block>> blocks_;
    std::vector<ScanRow*> free_;  // the next one last
  };

  std::shared_ptr<Shelf> shelf_ = std::make_shared<Shelf>();
};

}  // namespace npushare
