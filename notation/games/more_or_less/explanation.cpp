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

std::string on_which(Violation violation, const Position& position, const Turn& turn,
                     std::size_t at) {
  const auto name = [&](std::size_t i) { return point_name(turn.points[i]); };
  const std::string here = at < turn.length ? name(at) : "";
  const std::string before = at > 0 && at < turn.length ? name(at - 1) : "";
  const Point middle =
      before.empty() ? no_point : position.board().middle(turn.points[at - 1], turn.points[at]);
  const std::string over = middle == no_point ? "" : point_name(middle);
  const std::string mover(side_name(position.side_to_move()));
  const std::string other(side_name(opponent(position.side_to_move())));
  switch (violation) {
    case Violation::no_such_point:
      return "the board of " + std::string(variant_name(position.board_size())) +
             " points has no " + here;
    case Violation::centre_first:
      return "White's first turn is one stone on the centre, O";
    case Violation::two_stones:
      return "while stones are placed, a turn is two of them, as in A0,E5";
    case Violation::same_point:
      return "the two stones are placed on different points";
    case Violation::point_taken:
      return here + " is occupied";
    case Violation::still_placing:
      return "not all stones are placed yet; a turn is two of them on free points, as in A0,E5";
    case Violation::placing_is_over:
      return "all 25 stones are placed; a turn is a jump or a glide now";
    case Violation::turn_exists:
      return mover + " can move, so a pass is illegal";
    case Violation::no_stone_there:
      return "there is no stone on " + here;
    case Violation::opponents_stone:
      return "the stone on " + here + " is " + other + "'s, and it is " + mover + "'s turn";
    case Violation::no_line:
      return "a slide follows a straight line or a rim edge, and none joins " + before + " and " +
             here;
    case Violation::slide_blocked:
      return "";
    case Violation::no_jump:
      return "a hop goes to the second point along a straight line, and " + here +
             " is not that from " + before;
    case Violation::nothing_jumped:
      return "from " + before + " to " + here + " a stone on " + over + " is to be jumped, but " +
             over + " is empty";
    case Violation::landing_taken:
      return over + " is jumped, but the point " + here + " after it is occupied";
    case Violation::third_visit:
      return "the stone has visited " + here +
             " twice in this turn, and a third visit is not allowed";
  }
  return {};
}

/// The nearest stone in the way of a slide.
std::string obstacle(const Position& position, const Turn& turn) {
  const Point from = turn.points[0];
  for (const Ray& ray : position.board().rays(from)) {
    const auto end = ray.points.begin() + ray.length;
    if (std::find(ray.points.begin(), end, turn.points[1]) == end) continue;
    const auto stone = std::find_if(ray.points.begin(), end,
                                    [&](Point at) { return position.occupied() & bit(at); });
    return "the slide from " + point_name(from) + " to " + point_name(turn.points[1]) +
           " is blocked, as " + point_name(*stone) + " is occupied";
  }
  return {};
}

/// The legal alternatives to the turn's point `at`.
std::string ways_on(const Position& position, const Turn& turn, std::size_t at) {
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
  if (list.empty()) return "; from " + from + " there is no such move";
  return "; from " + from + " it can go to " + list_some(list, 12);
}

/// The stones that could go to the target of this one.
std::string movers(const Position& position, const Turn& turn) {
  if (turn.length < 2) return "";
  std::vector<std::string> list;
  Turn other = turn;
  for (const Point spot : places(position.stones(position.side_to_move()))) {
    other.points[0] = spot;
    const auto objection = position.objection(other);
    if (!objection || objection->at > 1) list.push_back(point_name(other.points[0]));
  }
  const std::string to = point_name(turn.points[1]);
  return list.empty() ? "" : "; to " + to + " can go the stone on " + list_some(list, 12);
}

std::string free_points(const Position& position) {
  std::vector<std::string> list;
  Bits free = position.board().points() & ~position.occupied();
  for (const Point spot : places(free)) {
    list.push_back(point_name(spot));
  }
  return "; free are " + list_some(list, 12);
}

/// Legal alternatives near the turn; empty if the rule is explanation enough.
std::string advice(Violation violation, const Position& position, const Turn& turn,
                   std::size_t at) {
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
      return "";
  }
}

}  // namespace

std::string Notation::explain_text(const Position& position, std::string_view text) {
  const std::string size(variant_name(position.board_size()));
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    const char ring = to_upper(text[i]);
    if (!is_letter(ring) || !is_digit(text[i + 1])) continue;
    const bool is_ring = ring >= 'A' && ring <= 'E';
    if (is_ring && position.board().has(static_cast<Point>(1 + 10 * (ring - 'A')))) continue;
    return "the board of " + size + " points has no ring " + ring + ", so no " + ring + text[i + 1];
  }
  return "";
}

std::string Notation::explain(const Position& position, const Turn& turn, Violation violation) {
  const auto objection = position.objection(turn);
  const std::size_t at = objection ? objection->at : 0;
  return excerpt(turn, at) + ": " +
         (violation == Violation::slide_blocked ? obstacle(position, turn)
                                                : on_which(violation, position, turn, at)) +
         advice(violation, position, turn, at);
}

}  // namespace schiri::more_or_less
