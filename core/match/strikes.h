#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <vector>

namespace schiri {

/// Counts the failures of each bot of an event and tells who is out. Any thread may ask.
class Strikes {
 public:
  /// For each bot the number of failures after which it is out; nothing: never.
  explicit Strikes(std::vector<std::optional<int>> most)
      : most_(std::move(most)), counts_(most_.size()) {}

  void note(std::size_t bot) { ++counts_[bot]; }
  bool is_out(std::size_t bot) const { return most_[bot] && counts_[bot] >= *most_[bot]; }

 private:
  std::vector<std::optional<int>> most_;
  std::vector<std::atomic<int>> counts_;
};

}  // namespace schiri
