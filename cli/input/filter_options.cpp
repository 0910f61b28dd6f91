#include "cli/input/filter_options.h"

#include "cli/input/inputs.h"
#include "cli/line/command.h"
#include "db/query/game_filter.h"
#include "notation/text/printable.h"

namespace schiri::cli {

Date require_date(const std::string& option, const std::string& text, DateOrder order) {
  if (const auto date = read_date(text, order)) return *date;
  const Message likely = likely_dates(text);
  const std::string shown = printable(text);
  throw InputError(
      likely.empty()
          ? message("{0}: expected a day, month or year, for example 2026.03.07, 2026.03 or 2026, "
                    "not '{1}'",
                    option, shown)
          : message("{0}: expected a day, month or year, for example 2026.03.07, 2026.03 or 2026, "
                    "not '{1}'; did you mean {2}?",
                    option, shown, likely));
}

namespace {

/// The first or last day of a period.
std::string limit_of(const std::string& option, const std::string& text, DateOrder order,
                     std::optional<std::chrono::year_month_day> (Date::*limit)() const) {
  if (text.empty()) return {};
  const auto day = (require_date(option, text, order).*limit)();
  if (!day) {
    throw InputError(message("{0}: expected at least a year, not '{1}'", option, printable(text)));
  }
  return day_text(*day);
}

}  // namespace

void read_period(db::GameFilter& filter, DateOrder order) {
  filter.since = limit_of("--since", filter.since, order, &Date::first_day);
  filter.until = limit_of("--until", filter.until, order, &Date::last_day);
}

void FilterOptions::add_record_options(Command& command) {
  command
      .add_option("--player", given_.players,
                  "Select games of this player; repeat it for games between two")
      ->repeatable();
  command.add_option("--event", given_.events, "Select games of this event; repeatable")
      ->repeatable();
  command.add_option("--result", given_.results, "Select games with this result; repeatable")
      ->repeatable()
      ->one_of({"1-0", "0-1", "1/2-1/2", "*"});
  command.add_option("--since", given_.since, "Select games from this day, month or year on");
  command.add_option("--until", given_.until, "Select games up to this day, month or year");
}

void FilterOptions::add_to(Command& command) {
  add_record_options(command);
  add_game(command, "--game", given_.game, "Select games of this game");
  add_variant(command, "--variant", given_.variant, "Select games of this variant");
  command.add_option("--id", given_.id, "Select the game with this id");
  positions_.add_to(command);
}

void FilterOptions::add_page_options(Command& command) {
  command.add_option("--limit", given_.limit, "Print at most N")->not_negative();
  command.add_option("--offset", given_.offset, "Skip the first N")->not_negative();
}

db::PositionGoal position_goal(const StartOptions& start) {
  const auto game = start.start();
  const GameType& type = start.type();
  return {start.game,
          std::string(start.variant.empty() ? type.variant_table.standard() : start.variant),
          game->position()};
}

db::GameFilter FilterOptions::record_filter(DateOrder order) const {
  db::GameFilter filter = given_;
  // An empty name filters nothing.
  std::erase(filter.events, "");
  std::erase(filter.results, "");
  read_period(filter, order);
  return filter;
}

db::GameFilter FilterOptions::filter() const {
  db::GameFilter filter = record_filter();
  require_known({filter.game, filter.variant});
  filter.positions = positions_.search({filter.game, filter.variant, ""});
  return filter;
}

}  // namespace schiri::cli
