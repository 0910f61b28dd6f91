#include "notation/games/springerjagd/notation.h"

#include <algorithm>

#include "core/base/text.h"
#include "notation/board/position_text.h"

namespace schiri::springerjagd {

namespace {

constexpr std::string_view signs = "-x~";
constexpr RowsForm piece_rows = {board_size, board_size, "NPDnpd", "rows"};

/// Means `not a square` because the board does not have it.
constexpr Place no_square = 63;

Place scan_square(const char* text) {
  if (text[0] < 'a' || text[0] > 'f' || text[1] < '1' || text[1] > '6') return no_square;
  return place(text[0] - 'a', text[1] - '1');
}

void append_square(Place at, std::string& text) {
  text += static_cast<char>('a' + column_of(at));
  text += static_cast<char>('1' + row_of(at));
}

std::string square_name(Place at) {
  std::string text;
  append_square(at, text);
  return text;
}

/// `on c2`, `on c2 and d3`, `on c2, d3 and e4`.
std::string on_squares(Bits at) {
  std::string text = "on ";
  for (; at; at &= at - 1) {
    text += square_name(static_cast<Place>(std::countr_zero(at)));
    const Bits left = at & (at - 1);
    if (left) text += left & (left - 1) ? ", " : " and ";
  }
  return text;
}

/// The letter of the piece or pair on a square, 0 if it is empty.
char letter_at(const Position& position, Place at) {
  for (const Side side : {Side::white, Side::black}) {
    const SidePieces& army = position.army(side);
    const std::size_t first = side == Side::white ? 0 : 3;
    if (army.knights & bit(at)) return piece_rows.letters[first];
    if (army.singles & bit(at)) return piece_rows.letters[first + 1];
    if (army.pairs & bit(at)) return piece_rows.letters[first + 2];
  }
  return 0;
}

/// `e6 holds a knight of Black's`.
std::string describe_square(const Position& position, Place at) {
  const char letter = letter_at(position, at);
  if (!letter) return square_name(at) + " is empty";
  const std::size_t index = piece_rows.letters.find(letter);
  constexpr const char* names[] = {"a knight of ", "a pawn of ", "two pawns of "};
  const Side owner = index < 3 ? Side::white : Side::black;
  return square_name(at) + " holds " + names[index % 3] + std::string(side_name(owner)) + "'s";
}

/// The advice on a fill that is written as a move of the pawn.
std::string form_of_fill(std::string_view fill, const std::string& turn) {
  return "a fill is written as the square that the pawn leaves, " + std::string(fill) + ": " + turn;
}

/// Explains which rule a turn breaks.
class Explanation {
 public:
  Explanation(const Position& position, const Turn& turn)
      : position_(position),
        turn_(turn),
        mover_(side_name(position.side_to_move())),
        other_(side_name(opponent(position.side_to_move()))),
        from_(square_name(turn.from)),
        to_(square_name(turn.to)) {}

  bool any_pair() const { return position_.variant().swap == Swap::any; }

  std::string rule(Violation violation) const {
    if (violation < Violation::no_pair_there) {
      return rule_of_start(violation) + "; " + mover_ + "'s knights are " +
             on_squares(own().knights);
    }
    if (violation < Violation::own_piece_there) return rule_of_start(violation) + knight_advice();
    if (violation < Violation::pawn_after_end) return rule_of_knight(violation) + knight_advice();
    if (violation < Violation::second_after_capture) return rule_of_fill(violation);
    return rule_of_second(violation) + second_advice(violation);
  }

 private:
  const SidePieces& own() const { return position_.army(position_.side_to_move()); }

  std::string rule_of_start(Violation violation) const {
    switch (violation) {
      case Violation::no_knight_there:
        return "there is no knight on " + from_;
      case Violation::opponents_knight:
        return "the knight on " + from_ + " is " + other_ + "'s, and it is " + mover_ + "'s turn";
      case Violation::no_pair_there:
        return "a knight changes places with two " + std::string(any_pair() ? "" : "own ") +
               "pawns on one square, but " + target();
      default:
        return "a swap is the whole turn; no pawn moves after it";
    }
  }

  std::string rule_of_knight(Violation violation) const {
    switch (violation) {
      case Violation::own_piece_there:
        return target() + ", and a knight never ends on an own piece";
      case Violation::not_a_knights_move:
        return to_ + " is no knight's move from " + from_ +
               (turn_.kind == Kind::capture ? " and not next to it along a row or column" : "");
      case Violation::pair_there:
        return target() + ", and two pawns on one square cannot be captured";
      case Violation::capture_not_written:
        return target() + "; to capture is written " + from_ + "x" + to_;
      case Violation::nothing_captured:
        return to_ + " is empty, there is nothing to capture";
      case Violation::neighbour_no_knight:
        return "only a knight can be captured by a knight next to it, and " + target();
      default:
        return "the knight on " + to_ + " moved last turn and is protected this turn";
    }
  }

  std::string rule_of_fill(Violation violation) const {
    switch (violation) {
      case Violation::pawn_after_end:
        return "capturing the last knight ends the game; no pawn moves after it";
      case Violation::fill_missing:
        if (turn_.second_to == turn_.from) return misplaced_fill();
        return "a pawn has to fill " + from_ + ", " + fill_advice();
      case Violation::reserve_empty:
        return mover_ + " has no pawn in reserve; " + from_ + " is filled " + fill_advice();
      case Violation::reserve_first:
        return mover_ + " has " + std::to_string(own().reserve()) + " in reserve, so " + from_ +
               " is filled " + fill_advice();
      case Violation::no_pawn_to_fill:
        return "there is no pawn of " + mover_ + "'s on " + square_name(turn_.fill) + " to fill " +
               from_;
      default:
        return mover_ + " has two pawns on one square, so " + from_ + " is filled " + fill_advice();
    }
  }

  /// `b1-c3/c2-b1`: the pawn's move to the square that the knight left.
  std::string misplaced_fill() const {
    Turn meant = turn_;
    meant.fill = turn_.second_from;
    meant.second_from = meant.second_to = Turn::none;
    return form_of_fill(square_name(meant.fill), Notation::write_turn(meant));
  }

  std::string rule_of_second(Violation violation) const {
    const std::string origin = square_name(turn_.second_from), end = square_name(turn_.second_to);
    switch (violation) {
      case Violation::second_after_capture:
        return "no second pawn moves after the capture of a pawn";
      case Violation::no_other_pawn:
        return mover_ + " has no pawn on the board but the one that fills " + from_ +
               ", so no second pawn moves";
      case Violation::second_missing:
        return std::string("a second pawn has to move after ") +
               (turn_.kind == Kind::move ? "a move to an empty square" : "the capture of a knight");
      case Violation::second_is_fill:
        return "the pawn on " + origin + " has just filled it; another one has to move";
      case Violation::no_second_pawn:
        if (turn_.second_from == turn_.fill) {
          return "the pawn from " + origin + " has just gone to " + from_ +
                 ", and there is no other";
        }
        return "there is no pawn of " + mover_ + "'s on " + origin;
      case Violation::second_stays:
        return "the second pawn has to go to another square than " + origin;
      default:
        return end == to_ ? "the knight is on " + end + " now"
                          : describe_square(position_, turn_.second_to) +
                                "; a pawn goes to an empty square or joins one own pawn";
    }
  }

  /// The knight's legal parts, in the notation of turns.
  std::string knight_advice() const {
    std::vector<std::string> list;
    visit_turns_that([](const Turn&) { return true; },
                     [&](const Turn& turn) {
                       return from_ + signs[static_cast<std::size_t>(turn.kind)] +
                              square_name(turn.to);
                     },
                     list);
    if (list.empty()) return "; this knight has no turn";
    return "; this knight can play " + list_some(list, 12);
  }

  /// The second pawns that can move, or the targets of this one, after this knight's part and this
  /// fill.
  std::string second_advice(Violation violation) const {
    if (violation <= Violation::no_other_pawn) return "";
    const bool same_pawn = violation >= Violation::second_stays;
    std::vector<std::string> list;
    visit_turns_that(
        [&](const Turn& turn) {
          return turn.kind == turn_.kind && turn.to == turn_.to && turn.fill == turn_.fill &&
                 (!same_pawn || turn.second_from == turn_.second_from);
        },
        [&](const Turn& turn) {
          return same_pawn ? square_name(turn.second_to) : square_name(turn.second_from);
        },
        list);
    if (list.empty()) return "";
    return (same_pawn ? "; this pawn can go to " : "; a pawn can move from ") + list_some(list, 12);
  }

  /// Collects `name(turn)` for the legal turns of this knight that pass the test, each once.
  template <class Test, class Name>
  void visit_turns_that(const Test& test, const Name& name, std::vector<std::string>& list) const {
    position_.visit_turns([&](const Turn& turn) {
      if (turn.from != turn_.from || !test(turn)) return true;
      const std::string text = name(turn);
      if (std::find(list.begin(), list.end(), text) == list.end()) list.push_back(text);
      return true;
    });
  }

  std::string fill_advice() const {
    if (own().reserve() > 0) return "from the reserve (@)";
    if (own().pairs) return "out of a pair, " + on_squares(own().pairs);
    return "by a pawn from the board, " + on_squares(own().singles);
  }

  std::string target() const { return describe_square(position_, turn_.to); }

  const Position& position_;
  const Turn& turn_;
  std::string mover_, other_, from_, to_;
};

void reject_impossible(const Position& position) {
  for (const Side side : {Side::white, Side::black}) {
    const std::string name(side_name(side));
    if (std::popcount(position.army(side).knights) > knights_per_side) {
      reject_position(name + " has more than two knights");
    }
    if (position.army(side).reserve() < 0) {
      reject_position(name + " has more than eight pawns, a pair counted as two");
    }
  }
  const Side mover = position.side_to_move(), other = opponent(mover);
  if (!position.army(other).knights) {
    reject_position(std::string(side_name(other)) +
                    " has just moved, but has no knight: the game was over before");
  }
  if (position.protected_knight() & ~position.army(other).knights) {
    reject_position("the protected square, " + on_squares(position.protected_knight()).substr(3) +
                    ", is not that of a knight of " + std::string(side_name(other)) +
                    "'s, who moved last");
  }
}

Bits read_protected(std::string_view text) {
  if (text == "-") return 0;
  const Place at = text.size() == 2 ? scan_square(text.data()) : no_square;
  if (at == no_square) {
    reject_position("the protected square is one of a1 to f6 or '-', not '" + std::string(text) +
                    "'");
  }
  return bit(at);
}

std::string draw_square(const Position& position, Place at, const BoardStyle& style) {
  const char letter = letter_at(position, at);
  if (!letter) return " .  ";
  const std::size_t index = piece_rows.letters.find(letter);
  const char kind = piece_rows.letters[index % 3 == 2 ? index - 1 : index];
  const Side owner = index < 3 ? Side::white : Side::black;
  const char beside = index % 3 == 2 ? kind : position.protected_knight() & bit(at) ? '*' : ' ';
  return ' ' + paint(owner, std::string{kind, beside}, style) + ' ';
}

std::string reserve_line(const Position& position, Side side, const BoardStyle& style) {
  const int pawns = position.army(side).reserve();
  return "   " + style.text(side == Side::white ? message("White's reserve: {0}", pawns)
                                                : message("Black's reserve: {0}", pawns));
}

}  // namespace

std::size_t Notation::scan_turn(const char* text, Turn& turn) {
  turn = Turn{};
  turn.from = scan_square(text);
  if (turn.from == no_square) return 0;
  const std::size_t sign = text[2] ? signs.find(text[2]) : std::string_view::npos;
  if (sign == std::string_view::npos) return 0;
  turn.kind = static_cast<Kind>(sign);
  turn.to = scan_square(text + 3);
  if (turn.to == no_square) return 0;

  std::size_t length = 5;
  if (text[length] == '/' && text[length + 1] == '@') {
    turn.fill = Turn::reserve;
    length += 2;
  } else if (text[length] == '/') {
    const Place fill = scan_square(text + length + 1);
    if (fill != no_square && text[length + 3] != '-') {
      turn.fill = fill;
      length += 3;
    }
  }
  if (text[length] != '/') return length;
  const Place second_from = scan_square(text + length + 1);
  if (second_from == no_square || text[length + 3] != '-') return length;
  const Place second_to = scan_square(text + length + 4);
  if (second_to == no_square) return length;
  turn.second_from = second_from;
  turn.second_to = second_to;
  return length + 6;
}

std::string Notation::write_turn(const Turn& turn) {
  std::string text = square_name(turn.from);
  text += signs[static_cast<std::size_t>(turn.kind)];
  append_square(turn.to, text);
  if (turn.fill == Turn::reserve) {
    text += "/@";
  } else if (turn.fill != Turn::none) {
    text += '/';
    append_square(turn.fill, text);
  }
  if (turn.second_from != Turn::none) {
    text += '/';
    append_square(turn.second_from, text);
    text += '-';
    append_square(turn.second_to, text);
  }
  return text;
}

std::string Notation::explain_text(const Position&, std::string_view text) {
  // `b1-a3/d2-b1/f2-c4`: the second part ends where the first one begins.
  constexpr std::size_t fill_at = 5, fill_end = 11;
  if (text.size() < fill_end || text[fill_at] != '/') return "";
  const std::string_view from = text.substr(0, 2), fill = text.substr(fill_at + 1, 2);
  if (text[fill_at + 3] != '-' || text.substr(fill_at + 4, 2) != from) return "";
  return form_of_fill(fill, std::string(text.substr(0, fill_at)) + "/" + std::string(fill) +
                                std::string(text.substr(fill_end)));
}

std::string Notation::explain(const Position& position, const Turn& turn, Violation violation) {
  return write_turn(turn) + ": " + Explanation(position, turn).rule(violation);
}

Variant Notation::variant_named(const VariantChoice& choice) {
  return {static_cast<Repetition>(choice.values[0]), static_cast<Swap>(choice.values[1])};
}

VariantChoice Notation::variant_of(const Position& position) {
  const Variant variant = position.variant();
  return {0,
          {static_cast<std::uint8_t>(variant.repetition), static_cast<std::uint8_t>(variant.swap)}};
}

Position Notation::set_up(const VariantChoice& variant, const std::string& position,
                          const std::string&) {
  return position.empty() ? Position(variant_named(variant))
                          : read_position(position, variant_named(variant));
}

Position Notation::read_position(std::string_view text, Variant variant) {
  const auto parts = split(text, ' ');
  if (parts.size() != 3) {
    reject_position(
        "a position is '<rows> <side> <protected square or ->', three parts separated by single "
        "spaces; this one has " +
        std::to_string(parts.size()));
  }
  std::array<SidePieces, 2> armies{};
  read_rows(parts[0], piece_rows, [&](std::size_t letter, int column, int row) {
    constexpr Bits SidePieces::*sets[] = {&SidePieces::knights, &SidePieces::singles,
                                          &SidePieces::pairs};
    armies[letter / 3].*sets[letter % 3] |= bit(place(column, row));
  });
  const Position position(armies, read_side(parts[1]), read_protected(parts[2]), variant);
  reject_impossible(position);
  return position;
}

std::string Notation::write_position(const Position& position) {
  const std::string rows = write_rows(
      piece_rows, [&](int column, int row) { return letter_at(position, place(column, row)); });
  const Bits knight = position.protected_knight();
  return rows + ' ' + side_letter(position.side_to_move()) + ' ' +
         (knight ? square_name(static_cast<Place>(std::countr_zero(knight))) : "-");
}

std::string Notation::draw(const Position& position, const BoardStyle& style) {
  const std::string letters = "     a   b   c   d   e   f\n";
  std::string text = letters;
  for (int row = board_size - 1; row >= 0; --row) {
    const std::string number = std::to_string(row + 1);
    text += " " + number + "  ";
    for (int column = 0; column < board_size; ++column) {
      text += draw_square(position, place(column, row), style);
    }
    text += " " + number;
    if (row == board_size - 1) text += reserve_line(position, Side::black, style);
    if (row == board_size - 2 && position.protected_knight()) {
      text += "   " + style.text(message("* moved last, protected from its neighbours"));
    }
    if (row == 0) text += reserve_line(position, Side::white, style);
    text += '\n';
  }
  return text + letters;
}

}  // namespace schiri::springerjagd
