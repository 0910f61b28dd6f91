#include "cli/line/index_ranges.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "cli/line/command.h"
#include "core/base/text.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

using Range = IndexRanges::Range;

/// A whole number from 1 on.
std::optional<std::uint64_t> read_index(std::string_view text) {
  const auto number = parse_number<std::uint64_t>(text);
  return number != 0u ? number : std::nullopt;
}

Range read_range(std::string_view text) {
  const std::size_t hyphen = text.find('-');
  const auto first = read_index(text.substr(0, hyphen));
  const auto last = hyphen == text.npos ? first : read_index(text.substr(hyphen + 1));
  if (!first || !last || *last < *first) {
    throw InputError(
        message("--index: expected a number from 1 on, or several as in 3-7 or 1,3-7, not '{0}'",
                printable(text)));
  }
  return {*first, *last};
}

/// Sorts ranges and joins those that overlap.
std::vector<Range> joined(std::vector<Range> ranges) {
  std::sort(ranges.begin(), ranges.end(),
            [](const Range& a, const Range& b) { return a.first < b.first; });
  std::vector<Range> apart;
  for (const Range& range : ranges) {
    if (!apart.empty() && range.first <= apart.back().last) {
      apart.back().last = std::max(apart.back().last, range.last);
    } else {
      apart.push_back(range);
    }
  }
  return apart;
}

std::string text_of(const Range& range) {
  return std::to_string(range.first) +
         (range.first == range.last ? "" : "-" + std::to_string(range.last));
}

}  // namespace

void IndexRanges::add_to(Command& command, const std::string& about) {
  const auto take = [this](const std::string& text) {
    std::vector<Range> ranges;
    for (const std::string_view part : split(text, ',')) ranges.push_back(read_range(part));
    ranges_ = joined(std::move(ranges));
  };
  command.add_option_function("--index", take, about)->type_name("N[-M],...");
}

bool IndexRanges::contains(std::uint64_t index) const {
  return ranges_.empty() || std::any_of(ranges_.begin(), ranges_.end(), [&](const Range& range) {
           return range.first <= index && index <= range.last;
         });
}

void IndexRanges::require_seen() const {
  if (ranges_.empty() || seen_ >= ranges_.back().first) return;
  throw InputError(
      message("--index {0}: there {1:is|are} {1} {1:game|games}", text_of(ranges_.back()), seen_));
}

}  // namespace schiri::cli
