#include <cstdlib>
#include <vector>

#include "notation/games/sperre/notation.h"
#include "notation/games/sperre/words.h"

namespace schiri::sperre {

namespace {

std::string list_squares(Bits squares) {
  std::vector<std::string> words;
  for (const Place at : places(squares)) words.push_back(name_of(at));
  return list(words, " or ");
}

/// Explains why a turn is illegal.
class Explanation {
 public:
  Explanation(const Position& position, const Turn& turn) : position_(position), turn_(turn) {}

  std::string of(Violation violation) const {
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
        return of_move(violation) + "; " + targets();
      case Violation::no_stone_there:
      case Violation::opponents_stone:
      case Violation::stone_locked:
        return of_move(violation) + movers();
      case Violation::displacement_after_win:
      case Violation::tilt_after_win:
        return of_move(violation);
      case Violation::displaced_too_many:
        return "a square has four neighbours, so at most four stones are displaced in a turn";
      default:
        return of_displacement(violation);
    }
  }

 private:
  bool tilt_comes_first() const { return position_.variant().order == Order::tilt_first; }

  std::string mover() const { return std::string(side_name(position_.side_to_move())); }
  std::string other() const { return std::string(side_name(opponent(position_.side_to_move()))); }

  std::string of_form(Violation violation) const {
    const std::string form = tilt_comes_first() ? "IV8/62-83/84>55" : "62-83/84>55/IV8";
    switch (violation) {
      case Violation::surplus_part:
        return "a turn has one tilt, one move and what this displaces, and no part twice: " + form;
      case Violation::missing_move:
        return "the move is missing: a turn is written " + form;
      case Violation::misplaced_tilt:
        return std::string("in this variant the tilt comes ") +
               (tilt_comes_first() ? "before" : "after") + " the move: " + form;
      default:
        return "the tilt is missing: a turn is written " + form;
    }
  }

  std::string of_tilt(Violation violation) const {
    const std::string die(name_of(turn_.die));
    const std::string face = std::to_string(turn_.face);
    if (violation == Violation::opponents_die) {
      std::vector<std::string> others;
      for (const Die one : dice) {
        if (one != turn_.die) others.emplace_back(name_of(one));
      }
      return "the die " + die + " was tilted by the opponent last turn and stays as it is; " +
             list(others, " or ") + " can be tilted";
    }
    const std::uint8_t top = position_.tops()[index(turn_.die)];
    const std::string choice =
        "; it can be tilted to " + list(next_faces[index(turn_.die)][top], " or ");
    if (violation == Violation::no_such_face) return "the die " + die + " has no " + face + choice;
    if (violation == Violation::face_on_top) {
      return "the die " + die + " shows " + face + " already" + choice;
    }
    return "the die " + die + " shows " + std::to_string(top) + ", and " + face +
           " is on the opposite face, two tilts away" + choice;
  }

  std::string of_pass() const {
    std::string example;
    position_.visit_turns([&](const Turn& turn) {
      example = Notation::write_turn(turn);
      return false;
    });
    return "a player who can move must, and " + mover() + " can: " + example;
  }

  std::string of_move(Violation violation) const {
    const std::string from = name_of(turn_.from), to = name_of(turn_.to);
    switch (violation) {
      case Violation::no_stone_there:
        return "there is no stone on " + from;
      case Violation::opponents_stone:
        return "the stone on " + from + " is " + other() + "'s, and it is " + mover() + "'s turn";
      case Violation::stone_locked:
        return lock();
      case Violation::move_to_same_square:
        return "a move ends elsewhere than it began";
      case Violation::target_occupied:
        return to + " is occupied";
      case Violation::too_far:
        return to + " is more than two steps from " + from;
      case Violation::way_blocked:
        return "every square between " + from + " and " + to + " is occupied";
      case Violation::displacement_after_win:
        return "the move to " + to + " has won, so nothing is displaced any more";
      default:
        return "the move to " + to + " has won, so no die is tilted any more";
    }
  }

  std::string targets() const {
    const Bits reached = reach(turn_.from, position_.empty());
    return reached ? "this stone can go to " + list_squares(reached) : "this stone cannot move";
  }

  /// The stones that can go to the target of this one.
  std::string movers() const {
    Bits able = 0;
    for (const Place at : places(position_.stones(position_.side_to_move()))) {
      Turn other = turn_;
      other.from = at;
      const auto violation = position_.violation(other);
      if (!violation || *violation >= Violation::displacement_after_win) able |= bit(other.from);
    }
    if (!able) return "; no stone can go to " + name_of(turn_.to) + " now";
    return "; to " + name_of(turn_.to) + " a stone can go from " + list_squares(able);
  }

  /// The stones that can still be displaced after the move.
  std::string displaceable() const {
    Bits near = 0;
    for (Bits stones = position_.stones(opponent(position_.side_to_move())); stones;
         stones &= stones - 1) {
      const Place at = lowest(stones);
      const int rows = std::abs(row_of(at) - row_of(turn_.to));
      const int columns = std::abs(column_of(at) - column_of(turn_.to));
      if (rows + columns == 1) near |= bit(at);
    }
    if (!near) return "; no stone of " + other() + "'s is next to " + name_of(turn_.to);
    return "; next to " + name_of(turn_.to) + " " + other() + " has stones on " +
           list_squares(near);
  }

  /// The die that locks the stone.
  std::string lock() const {
    Tops tops = position_.tops();
    if (tilt_comes_first()) tops[index(turn_.die)] = turn_.face;
    const Lock kind = position_.variant().lock;
    std::string text;
    for (const Die die : dice) {
      const int top = tops[index(die)];
      const bool column = kind != Lock::rows && top == column_of(turn_.from);
      const bool row = kind != Lock::columns && top == row_of(turn_.from);
      if (!column && !row) continue;
      if (!text.empty()) text += ", and ";
      text += "the die " + std::string(name_of(die)) + " on " + std::to_string(top) + " locks " +
              (column && row ? "row and column "
               : column      ? "column "
                             : "row ") +
              std::to_string(top);
    }
    return "the stone on " + name_of(turn_.from) + " cannot move: " + text;
  }

  std::string of_displacement(Violation violation) const {
    const Displacement wrong = turn_.displacements[position_.count_legal_displacements(turn_)];
    const std::string from = name_of(wrong.from), to = name_of(wrong.to);
    const std::string text = from + ">" + to + ": ";
    switch (violation) {
      case Violation::displaced_nothing:
        return text + "there is no stone on " + from + displaceable();
      case Violation::displaced_own:
        return text + "the stone on " + from + " is " + mover() + "'s own; only " + other() +
               "'s are displaced" + displaceable();
      case Violation::displaced_far:
        return text + from + " is not next to " + name_of(turn_.to) +
               " along its row or column, where the move ended" + displaceable();
      case Violation::displaced_twice:
        return text + "a stone is displaced once in a turn, and this one has been";
      default:
        return text + to + " is occupied; a displaced stone goes to an empty square";
    }
  }

  const Position& position_;
  const Turn& turn_;
};

}  // namespace

std::string Notation::explain(const Position& position, const Turn& turn, Violation violation) {
  return Explanation(position, turn).of(violation);
}

}  // namespace schiri::sperre
