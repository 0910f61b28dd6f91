#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/probing_table.h"

namespace schiri::rating {

/// Assigns numbers from 0 to texts, in order of arrival.
class TextNumbers {
 public:
  /// The number of a text, the next one if it is new. `guess`: its probable number, which is
  /// faster.
  std::uint32_t number(std::string_view text, std::uint32_t guess = UINT32_MAX);

  /// By their numbers.
  const std::vector<std::string>& texts() const { return texts_; }

 private:
  struct Kind {
    /// A text's number plus 1, or 0 for a free slot, with its hash.
    struct Entry {
      std::uint32_t number_and_one = 0;
      std::uint32_t hash = 0;
    };

    static bool is_free(const Entry& entry) { return entry.number_and_one == 0; }
    static std::uint64_t hash(const Entry& entry) { return entry.hash; }
  };

  std::vector<std::string> texts_;
  ProbingTable<Kind> numbers_;
};

}  // namespace schiri::rating
