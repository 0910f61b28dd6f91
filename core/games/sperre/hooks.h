#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/games/sperre/position.h"
#include "core/games/sperre/threats.h"
#include "core/hooks.h"

/// Sperre with all its hooks, for code that makes bots for it or a GameType: the compiler must have
/// seen every hook before it chooses between hooks and defaults.
namespace schiri::sperre {

/// The turns that a search should examine, the best first, at most about `most` (more if
/// a win of the opponent has to be prevented).
///
/// Every tilt, move and choice of stones to displace is weighed, but stones are displaced only to
/// the squares of least value (StoneValues::dumps) or, if that makes a threat harder to meet, to
/// those from which they cannot defend (aside_squares). Turns after which the opponent could win at
/// once are left out if there are others; those that win, or leave no defence against a win, come
/// first. No position is evaluated for it.
std::vector<SelectedTurn<Position>> selected_turns(const Position& position, std::size_t most,
                                                   const PositionValue<Position>&);

/// The number of turns for a search of `nodes` nodes.
constexpr std::size_t turn_width(const Position&, std::uint64_t nodes) {
  return grown_width(6, nodes);
}

/// The evaluation of a position that is not over for this side, in hundredths of a stone beside its
/// goal.
int evaluate(const Position& position, Side side);

/// The value for `side`, which has just moved, of its own locked stones and of the opponent's
/// stones that no tilt can unlock.
int worth_of_locks(const Position& position, Side side, Bits locked, Bits held);

constexpr int feature_variant(const Position& position) {
  constexpr int numbers[][3] = {{0, 2, 3}, {1, 4, 5}};
  const Variant variant = position.variant();
  return numbers[variant.order == Order::move_first][static_cast<int>(variant.lock)];
}

/// The side's own stones and the opponent's, from the side's point of view, the numbers on top of
/// the dice if they lock columns, then if they lock rows, and the die that must not be tilted.
std::array<std::uint64_t, 5> features_of(const Position& position, Side side);

static_assert(MatchesHooks<Position>);

}  // namespace schiri::sperre
