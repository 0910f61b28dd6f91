#include "core/games/sperre/threats.h"

#include <algorithm>
#include <bit>

namespace schiri::sperre {

Bits held(const Position& position) {
  const Tops& tops = position.tops();
  const Order order = position.variant().order;
  if (order == Order::move_first) return position.locked(tops);
  std::array<Bits, 3> by_die;
  for (const Die die : dice) by_die[index(die)] = locked_by(position, tops[index(die)]);
  const auto& [three, four, five] = by_die;
  if (position.last_tilted() == Die::none) return (three & four) | (four & five) | (five & three);
  const std::size_t last = index(position.last_tilted());
  return held_by(order, by_die[last], by_die[(last + 1) % 3], by_die[(last + 2) % 3]);
}

Tilts::Tilts(const Position& position) {
  const Tops& tops = position.tops();
  const Order order = position.variant().order;
  const Bits locked_now = position.locked(tops);
  for (const Die die : dice) {
    if (die == position.last_tilted()) continue;
    const std::size_t i = index(die);
    const Bits b = locked_by(position, tops[(i + 1) % 3]);
    const Bits c = locked_by(position, tops[(i + 2) % 3]);
    for (std::uint8_t face = 1; face <= sperre::size; ++face) {
      if (!contains(next_faces[i][tops[i]], face)) continue;
      const Bits up = locked_by(position, face);
      tilts_[count_++] = {die, face, order == Order::tilt_first ? up | b | c : locked_now,
                          held_by(order, up, b, c)};
    }
  }
}

namespace {

/// The defences of the side to move against stones near the opponent's goal.
class Defences {
 public:
  Defences(const Position& position, Bits attackers)
      : enemy_side_(opponent(position.side_to_move())),
        own_(position.stones(position.side_to_move())),
        enemy_(position.stones(enemy_side_)),
        empty_(position.empty()),
        attackers_(attackers),
        can_block_goal_(can_block_goal(position)),
        tilts_(position) {}

  /// Does a tilt lock all attackers?
  bool has_tilt() const {
    for (const Tilt& tilt : tilts_) {
      if (!(attackers_ & ~tilt.held)) return true;
    }
    return false;
  }

  int count(int most) const {
    // On other squares a stone neither blocks nor displaces an attacker.
    Bits useful = goal_zones[index(enemy_side_)] | orthogonal_neighbours(attackers_);
    if (can_block_goal_) useful |= orthogonal_neighbours(enemy_);
    bool can_move = false;
    int found = 0;
    for (Bits left = movable(); left && found < most; left &= left - 1) {
      const Place from = lowest(left);
      can_move = true;
      for (Bits to = reach(from, empty_) & useful; to && found < most; to &= to - 1) {
        found += count_tilts(bit(from), bit(lowest(to)));
      }
    }
    return can_move ? std::min(found, most) : most;
  }

 private:
  Bits movable() const {
    Bits squares = 0;
    for (const Tilt& tilt : tilts_) squares |= ~tilt.locked;
    return squares & own_ & king_steps(empty_);
  }

  /// The number of tilts that make this move a defence, with some choice of displacements.
  int count_tilts(Bits from, Bits to) const {
    const Bits beside = orthogonal_neighbours(to) & enemy_;
    unsigned defending = 0;
    for (Bits displaced = beside;; displaced = (displaced - 1) & beside) {
      const Bits empty = (empty_ | from | displaced) & ~to;
      const Bits attackers = can_block_goal_ && displaced
                                 ? Bits{0}
                                 : stones_near(enemy_side_, enemy_ & ~displaced, empty);
      defending |= defending_tilts(from, attackers);
      if (!displaced) return std::popcount(defending);
    }
  }

  unsigned defending_tilts(Bits from, Bits attackers) const {
    unsigned defending = 0, bit = 1;
    for (const Tilt& tilt : tilts_) {
      if (!(tilt.locked & from) && !(attackers & ~tilt.held)) defending |= bit;
      bit <<= 1;
    }
    return defending;
  }

  Side enemy_side_;
  Bits own_, enemy_, empty_, attackers_;
  bool can_block_goal_;
  Tilts tilts_;
};

}  // namespace

int count_defences(const Position& position, int most) {
  const Bits attackers = stones_near_goal(position, opponent(position.side_to_move()));
  if (!attackers || can_win_at_once(position)) return most;
  const Defences defences(position, attackers);
  return defences.has_tilt() ? most : defences.count(most);
}

}  // namespace schiri::sperre
