#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/line/command_line.h"

namespace schiri::cli {

/// `--index N[-M],...`: numbers of games in a file, counted from 1; all games unless it is given.
class IndexRanges {
 public:
  struct Range {
    std::uint64_t first;
    std::uint64_t last;
  };

  void add_to(Command& command, const std::string& about);

  bool is_given() const { return !ranges_.empty(); }
  /// Is a single game selected?
  bool is_single() const {
    return ranges_.size() == 1 && ranges_.front().first == ranges_.front().last;
  }
  bool contains(std::uint64_t index) const;
  /// Is no later game selected?
  bool ends_at(std::uint64_t index) const { return is_given() && index >= ranges_.back().last; }

  /// The ranges in order, apart from each other.
  const std::vector<Range>& ranges() const { return ranges_; }

  /// Notes that a file has a game of this index.
  void see(std::uint64_t index) { seen_ = index > seen_ ? index : seen_; }
  /// To be called after reading. Throws InputError if no file has a game of some range.
  void require_seen() const;

 private:
  std::vector<Range> ranges_;
  std::uint64_t seen_ = 0;
};

}  // namespace schiri::cli
