#include "core/tournament/match_tally.h"

#include <array>

namespace schiri {

namespace {

rating::Wdl result_of(int half_points) {
  return {half_points == 2 ? 1u : 0u, half_points == 1 ? 1u : 0u, half_points == 0 ? 1u : 0u};
}

rating::MatchCounts pair_of(int half_points) {
  std::array<std::uint64_t, 5> cells{};
  cells[static_cast<std::size_t>(half_points)] = 1;
  return rating::MatchCounts::penta(cells);
}

}  // namespace

bool MatchTally::is_of_match(const ScheduledGame& game) const {
  return (game.white == first_ && game.black == second_) ||
         (game.white == second_ && game.black == first_);
}

void MatchTally::add(const JudgedGame& game) {
  if (!is_of_match(game.scheduled)) return;
  const bool is_new = distinct_.add(game);
  if (game.outcome) all_ += result_of(game.points_of(first_));
  if (game.scheduled.leg != 0) return add_leg(game, is_new);
  if (!game.outcome || !is_new) return;
  const rating::Wdl result = result_of(game.points_of(first_));
  games_ += rating::MatchCounts::wdl(result.wins, result.draws, result.losses);
}

/// The two games of a pair have adjacent numbers.
void MatchTally::add_leg(const JudgedGame& game, bool is_new) {
  has_pairs_ = true;
  const std::uint64_t pair = game.scheduled.number - (game.scheduled.leg == 2 ? 1 : 0);
  const auto waiting = waiting_.find(pair);
  if (waiting == waiting_.end()) {
    waiting_.emplace(pair, Leg{game, is_new});
    return;
  }
  const JoinedGames joined{waiting->second.game, game, waiting->second.is_new, is_new};
  waiting_.erase(waiting);
  if (joined.is_evidence()) pairs_ += pair_of(joined.points_of(first_));
}

rating::MatchSummary MatchTally::summary() const {
  return match_summary(has_pairs_ ? pairs_ : games_, all_);
}

std::optional<MatchTally> match_of(const TournamentConfig& config, std::size_t player) {
  if (config.bots.size() != 2 || config.tuning) return std::nullopt;
  return MatchTally(player, 1 - player);
}

}  // namespace schiri
