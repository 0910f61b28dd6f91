#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/games/sperre/position.h"

namespace schiri::sperre {

/// A tilt of a die, and the stones that it locks.
struct Tilt {
  Die die = Die::none;
  std::uint8_t face = 0;
  Bits locked = 0;  ///< squares whose stones the mover must not move with it
  Bits held = 0;    ///< squares whose stones the opponent cannot move after it
};

/// All tilts of a position: of any die at the start, of two from then on.
class Tilts {
 public:
  explicit Tilts(const Position& position);

  const Tilt* begin() const { return tilts_.data(); }
  const Tilt* end() const { return begin() + count_; }
  std::size_t size() const { return count_; }
  const Tilt& operator[](std::size_t i) const { return tilts_[i]; }

  static constexpr std::size_t most = dice.size() * faces_a_tilt;

 private:
  std::array<Tilt, most> tilts_;
  std::size_t count_ = 0;
};

/// The squares locked by one number.
inline Bits locked_by(const Position& position, std::uint8_t number) {
  return position.locked({number, number, number});
}

/// The squares whose stones the side to move cannot move after the opponent tilted one die to lock
/// `last` and left two that lock `b` and `c`: the side can tilt one of these, but not both.
constexpr Bits held_by(Order order, Bits last, Bits b, Bits c) {
  return order == Order::tilt_first ? last | (b & c) : last | b | c;
}

/// The squares whose stones the side to move cannot move, whatever it tilts.
Bits held(const Position& position);

}  // namespace schiri::sperre
