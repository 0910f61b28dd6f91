#include "cli/otb/played_rounds.h"

namespace schiri::cli {

double EntrantRound::points() const {
  if (bye) return half_points(*bye) / 2.0;
  return result ? half_points(*result, side) / 2.0 : 0;
}

std::vector<std::vector<EntrantRound>> rounds_of_entrants(const otb::Event& event,
                                                          std::uint64_t rounds) {
  std::vector<std::vector<EntrantRound>> all(event.entrants().size());
  for (std::uint64_t r = 1; r <= rounds; ++r) {
    const otb::Round& round = event.rounds()[r - 1];
    for (const otb::Board& board : round.boards) {
      all[board.first].push_back({r, board.second, 0, board.result});
      all[board.second].push_back({r, board.first, 1, board.result});
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
