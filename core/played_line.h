#pragma once

#include <cstddef>

#include "core/history.h"
#include "core/hooks.h"

namespace schiri {

/// A game in progress: the position, and how the rules have ended it; repetition counts from the
/// start.
template <GamePosition P>
class PlayedLine {
 public:
  PlayedLine() { restart(P()); }
  explicit PlayedLine(const P& start) { restart(start); }

  void restart(const P& start) {
    position_ = start;
    ending_ = start.ending();
    history_.clear();
  }

  const P& position() const { return position_; }
  const std::optional<Ending>& ending() const { return ending_; }
  const History<P>& history() const { return history_; }

  /// May a player end the game in a draw, because the position occurs at least for the third time?
  bool allows_claim() const {
    if (ending_ || repetition_of(position_) != Repetition::claim) return false;
    int times = 1;
    history_.visit([&](const P& earlier) { times += earlier == position_; });
    return times >= repetition_limit;
  }

  /// The turn must be legal and the game not over.
  [[gnu::always_inline]] void play(typename P::Turn turn) {
    // The position is copied before it changes: reading memory right after it was written is slow.
    history_.leave(position_, position_.is_irreversible(turn));
    position_.play(turn);
    ending_ = position_.ending_after(turn);
    if (!ending_ && repetition_of(position_) == Repetition::draw &&
        history_.is_third_time(position_)) {
      ending_ = Ending{Outcome::draw, repetition_reason};
    }
  }

 private:
  P position_;
  std::optional<Ending> ending_;
  History<P> history_;
};

}  // namespace schiri
