#include "core/tournament/tuning.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "core/base/decimals.h"
#include "core/base/errors.h"
#include "core/base/text.h"

namespace schiri {

namespace {

constexpr Pattern form = message_pattern(
    "expected NAME=MIN..MAX as in width=2..16, words as in style=calm|wild, or with the start as "
    "in "
    "width=6[2,16] and style=calm[calm|wild]");

[[noreturn]] void fail(std::string_view text, const Message& why) {
  throw ValueError(message("'{0}': {1}", text, why));
}

std::vector<std::string_view> trimmed_parts(std::string_view text, char separator) {
  std::vector<std::string_view> parts = split(text, separator);
  for (std::string_view& part : parts) part = trimmed(part);
  return parts;
}

double number_of(std::string_view text, std::string_view whole) {
  const auto number = parse_number<double>(text);
  if (number && std::isfinite(*number) && std::abs(*number) <= 1e9) return *number;
  fail(whole, message("expected a number from -1000000000 to 1000000000, not '{0}'", text));
}

bool is_whole_text(std::string_view text) {
  return !text.empty() && text.find_first_not_of("+-0123456789") == text.npos;
}

std::string name_of(std::string_view text) {
  constexpr std::string_view prefix = "option.";
  if (text.starts_with(prefix)) text.remove_prefix(prefix.size());
  return std::string(text);
}

constexpr std::pair<std::string_view, std::optional<double> TunedOption::*> step_sizes[] = {
    {"c_end", &TunedOption::c_end},
    {"r_end", &TunedOption::r_end},
    {"c", &TunedOption::c},
    {"a", &TunedOption::a}};

void set_step(TunedOption& option, std::string_view word, std::string_view text) {
  const auto equals = word.find('=');
  const std::string_view key = trimmed(word.substr(0, equals));
  for (const auto& [name, member] : step_sizes) {
    if (key != name || equals == word.npos) continue;
    option.*member = number_of(trimmed(word.substr(equals + 1)), text);
    if (!(*(option.*member) > 0)) fail(text, message("{0} must be more than 0", key));
    return;
  }
  fail(text, message("'{0}' is unknown; known are c_end=, r_end=, c=, a=", word));
}

void set_bounds(TunedOption& option, std::string_view least, std::string_view most,
                std::string_view text) {
  option.least = number_of(least, text);
  option.most = number_of(most, text);
}

void set_choices(TunedOption& option, std::string_view start, std::string_view words,
                 std::string_view text) {
  for (const std::string_view word : trimmed_parts(words, '|')) option.choices.emplace_back(word);
  const auto chosen = std::find(option.choices.begin(), option.choices.end(), start);
  if (chosen == option.choices.end()) {
    fail(text, message("the start '{0}' is not among the words", start));
  }
  option.start = static_cast<double>(chosen - option.choices.begin());
  option.most = static_cast<double>(option.choices.size() - 1);
}

/// Reads the step sizes after the colon, if there is one.
void set_steps(TunedOption& option, std::string_view steps, std::string_view text) {
  if (steps.empty()) return;
  if (steps.front() != ':') fail(text, Message(form));
  for (const std::string_view word : trimmed_parts(steps.substr(1), ',')) {
    set_step(option, word, text);
  }
}

/// `6[2,16]` or `calm[calm|wild]`, and the step sizes.
void read_bracketed(TunedOption& option, std::string_view value, std::string_view text) {
  const auto open = value.find('[');
  const auto close = value.find(']', open);
  if (close == value.npos) fail(text, Message(form));
  const std::string_view start = trimmed(value.substr(0, open));
  const std::string_view inside = value.substr(open + 1, close - open - 1);
  if (inside.find('|') != inside.npos) {
    set_choices(option, start, inside, text);
  } else {
    const auto ends = trimmed_parts(inside, ',');
    if (ends.size() != 2) fail(text, Message(form));
    option.is_whole = is_whole_text(start) && is_whole_text(ends[0]) && is_whole_text(ends[1]);
    option.start = number_of(start, text);
    set_bounds(option, ends[0], ends[1], text);
  }
  set_steps(option, trimmed(value.substr(close + 1)), text);
}

/// The start of a number without one: the bot's value, or the middle if that is not within the
/// bounds.
double start_within(const TunedOption& option, const std::optional<std::string>& value) {
  const auto number = value ? parse_number<double>(*value) : std::nullopt;
  const bool is_usable = number && *number >= option.least && *number <= option.most &&
                         (!option.is_whole || *number == std::floor(*number));
  if (is_usable) return *number;
  const double middle = (option.least + option.most) / 2;
  return option.is_whole ? std::floor(middle) : middle;
}

/// `2..16` or `calm|wild`, and the step sizes.
void read_startless(TunedOption& option, std::string_view value, const StartValue& start,
                    std::string_view text) {
  const auto colon = std::min(value.find(':'), value.size());
  const std::string_view range = trimmed(value.substr(0, colon));
  const auto begin = start ? start(option.name) : std::nullopt;
  constexpr std::string_view dots = "..";
  const auto middle = range.find(dots);
  if (range.find('|') != range.npos) {
    const auto words = trimmed_parts(range, '|');
    const bool is_known = begin && std::find(words.begin(), words.end(), *begin) != words.end();
    set_choices(option, is_known ? *begin : words.front(), range, text);
  } else if (middle != range.npos) {
    const std::string_view least = trimmed(range.substr(0, middle));
    const std::string_view most = trimmed(range.substr(middle + dots.size()));
    option.is_whole = is_whole_text(least) && is_whole_text(most);
    set_bounds(option, least, most, text);
    option.start = start_within(option, begin);
  } else {
    fail(text, Message(form));
  }
  set_steps(option, value.substr(colon), text);
}

TunedOption read_pair(std::string_view text, const StartValue& start) {
  const auto equals = text.find('=');
  if (equals == text.npos) fail(text, Message(form));
  TunedOption option;
  option.name = name_of(trimmed(text.substr(0, equals)));
  const std::string_view value = trimmed(text.substr(equals + 1));
  if (value.find('[') != value.npos) {
    read_bracketed(option, value, text);
  } else {
    read_startless(option, value, start, text);
  }
  return option;
}

/// The format of OpenBench.
TunedOption read_line(const std::vector<std::string_view>& fields, std::string_view text) {
  if (fields[1] != "int" && fields[1] != "float")
    fail(text, message("the type is neither int nor float"));
  TunedOption option;
  option.name = name_of(fields[0]);
  option.is_whole = fields[1] == "int";
  option.start = number_of(fields[2], text);
  option.least = number_of(fields[3], text);
  option.most = number_of(fields[4], text);
  set_step(option, "c_end=" + std::string(fields[5]), text);
  set_step(option, "r_end=" + std::string(fields[6]), text);
  return option;
}

TunedOption read_option(std::string_view text, const StartValue& start) {
  constexpr std::size_t fields_of_a_line = 7;
  const auto fields = trimmed_parts(text, ',');
  if (text.find('[') == text.npos && fields.size() == fields_of_a_line) {
    return read_line(fields, text);
  }
  return read_pair(text, start);
}

void require_sound(const TunedOption& option, std::string_view text) {
  const auto is_whole = [](double number) { return number == std::floor(number); };
  if (option.name.empty()) fail(text, message("the option has no name"));
  if (!option.choices.empty()) {
    auto words = option.choices;
    std::sort(words.begin(), words.end());
    if (words.front().empty()) fail(text, message("a word is empty"));
    if (std::adjacent_find(words.begin(), words.end()) != words.end()) {
      fail(text, message("a word appears twice"));
    }
    if (option.c_end || option.r_end || option.c || option.a) {
      fail(text, message("step sizes are for numbers, not for words"));
    }
    return;
  }
  if (!(option.least < option.most))
    fail(text, message("the lower bound must be less than the upper"));
  if (option.start < option.least || option.start > option.most) {
    fail(text, message("the start {0} is not within the bounds", shortest_text(option.start)));
  }
  if (option.is_whole &&
      !(is_whole(option.start) && is_whole(option.least) && is_whole(option.most))) {
    fail(text, message("an int needs whole numbers"));
  }
  if ((option.c_end && option.c) || (option.r_end && option.a)) {
    fail(text, message("c_end and c mean the same, as do r_end and a; use one of each"));
  }
  const double aside = std::max(option.c_end.value_or(0), option.c.value_or(0));
  if (aside > option.most - option.least)
    fail(text, message("c is greater than the distance of the bounds"));
}

}  // namespace

std::vector<TunedOption> parse_tuned_options(std::string_view text, const StartValue& start) {
  std::vector<TunedOption> options;
  for (const std::string_view part : trimmed_parts(text, ';')) {
    if (part.empty()) continue;
    const TunedOption option = read_option(part, start);
    require_sound(option, part);
    if (std::ranges::count(options, option.name, &TunedOption::name) > 0) {
      fail(part, message("this option is given twice"));
    }
    options.push_back(option);
  }
  if (options.empty()) throw ValueError(message("there is no option; {0}", Message(form)));
  if (options.size() > most_tuned_options) {
    throw ValueError(message("at most {0} options are tuned at once", most_tuned_options));
  }
  return options;
}

namespace {

/// Without an exponent, which would mark it as real.
std::string whole_text(double number) { return std::to_string(std::llround(number)); }

/// The number with a decimal point or an exponent, which marks it as real.
std::string real_text(double number) {
  const std::string text = shortest_text(number);
  return is_whole_text(text) ? text + ".0" : text;
}

std::string bounds_text(const TunedOption& option) {
  const auto text = option.is_whole ? whole_text : real_text;
  return text(option.start) + "[" + text(option.least) + "," + text(option.most) + "]";
}

std::string choices_text(const TunedOption& option) {
  return value_text(option, option.start) + "[" + join(option.choices, "|") + "]";
}

std::string steps_text(const TunedOption& option) {
  std::vector<std::string> steps;
  for (const auto& [key, member] : step_sizes) {
    if (const auto& size = option.*member) {
      steps.push_back(std::string(key) + "=" + shortest_text(*size));
    }
  }
  return (steps.empty() ? "" : ":") + join(steps, ",");
}

}  // namespace

std::string write_tuned_options(const std::vector<TunedOption>& options) {
  return join(options, "; ", [](const TunedOption& option) {
    return option.name + "=" +
           (option.choices.empty() ? bounds_text(option) : choices_text(option)) +
           steps_text(option);
  });
}

std::string value_text(const TunedOption& option, double value) {
  if (!option.choices.empty()) return option.choices.at(static_cast<std::size_t>(value));
  if (option.is_whole) return std::to_string(std::llround(value));
  constexpr int digits = 6;
  return significant_text(value, digits);
}

namespace {

/// A number of the text `key=NUMBER` and its range.
struct Gain {
  std::string_view key;
  double SpsaGains::*member;
  double least;
  double most;
};

constexpr Gain known_gains[] = {{"r_end", &SpsaGains::r_end, 1e-9, 10},
                                {"alpha", &SpsaGains::alpha, 0, 1},
                                {"gamma", &SpsaGains::gamma, 0, 1},
                                {"A", &SpsaGains::A, 0, 100}};

/// At the end of the names of a tuned bot's players.
constexpr std::string_view player_marks[] = {" +", " -"};

bool take(std::string_view key, std::string_view value, SpsaGains& gains) {
  for (const Gain& gain : known_gains) {
    if (key != gain.key) continue;
    const auto number = parse_number<double>(value);
    if (!number || !(*number >= gain.least && *number <= gain.most)) return false;
    gains.*gain.member = *number;
    return true;
  }
  return false;
}

}  // namespace

std::optional<SpsaGains> parse_spsa_gains(std::string_view text) {
  SpsaGains gains;
  const auto entries = split_key_values(text);
  for (const auto& [key, value] : entries) {
    if (!value || !take(key, *value, gains)) return std::nullopt;
  }
  return entries.empty() ? std::nullopt : std::optional(gains);
}

std::vector<BotSpec> tuned_players(const BotSpec& bot) {
  std::vector<BotSpec> players(2, bot);
  for (std::size_t i = 0; i < players.size(); ++i) players[i].name += player_marks[i];
  return players;
}

std::string tuned_name(const BotSpec& player) {
  for (const std::string_view mark : player_marks) {
    if (player.name.ends_with(mark)) {
      return player.name.substr(0, player.name.size() - mark.size());
    }
  }
  return player.name;
}

std::string write_spsa_gains(const SpsaGains& gains) {
  return join(known_gains, ",", [&](const Gain& gain) {
    return std::string(gain.key) + "=" + shortest_text(gains.*gain.member);
  });
}

}  // namespace schiri
