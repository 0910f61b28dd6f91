#include <algorithm>

#include "core/games/sperre/position.h"

namespace schiri::sperre {

// A turn is examined in the order in which it is played.
std::optional<Violation> Position::violation(const Turn& turn) const {
  if (turn.has_surplus) return Violation::surplus_part;
  if (turn.motion == Motion::missing) return Violation::missing_move;
  if (turn.has_tilt() && turn.tilts_last == tilt_comes_first()) return Violation::misplaced_tilt;
  if (tilt_comes_first()) {
    if (const auto broken = violation_of_tilt(turn)) return broken;
    return violation_of_motion(turn, tops_after(turn.die, turn.face));
  }
  if (const auto broken = violation_of_motion(turn, tops_)) return broken;
  if (turn.motion == Motion::move && turn.to == goal()) {
    return turn.has_tilt() ? std::optional(Violation::tilt_after_win) : std::nullopt;
  }
  return violation_of_tilt(turn);
}

std::optional<Violation> Position::violation_of_tilt(const Turn& turn) const {
  if (!turn.has_tilt()) return Violation::missing_tilt;
  if (turn.die == last_) return Violation::opponents_die;
  const std::uint8_t top = tops_[index(turn.die)];
  if (contains(next_faces[index(turn.die)][top], turn.face)) return std::nullopt;
  if (!has_face(turn.die, turn.face)) return Violation::no_such_face;
  return turn.face == top ? Violation::face_on_top : Violation::face_opposite;
}

std::optional<Violation> Position::violation_of_motion(const Turn& turn, const Tops& tops) const {
  if (turn.motion == Motion::pass) {
    return can_move() ? std::optional(Violation::stone_can_move) : std::nullopt;
  }
  if (const auto broken = violation_of_move(turn, tops)) return broken;
  if (turn.displaced == 0) return std::nullopt;
  if (turn.to == goal()) return Violation::displacement_after_win;
  return violation_of_displacements(turn);
}

std::optional<Violation> Position::violation_of_move(const Turn& turn, const Tops& tops) const {
  const Bits from = bit(turn.from), to = bit(turn.to);
  if (!(own() & from)) {
    return enemy() & from ? Violation::opponents_stone : Violation::no_stone_there;
  }
  if (locked(tops) & from) return Violation::stone_locked;
  if (turn.from == turn.to) return Violation::move_to_same_square;
  if (!(empty() & to)) return Violation::target_occupied;
  // At distance one, both sets contain the end of the move; at distance two, the squares between.
  if (king_steps(from) & king_steps(to) & empty()) return std::nullopt;
  return distance(turn.from, turn.to) > 2 ? Violation::too_far : Violation::way_blocked;
}

std::size_t Position::count_legal_displacements(const Turn& turn) const {
  Bits beside = orthogonal_neighbours(bit(turn.to)) & enemy();
  Bits free = empty() ^ bit(turn.from) ^ bit(turn.to);
  const std::size_t written = std::min<std::size_t>(turn.displaced, most_displacements);
  for (std::size_t i = 0; i < written; ++i) {
    const Bits from = bit(turn.displacements[i].from), to = bit(turn.displacements[i].to);
    if (!(beside & from) || !(free & to)) return i;
    beside ^= from;
    free ^= from ^ to;
  }
  return written;
}

std::optional<Violation> Position::violation_of_displacements(const Turn& turn) const {
  const std::size_t legal = count_legal_displacements(turn);
  if (legal == turn.displaced) return std::nullopt;
  if (legal == most_displacements) return Violation::displaced_too_many;

  const Place from = turn.displacements[legal].from;
  for (std::size_t i = 0; i < legal; ++i) {
    const Displacement& earlier = turn.displacements[i];
    if (from == earlier.from || from == earlier.to) return Violation::displaced_twice;
  }
  if (from == turn.to || (from != turn.from && (own() & bit(from)))) {
    return Violation::displaced_own;
  }
  if (!(enemy() & bit(from))) return Violation::displaced_nothing;
  if (!(orthogonal_neighbours(bit(turn.to)) & bit(from))) return Violation::displaced_far;
  return Violation::displaced_onto_stone;
}

}  // namespace schiri::sperre
