#include "cli/otb/played_rounds.h"

#include <cmath>

#include "cli/otb/team_lists.h"
#include "core/otb/round_robin.h"
#include "core/otb/standing.h"

namespace schiri::cli {

std::string EntrantRound::sign() const {
  const int half = otb::half_points(*result, side);
  if (!was_played(*result)) return half > 0 ? "+" : "-";
  return half == 1 ? "½" : half > 1 ? "1" : "0";
}

int EntrantRound::match_points() const { return static_cast<int>(std::lround(counted_points())); }

int EntrantRound::half_points() const {
  const auto halves = match ? match_halves(*match) : std::nullopt;
  return halves ? (*halves)[static_cast<std::size_t>(side)] : 0;
}

std::vector<std::vector<EntrantRound>> rounds_of_entrants(const otb::Event& event,
                                                          std::uint64_t rounds) {
  std::vector<std::vector<EntrantRound>> all(event.entrants().size());
  const auto annulled = otb::annulled_entrants(event, rounds);
  for (std::uint64_t r = 1; r <= rounds; ++r) {
    const otb::Round& round = event.rounds()[r - 1];
    for (const otb::Board& board : round.boards) {
      if (otb::is_void(board, annulled)) {
        for (const std::size_t p : {board.first, board.second}) {
          all[p].push_back(
              {.round = r, .bye = annulled[p] ? otb::ByeKind::zero_point : otb::ByeKind::free});
        }
        continue;
      }
      const bool is_annulled = annulled[board.first] || annulled[board.second];
      const auto match = event.has_teams() ? std::optional(board) : std::nullopt;
      for (int side = 0; side < 2; ++side) {
        const std::size_t own = side == 0 ? board.first : board.second;
        const std::size_t other = side == 0 ? board.second : board.first;
        const double points = board.result ? event.points_of(*board.result, side) : 0;
        all[own].push_back({r, other, side, board.result, {}, is_annulled, points, match});
      }
    }
    for (const otb::Bye& bye : round.byes) {
      all[bye.entrant].push_back({.round = r,
                                  .bye = bye.kind,
                                  .points = event.points_of(bye.kind),
                                  .bye_game_points = otb::bye_game_points(event, bye.kind)});
    }
  }
  return all;
}

Json rating_json(const otb::Entrant& entrant) {
  return entrant.rating ? Json(*entrant.rating) : Json();
}

}  // namespace schiri::cli
