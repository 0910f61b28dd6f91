#include "core/base/message.h"
#include "core/games/more_or_less/hooks.h"
#include "core/games/more_or_less/outcome_table.h"
#include "core/uncountable.h"

namespace schiri::more_or_less {

namespace {

constexpr Pattern too_many_sequences =
    message_pattern("More or Less: the number of sequences of turns exceeds 64 bits");

/// While stones are placed, the number of turns depends on the number of stones alone.
std::uint64_t perft_of_placing(Position position, int depth) {
  std::uint64_t leaves = 1;
  for (; depth > 0; --depth) {
    leaves = exact_product(leaves, position.count_turns(), too_many_sequences);
    Turn any;
    position.visit_turns([&](const Turn& turn) {
      any = turn;
      return false;
    });
    position.play(any);
  }
  return leaves;
}

int placings_left(const Position& position) {
  const int missing = stone_count - std::popcount(position.occupied());
  return (missing + 1) / 2;
}

}  // namespace

std::uint64_t perft(const Position& position, int depth) {
  if (depth == 0) return 1;
  if (depth == 1) return position.count_turns();
  if (depth <= placings_left(position)) return perft_of_placing(position, depth);
  OutcomeTable outcomes;
  position.visit_outcomes([&](const Turn&, const Position& next) {
    outcomes.add(next);
    return true;
  });
  std::uint64_t leaves = 0;
  outcomes.visit([&](const Position& next, std::uint64_t turns) {
    leaves = exact_sum(leaves, exact_product(turns, perft(next, depth - 1), too_many_sequences),
                       too_many_sequences);
  });
  return leaves;
}

std::uint64_t perft_of_turn(const Position& position, const Turn& turn, int depth) {
  Position next = position;
  next.play(turn);
  return perft(next, depth - 1);
}

}  // namespace schiri::more_or_less
