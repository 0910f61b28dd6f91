#include "core/ugi/protocol.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "core/base/characters.h"
#include "core/base/text.h"

namespace schiri::ugi {

namespace {

constexpr std::string_view blanks = " \t\r";

constexpr bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

/// Reads a line word by word; the text between two places is as written.
class Words {
 public:
  explicit Words(std::string_view line) : line_(line) {}

  /// The next word, empty at the end.
  std::string_view next() {
    while (at_ < line_.size() && is_blank(line_[at_])) ++at_;
    begin_ = at_;
    while (at_ < line_.size() && !is_blank(line_[at_])) ++at_;
    return line_.substr(begin_, at_ - begin_);
  }

  /// Text up to one of these words, which is read next, or to the end.
  std::string_view until(std::initializer_list<std::string_view> stops) {
    const std::size_t from = at_;
    for (std::string_view word = next(); !word.empty(); word = next()) {
      if (std::find(stops.begin(), stops.end(), word) == stops.end()) continue;
      at_ = begin_;
      break;
    }
    return trimmed(line_.substr(from, at_ - from), blanks);
  }

  std::string_view rest() const { return trimmed(line_.substr(at_), blanks); }

 private:
  std::string_view line_;
  std::size_t at_ = 0;
  std::size_t begin_ = 0;
};

/// A number in a line; one that is too large becomes the largest.
template <class Number>
std::optional<Number> number(std::string_view word) {
  Number value{};
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (end != word.data() + word.size() || word.empty()) return std::nullopt;
  if (error == std::errc::result_out_of_range) {
    return word.front() == '-' ? std::numeric_limits<Number>::min()
                               : std::numeric_limits<Number>::max();
  }
  return error == std::errc{} ? std::optional(value) : std::nullopt;
}

std::optional<std::chrono::milliseconds> milliseconds(std::string_view word) {
  // Far above any game, and far from overflow.
  constexpr std::int64_t most = std::int64_t{1} << 40;
  const auto value = number<std::int64_t>(word);
  if (!value) return std::nullopt;
  return std::chrono::milliseconds(std::clamp<std::int64_t>(*value, 0, most));
}

Score mate(int plies) {
  // 1 ply is the player's own winning turn, 3 plies are its own, the opponent's and its own.
  if (plies > 0) return {Score::Kind::win, plies / 2 + plies % 2};
  return {Score::Kind::loss, -(plies / 2)};
}

std::string score_words(const Score& score) {
  switch (score.kind) {
    case Score::Kind::win:
      return "mate " + std::to_string(2LL * score.amount - 1);
    case Score::Kind::loss:
      return "mate " + std::to_string(-2LL * score.amount);
    default:
      return "cp " + std::to_string(score.amount);
  }
}

/// Hundredths, which some programs write with decimals.
std::optional<int> rounded_number(std::string_view word) {
  const auto whole = number<int>(word);
  if (whole) return whole;
  const auto real = parse_number<double>(word);
  if (!real || !std::isfinite(*real)) return std::nullopt;
  constexpr double most = std::numeric_limits<int>::max();
  return static_cast<int>(std::lround(std::clamp(*real, -most, most)));
}

void read_score(Words& words, Info& info) {
  const std::string_view unit = words.next();
  std::string_view word = words.next();
  if (word.starts_with('+') && !word.starts_with("+-")) word.remove_prefix(1);
  if (unit == "cp") {
    if (const auto value = rounded_number(word)) info.score = {Score::Kind::value, *value};
  } else if (const auto value = number<int>(word); value && unit == "mate") {
    info.score = mate(*value);
  }
}

using ClockPart = std::chrono::milliseconds Limits::Clocks::*;

/// The member that a word like `p1time` sets; null for other words.
ClockPart clock_part(std::string_view word) {
  constexpr std::pair<std::string_view, ClockPart> parts[] = {
      {"p1time", &Limits::Clocks::white_time},
      {"p2time", &Limits::Clocks::black_time},
      {"p1inc", &Limits::Clocks::white_increment},
      {"p2inc", &Limits::Clocks::black_increment},
  };
  const auto part = std::find_if(std::begin(parts), std::end(parts),
                                 [&](const auto& known) { return known.first == word; });
  return part == std::end(parts) ? nullptr : part->second;
}

void read_clock(ClockPart part, std::string_view value, Limits& limits) {
  const auto time = milliseconds(value);
  if (!time) return;
  if (!limits.clocks) limits.clocks = Limits::Clocks{};
  (*limits.clocks).*part = *time;
}

}  // namespace

std::vector<std::string_view> words(std::string_view line) {
  std::vector<std::string_view> result;
  Words reader(line);
  for (auto word = reader.next(); !word.empty(); word = reader.next()) result.push_back(word);
  return result;
}

std::string_view first_word(std::string_view line) { return Words(line).next(); }

bool has_word(std::string_view line, std::string_view word) {
  const auto all = words(line);
  return std::find(all.begin(), all.end(), word) != all.end();
}

std::string_view after_words(std::string_view line, std::size_t count) {
  Words reader(line);
  while (count-- > 0) reader.next();
  return reader.rest();
}

std::optional<UgiOption> read_option(std::string_view line) {
  Words words(line);
  if (words.next() != "option" || words.next() != "name") return std::nullopt;
  UgiOption option;
  option.name = words.until({"type"});
  if (option.name.empty()) return std::nullopt;
  const auto keys = {std::string_view("type"), std::string_view("default"), std::string_view("min"),
                     std::string_view("max"), std::string_view("var")};
  for (auto key = words.next(); !key.empty(); key = words.next()) {
    const std::string_view value = words.until(keys);
    if (key == "type") option.type = value;
    if (key == "default") option.default_value = value;
    if (key == "min") option.least = number<std::int64_t>(value);
    if (key == "max") option.most = number<std::int64_t>(value);
    if (key == "var") option.choices.emplace_back(value);
  }
  return option;
}

namespace {

bool is_empty_range(const UgiOption& option) {
  return option.least && option.most && *option.least > *option.most;
}

Message range_advice(const UgiOption& option) {
  if (option.least && option.most && !is_empty_range(option)) {
    return message("expected a whole number from {0} to {1}", *option.least, *option.most);
  }
  if (option.least && !option.most) {
    return message("expected a whole number from {0} on", *option.least);
  }
  if (option.most && !option.least) {
    return message("expected a whole number up to {0}", *option.most);
  }
  return message("expected a whole number");
}

bool is_in_range(const UgiOption& option, std::string_view text) {
  const auto value = parse_number<std::int64_t>(text);
  if (!value || is_empty_range(option)) return value.has_value();
  return *value >= option.least.value_or(*value) && *value <= option.most.value_or(*value);
}

bool is_choice(const UgiOption& option, std::string_view text) {
  return std::find(option.choices.begin(), option.choices.end(), text) != option.choices.end();
}

}  // namespace

std::optional<Message> complaint_about(const UgiOption& option, std::string_view value) {
  if (option.type == "check" && value != "true" && value != "false") {
    return message("expected true or false");
  }
  if (option.type == "spin" && !is_in_range(option, value)) return range_advice(option);
  if (option.type == "combo" && !option.choices.empty() && !is_choice(option, value)) {
    return message("expected one of: {0}", join(option.choices, ", "));
  }
  return std::nullopt;
}

std::optional<Message> error_in(const UgiOption& option) {
  constexpr std::string_view types[] = {"check", "spin", "combo", "string", "button"};
  if (std::find(std::begin(types), std::end(types), option.type) == std::end(types)) {
    return message("unknown type '{0}'; UGI has {1}", option.type, join(types, ", "));
  }
  if (is_empty_range(option)) {
    return message("its min {0} is greater than its max {1}", *option.least, *option.most);
  }
  if (option.type == "combo" && option.choices.empty()) {
    return message("a combo without values (var)");
  }
  const auto complaint = complaint_about(option, option.default_value);
  if (!complaint) return std::nullopt;
  return message("its default is '{0}': {1}", option.default_value, *complaint);
}

std::string write_option(const UgiOption& option) {
  std::string line = "option name " + option.name + " type " + option.type;
  if (option.type != "button") line += " default " + option.default_value;
  if (option.least) line += " min " + std::to_string(*option.least);
  if (option.most) line += " max " + std::to_string(*option.most);
  for (const std::string& choice : option.choices) line += " var " + choice;
  return line;
}

const UgiOption* find_option(const std::vector<UgiOption>& options, std::string_view name) {
  const auto found = std::find_if(options.begin(), options.end(), [&](const UgiOption& option) {
    return equal_ignoring_case(option.name, name);
  });
  return found == options.end() ? nullptr : &*found;
}

std::optional<Setting> read_setting(std::string_view line) {
  Words words(line);
  if (words.next() != "setoption" || words.next() != "name") return std::nullopt;
  Setting setting;
  setting.name = words.until({"value"});
  words.next();
  setting.value = words.rest();
  if (setting.name.empty()) return std::nullopt;
  return setting;
}

std::string write_setting(std::string_view name, std::string_view value) {
  return "setoption name " + std::string(name) + " value " + std::string(value);
}

std::optional<PositionCommand> read_position_command(std::string_view line) {
  Words words(line);
  if (words.next() != "position") return std::nullopt;
  PositionCommand command;
  const std::string_view kind = words.next();
  if (kind == "fen") {
    command.start = words.until({"moves"});
  } else if (kind != "startpos") {
    return std::nullopt;
  }
  if (words.next() != "moves") return command;
  for (auto turn = words.next(); !turn.empty(); turn = words.next())
    command.turns.emplace_back(turn);
  return command;
}

std::string write_position_command(const PositionCommand& command) {
  std::string line = "position ";
  line += command.start ? "fen " + *command.start : "startpos";
  if (!command.turns.empty()) line += " moves";
  for (const std::string& turn : command.turns) line += ' ' + turn;
  return line;
}

Limits read_limits(std::string_view line) {
  Limits limits;
  std::optional<int> turns_to_go;
  Words words(line);
  words.next();
  for (auto word = words.next(); !word.empty(); word = words.next()) {
    if (word == "nodes") limits.nodes = number<std::uint64_t>(words.next());
    if (word == "depth") limits.depth = number<int>(words.next());
    if (word == "movetime") limits.move_time = milliseconds(words.next());
    if (word == "movestogo") turns_to_go = number<int>(words.next());
    if (const auto part = clock_part(word)) read_clock(part, words.next(), limits);
  }
  if (limits.clocks) limits.clocks->turns_to_go = turns_to_go;
  return limits;
}

std::string write_limits(const Limits& limits, GoMode mode) {
  const std::string begin = mode == GoMode::ponder ? "go ponder" : "go";
  std::string line = begin;
  const auto add = [&](const char* word, auto value) {
    line += ' ' + std::string(word) + ' ' + std::to_string(value);
  };
  if (limits.clocks) {
    add("p1time", limits.clocks->white_time.count());
    add("p2time", limits.clocks->black_time.count());
    add("p1inc", limits.clocks->white_increment.count());
    add("p2inc", limits.clocks->black_increment.count());
    if (limits.clocks->turns_to_go) add("movestogo", *limits.clocks->turns_to_go);
  }
  if (limits.move_time) add("movetime", limits.move_time->count());
  if (limits.depth) add("depth", *limits.depth);
  if (limits.nodes) add("nodes", *limits.nodes);
  return line == begin ? begin + " infinite" : line;
}

std::optional<Info> read_info(std::string_view line) {
  Words words(line);
  if (words.next() != "info") return std::nullopt;
  Info info;
  for (auto word = words.next(); !word.empty(); word = words.next()) {
    if (word == "depth") {
      info.depth = number<int>(words.next());
    } else if (word == "seldepth") {
      info.selective_depth = number<int>(words.next());
    } else if (word == "nodes") {
      info.nodes = number<std::uint64_t>(words.next());
    } else if (word == "nps") {
      info.nodes_a_second = number<std::uint64_t>(words.next());
    } else if (word == "time") {
      info.milliseconds = number<std::uint64_t>(words.next());
    } else if (word == "hashfull") {
      info.hash_fullness = number<int>(words.next());
    } else if (word == "multipv") {
      info.rank = number<int>(words.next()).value_or(1);
    } else if (word == "score") {
      read_score(words, info);
    } else if (word == "pv") {
      info.pv = words.until(
          {"depth", "seldepth", "score", "nodes", "time", "nps", "hashfull", "multipv", "string"});
    } else if (word == "lowerbound" || word == "upperbound") {
      info.bound = true;
    } else if (word == "string") {
      info.text = words.rest();
      break;
    }
  }
  return info;
}

std::string write_info(const Info& info) {
  std::string line = "info";
  if (info.depth) line += " depth " + std::to_string(*info.depth);
  if (info.selective_depth) line += " seldepth " + std::to_string(*info.selective_depth);
  line += " multipv " + std::to_string(info.rank);
  if (info.score) line += " score " + score_words(*info.score);
  if (info.nodes) line += " nodes " + std::to_string(*info.nodes);
  if (info.nodes_a_second) line += " nps " + std::to_string(*info.nodes_a_second);
  if (info.milliseconds) line += " time " + std::to_string(*info.milliseconds);
  if (!info.pv.empty()) line.append(" pv ").append(info.pv);
  return line;
}

std::optional<std::string> read_best_turn(std::string_view line) {
  Words words(line);
  if (words.next() != "bestmove") return std::nullopt;
  return std::string(words.next());
}

std::string read_whole_best_turn(std::string_view line) {
  Words words(line);
  words.next();
  return std::string(words.until({"ponder"}));
}

std::string read_expected_turn(std::string_view line) {
  Words words(line);
  words.next();
  words.next();
  return std::string(words.next() == "ponder" ? words.next() : "");
}

}  // namespace schiri::ugi
