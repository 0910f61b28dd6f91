#include "cli/filter_options.h"

#include <algorithm>
#include <cstdio>

#include "cli/command.h"
#include "notation/finding_log.h"

namespace schiri::cli {

namespace {

/// The parts of a date that are there, 0 for the others.
struct Date {
  int year = 0;
  int month = 0;
  int day = 0;
};

Date read_date(const std::string& option, const std::string& text) {
  std::string shape = text;
  std::string digits;
  for (char& c : shape) {
    if (c >= '0' && c <= '9') {
      digits += c;
      c = '#';
    } else if (c == '-') {
      c = '.';
    }
  }
  if (shape == "####" || shape == "####.##" || shape == "####.##.##") {
    const auto number = [&](std::size_t at, std::size_t length) {
      return at < digits.size() ? std::stoi(digits.substr(at, length)) : 0;
    };
    const Date date{number(0, 4), number(4, 2), number(6, 2)};
    const bool real = (digits.size() < 6 || (date.month >= 1 && date.month <= 12)) &&
                      (digits.size() < 8 || (date.day >= 1 && date.day <= 31));
    if (real) return date;
  }
  throw UsageError(option + ": expected a date as 2024, 2024.05 or 2024.05.17, not '" +
                   printable(text) + "'");
}

std::string date_text(const Date& date) {
  char text[40];
  std::snprintf(text, sizeof text, "%04d.%02d.%02d", date.year, date.month, date.day);
  return text;
}

}  // namespace

std::string first_day(const std::string& option, const std::string& date) {
  const Date read = read_date(option, date);
  return date_text({read.year, std::max(read.month, 1), std::max(read.day, 1)});
}

std::string last_day(const std::string& option, const std::string& date) {
  const Date read = read_date(option, date);
  return date_text({read.year, read.month ? read.month : 12, read.day ? read.day : 31});
}

void FilterOptions::add_record_options(CLI::App& command) {
  command
      .add_option("--player", given_.players,
                  "Games of this player; given twice, games between the two")
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command.add_option("--event", given_.event, "Games of this event");
  command.add_option("--result", given_.result, "Games with this result")
      ->check(CLI::IsMember({"1-0", "0-1", "1/2-1/2", "*"}));
  command.add_option("--since", given_.since, "Games from this day on, or month, or year");
  command.add_option("--until", given_.until, "Games up to this day, or month, or year");
}

void FilterOptions::add_to(CLI::App& command) {
  add_record_options(command);
  command.add_option("--game", given_.game, "Games of this kind");
  command.add_option("--variant", given_.variant, "Games of this variant");
  command.add_option("--reaches", reaches_,
                     "Games that come through this position; --game says of which game");
}

void FilterOptions::add_page_options(CLI::App& command) {
  command.add_option("--limit", given_.limit, "At most so many")->check(CLI::NonNegativeNumber);
  command.add_option("--offset", given_.offset, "Leave out so many at the beginning")
      ->check(CLI::NonNegativeNumber);
}

db::PositionGoal position_goal(const StartOptions& start) {
  const auto game = start.start();
  const GameType& type = start.type();
  return {start.game, std::string(start.variant.empty() ? type.variants().front() : start.variant),
          game->position()};
}

db::GameFilter FilterOptions::filter() const {
  db::GameFilter filter = given_;
  if (!filter.since.empty()) filter.since = first_day("--since", filter.since);
  if (!filter.until.empty()) filter.until = last_day("--until", filter.until);
  if (!reaches_.empty()) {
    if (filter.game.empty()) throw UsageError("--reaches: expected --game GAME as well");
    filter.reaches = position_goal({filter.game, filter.variant, reaches_, ""});
    filter.variant = filter.reaches->variant;
  }
  return filter;
}

}  // namespace schiri::cli
