#pragma once

#include <concepts>
#include <cstddef>

#include "core/game.h"
#include "core/promising_turn.h"

namespace schiri {

/// A game with too many turns to look at them all may offer the steps that make up a turn, so that
/// a search can choose among the first ones before it looks at what follows them.
///
/// `position.visit_steps(so_far, visitor)` calls `bool visitor(const Turn& longer, bool complete)`
/// for each way to go on by one step from an unfinished turn; `Turn{}` is the turn with no step
/// yet. An unfinished turn may be played on a copy and the position evaluated, as if the turn ended
/// there. Complete turns are legal; different ones should lead to different positions.
template <class P>
concept SteppedPosition = GamePosition<P> &&
    requires(const P& position, const typename P::Turn& so_far) {
  position.visit_steps(so_far, [](const typename P::Turn&, bool) { return true; });
};

/// Such a game may also choose turns by itself: `promising_turns(position, most, value)` is a list
/// of PromisingTurn, the most promising first. It may ask for the `value` of any positions, a
/// PositionValue. How many suit a search, `turn_width(position, nodes)` may say.
template <class P>
concept ChoosingPosition = GamePosition<P> &&
    requires(const P& position, const PositionValue<P>& value) {
  {
    promising_turns(position, std::size_t{1}, value).front()
    } -> std::convertible_to<PromisingTurn<P>>;
};

/// Can a search leave out turns of this game?
template <class P>
concept NarrowablePosition = SteppedPosition<P> || ChoosingPosition<P>;

}  // namespace schiri
