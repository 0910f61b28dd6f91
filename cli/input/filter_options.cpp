#include "cli/input/filter_options.h"

#include <algorithm>
#include <optional>

#include "cli/input/inputs.h"
#include "cli/input/played_turns.h"
#include "cli/line/command.h"
#include "cli/line/usual_options.h"
#include "db/query/game_filter.h"
#include "notation/text/printable.h"
#include "notation/words/word_game.h"

namespace schiri::cli {

namespace {

using PositionOfGame = std::map<std::string, std::string, std::less<>>;

/// A position as the game writes it, or nothing if no variant has it.
std::optional<std::string> written_by(const GameType& type, const std::string& position,
                                      const std::string& variant, Message& objection) {
  const auto all = type.variant_table.all();
  std::vector<std::string_view> variants(all.begin(), all.end());
  if (!variant.empty()) variants.insert(variants.begin(), variant);
  for (const std::string_view name : variants) {
    try {
      return type.start({std::string(name), canonical_position(type, position, name), ""})
          ->position();
    } catch (const StartError& error) {
      if (objection.empty()) objection = error.message();
    }
  }
  return std::nullopt;
}

/// The position after turns from the start, or nothing. `objection`: the turn that cannot be played
/// after others.
std::optional<std::string> played_by(const GameType& type, const std::string& turns,
                                     const PositionOptions::Told& told, Message& objection) {
  if (type.starts_with_roll() && told.roll.empty()) return std::nullopt;
  try {
    const auto game =
        type.start({told.variant, "", type.starts_with_roll() ? told.roll : std::string()});
    const auto refused = play_turns(*game, type, turns);
    if (!refused) return game->position();
    if (refused->number > 1) {
      objection = message("{0} (turn {1}): {2}", printable(refused->text, 200), refused->number,
                          refused->error.message);
    }
  } catch (const StartError&) {
    // The game does not have the variant.
  }
  return std::nullopt;
}

/// Without --game a position may belong to several games.
PositionOfGame read_position(const std::string& text, const PositionOptions::Told& told) {
  PositionOfGame positions;
  Message objections, turn_objection;
  const auto games = games_meant(told.game);
  for (const GameType* type : games) {
    Message objection;
    if (const auto written = written_by(*type, text, told.variant, objection)) {
      positions.emplace(type->name(), *written);
    } else {
      objections = message("{0}\n  {1}: {2}", objections, type->title(), objection);
    }
  }
  if (!positions.empty()) return positions;
  for (const GameType* type : games) {
    if (const auto played = played_by(*type, text, told, turn_objection)) {
      positions.emplace(type->name(), *played);
    }
  }
  if (!positions.empty()) return positions;
  if (!turn_objection.empty()) throw InputError(message("--reaches: {0}", turn_objection));
  throw InputError(
      message("--reaches: no game has the position '{0}'{1}", printable(text, 200), objections));
}

/// Rejects a letter that is no piece of a selected game.
void require_pieces(const std::vector<PieceCondition>& pieces, const std::string& game) {
  std::string known;
  for (const GameType* type : games_meant(game)) {
    for (const char letter : type->facts.piece_letters) {
      if (known.find(letter) == known.npos) known += letter;
    }
    for (const Reserve& reserve : type->facts.reserves) known += reserve.letter;
  }
  for (const PieceCondition& condition : pieces) {
    const std::string letters = condition.letters();
    const auto unknown = letters.find_first_not_of(known);
    if (unknown == letters.npos) continue;
    throw InputError(message("--pieces: no position has a piece '{0}'; the letters are {1}",
                             letters[unknown], known));
  }
}

/// A pattern must fit the board of a variant of a selected game.
bool fits_a_board(const BoardPattern& pattern, const std::string& game) {
  for (const GameType* type : games_meant(game)) {
    for (const std::string_view variant : type->variants()) {
      const StartSpec start{std::string(variant), "", std::string(type->facts.any_roll)};
      if (pattern.fits_board_of(type->start(start)->position())) return true;
    }
  }
  return false;
}

}  // namespace

std::vector<const GameType*> games_meant(const std::string& game) {
  std::vector<const GameType*> games;
  for (const GameType* type : game_types()) {
    const bool is_meant = game.empty() ? type->facts.has_rules : type == find_game(game);
    if (is_meant) games.push_back(type);
  }
  return games;
}

void PositionOptions::add_to(Command& command) {
  command
      .add_option("--reaches", reaches_,
                  "Select games that reach this position, as text or turns; repeatable")
      ->repeatable();
  command
      .add_option("--pieces", pieces_, "Select games by pieces on the board: W=8,b>=3; repeatable")
      ->repeatable()
      ->type_name("LETTER=N,...");
  command
      .add_option("--pattern", patterns_,
                  "Select games by board, ? for any place, * for any row; repeatable")
      ->repeatable()
      ->type_name("ROW/...");
  command.add_flag("--mirror", mirrored_,
                   "Apply --reaches, --pieces and --pattern to mirror images as well");
  command.add_flag("--at-end", at_end_,
                   "Apply --reaches, --pieces and --pattern only to the last position");
}

PositionSearch PositionOptions::search(const Told& told) const {
  PositionSearch search;
  search.mirrored = mirrored_;
  search.at_end = at_end_;
  if (reaches_.empty() && pieces_.empty() && patterns_.empty()) {
    for (const auto& [given, name] : {std::pair(at_end_, "--at-end"), {mirrored_, "--mirror"}}) {
      if (given) {
        throw InputError(message("{0}: specify --reaches, --pieces or --pattern", name));
      }
    }
  } else if (const GameType* type = find_game(told.game); type && !type->facts.has_rules) {
    throw RulesUnknown(type->name());
  }
  for (const std::string& text : reaches_) search.reached.push_back(read_position(text, told));
  read_for("--pieces", [&] {
    for (const std::string& text : pieces_) search.pieces.emplace_back(text);
  });
  require_pieces(search.pieces, told.game);
  read_for("--pattern", [&] {
    for (const std::string& text : patterns_) search.patterns.emplace_back(text);
  });
  for (std::size_t i = 0; i < search.patterns.size(); ++i) {
    if (fits_a_board(search.patterns[i], told.game)) continue;
    throw InputError(
        message("--pattern: '{0}' fits the board of no game; specify rows as in a position string",
                printable(patterns_[i], 200)));
  }
  return search;
}

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

void FilterOptions::add_selection(Command& command) {
  add_record_options(command);
  add_game(command, "--game", given_.game, "Select games of this game");
  add_variant(command, "--variant", given_.variant, "Select games of this variant");
  positions_.add_to(command);
}

void FilterOptions::add_to(Command& command) {
  add_selection(command);
  command.add_option("--id", given_.id, "Select the game with this id");
  command.add_option("--number", given_.number, "Select game N of a tournament (--event)")
      ->not_negative();
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

db::GameFilter FilterOptions::filter(const std::string& database) const {
  learn_game(given_.game, database);
  db::GameFilter filter = record_filter();
  require_known({filter.game, filter.variant});
  filter.positions = positions_.search({filter.game, filter.variant, ""});
  return filter;
}

}  // namespace schiri::cli
