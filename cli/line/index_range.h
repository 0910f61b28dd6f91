#pragma once

#include <cstdint>
#include <string>

#include "cli/line/command_line.h"

namespace schiri::cli {

/// `--index N[-M]`: which games of a file are meant, counted from 1; all unless it is given.
class IndexRange {
 public:
  void add_to(Command& command, const std::string& about);

  bool is_given() const { return first_ > 0; }
  /// Is a single game meant?
  bool is_single() const { return first_ > 0 && first_ == last_; }
  bool contains(std::uint64_t index) const {
    return first_ == 0 || (first_ <= index && index <= last_);
  }
  /// Do none come after this one?
  bool ends_at(std::uint64_t index) const { return first_ > 0 && index >= last_; }

  std::uint64_t first() const { return first_; }
  std::uint64_t last() const { return last_; }

  /// Notes that a file has a game of this index.
  void see(std::uint64_t index) { seen_ = index > seen_ ? index : seen_; }
  /// To be called after reading. Throws InputError if no file has a game of the range.
  void require_seen() const;

 private:
  std::uint64_t first_ = 0;
  std::uint64_t last_ = 0;
  std::uint64_t seen_ = 0;
};

}  // namespace schiri::cli
