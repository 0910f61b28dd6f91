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
  std::vector<std::string> texts_;
  ArrivalNumbers numbers_;
};

}  // namespace schiri::rating
