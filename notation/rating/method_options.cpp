#include "notation/rating/method_options.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/base/errors.h"
#include "core/base/names.h"
#include "core/base/text.h"

namespace schiri::rating {

namespace {

using Takes = MethodOption::Takes;

std::optional<double> read_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto value = parse_number<double>(text);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

/// The name itself may contain a `=`.
std::pair<std::string, Anchor> read_anchor(std::string_view text) {
  const std::size_t equals = text.rfind('=');
  const std::string_view value = equals == text.npos ? "" : text.substr(equals + 1);
  const std::size_t sign = value.find("+-");
  const auto rating = read_number(value.substr(0, sign));
  const auto error = sign == value.npos ? std::optional(0.0) : read_number(value.substr(sign + 2));
  if (equals == 0 || !rating || !error || (sign != value.npos && !(*error > 0))) {
    throw ValueError(
        message("expected NAME=RATING or NAME=RATING+-ERROR, not '{0}'", printable(text)));
  }
  return {std::string(text.substr(0, equals)), {*rating, *error}};
}

void add_anchor(MethodOptions& options, std::string_view text, double) {
  auto& anchors = options.bt.anchors;
  const auto [name, value] = read_anchor(text);
  for (const auto& [known, its] : anchors) {
    if (name_key(known) == name_key(name)) {
      throw ValueError(message("'{0}' is given twice", printable(name)));
    }
    if ((its.error > 0) != (value.error > 0)) {
      throw ValueError(message("expected all with an error (NAME=RATING+-ERROR), or none"));
    }
  }
  anchors.emplace(name, value);
}

/// The name itself may contain a `=`.
void add_start(MethodOptions& options, std::string_view text, double) {
  const std::size_t equals = text.rfind('=');
  const auto parts = split(equals == text.npos ? "" : text.substr(equals + 1), ',');
  std::vector<double> numbers;
  for (const std::string_view part : parts) {
    if (const auto number = read_number(part)) numbers.push_back(*number);
  }
  if (equals == 0 || numbers.empty() || numbers.size() != parts.size() || numbers.size() > 3) {
    throw ValueError(message("expected NAME=RATING or NAME=RATING,DEVIATION,VOLATILITY, not '{0}'",
                             printable(text)));
  }
  RatedPlayer player;
  player.name = text.substr(0, equals);
  player.rating = numbers[0];
  if (numbers.size() > 1) player.error = z95 * numbers[1];
  if (numbers.size() > 2) player.volatility = numbers[2];
  for (const RatedPlayer& known : options.elo.before) {
    if (name_key(known.name) == name_key(player.name)) {
      throw ValueError(message("'{0}' is given twice", printable(player.name)));
    }
  }
  options.elo.before.push_back(player);
  options.glicko2.before.push_back(std::move(player));
}

const std::vector<MethodOption>& all_options() {
  static const std::vector<MethodOption> all = {
      {"prior",
       "bt",
       "assume virtual games, a field drawn to its mean, or nothing (games, or field where results "
       "decided the pairings)",
       Takes::word,
       {"games", "field", "none"},
       [](auto& options, auto text, auto) {
         options.bt.prior = text == "games"   ? Prior::games
                            : text == "field" ? Prior::field
                                              : Prior::none;
       }},
      {"anchor",
       "bt",
       "shift the list to a rating, or with +-ERROR observe it; repeatable",
       Takes::anchor,
       {},
       add_anchor},
      {"no-errors",
       "bt",
       "skip errors (the slowest part)",
       Takes::nothing,
       {},
       [](auto& options, auto, auto) { options.bt.errors = false; }},
      {"k",
       "elo",
       "set the points of an entirely unexpected win (32)",
       Takes::positive,
       {},
       [](auto& options, auto, double k) { options.elo.k = k; }},
      {"fide",
       "elo",
       "use FIDE's table, cap and K by experience",
       Takes::nothing,
       {},
       [](auto& options, auto, auto) { options.elo.fide = true; }},
      {"period",
       "glicko2",
       "set the rating period: event or day",
       Takes::word,
       {"event", "day"},
       [](auto& options, auto text, auto) {
         options.glicko2.period = text == "day" ? RatingPeriod::day : RatingPeriod::event;
       }},
      {"tau",
       "glicko2",
       "set the change of volatility (0.5)",
       Takes::positive,
       {},
       [](auto& options, auto, double tau) { options.glicko2.tau = tau; }},
      {"start",
       "elo, glicko2",
       "set a player's first rating; with glicko2 also its deviation and volatility",
       Takes::start,
       {},
       add_start}};
  return all;
}

[[noreturn]] void refuse(const Message& expected, std::string_view text) {
  throw ValueError(message("expected {0}, not '{1}'", expected, printable(text)));
}

}  // namespace

bool MethodOption::is_of(std::string_view method) const {
  const auto known = split(methods, ',');
  return std::any_of(known.begin(), known.end(),
                     [&](std::string_view one) { return trimmed(one) == method; });
}

std::span<const MethodOption> method_options() { return all_options(); }

const MethodOption* find_method_option(std::string_view name) {
  const auto& all = all_options();
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const MethodOption& one) { return one.name == name; });
  return found == all.end() ? nullptr : &*found;
}

void set_option(MethodOptions& options, const MethodOption& option, std::string_view text) {
  double number = 0;
  if (option.takes == Takes::nothing && !text.empty()) refuse(message("no value"), text);
  if (option.takes == Takes::positive) {
    number = read_number(text).value_or(0);
    if (!(number > 0)) refuse(message("a number above 0"), text);
  }
  if (option.takes == Takes::word &&
      std::find(option.words.begin(), option.words.end(), text) == option.words.end()) {
    refuse(any_of({option.words.begin(), option.words.end()}), text);
  }
  option.set(options, text, number);
}

}  // namespace schiri::rating
