#include "cli/otb/played_rounds.h"

#include "core/otb/round_robin.h"

namespace schiri::cli {

double EntrantRound::points() const {
  if (bye) return half_points(*bye) / 2.0;
  return result ? half_points(*result, side) / 2.0 : 0;
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
      all[board.first].push_back({r, board.second, 0, board.result, {}, is_annulled});
      all[board.second].push_back({r, board.first, 1, board.result, {}, is_annulled});
    }
    for (const otb::Bye& bye : round.byes) {
      all[bye.entrant].push_back({.round = r, .bye = bye.kind});
    }
  }
  return all;
}

Json rating_json(const otb::Entrant& entrant) {
  return entrant.rating ? Json(*entrant.rating) : Json();
}

}  // namespace schiri::cli
