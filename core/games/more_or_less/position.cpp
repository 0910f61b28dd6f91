#include "core/games/more_or_less/position.h"

namespace schiri::more_or_less {

std::optional<Objection> Position::objection(const Turn& turn) const {
  for (std::uint8_t i = 0; i < turn.length; ++i) {
    if (!board().has(turn.points[i])) return Objection{Violation::no_such_point, i};
  }
  if (is_placing()) return objection_to_placing(turn);
  switch (turn.kind) {
    case Turn::Kind::place:
      return Objection{Violation::placing_is_over};
    case Turn::Kind::pass:
      if (has_move()) return Objection{Violation::turn_exists};
      return std::nullopt;
    case Turn::Kind::jump:
      return objection_to_jump(turn);
    case Turn::Kind::glide:
      return objection_to_glide(turn);
  }
  return std::nullopt;
}

std::optional<Objection> Position::objection_to_placing(const Turn& turn) const {
  if (turn.kind != Turn::Kind::place) return Objection{Violation::still_placing};
  if (is_start()) {
    if (turn == Turn::place(0)) return std::nullopt;
    return Objection{Violation::centre_first};
  }
  if (turn.length != 2) return Objection{Violation::two_stones};
  for (std::uint8_t i = 0; i < 2; ++i) {
    if (occupied() & bit(turn.points[i])) return Objection{Violation::point_taken, i};
  }
  if (turn.points[0] == turn.points[1]) return Objection{Violation::same_point, 1};
  return std::nullopt;
}

std::optional<Violation> Position::objection_to_stone(Point from) const {
  if (stones(side_) & bit(from)) return std::nullopt;
  return occupied() & bit(from) ? Violation::opponents_stone : Violation::no_stone_there;
}

/// `occupied`: without the hopping stone.
std::optional<Violation> Position::objection_to_hop(Point from, Point to, Bits occupied) const {
  const Point over = board().middle(from, to);
  if (over == no_point) return Violation::no_jump;
  if (!(occupied & bit(over))) return Violation::nothing_jumped;
  if (occupied & bit(to)) return Violation::landing_taken;
  return std::nullopt;
}

std::optional<Objection> Position::objection_to_jump(const Turn& turn) const {
  if (turn.length < 2) return Objection{Violation::no_jump};
  if (const auto rule = objection_to_stone(turn.from())) return Objection{*rule};
  const Bits others = occupied() & ~bit(turn.from());
  Bits once = bit(turn.from()), twice = 0;
  for (std::uint8_t i = 1; i < turn.length; ++i) {
    const Point to = turn.points[i];
    if (const auto rule = objection_to_hop(turn.points[i - 1u], to, others)) {
      return Objection{*rule, i};
    }
    if (twice & bit(to)) return Objection{Violation::third_visit, i};
    twice |= once & bit(to);
    once |= bit(to);
  }
  return std::nullopt;
}

std::optional<Objection> Position::objection_to_glide(const Turn& turn) const {
  if (turn.length != 3) return Objection{Violation::no_line};
  if (const auto rule = objection_to_stone(turn.from())) return Objection{*rule};
  const auto [from, stop, to] = std::array{turn.points[0], turn.points[1], turn.points[2]};
  const Bits way = board().between(from, stop);
  if (way == Board::not_joined) return Objection{Violation::no_line, 1};
  const Bits others = occupied() & ~bit(from);
  if (others & (way | bit(stop))) return Objection{Violation::slide_blocked, 1};
  if (const auto rule = objection_to_hop(stop, to, others)) return Objection{*rule, 2};
  return std::nullopt;
}

bool Position::has_move() const {
  const Hops hops(board(), occupied());
  const auto stop_at_any = [](const Turn&, const Position&) { return false; };
  for (const Point at : places(stones(side_))) {
    if (!visit_moves(hops, at, stop_at_any)) return true;
  }
  return false;
}

void Position::play(const Turn& turn) {
  Bits touched = 0;
  switch (turn.kind) {
    case Turn::Kind::place:
      for (std::size_t i = 0; i < turn.length; ++i) touched |= bit(turn.points[i]);
      *this = after_placing(touched);
      return;
    case Turn::Kind::pass:
      *this = after_moving(0, 0);
      return;
    case Turn::Kind::glide:
      *this = after_moving(bit(turn.from()) ^ bit(turn.to()),
                           bit(board().middle(turn.points[1], turn.points[2])));
      return;
    case Turn::Kind::jump:
      for (std::size_t i = 1; i < turn.length; ++i) {
        touched ^= bit(board().middle(turn.points[i - 1], turn.points[i]));
      }
      *this = after_moving(bit(turn.from()) ^ bit(turn.to()), touched);
      return;
  }
}

std::uint64_t Position::hash() const {
  const std::uint64_t rest = std::uint64_t{index(side_)} << 62 |
                             std::uint64_t{static_cast<std::uint8_t>(variant_.size)} << 61 |
                             std::uint64_t(standard_turns - variant_.turns_per_side) << 57 |
                             std::uint64_t{turns_made_} << 52;
  return mix64(mix64(stones_[0]) ^ stones_[1] ^ rest);
}

}  // namespace schiri::more_or_less
