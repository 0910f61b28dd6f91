#include "core/match/turn_comment.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>

#include "core/base/characters.h"
#include "core/base/decimals.h"
#include "core/base/text.h"
#include "core/match/terms.h"

namespace schiri {

namespace {

constexpr std::size_t longest_line = 400, longest_text = 200;

struct PartName {
  std::string_view name;
  bool CommentParts::*wanted;
};

constexpr PartName part_names[] = {
    {"seldepth", &CommentParts::seldepth}, {"nodes", &CommentParts::nodes},
    {"nps", &CommentParts::nps},           {"hashfull", &CommentParts::hash_fullness},
    {"left", &CommentParts::left},         {"pv", &CommentParts::line},
    {"text", &CommentParts::text}};

/// A part that is a whole number.
struct NumberPart {
  std::string_view begin;
  std::string TurnComment::*text;
};

constexpr NumberPart number_parts[] = {{"seldepth ", &TurnComment::seldepth},
                                       {"nodes ", &TurnComment::nodes},
                                       {"nps ", &TurnComment::nps},
                                       {"hashfull ", &TurnComment::hash_fullness}};

std::string exact_seconds(std::chrono::nanoseconds time) {
  const auto milliseconds = static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::milliseconds>(time).count());
  return std::to_string(milliseconds / 1000) + '.' + padded_text(milliseconds % 1000, 3) + 's';
}

/// A comment ends with a brace, and `[%...]` in it is a command of other programs.
std::string harmless(std::string_view word, bool may_have_spaces = false) {
  std::string text;
  for (const char c : word) {
    const bool is_safe =
        (c > ' ' || (c == ' ' && may_have_spaces)) && c <= '~' && c != '{' && c != '}' && c != '%';
    text += is_safe ? c : '?';
  }
  return text;
}

std::string line_text(const std::vector<std::string>& turns) {
  std::string text;
  for (const std::string& turn : turns) {
    if (text.size() + turn.size() > longest_line) return text + " ...";
    text += ' ' + harmless(turn);
  }
  return text;
}

/// The end of the match of a pattern at a place of the text, in which # matches digits; nullopt if
/// it does not match.
std::optional<std::size_t> match(std::string_view text, std::size_t at, std::string_view pattern) {
  for (const char c : pattern) {
    if (c == '#') {
      const std::size_t begin = at;
      while (at < text.size() && is_digit(text[at])) ++at;
      if (at == begin) return std::nullopt;
    } else if (at >= text.size() || text[at++] != c) {
      return std::nullopt;
    }
  }
  return at;
}

bool matches(std::string_view text, std::string_view pattern) {
  return match(text, 0, pattern) == text.size();
}

/// Comments are wrapped into lines when they are written.
std::string on_one_line(std::string_view comment) {
  std::string text(comment);
  std::erase(text, '\r');
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

/// The end of the evaluation at the beginning of a comment; 0 if there is none. Other programs
/// write 0.00 without a sign.
std::size_t evaluation_end(std::string_view comment) {
  if (const auto zero = match(comment, 0, "0.00/#")) return *zero;
  if (!comment.starts_with('+') && !comment.starts_with('-')) return 0;
  const auto value = match(comment, 1, "#.#/#");
  return value ? *value : match(comment, 1, "M#/#").value_or(0);
}

/// Seconds in a comment, and where they end.
struct CommentTime {
  double seconds;
  std::size_t end;
};

/// The seconds at a place of a comment, `0.120s`, whole ones as well; nullopt if there are none.
std::optional<CommentTime> read_time(std::string_view comment, std::size_t begin) {
  // Up to 15 digits and powers of ten are exact, so their quotient is the nearest number.
  constexpr std::array powers = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6, 1e7,
                                 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14};
  std::size_t at = begin;
  std::uint64_t number = 0;
  const auto take_digits = [&] {
    const std::size_t first = at;
    for (; at < comment.size() && is_digit(comment[at]); ++at) {
      number = 10 * number + static_cast<std::uint64_t>(comment[at] - '0');
    }
    return at - first;
  };
  const std::size_t whole = take_digits();
  const bool has_point = at < comment.size() && comment[at] == '.';
  at += has_point;
  const std::size_t decimals = has_point ? take_digits() : 0;
  if (whole == 0 || (has_point && decimals == 0)) return std::nullopt;
  if (at == comment.size() || comment[at] != 's') return std::nullopt;
  const double seconds =
      whole + decimals <= powers.size()
          ? static_cast<double>(number) / powers[decimals]
          : std::strtod(std::string(comment.substr(begin, at - begin)).c_str(), nullptr);
  return CommentTime{seconds, at + 1};
}

/// What a comment begins with: perhaps an evaluation, and a time.
struct CommentFront {
  std::size_t evaluation_end;  ///< 0 without one
  std::size_t time_begin;
  CommentTime time;
};

std::optional<CommentFront> read_front(std::string_view comment) {
  const std::size_t end = evaluation_end(comment);
  const bool goes_on = end < comment.size() && (comment[end] == ' ' || comment[end] == '\n');
  if (end > 0 && !goes_on) return std::nullopt;
  const std::size_t begin = end > 0 ? end + 1 : 0;
  const auto time = read_time(comment, begin);
  if (!time) return std::nullopt;
  return CommentFront{end, begin, *time};
}

/// Reads one part; false if it is unknown.
bool read_part(std::string_view part, TurnComment& comment) {
  constexpr std::string_view left = "left ";
  for (const NumberPart& number : number_parts) {
    if (!part.starts_with(number.begin)) continue;
    comment.*(number.text) = part.substr(number.begin.size());
    return matches(comment.*(number.text), "#");
  }
  if (!part.starts_with(left) || !matches(part, "left #.#s")) return false;
  comment.seconds_left = read_time(part, left.size())->seconds;
  return true;
}

/// How other programs tell the end of a game: `White resigns`, `Draw by adjudication`.
bool is_remark(std::string_view part) {
  return part.starts_with("White") || part.starts_with("Black") || part.starts_with("Draw");
}

/// Reads the parts after the time; other programs add a remark, `White resigns`. False if there is
/// other text.
bool read_parts(std::string_view rest, TurnComment& comment) {
  constexpr std::string_view separator = ", ", line = "pv ", text = "text \"";
  while (!rest.empty()) {
    if (!rest.starts_with(separator)) return false;
    rest.remove_prefix(separator.size());
    if (rest.starts_with(text)) {
      comment.text = rest.substr(text.size());
      if (!comment.text.ends_with('"')) return false;
      comment.text.pop_back();
      return true;
    }
    if (rest.starts_with(line)) {
      const std::size_t end =
          std::min(rest.find(std::string(separator) + std::string(text)), rest.size());
      comment.line = rest.substr(line.size(), end - line.size());
      rest.remove_prefix(end);
      continue;
    }
    const std::string_view part = rest.substr(0, rest.find(separator));
    rest.remove_prefix(part.size());
    if (read_part(part, comment)) continue;
    if (!is_remark(part)) return false;
    comment.remark = std::string(part) + std::string(rest);
    return true;
  }
  return true;
}

template <class Number>
std::string number_part(bool is_wanted, std::string_view name,
                        const std::optional<Number>& number) {
  if (!is_wanted || !number) return {};
  return ", " + std::string(name) + ' ' + std::to_string(*number);
}

}  // namespace

std::string score_text(const Score& score) {
  if (score.kind != Score::Kind::value) {
    return std::string(score.kind == Score::Kind::win ? "+M" : "-M") + std::to_string(score.amount);
  }
  const auto hundredths =
      static_cast<std::uint64_t>(std::llabs(static_cast<long long>(score.amount)));
  return std::string(score.amount < 0 ? "-" : "+") + std::to_string(hundredths / 100) + '.' +
         padded_text(hundredths % 100, 2);
}

std::string thought_comment(const std::optional<Score>& score, int depth,
                            std::chrono::nanoseconds time) {
  if (!score) return exact_seconds(time);
  return score_text(*score) + '/' + std::to_string(depth) + ' ' + exact_seconds(time);
}

std::optional<CommentParts> parse_comment_parts(std::string_view text) {
  if (text == "usual") return CommentParts{};
  CommentParts parts;
  for (const PartName& part : part_names) parts.*(part.wanted) = text == "all";
  if (text == "short" || text == "all") return parts;
  for (const std::string_view name : split(text, ',')) {
    const auto part = std::find_if(std::begin(part_names), std::end(part_names),
                                   [&](const PartName& known) { return known.name == name; });
    if (part == std::end(part_names)) return std::nullopt;
    parts.*(part->wanted) = true;
  }
  return parts;
}

std::string comment_part_names() {
  return join(part_names, ",", [](const PartName& part) { return std::string(part.name); });
}

std::string search_text(const Thought& thought, std::optional<std::chrono::nanoseconds> left,
                        const CommentParts& parts) {
  std::string text = number_part(parts.seldepth, "seldepth", thought.selective_depth) +
                     number_part(parts.nodes, "nodes", thought.nodes) +
                     number_part(parts.nps, "nps", thought.nodes_a_second) +
                     number_part(parts.hash_fullness, "hashfull", thought.hash_fullness);
  if (parts.left && left) {
    text += ", left " + exact_seconds(std::max(*left, std::chrono::nanoseconds{}));
  }
  if (parts.line && !thought.lines.empty() && !thought.lines.front().turns.empty()) {
    text += ", pv" + line_text(thought.lines.front().turns);
  }
  if (parts.text && !thought.text.empty()) {
    text +=
        ", text \"" + harmless(std::string_view(thought.text).substr(0, longest_text), true) + '"';
  }
  return text;
}

std::optional<double> seconds_of_turn(std::string_view comment) {
  // Most comments have no more than an evaluation and a time.
  const auto front = read_front(comment);
  if (front && front->time.end == comment.size()) return front->time.seconds;
  const auto read = read_turn_comment(comment);
  return read ? std::optional(read->seconds) : std::nullopt;
}

std::optional<TurnComment> read_turn_comment(std::string_view text) {
  const std::string comment = on_one_line(text);
  const auto front = read_front(comment);
  if (!front) return std::nullopt;
  TurnComment read{.evaluation = comment.substr(0, front->evaluation_end),
                   .seconds = front->time.seconds,
                   .seldepth = "",
                   .nodes = "",
                   .nps = "",
                   .hash_fullness = "",
                   .seconds_left = {},
                   .line = "",
                   .text = "",
                   .remark = "",
                   .is_of_match = false};
  if (!read_parts(std::string_view(comment).substr(front->time.end), read)) return std::nullopt;
  const bool has_sign = front->evaluation_end == 0 || comment[0] == '+' || comment[0] == '-';
  read.is_of_match = has_sign && match(comment, front->time_begin, "#.#s") && read.remark.empty();
  return read;
}

std::string without_time(std::string_view comment) {
  const auto read = read_turn_comment(comment);
  if (!read || !read->is_of_match) {
    const std::string line = on_one_line(comment), rest = without_lateness(line);
    return rest == line ? std::string(comment) : rest;
  }
  std::string text = read->evaluation;
  const auto add = [&](const char* name, const std::string& part) {
    if (!part.empty()) text += (text.empty() ? "" : ", ") + std::string(name) + ' ' + part;
  };
  add("seldepth", read->seldepth);
  add("nodes", read->nodes);
  add("pv", read->line);
  return text;
}

}  // namespace schiri
