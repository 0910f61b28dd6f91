#include "db/tournament/writer.h"

#include <algorithm>

#include "db/tournament/played_games.h"
#include "notation/records/record.h"
#include "notation/text/printable.h"

namespace schiri::db {

namespace {

/// The output of a program as printable text with its line ends.
std::string plain_text(const std::string& text) {
  std::string plain;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    plain += printable(std::string_view(text).substr(at, end - at), text.size()) + '\n';
    at = end + 1;
  }
  return plain;
}

std::optional<FailureRow> failure_row(const ContestGame& game) {
  if (!game.culprit) return std::nullopt;
  return FailureRow{*game.culprit, game.remark, plain_text(game.output_tail.standard_error),
                    plain_text(game.output_tail.protocol)};
}

}  // namespace

TournamentWriter::TournamentWriter(Store& store, const StoredEvent& event, const Contest& contest)
    : store_(store), event_(event), contest_(contest) {
  require_current_names(store, contest.config().bots);
  for (const OpeningRow& opening : stored_openings(store, event)) {
    stored_openings_.insert(opening.number);
  }
}

void TournamentWriter::add(const ScheduledGame& scheduled, const ContestGame& game) {
  const TournamentConfig& config = contest_.config();
  db::add_game(store_, event_, scheduled.number,
               {game.record, config.game, config.variant, game.ending, game.turns},
               {failure_row(game), opening_row(scheduled.opening)});
}

void TournamentWriter::add_void(std::uint64_t number, const ContestGame& game) {
  db::add_void_game(store_, event_, {number, game.remark, write_record(game.record)});
}

/// The row of an opening; nullopt if it is stored already.
std::optional<OpeningRow> TournamentWriter::opening_row(std::uint64_t number) {
  if (!stored_openings_.insert(number).second) return std::nullopt;
  const Opening opening = contest_.opening(number);
  return OpeningRow{number, opening.start.position, opening.start.roll, opening.turns};
}

}  // namespace schiri::db
