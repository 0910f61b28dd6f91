#include "cli/otb/played_rounds.h"

#include "cli/otb/team_lists.h"
#include "core/otb/round_robin.h"
#include "core/otb/standing.h"

namespace schiri::cli {

double EntrantRound::points() const {
  if (bye) return otb::half_points(*bye) / 2.0;
  return result ? otb::half_points(*result, side) / 2.0 : 0;
}

int EntrantRound::match_points() const {
  if (is_annulled) return 0;
  return bye ? bye_points : result ? otb::half_points(*result, side) : 0;
}

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
      all[board.first].push_back({r, board.second, 0, board.result, {}, is_annulled, match});
      all[board.second].push_back({r, board.first, 1, board.result, {}, is_annulled, match});
    }
    for (const otb::Bye& bye : round.byes) {
      all[bye.entrant].push_back(
          {.round = r, .bye = bye.kind, .bye_points = otb::bye_points(event, bye.kind)});
    }
  }
  return all;
}

Json rating_json(const otb::Entrant& entrant) {
  return entrant.rating ? Json(*entrant.rating) : Json();
}

}  // namespace schiri::cli
