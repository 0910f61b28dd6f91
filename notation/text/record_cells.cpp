#include "notation/text/record_cells.h"

#include <algorithm>
#include <cstdint>

#include "core/base/date.h"
#include "core/base/text.h"

namespace schiri {

namespace {

constexpr std::string_view digits = "0123456789";
/// Longer numbers are texts.
constexpr std::size_t most_digits = 9;

/// `3` and `2.1` of `3.2.1`; the first is empty if the text is none of numbers.
struct RoundParts {
  std::string_view round;
  std::string_view board;
};

RoundParts parts_of(std::string_view tag) {
  const std::size_t point = std::min(tag.find('.'), tag.size());
  const std::string_view round = tag.substr(0, point);
  const std::string_view board = point < tag.size() ? tag.substr(point + 1) : std::string_view();
  const bool is_numbered = !round.empty() && round.size() <= most_digits &&
                           board.size() <= most_digits &&
                           round.find_first_not_of(digits) == round.npos &&
                           board.find_first_not_of("0123456789.") == board.npos;
  return is_numbered ? RoundParts{round, board} : RoundParts{};
}

Json number_of(std::string_view text) { return parse_number<std::uint64_t>(text).value_or(0); }

}  // namespace

Json record_date(std::string_view text) {
  const auto date = read_date(text);
  if (!date || !date->year) return {};
  std::string iso = date->text();
  iso.resize(!date->month ? 4 : !date->day ? 7 : 10);
  for (char& c : iso) c = c == '.' ? '-' : c;
  return iso;
}

Json record_round(std::string_view tag) {
  if (tag.empty() || tag == "?" || tag == "-") return {};
  const RoundParts parts = parts_of(tag);
  return parts.round.empty() ? Json(tag) : number_of(parts.round);
}

Json record_board(std::string_view tag) {
  const std::string_view board = parts_of(tag).board;
  if (board.empty()) return {};
  return board.find('.') == board.npos ? number_of(board) : Json(board);
}

std::optional<double> record_rating(std::string_view tag) {
  const std::size_t point = std::min(tag.find('.'), tag.size());
  const std::string_view decimals = tag.substr(std::min(point + 1, tag.size()));
  const bool is_plain = point > 0 && point <= most_digits && decimals.size() <= most_digits &&
                        (point == tag.size() || !decimals.empty()) &&
                        tag.substr(0, point).find_first_not_of(digits) == tag.npos &&
                        decimals.find_first_not_of(digits) == tag.npos;
  const auto rating = is_plain ? parse_number<double>(tag) : std::nullopt;
  return rating && *rating > 0 ? rating : std::nullopt;
}

}  // namespace schiri
