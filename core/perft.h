#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/game.h"
#include "core/history.h"
#include "core/hooks.h"

namespace schiri {

namespace detail {

template <GamePosition P>
std::uint64_t perft_below(const P& position, int depth, std::vector<P>& line) {
  if (depth == 0) return 1;
  if (repetition_of(position) == Repetition::draw &&
      std::count(line.begin(), line.end(), position) >= repetition_limit) {
    return 0;
  }
  if (depth == 1) return position.count_turns();
  std::uint64_t leaves = 0;
  position.visit_turns([&](const typename P::Turn& turn) {
    P next = position;
    next.play(turn);
    line.push_back(next);
    leaves += perft_below(next, depth - 1, line);
    line.pop_back();
    return true;
  });
  return leaves;
}

}  // namespace detail

/// The number of sequences of exactly `depth` turns from this position; history begins here. A game
/// that is over, by repetition too, has no turns.
template <GamePosition P>
std::uint64_t perft(const P& position, int depth) {
  std::vector<P> line{position};
  return detail::perft_below(position, depth, line);
}

/// The number of such sequences that begin with this turn, which must be legal; `depth` at least 1.
template <GamePosition P>
std::uint64_t perft_of_turn(const P& position, const typename P::Turn& turn, int depth) {
  P next = position;
  next.play(turn);
  std::vector<P> line{position, next};
  return detail::perft_below(next, depth - 1, line);
}

/// The counts of perft and perft_of_turn, by the game's hook perft if it has one.
template <GamePosition P>
std::uint64_t count_sequences(const P& position, int depth) {
  if constexpr (HasPerft<P>) {
    return perft(position, depth);
  } else {
    return schiri::perft(position, depth);
  }
}
template <GamePosition P>
std::uint64_t count_sequences_of_turn(const P& position, const typename P::Turn& turn, int depth) {
  if constexpr (HasPerft<P>) {
    return perft_of_turn(position, turn, depth);
  } else {
    return schiri::perft_of_turn(position, turn, depth);
  }
}

}  // namespace schiri
