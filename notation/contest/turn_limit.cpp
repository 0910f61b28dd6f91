#include "notation/contest/turn_limit.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>

namespace schiri {

namespace {

// Measured with random, greedy, alphabeta and greedy that errs, of games that ended: the longest in
// Creeper had 940 turns, in Springerjagd one in a hundred had 4,600, in Sperre 2,100; the rules end
// More or Less after 37.
constexpr struct {
  std::string_view game;
  int turns;
} limits[] = {{"creeper", 2000}, {"springerjagd", 2000}, {"more-or-less", 100}, {"sperre", 2000}};

}  // namespace

int most_turns(const GameType& type) {
  const auto found = std::find_if(std::begin(limits), std::end(limits),
                                  [&](const auto& limit) { return limit.game == type.name(); });
  // Of a game from elsewhere nothing is known.
  return found == std::end(limits) ? 2000 : found->turns;
}

}  // namespace schiri
