#include "core/match/swiss.h"

#include <stdexcept>

namespace schiri {

Swiss::Swiss(std::size_t players, std::uint64_t rounds, Legs legs)
    : rounds_(rounds), legs_(legs == Legs::both ? 2 : 1) {
  if (players < 2 || rounds < 1) {
    throw std::invalid_argument("a Swiss event needs two players and one round at least");
  }
  if (players > 2000) throw std::invalid_argument("a Swiss event has at most 2000 players");
  if (rounds > 10000) throw std::invalid_argument("a Swiss event has at most 10000 rounds");
  SwissPlayer player;
  player.met.resize(players);
  players_.assign(players, player);
  pair_round();
}

void Swiss::finish_stage(std::size_t begin) {
  for (std::size_t i = begin; i < all().size(); ++i) {
    players_[all()[i].white].points += points(i).white;
    players_[all()[i].black].points += points(i).black;
  }
  if (round_ < rounds_) pair_round();
}

void Swiss::pair_round() {
  ++round_;
  const SwissRound round = SwissPairing(players_, round_, legs_ == 1).pair();
  if (round.bye) {
    ++players_[*round.bye].byes;
    players_[*round.bye].points += 2 * bye_points();
    append_bye({round_, *round.bye});
  }
  for (const auto& [white, black] : round.couples) {
    ++players_[white].met[black];
    ++players_[black].met[white];
    ++players_[white].colours;
    --players_[black].colours;
    players_[white].last_white = true;
    players_[black].last_white = false;
    append_pair({0, round_, legs_ == 2 ? 1 : 0, white, black, round_});
  }
}

}  // namespace schiri
