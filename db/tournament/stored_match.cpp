#include "db/tournament/stored_match.h"

#include <span>

#include "core/tournament/match_tally.h"
#include "core/tournament/systems.h"
#include "db/query/filtered_games.h"
#include "db/tournament/played_games.h"
#include "db/tournament/stored_plan.h"
#include "notation/records/pgn/turn_data.h"

namespace schiri::db {

namespace {

/// The time that the comments of a record say; nullopt if none does.
std::optional<double> thinking_time(const Record& record) {
  std::optional<double> sum;
  for (const Element& element : record.movetext) {
    if (element.kind != Element::Kind::comment) continue;
    if (const auto seconds = time_taken(element.text)) sum = sum.value_or(0) + *seconds;
  }
  return sum;
}

}  // namespace

rating::MatchSummary stored_match(const Store& store, const StoredEvent& event,
                                  const TournamentConfig& config, std::size_t first,
                                  std::size_t second, bool counts_repeats) {
  const auto schedule = make_schedule(config);
  const auto stored = stored_results(store, event);
  const std::size_t paired = add_results(*schedule, results_of(stored));
  MatchTally tally(first, second);
  for (const StoredResult& game : std::span(stored).first(paired)) {
    const auto hash = counts_repeats ? std::nullopt : game.hash;
    tally.add({schedule->game(game.number), evidence_of(game), hash});
  }
  return tally.summary();
}

std::optional<double> seconds_per_game(const Store& store, const StoredEvent& event) {
  constexpr std::uint64_t enough = 1000;
  GameFilter filter;
  filter.events = {event.name};
  double sum = 0;
  std::uint64_t games = 0;
  visit_records(store, filter, [&](const StoredRecord& game) {
    if (const auto seconds = thinking_time(game.record)) {
      sum += *seconds;
      ++games;
    }
    return games < enough;
  });
  if (games == 0) return std::nullopt;
  return sum / static_cast<double>(games);
}

}  // namespace schiri::db
