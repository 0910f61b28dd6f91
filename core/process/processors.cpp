#include "core/process/processors.h"

#include <algorithm>
#include <string>

#include "core/base/text.h"

namespace schiri {

namespace {

constexpr int most_processors = 1024;  // as CPU_SETSIZE of Linux

std::optional<int> number_of(std::string_view text) {
  const auto number = parse_number<int>(text);
  return number && *number >= 0 && *number < most_processors ? number : std::nullopt;
}

/// Adds `2` or `0-3`; false if that is neither.
bool add_range(std::string_view text, std::vector<int>& processors) {
  const auto dash = text.find('-');
  const auto first = number_of(text.substr(0, dash));
  const auto last = dash == text.npos ? first : number_of(text.substr(dash + 1));
  if (!first || !last || *last < *first) return false;
  for (int processor = *first; processor <= *last; ++processor) processors.push_back(processor);
  return true;
}

}  // namespace

std::optional<std::vector<int>> parse_processors(std::string_view text) {
  std::vector<int> processors;
  for (const std::string_view range : split(text, ',')) {
    if (!add_range(range, processors)) return std::nullopt;
  }
  std::vector<int> sorted = processors;
  std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) return std::nullopt;
  return processors;
}

}  // namespace schiri
