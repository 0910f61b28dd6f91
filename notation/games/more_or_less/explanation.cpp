#include <algorithm>
#include <bit>

#include "core/base/characters.h"
#include "notation/board/position_text.h"
#include "notation/games/more_or_less/notation.h"

namespace schiri::more_or_less {

namespace {

/// The turn up to the point in question, because there may be fifty more.
std::string excerpt(const Turn& turn, std::size_t at) {
  Turn shown = turn;
  const std::size_t last = std::max<std::size_t>(at, 3);
  while (shown.length > last + 1) shown.take_back();
  return Notation::write_turn(shown) + (shown.length < turn.length ? "..." : "");
}

Message on_which(Violation violation, const Position& position, const Turn& turn, std::size_t at) {
  const auto name = [&](std::size_t i) { return point_name(turn.points[i]); };
  const std::string here = at < turn.length ? name(at) : "";
  const std::string before = at > 0 && at < turn.length ? name(at - 1) : "";
  const Point middle =
      before.empty() ? no_point : position.board().middle(turn.points[at - 1], turn.points[at]);
  const std::string over = middle == no_point ? "" : point_name(middle);
  const Message mover = side_message(position.side_to_move());
  const Message other = side_message(opponent(position.side_to_move()));
  switch (violation) {
    case Violation::no_such_point:
      return message("the board of {0} points has no {1}", variant_name(position.board_size()),
                     here);
    case Violation::centre_first:
      return message("White's first turn is one stone on the centre, O");
    case Violation::two_stones:
      return message("while stones are placed, a turn is two of them, as in A0,E5");
    case Violation::same_point:
      return message("the two stones are placed on different points");
    case Violation::point_taken:
      return message("{0} is occupied", here);
    case Violation::still_placing:
      return message(
          "not all stones are placed yet; a turn is two of them on free points, as in A0,E5");
    case Violation::placing_is_over:
      return message("all 25 stones are placed; a turn is a jump or a glide now");
    case Violation::turn_exists:
      return message("{0} can move, so a pass is illegal", mover);
    case Violation::no_stone_there:
      return message("there is no stone on {0}", here);
    case Violation::opponents_stone:
      return message("the stone on {0} is {1}'s, and it is {2}'s turn", here, other, mover);
    case Violation::no_line:
      return message("a slide follows a straight line or a rim edge, and none joins {0} and {1}",
                     before, here);
    case Violation::slide_blocked:
      return {};
    case Violation::no_jump:
      return message(
          "a hop goes to the second point along a straight line, and {0} is not that from {1}",
          here, before);
    case Violation::nothing_jumped:
      return message("from {0} to {1} a stone on {2} is to be jumped, but {2} is empty", before,
                     here, over);
    case Violation::landing_taken:
      return message("{0} is jumped, but the point {1} after it is occupied", over, here);
    case Violation::third_visit:
      return message(
          "the stone has visited {0} twice in this turn, and a third visit is not allowed", here);
  }
  return {};
}

/// The nearest stone in the way of a slide.
Message obstacle(const Position& position, const Turn& turn) {
  const Point from = turn.points[0];
  for (const Ray& ray : position.board().rays(from)) {
    const auto end = ray.points.begin() + ray.length;
    if (std::find(ray.points.begin(), end, turn.points[1]) == end) continue;
    const auto stone = std::find_if(ray.points.begin(), end,
                                    [&](Point at) { return position.occupied() & bit(at); });
    return message("the slide from {0} to {1} is blocked, as {2} is occupied", point_name(from),
                   point_name(turn.points[1]), point_name(*stone));
  }
  return {};
}

/// The legal alternatives to the turn's point `at`.
Message ways_on(const Position& position, const Turn& turn, std::size_t at) {
  std::vector<std::string> list;
  Turn other = turn;
  other.length = static_cast<std::uint8_t>(at + 1);
  if (turn.kind == Turn::Kind::glide) other.length = turn.length;
  for (Bits points = position.board().points(); points; points &= points - 1) {
    other.points[at] = static_cast<Point>(std::countr_zero(points));
    const auto objection = position.objection(other);
    if (!objection || objection->at > at) list.push_back(point_name(other.points[at]));
  }
  const std::string from = point_name(turn.points[at - 1]);
  if (list.empty()) return message("from {0} there is no such move", from);
  return message("from {0} it can go to {1}", from, list_some(list, 12));
}

/// The stones that could go to the target of this one.
Message movers(const Position& position, const Turn& turn) {
  if (turn.length < 2) return {};
  std::vector<std::string> list;
  Turn other = turn;
  for (const Point spot : places(position.stones(position.side_to_move()))) {
    other.points[0] = spot;
    const auto objection = position.objection(other);
    if (!objection || objection->at > 1) list.push_back(point_name(other.points[0]));
  }
  if (list.empty()) return {};
  return message("to {0} can go the stone on {1}", point_name(turn.points[1]), list_some(list, 12));
}

Message free_points(const Position& position) {
  std::vector<std::string> list;
  Bits free = position.board().points() & ~position.occupied();
  for (const Point spot : places(free)) {
    list.push_back(point_name(spot));
  }
  return message("free are {0}", list_some(list, 12));
}

/// Legal alternatives near the turn; empty if the rule is explanation enough.
Message advice(Violation violation, const Position& position, const Turn& turn, std::size_t at) {
  switch (violation) {
    case Violation::point_taken:
      return free_points(position);
    case Violation::no_stone_there:
    case Violation::opponents_stone:
      return movers(position, turn);
    case Violation::no_line:
    case Violation::slide_blocked:
    case Violation::no_jump:
    case Violation::nothing_jumped:
    case Violation::landing_taken:
    case Violation::third_visit:
      return ways_on(position, turn, at);
    default:
      return {};
  }
}

}  // namespace

Message Notation::explain_text(const Position& position, std::string_view text) {
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    const char ring = to_upper(text[i]);
    if (!is_letter(ring) || !is_digit(text[i + 1])) continue;
    const bool is_ring = ring >= 'A' && ring <= 'E';
    if (is_ring && position.board().has(static_cast<Point>(1 + 10 * (ring - 'A')))) continue;
    return message("the board of {0} points has no ring {1}, so no {2}",
                   variant_name(position.board_size()), ring, std::string{ring, text[i + 1]});
  }
  return {};
}

Message Notation::explain(const Position& position, const Turn& turn, Violation violation) {
  const auto objection = position.objection(turn);
  const std::size_t at = objection ? objection->at : 0;
  const Message rule = violation == Violation::slide_blocked
                           ? obstacle(position, turn)
                           : on_which(violation, position, turn, at);
  return joined(message("{0}: {1}", excerpt(turn, at), rule),
                advice(violation, position, turn, at));
}

}  // namespace schiri::more_or_less
