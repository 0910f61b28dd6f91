#pragma once

#include <stdexcept>

namespace schiri {

/// A position has so many turns that their exact number would take more memory than a game grants
/// itself, or more than 64 bits. Thrown by whatever needs that number: count_turns, random_turn
/// and perft. Checking, playing and visiting turns never need it, nor do bots.
struct Uncountable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace schiri
