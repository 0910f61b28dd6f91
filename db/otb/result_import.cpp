#include "db/otb/result_import.h"

#include "core/base/names.h"
#include "core/otb/teams.h"
#include "notation/records/record.h"

namespace schiri::otb {

namespace {

/// The board of the last round whose players a record names, from 1; 0 if there is none.
std::uint64_t board_of(const Event& event, const Record& record) {
  if (event.rounds().empty()) return 0;
  const auto games = otb::games(event, event.rounds().size());
  const auto people = otb::players(event);
  for (std::size_t i = 0; i < games.size(); ++i) {
    if (!games[i].white || !games[i].black) continue;
    if (is_same_name(people[*games[i].white].name, record.tag("White")) &&
        is_same_name(people[*games[i].black].name, record.tag("Black"))) {
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

Message ResultImport::add(CheckedRecord& checked) {
  const std::uint64_t board = board_of(journal_.event(), checked.record);
  const auto result = played_result(checked.record);
  if (Message why = objection(checked, board, result); !why.empty()) return why;
  complete(checked.record, board);
  journal_.set_result(round_, board, *result, write_record(checked.record));
  ++count_;
  return {};
}

Message ResultImport::objection(const CheckedRecord& checked, std::uint64_t board,
                                const std::optional<BoardResult>& result) const {
  const EventHead& head = journal_.head();
  if (board == 0) {
    return message("its players do not meet in the last round with these colours");
  }
  if (!result) return message("it has no result");
  if (checked.check.game != head.game || checked.check.variant != head.variant) {
    return message("it is of another game or variant than the event");
  }
  const bool has_result = otb::games(journal_.event(), round_)[board - 1].result.has_value();
  return has_result ? message("its board has a result already") : Message();
}

void ResultImport::complete(Record& record, std::uint64_t board) const {
  const EventHead& head = journal_.head();
  record.set_tag("Event", head.name);
  if (record.tag("Site").empty()) record.set_tag("Site", head.place.empty() ? "?" : head.place);
  const std::string day = head.time_of(round_).date;
  if (record.tag("Date").empty()) record.set_tag("Date", day.empty() ? head.date : day);
  record.set_tag("Round", std::to_string(round_) + "." +
                              otb::games(journal_.event(), round_)[board - 1].table());
}

}  // namespace schiri::otb
