#include "cli/otb/acts/event_records.h"

#include "core/base/names.h"
#include "notation/game_types.h"
#include "notation/records/conversion/played_record.h"
#include "notation/records/pgn/reader.h"
#include "notation/records/record.h"
#include "notation/records/source/byte_source.h"

namespace schiri::otb {

namespace {

using Tags = std::vector<std::pair<const char*, std::string>>;

/// A board of a round.
struct Place {
  std::uint64_t round;
  std::size_t board;  ///< from 1
};

/// The tags of event and players, with the current names, which may have been corrected.
Tags tags_of_today(const Journal& journal, const Board& board) {
  const auto& entrants = journal.event().entrants();
  const Entrant &white = entrants[board.first], &black = entrants[board.second];
  Tags tags = {{"Event", journal.head().name}, {"White", white.name}, {"Black", black.name}};
  if (white.rating) tags.emplace_back("WhiteElo", std::to_string(*white.rating));
  if (black.rating) tags.emplace_back("BlackElo", std::to_string(*black.rating));
  return tags;
}

std::string round_tag(const Place& at) {
  return std::to_string(at.round) + "." + std::to_string(at.board);
}

Record record_without_turns(const EventHead& head, const Place& at, BoardResult result,
                            const Tags& tags) {
  Record record;
  record.set_tag("Event", head.name);
  record.set_tag("Site", head.place.empty() ? "?" : head.place);
  const std::string day = head.time_of(at.round).date;
  record.set_tag("Date", day.empty() ? head.date : day);
  record.set_tag("Round", round_tag(at));
  for (const auto& [name, value] : tags) record.set_tag(name, value);
  record.result = std::string(board_result_text(result));
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
  const auto records = journal.records();
  const auto& rounds = journal.event().rounds();
  for (std::uint64_t round = 1; round <= rounds.size(); ++round) {
    for (std::size_t i = 0; i < rounds[round - 1].boards.size(); ++i) {
      const Board& board = rounds[round - 1].boards[i];
      // Records have no result of a game that both lose.
      if (!board.result || !was_played(*board.result) || board.result == BoardResult::both_lose) {
        continue;
      }
      const Tags tags = tags_of_today(journal, board);
      const auto known = records.find({round, i + 1});
      out << (known == records.end() ? write_record(record_without_turns(
                                           journal.head(), {round, i + 1}, *board.result, tags))
                                     : with_names_of_today(known->second, tags));
    }
  }
}

namespace {

/// The board of the last round whose players a record names, from 1; 0 if there is none.
std::size_t board_of(const Event& event, const Record& record) {
  if (event.rounds().empty()) return 0;
  const auto& boards = event.rounds().back().boards;
  for (std::size_t i = 0; i < boards.size(); ++i) {
    if (is_same_name(event.entrants()[boards[i].first].name, record.tag("White")) &&
        is_same_name(event.entrants()[boards[i].second].name, record.tag("Black"))) {
      return i + 1;
    }
  }
  return 0;
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
  const std::size_t board = board_of(journal.event(), record);
  const auto result = played_result(record);
  if (board == 0) return message("its players do not meet in the last round with these colours");
  if (!result) return message("it has no result");
  if (checked.check.game != head.game || checked.check.variant != head.variant) {
    return message("it is of another game or variant than the event");
  }
  if (journal.event().rounds().back().boards[board - 1].result) {
    return message("its board has a result already");
  }
  record.set_tag("Event", head.name);
  if (record.tag("Site").empty()) record.set_tag("Site", head.place.empty() ? "?" : head.place);
  const std::string day = head.time_of(round).date;
  if (record.tag("Date").empty()) record.set_tag("Date", day.empty() ? head.date : day);
  record.set_tag("Round", round_tag({round, board}));
  journal.add(act::Result{{round, board}, *result, write_record(record)});
  return {};
}

}  // namespace schiri::otb
