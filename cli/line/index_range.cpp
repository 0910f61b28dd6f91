#include "cli/line/index_range.h"

#include <optional>
#include <string_view>

#include "cli/line/command.h"
#include "core/base/text.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

/// A whole number from 1 on.
std::optional<std::uint64_t> read_index(std::string_view text) {
  const auto number = parse_number<std::uint64_t>(text);
  return number != 0u ? number : std::nullopt;
}

}  // namespace

void IndexRange::add_to(Command& command, const std::string& about) {
  const auto take = [this](const std::string& text) {
    const std::size_t hyphen = text.find('-');
    const auto first = read_index(std::string_view(text).substr(0, hyphen));
    const auto last =
        hyphen == text.npos ? first : read_index(std::string_view(text).substr(hyphen + 1));
    if (!first || !last || *last < *first) {
      throw InputError("--index: expected a number from 1 on, or two as in 3-7, not '" +
                       printable(text) + "'");
    }
    first_ = *first;
    last_ = *last;
  };
  command.add_option_function("--index", take, about)->type_name("N[-M]");
}

void IndexRange::require_seen() const {
  if (seen_ >= first_) return;
  throw InputError("--index " + std::to_string(first_) +
                   (is_single() ? "" : "-" + std::to_string(last_)) + ": there " +
                   (seen_ == 1 ? "is " : "are ") + counted(seen_, "game"));
}

}  // namespace schiri::cli
