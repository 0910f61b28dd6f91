#include "notation/otb/event_records.h"

#include "core/base/names.h"
#include "core/otb/teams.h"
#include "notation/game_types.h"
#include "notation/records/conversion/played_record.h"
#include "notation/records/pgn/reader.h"
#include "notation/records/record.h"
#include "notation/records/source/byte_source.h"

namespace schiri::otb {

namespace {

using Tags = std::vector<std::pair<const char*, std::string>>;

/// The tags of event and players, with the current names, which may have been corrected.
Tags tags_of_today(const Journal& journal, const std::vector<Player>& people,
                   const TableGame& game) {
  const Player &white = people[*game.white], &black = people[*game.black];
  Tags tags = {{"Event", journal.head().name}, {"White", white.name}, {"Black", black.name}};
  if (white.rating) tags.emplace_back("WhiteElo", std::to_string(*white.rating));
  if (black.rating) tags.emplace_back("BlackElo", std::to_string(*black.rating));
  if (!journal.event().has_teams()) return tags;
  const auto& teams = journal.event().entrants();
  tags.emplace_back("WhiteTeam", teams[white.team].name);
  tags.emplace_back("BlackTeam", teams[black.team].name);
  return tags;
}

Record record_without_turns(const EventHead& head, std::uint64_t round, const TableGame& game,
                            const Tags& tags) {
  Record record;
  record.set_tag("Event", head.name);
  record.set_tag("Site", head.place.empty() ? "?" : head.place);
  record.set_tag("Date", head.date);
  record.set_tag("Round", std::to_string(round) + "." + game.table());
  for (const auto& [name, value] : tags) record.set_tag(name, value);
  record.result = std::string(board_result_text(*game.result));
  record.set_tag("Result", record.result);
  record.set_tag("Game", head.game);
  record.set_tag("Variant", head.variant);
  const GameType* const type = find_game(head.game);
  // A record needs a roll to be valid, and without turns its value does not matter.
  if (type && type->starts_with_roll()) record.set_tag("Roll", std::string(type->facts.any_roll));
  record.set_tag("Termination", std::string(message_pattern("not recorded").text()));
  return record;
}

/// An imported record with the current names.
std::string with_names_of_today(const std::string& text, const Tags& tags) {
  ReadOptions options;
  options.keep = Keep::records;
  TextSource source(text);
  std::string written;
  read_records(source, options, [&](CheckedRecord& checked) {
    if (!checked.check.valid()) return false;
    for (const auto& [name, value] : tags) checked.record.set_tag(name, value);
    written = write_record(checked.record);
    return false;
  });
  return written.empty() ? text : written;
}

}  // namespace

void write_records(std::ostream& out, const Journal& journal) {
  const Event& event = journal.event();
  const auto people = otb::players(event);
  const auto records = journal.records();
  for (std::uint64_t round = 1; round <= event.rounds().size(); ++round) {
    for (const TableGame& game : otb::games(event, round)) {
      // Records have no result of a game that both lose.
      if (!game.result || !was_played(*game.result) || game.result == BoardResult::both_lose) {
        continue;
      }
      const Tags tags = tags_of_today(journal, people, game);
      const auto known = records.find({round, game.match, game.board});
      out << (known == records.end()
                  ? write_record(record_without_turns(journal.head(), round, game, tags))
                  : with_names_of_today(known->second, tags));
    }
  }
}

namespace {

/// The game of the last round whose players a record names.
std::optional<TableGame> game_of(const Event& event, const Record& record) {
  if (event.rounds().empty()) return std::nullopt;
  const auto people = otb::players(event);
  for (const TableGame& game : otb::games(event, event.rounds().size())) {
    if (!game.white || !game.black) continue;
    if (is_same_name(people[*game.white].name, record.tag("White")) &&
        is_same_name(people[*game.black].name, record.tag("Black"))) {
      return game;
    }
  }
  return std::nullopt;
}

std::optional<BoardResult> played_result(const Record& record) {
  const auto result = find_board_result(record.result);
  const bool is_of_records = result && was_played(*result) && result != BoardResult::both_lose;
  return is_of_records ? result : std::nullopt;
}

}  // namespace

Message import_result(Journal& journal, CheckedRecord& checked) {
  const EventHead& head = journal.head();
  const std::uint64_t round = journal.event().rounds().size();
  Record& record = checked.record;
  const auto game = game_of(journal.event(), record);
  const auto result = played_result(record);
  if (!game) return message("its players do not meet in the last round with these colours");
  if (!result) return message("it has no result");
  if (checked.check.game != head.game || checked.check.variant != head.variant) {
    return message("it is of another game or variant than the event");
  }
  if (game->result) return message("its board has a result already");
  record.set_tag("Event", head.name);
  if (record.tag("Site").empty()) record.set_tag("Site", head.place.empty() ? "?" : head.place);
  const std::string day = head.time_of(round).date;
  if (record.tag("Date").empty()) record.set_tag("Date", day.empty() ? head.date : day);
  record.set_tag("Round", std::to_string(round) + "." + game->table());
  journal.add(act::Result{{round, game->match, game->board}, *result, write_record(record)});
  return {};
}

}  // namespace schiri::otb
