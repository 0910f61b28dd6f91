#include <cstdlib>
#include <vector>

#include "notation/games/sperre/notation.h"

namespace schiri::sperre {

namespace {

Message any_square_of(Bits squares) {
  std::vector<Message> names;
  for (const Place at : places(squares)) names.emplace_back(name_of(at));
  return any_of(names);
}

/// Explains why a turn is illegal.
class Explanation {
 public:
  Explanation(const Position& position, const Turn& turn) : position_(position), turn_(turn) {}

  Message of(Violation violation) const {
    switch (violation) {
      case Violation::surplus_part:
      case Violation::missing_move:
      case Violation::misplaced_tilt:
      case Violation::missing_tilt:
        return of_form(violation);
      case Violation::opponents_die:
      case Violation::no_such_face:
      case Violation::face_on_top:
      case Violation::face_opposite:
        return of_tilt(violation);
      case Violation::stone_can_move:
        return of_pass();
      case Violation::move_to_same_square:
      case Violation::target_occupied:
      case Violation::too_far:
      case Violation::way_blocked:
        return joined(of_move(violation), targets());
      case Violation::no_stone_there:
      case Violation::opponents_stone:
      case Violation::stone_locked:
        return joined(of_move(violation), movers());
      case Violation::displacement_after_win:
      case Violation::tilt_after_win:
        return of_move(violation);
      case Violation::displaced_too_many:
        return message(
            "a square has four neighbours, so at most four stones are displaced in a turn");
      default:
        return of_displacement(violation);
    }
  }

 private:
  bool tilt_comes_first() const { return position_.variant().order == Order::tilt_first; }

  Message mover() const { return side_message(position_.side_to_move()); }
  Message other() const { return side_message(opponent(position_.side_to_move())); }

  Message of_form(Violation violation) const {
    const std::string_view form = tilt_comes_first() ? "IV8/62-83/84>55" : "62-83/84>55/IV8";
    switch (violation) {
      case Violation::surplus_part:
        return message(
            "a turn has one tilt, one move and what this displaces, and no part twice: {0}", form);
      case Violation::missing_move:
        return message("the move is missing: a turn is written {0}", form);
      case Violation::misplaced_tilt:
        return tilt_comes_first()
                   ? message("in this variant the tilt comes before the move: {0}", form)
                   : message("in this variant the tilt comes after the move: {0}", form);
      default:
        return message("the tilt is missing: a turn is written {0}", form);
    }
  }

  Message of_tilt(Violation violation) const {
    const std::string_view die = name_of(turn_.die);
    if (violation == Violation::opponents_die) {
      std::vector<Message> others;
      for (const Die one : dice) {
        if (one != turn_.die) others.emplace_back(name_of(one));
      }
      return message(
          "the die {0} was tilted by the opponent last turn and stays as it is; {1} can be tilted",
          die, any_of(others));
    }
    const std::uint8_t top = position_.tops()[index(turn_.die)];
    return joined(
        of_face(violation, die, top),
        message("it can be tilted to {0}", any_of(numbers_of(next_faces[index(turn_.die)][top]))));
  }

  Message of_face(Violation violation, std::string_view die, std::uint8_t top) const {
    if (violation == Violation::no_such_face) {
      return message("the die {0} has no {1}", die, turn_.face);
    }
    if (violation == Violation::face_on_top) {
      return message("the die {0} shows {1} already", die, turn_.face);
    }
    return message("the die {0} shows {1}, and {2} is on the opposite face, two tilts away", die,
                   top, turn_.face);
  }

  Message of_pass() const {
    std::string example;
    position_.visit_turns([&](const Turn& turn) {
      example = Notation::write_turn(turn);
      return false;
    });
    return message("a player who can move must, and {0} can: {1}", mover(), example);
  }

  Message of_move(Violation violation) const {
    const std::string from = name_of(turn_.from), to = name_of(turn_.to);
    switch (violation) {
      case Violation::no_stone_there:
        return message("there is no stone on {0}", from);
      case Violation::opponents_stone:
        return message("the stone on {0} is {1}'s, and it is {2}'s turn", from, other(), mover());
      case Violation::stone_locked:
        return lock();
      case Violation::move_to_same_square:
        return message("a move ends elsewhere than it began");
      case Violation::target_occupied:
        return message("{0} is occupied", to);
      case Violation::too_far:
        return message("{0} is more than two steps from {1}", to, from);
      case Violation::way_blocked:
        return message("every square between {0} and {1} is occupied", from, to);
      case Violation::displacement_after_win:
        return message("the move to {0} has won, so nothing is displaced any more", to);
      default:
        return message("the move to {0} has won, so no die is tilted any more", to);
    }
  }

  Message targets() const {
    const Bits reached = reach(turn_.from, position_.empty());
    return reached ? message("this stone can go to {0}", any_square_of(reached))
                   : message("this stone cannot move");
  }

  /// The stones that can go to the target of this one.
  Message movers() const {
    Bits able = 0;
    for (const Place at : places(position_.stones(position_.side_to_move()))) {
      Turn other = turn_;
      other.from = at;
      const auto violation = position_.violation(other);
      if (!violation || *violation >= Violation::displacement_after_win) able |= bit(other.from);
    }
    const std::string to = name_of(turn_.to);
    if (!able) return message("no stone can go to {0} now", to);
    return message("to {0} a stone can go from {1}", to, any_square_of(able));
  }

  /// The stones that can still be displaced after the move.
  Message displaceable() const {
    Bits near = 0;
    for (Bits stones = position_.stones(opponent(position_.side_to_move())); stones;
         stones &= stones - 1) {
      const Place at = lowest(stones);
      const int rows = std::abs(row_of(at) - row_of(turn_.to));
      const int columns = std::abs(column_of(at) - column_of(turn_.to));
      if (rows + columns == 1) near |= bit(at);
    }
    const std::string to = name_of(turn_.to);
    if (!near) return message("no stone of {0}'s is next to {1}", other(), to);
    return message("next to {0} {1} has stones on {2}", to, other(), any_square_of(near));
  }

  /// The die that locks the stone.
  Message lock() const {
    Tops tops = position_.tops();
    if (tilt_comes_first()) tops[index(turn_.die)] = turn_.face;
    const Lock kind = position_.variant().lock;
    Message reasons;
    for (const Die die : dice) {
      const int top = tops[index(die)];
      const bool column = kind != Lock::rows && top == column_of(turn_.from);
      const bool row = kind != Lock::columns && top == row_of(turn_.from);
      if (!column && !row) continue;
      const std::string_view name = name_of(die);
      const Message reason = column && row
                                 ? message("the die {0} on {1} locks row and column {1}", name, top)
                             : column ? message("the die {0} on {1} locks column {1}", name, top)
                                      : message("the die {0} on {1} locks row {1}", name, top);
      reasons = reasons.empty() ? reason : message("{0}, and {1}", reasons, reason);
    }
    return message("the stone on {0} cannot move: {1}", name_of(turn_.from), reasons);
  }

  Message of_displacement(Violation violation) const {
    const Displacement wrong = turn_.displacements[position_.count_legal_displacements(turn_)];
    return message("{0}: {1}", name_of(wrong.from) + ">" + name_of(wrong.to),
                   of_displacement(violation, wrong));
  }

  Message of_displacement(Violation violation, const Displacement& wrong) const {
    const std::string from = name_of(wrong.from);
    switch (violation) {
      case Violation::displaced_nothing:
        return joined(message("there is no stone on {0}", from), displaceable());
      case Violation::displaced_own:
        return joined(message("the stone on {0} is {1}'s own; only {2}'s are displaced", from,
                              mover(), other()),
                      displaceable());
      case Violation::displaced_far:
        return joined(
            message("{0} is not next to {1} along its row or column, where the move ended", from,
                    name_of(turn_.to)),
            displaceable());
      case Violation::displaced_twice:
        return message("a stone is displaced once in a turn, and this one has been");
      default:
        return message("{0} is occupied; a displaced stone goes to an empty square",
                       name_of(wrong.to));
    }
  }

  const Position& position_;
  const Turn& turn_;
};

}  // namespace

Message Notation::explain(const Position& position, const Turn& turn, Violation violation) {
  return Explanation(position, turn).of(violation);
}

}  // namespace schiri::sperre
