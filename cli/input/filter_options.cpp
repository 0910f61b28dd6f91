#include "cli/input/filter_options.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <variant>

#include "cli/input/inputs.h"
#include "cli/input/name_check.h"
#include "cli/input/played_turns.h"
#include "cli/line/command.h"
#include "cli/line/usual_options.h"
#include "cli/print/output_language.h"
#include "core/base/text.h"
#include "db/query/filtered_games.h"
#include "db/query/game_filter.h"
#include "notation/programs/word_game.h"
#include "notation/records/conversion/played_record.h"
#include "notation/text/printable.h"

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

db::TagCondition read_tag_condition(const std::string& text) {
  constexpr std::string_view relations[] = {"!=", "<=", ">=", "=", "<", ">"};
  const std::size_t at = text.find_first_of("=!<>");
  std::string name = text.substr(0, at);
  if (!name.empty()) name = read_tag_name("--tag", name);
  const std::string_view rest = std::string_view(text).substr(std::min(at, text.size()));
  const auto relation = std::find_if(std::begin(relations), std::end(relations),
                                     [&](std::string_view sign) { return rest.starts_with(sign); });
  if (name.empty() || relation == std::end(relations)) {
    throw InputError(
        message("--tag: expected NAME=PATTERN or NAME!=PATTERN, a shell pattern, or a number after "
                "< <= > >=, not '{0}'",
                printable(text)));
  }
  const db::TagCondition tag{name, std::string(*relation),
                             std::string(rest.substr(relation->size()))};
  if (tag.relation == "=" || tag.relation == "!=") return tag;
  const auto number = parse_number<double>(tag.pattern);
  if (!number || !std::isfinite(*number)) {
    throw InputError(message("--tag: expected a number after {0}, not '{1}'", tag.relation,
                             printable(tag.pattern)));
  }
  return tag;
}

/// All rolls of three digits, the game's usual one first; of a game without rolls the empty one.
std::vector<std::string> first_rolls(const GameType& type) {
  std::vector<std::string> rolls = {std::string(type.facts.any_roll)};
  if (!type.starts_with_roll()) return rolls;
  for (int number = 1000; number < 2000; ++number) {
    rolls.push_back(std::to_string(number).substr(1));
  }
  return rolls;
}

/// The canonical text of these turns, from the first roll with which they can be played; an
/// objection with the usual roll if there is none. Throws StartError.
std::variant<std::vector<std::string>, Message> canonical_turns(const GameType& type,
                                                                const std::string& beginning,
                                                                const CheckOptions& told) {
  // Legal turns depend on the roll.
  const bool is_told = type.starts_with_roll() && !told.roll.empty();
  std::optional<Message> objection;
  for (const std::string& roll : is_told ? std::vector{told.roll} : first_rolls(type)) {
    try {
      const auto game = type.start({told.variant, "", roll});
      const auto refused = play_turns(*game, type, beginning);
      if (!refused) return std::vector<std::string>(game->turns().begin(), game->turns().end());
      if (!objection) objection = refused->error.message;
    } catch (const StartError&) {
      if (!objection) throw;  // other than dice that have no such number
    }
  }
  return *objection;
}

/// Finds the canonical text of these turns in each game, from its start or any other.
void read_beginning(const std::string& beginning, const CheckOptions& told,
                    db::GameFilter& filter) {
  Message objections;
  bool is_known = false;
  for (const GameType* type : games_meant(told.game)) {
    try {
      auto found = canonical_turns(*type, beginning, told);
      if (const Message* objection = std::get_if<Message>(&found)) {
        objections = message("{0}\n  {1}: {2}", objections, type->title(), *objection);
        continue;
      }
      filter.beginnings[std::string(type->name())].push_back(
          std::get<std::vector<std::string>>(std::move(found)));
      is_known = true;
    } catch (const StartError& error) {
      objections = message("{0}\n  {1}: {2}", objections, type->title(), error.message());
    }
  }
  if (is_known) return;
  throw InputError(
      message("--begins: no game begins with '{0}'{1}", printable(beginning, 200), objections));
}

}  // namespace

void FilterOptions::add_record_options(Command& command) {
  command
      .add_option("--player", given_.players,
                  "Select games of this player; repeat it for games between two")
      ->repeatable();
  command
      .add_option("--white", given_.whites, "Select games with this player as White; repeatable")
      ->repeatable();
  command
      .add_option("--black", given_.blacks, "Select games with this player as Black; repeatable")
      ->repeatable();
  command.add_option("--event", given_.events, "Select games of this event; repeatable")
      ->repeatable();
  command.add_option("--result", given_.results, "Select games with this result; repeatable")
      ->repeatable()
      ->one_of({"1-0", "0-1", "1/2-1/2", "*"});
  command.add_option("--since", given_.since, "Select games from this day, month or year on");
  command.add_option("--until", given_.until, "Select games up to this day, month or year");
  command
      .add_option("--ending", given_.endings,
                  "Select by ending: chain, resignation, unfinished, ...; repeatable")
      ->repeatable()
      ->type_name("ENDING");
  command.add_option("--min-turns", given_.min_turns, "Select games of at least N turns");
  command.add_option("--max-turns", given_.max_turns, "Select games of at most N turns");
  command
      .add_option("--upset", given_.upset,
                  "Select games won against a rating (WhiteElo, BlackElo) higher by at least N")
      ->type_name("N");
  command
      .add_option("--tag", tags_, "Select by tag, also NAME!=PATTERN or WhiteElo>=1500; repeatable")
      ->repeatable()
      ->type_name("NAME=PATTERN");
  command
      .add_option("--begins", beginnings_,
                  "Select games that begin with these turns: \"A2+B3 A6-B6\"; repeatable")
      ->repeatable()
      ->type_name("TURNS");
  positions_.add_to(command);
}

void FilterOptions::add_selection(Command& command) {
  add_record_options(command);
  add_game(command, "--game", given_.game, "Select games of this game");
  add_variant(command, "--variant", given_.variant, "Select games of this variant");
}

void FilterOptions::add_to(Command& command) {
  add_selection(command);
  command.add_option("--id", given_.id, "Select the game with this id");
  command
      .add_option("--import", given_.import,
                  "Select the games that import N ('schiri db query imports') has added")
      ->type_name("N");
  command.add_option("--number", given_.number, "Select game N of a tournament (--event)")
      ->not_negative();
}

void FilterOptions::add_page_options(Command& command) {
  command.add_option("--limit", given_.limit, "Print at most N")->not_negative();
  command.add_option("--offset", given_.offset, "Skip the first N")->not_negative();
}

RecordFilter::RecordFilter(db::GameFilter filter, const CheckOptions& told, Condition also)
    : filter_(std::move(filter)),
      told_(told),
      also_(std::move(also)),
      positions_(filter_.positions) {}

void RecordFilter::set_parts(std::set<std::string, std::less<>> parts) {
  filter_.parts = std::move(parts);
}

RecordFilter::Fit RecordFilter::fit(const CheckedRecord& checked) const {
  if (fits(checked, filter_)) return reaches(checked) ? Fit::yes : Fit::no;
  if (filter_.since.empty() && filter_.until.empty()) return Fit::no;
  db::GameFilter unsure = filter_;
  unsure.has_unsure_date = true;
  const bool is_unsure = fits(checked, unsure) && (!also_ || also_(checked)) && reaches(checked);
  return is_unsure ? Fit::unsure : Fit::no;
}

bool RecordFilter::accepts(const CheckedRecord& checked) {
  const Fit its = fit(checked);
  if (its == Fit::unsure) ++unsure_dates_;
  return its == Fit::yes;
}

bool RecordFilter::reaches(const CheckedRecord& checked) const {
  if (filter_.positions.is_empty()) return true;
  const GameType* type = find_game(checked.check.game);
  if (!type) return false;
  try {
    return positions_.matches(*type, start_of(checked, told_), checked.record.turns());
  } catch (const StartError&) {
    return false;  // the record cannot be set up
  }
}

void note_games_with_unsure_dates(std::uint64_t games) {
  if (games == 0) return;
  print_note(message(
      "{0} {0:game|games} left out: a part of the date is unknown, so {0:it|they} may be in the "
      "period or not.",
      games));
}

void RecordFilter::note_unsure_dates() const { note_games_with_unsure_dates(unsure_dates_); }

void note_unsure_dates(const db::Store& store, const db::GameFilter& filter,
                       const std::function<bool(const rating::FinishedGame&)>& also) {
  if (filter.since.empty() && filter.until.empty()) return;
  db::GameFilter unsure = filter;
  unsure.has_unsure_date = true;
  std::uint64_t games = 0;
  db::visit_results(store, unsure, [&](const rating::FinishedGame& game) { games += also(game); });
  note_games_with_unsure_dates(games);
}

void note_unsure_dates(const db::Store& store, const db::GameFilter& filter) {
  if (filter.since.empty() && filter.until.empty()) return;
  db::GameFilter unsure = filter;
  unsure.has_unsure_date = true;
  unsure.limit.reset();
  unsure.offset = 0;
  // Positions are searched only if there are such games at all.
  const PositionSearch positions = std::exchange(unsure.positions, {});
  std::uint64_t games = db::count_games(store, unsure);
  if (games > 0 && !positions.is_empty()) {
    unsure.positions = positions;
    games = db::count_games(store, unsure);
  }
  note_games_with_unsure_dates(games);
}

db::PositionGoal position_goal(const StartOptions& start) {
  const auto game = start.start();
  const GameType& type = start.type();
  return {start.game,
          std::string(start.variant.empty() ? type.variant_table.standard() : start.variant),
          game->position()};
}

db::GameFilter FilterOptions::record_filter(const CheckOptions& told) const {
  db::GameFilter filter = given_;
  if (filter.players.size() > 2) {
    throw InputError(message("--player: specify at most two, who play against each other"));
  }
  // An empty name filters nothing.
  std::erase(filter.events, "");
  std::erase(filter.results, "");
  filter.game = told.game;
  filter.variant = told.variant;
  filter.since = limit_of("--since", filter.since, told.date_order, &Date::first_day);
  filter.until = limit_of("--until", filter.until, told.date_order, &Date::last_day);
  for (const std::string& text : tags_) filter.tags.push_back(read_tag_condition(text));
  for (const std::string& turns : beginnings_) read_beginning(turns, told, filter);
  filter.positions = positions_.search({told.game, told.variant, told.roll});
  return filter;
}

db::GameFilter FilterOptions::filter(const std::string& database) const {
  CheckOptions told;
  told.game = given_.game;
  learn_game(told.game, database);
  told.variant = given_.variant;
  require_known({told.game, told.variant});
  return record_filter(told);
}

}  // namespace schiri::cli
