#pragma once

#include <cstddef>

namespace schiri {

/// The opponent and colour of a player of the first team in a round.
struct ScheveningenSeat {
  std::size_t opponent = 0;
  bool has_white = false;

  friend bool operator==(const ScheveningenSeat&, const ScheveningenSeat&) = default;
};

/// The Scheveningen system: in as many rounds as a team has players, each player meets each player
/// of the other team. The standard tables up to nine players, and similar ones for more: in round n
/// the first player meets the n-th, colours alternate, and every player has both colours equally
/// often, or one of them once more if the number is odd. All numbers count from 0; `player` and
/// `round` are less than `players`, which is at least 1.
ScheveningenSeat scheveningen_seat(std::size_t players, std::size_t round, std::size_t player);

}  // namespace schiri
