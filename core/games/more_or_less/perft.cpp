#include "core/games/more_or_less/perft.h"

#include "core/games/more_or_less/outcome_table.h"
#include "core/uncountable.h"

namespace schiri::more_or_less {

namespace {

std::uint64_t multiply(std::uint64_t a, std::uint64_t b) {
  std::uint64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product)) {
    throw Uncountable("More or Less: so many sequences of turns take more than 64 bits");
  }
  return product;
}

std::uint64_t add(std::uint64_t a, std::uint64_t b) {
  std::uint64_t sum = 0;
  if (__builtin_add_overflow(a, b, &sum)) {
    throw Uncountable("More or Less: so many sequences of turns take more than 64 bits");
  }
  return sum;
}

/// While stones are placed, the number of turns depends on the number of stones alone.
std::uint64_t perft_of_placing(Position position, int depth) {
  std::uint64_t leaves = 1;
  for (; depth > 0; --depth) {
    leaves = multiply(leaves, position.count_turns());
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
    leaves = add(leaves, multiply(turns, perft(next, depth - 1)));
  });
  return leaves;
}

std::uint64_t perft_of_turn(const Position& position, const Turn& turn, int depth) {
  Position next = position;
  next.play(turn);
  return perft(next, depth - 1);
}

}  // namespace schiri::more_or_less
