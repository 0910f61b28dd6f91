#include "notation/records/pgn/turn_data.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/match/turn_comment.h"

namespace schiri {

namespace {

constexpr std::string_view value_spaces = " \t\r\n";
/// Larger numbers are no times and no scores.
constexpr double most = 1e7;

/// The value of `[%NAME VALUE]`, which may be broken into lines; empty without such a command.
std::string_view command_value(std::string_view comment, std::string_view name) {
  constexpr std::string_view opening = "[%";
  for (std::size_t at = comment.find(opening); at != comment.npos;
       at = comment.find(opening, at + 1)) {
    std::string_view rest = comment.substr(at + opening.size());
    if (!rest.starts_with(name)) continue;
    rest.remove_prefix(name.size());
    const std::size_t end = rest.find_first_of("[]");
    const bool is_closed = end != rest.npos && rest[end] == ']';
    if (is_closed && value_spaces.find(rest[0]) != value_spaces.npos)
      return trimmed(rest.substr(0, end), value_spaces);
  }
  return {};
}

/// Digits, perhaps with decimals after a point or a comma.
std::optional<double> read_decimal(std::string_view text) {
  std::string number(text);
  std::replace(number.begin(), number.end(), ',', '.');
  const auto is_part = [](char c) { return is_digit(c) || c == '.'; };
  if (!std::all_of(number.begin(), number.end(), is_part)) return std::nullopt;
  const auto read = parse_number<double>(number);
  return read && *read <= most ? read : std::nullopt;
}

/// Seconds of `0:09:57`, `9:57` or `597`, perhaps with decimals.
std::optional<double> read_time(std::string_view text) {
  const auto parts = split(text, ':');
  if (parts.size() > 3) return std::nullopt;
  double seconds = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const bool is_whole = std::all_of(parts[i].begin(), parts[i].end(), is_digit);
    const auto number = read_decimal(parts[i]);
    const bool fits = number && (i == 0 || *number < 60) && (is_whole || i + 1 == parts.size());
    if (!fits) return std::nullopt;
    seconds = 60 * seconds + *number;
  }
  return seconds;
}

/// Removes a plus or minus from the front; returns whether it was a minus.
bool take_minus(std::string_view& text) {
  constexpr std::string_view typed_minus = "\u2212";
  const bool is_typed = text.starts_with(typed_minus), is_minus = is_typed || text.starts_with('-');
  if (is_minus || text.starts_with('+')) text.remove_prefix(is_typed ? typed_minus.size() : 1);
  return is_minus;
}

/// The whole number of a win, `3` of `#3`.
std::optional<int> read_turns(std::string_view text) {
  constexpr int most_turns = 10'000;
  const bool is_number = !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
  const auto turns = is_number ? parse_number<int>(text) : std::nullopt;
  return turns && *turns > 0 && *turns <= most_turns ? turns : std::nullopt;
}

/// A score without the depth that may follow it: `0.35,12` and `0,35,12` are 0.35, and so is
/// `0,35`.
std::string_view without_depth(std::string_view text) {
  const std::size_t comma = text.rfind(',');
  const bool has_depth =
      comma != text.npos && text.substr(0, comma).find_first_of(".,#") != text.npos;
  return text.substr(0, std::min(has_depth ? comma : text.size(), text.find('/')));
}

}  // namespace

std::optional<double> time_taken(std::string_view comment) {
  if (const auto seconds = seconds_of_turn(comment)) return seconds;
  return read_time(command_value(comment, "emt"));
}

std::optional<double> time_left(std::string_view comment) {
  if (const auto read = read_turn_comment(comment)) return read->seconds_left;
  return read_time(command_value(comment, "clk"));
}

std::optional<Score> score_for_white(std::string_view comment) {
  std::string_view text = without_depth(command_value(comment, "eval"));
  bool is_minus = take_minus(text);
  if (text.starts_with('#') || text.starts_with('M')) {
    text.remove_prefix(1);
    if (take_minus(text)) is_minus = true;
    const auto turns = read_turns(text);
    if (!turns) return std::nullopt;
    return Score{is_minus ? Score::Kind::loss : Score::Kind::win, *turns};
  }
  const auto units = read_decimal(text);
  if (!units) return std::nullopt;
  const int amount = static_cast<int>(std::lround(100 * *units));
  return Score{Score::Kind::value, is_minus ? -amount : amount};
}

std::vector<std::string> comments_of(const Record& record) {
  std::vector<std::string> comments;
  int depth = 0;
  for (const Element& element : record.movetext) {
    if (element.kind == Element::Kind::turn) comments.emplace_back();
    depth += element.kind == Element::Kind::variation_open;
    depth -= element.kind == Element::Kind::variation_close;
    if (element.kind != Element::Kind::comment || comments.empty() || depth > 0) continue;
    if (!comments.back().empty()) comments.back() += ' ';
    comments.back() += element.text;
  }
  return comments;
}

std::optional<double> thinking_time(const Record& record) {
  std::optional<double> sum;
  int depth = 0;
  for (const Element& element : record.movetext) {
    depth += element.kind == Element::Kind::variation_open;
    depth -= element.kind == Element::Kind::variation_close;
    if (element.kind != Element::Kind::comment || depth > 0) continue;
    if (const auto seconds = time_taken(element.text)) sum = sum.value_or(0) + *seconds;
  }
  return sum;
}

}  // namespace schiri
