#include "notation/games/springerjagd/notation.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/match/planes.h"
#include "notation/board/planes.h"
#include "notation/board/position_text.h"
#include "notation/board/symmetry.h"

namespace schiri::springerjagd {

namespace {

constexpr std::string_view signs = "-x~";
constexpr RowsForm piece_rows = {board_size, board_size, "NPDnpd", message_pattern("rows")};

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

/// `c2`, `c2 and d3`, `c2, d3 and e4`.
Message all_squares_of(Bits at) {
  std::vector<Message> names;
  for (; at; at &= at - 1) {
    names.emplace_back(square_name(static_cast<Place>(std::countr_zero(at))));
  }
  return all_of(names);
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
Message describe_square(const Position& position, Place at) {
  const char letter = letter_at(position, at);
  const std::string name = square_name(at);
  if (!letter) return message("{0} is empty", name);
  const std::size_t index = piece_rows.letters.find(letter);
  const Message owner = side_message(index < 3 ? Side::white : Side::black);
  switch (index % 3) {
    case 0:
      return message("{0} holds a knight of {1}'s", name, owner);
    case 1:
      return message("{0} holds a pawn of {1}'s", name, owner);
    default:
      return message("{0} holds two pawns of {1}'s", name, owner);
  }
}

/// The advice on a fill that is written as a move of the pawn.
Message form_of_fill(std::string_view fill, const std::string& turn) {
  return message("a fill is written as the square that the pawn leaves, {0}: {1}", fill, turn);
}

/// Explains which rule a turn breaks.
class Explanation {
 public:
  Explanation(const Position& position, const Turn& turn)
      : position_(position),
        turn_(turn),
        mover_(side_message(position.side_to_move())),
        other_(side_message(opponent(position.side_to_move()))),
        from_(square_name(turn.from)),
        to_(square_name(turn.to)) {}

  bool any_pair() const { return position_.variant().swap == Swap::any; }

  Message rule(Violation violation) const {
    if (violation < Violation::no_pair_there) {
      return joined(rule_of_start(violation),
                    message("{0}'s knights are on {1}", mover_, all_squares_of(own().knights)));
    }
    if (violation < Violation::own_piece_there) {
      return joined(rule_of_start(violation), knight_advice());
    }
    if (violation < Violation::pawn_after_end) {
      return joined(rule_of_knight(violation), knight_advice());
    }
    if (violation < Violation::second_after_capture) return rule_of_fill(violation);
    return joined(rule_of_second(violation), second_advice(violation));
  }

 private:
  const SidePieces& own() const { return position_.army(position_.side_to_move()); }

  Message rule_of_start(Violation violation) const {
    switch (violation) {
      case Violation::no_knight_there:
        return message("there is no knight on {0}", from_);
      case Violation::opponents_knight:
        return message("the knight on {0} is {1}'s, and it is {2}'s turn", from_, other_, mover_);
      case Violation::no_pair_there:
        return any_pair()
                   ? message("a knight changes places with two pawns on one square, but {0}",
                             target())
                   : message("a knight changes places with two own pawns on one square, but {0}",
                             target());
      default:
        return message("a swap is the whole turn; no pawn moves after it");
    }
  }

  Message rule_of_knight(Violation violation) const {
    switch (violation) {
      case Violation::own_piece_there:
        return message("{0}, and a knight never ends on an own piece", target());
      case Violation::not_a_knights_move:
        return turn_.kind == Kind::capture
                   ? message(
                         "{0} is no knight's move from {1} and not next to it along a row or "
                         "column",
                         to_, from_)
                   : message("{0} is no knight's move from {1}", to_, from_);
      case Violation::pair_there:
        return message("{0}, and two pawns on one square cannot be captured", target());
      case Violation::capture_not_written:
        return joined(target(), message("to capture is written {0}", from_ + "x" + to_));
      case Violation::nothing_captured:
        return message("{0} is empty, there is nothing to capture", to_);
      case Violation::neighbour_no_knight:
        return message("only a knight can be captured by a knight next to it, and {0}", target());
      default:
        return message("the knight on {0} moved last turn and is protected this turn", to_);
    }
  }

  Message rule_of_fill(Violation violation) const {
    switch (violation) {
      case Violation::pawn_after_end:
        return message("capturing the last knight ends the game; no pawn moves after it");
      case Violation::fill_missing:
        if (turn_.second_to == turn_.from) return misplaced_fill();
        return message("a pawn has to fill {0}, {1}", from_, fill_advice());
      case Violation::reserve_empty:
        return message("{0} has no pawn in reserve; {1} is filled {2}", mover_, from_,
                       fill_advice());
      case Violation::reserve_first:
        return message("{0} has {1} in reserve, so {2} is filled {3}", mover_, own().reserve(),
                       from_, fill_advice());
      case Violation::no_pawn_to_fill:
        return message("there is no pawn of {0}'s on {1} to fill {2}", mover_,
                       square_name(turn_.fill), from_);
      default:
        return message("{0} has two pawns on one square, so {1} is filled {2}", mover_, from_,
                       fill_advice());
    }
  }

  /// `b1-c3/c2-b1`: the pawn's move to the square that the knight left.
  Message misplaced_fill() const {
    Turn meant = turn_;
    meant.fill = turn_.second_from;
    meant.second_from = meant.second_to = Turn::none;
    return form_of_fill(square_name(meant.fill), Notation::write_turn(meant));
  }

  Message rule_of_second(Violation violation) const {
    const std::string origin = square_name(turn_.second_from), end = square_name(turn_.second_to);
    switch (violation) {
      case Violation::second_after_capture:
        return message("no second pawn moves after the capture of a pawn");
      case Violation::no_other_pawn:
        return message(
            "{0} has no pawn on the board but the one that fills {1}, so no second pawn moves",
            mover_, from_);
      case Violation::second_missing:
        return turn_.kind == Kind::move
                   ? message("a second pawn has to move after a move to an empty square")
                   : message("a second pawn has to move after the capture of a knight");
      case Violation::second_is_fill:
        return message("the pawn on {0} has just filled it; another one has to move", origin);
      case Violation::no_second_pawn:
        if (turn_.second_from == turn_.fill) {
          return message("the pawn from {0} has just gone to {1}, and there is no other", origin,
                         from_);
        }
        return message("there is no pawn of {0}'s on {1}", mover_, origin);
      case Violation::second_stays:
        return message("the second pawn has to go to another square than {0}", origin);
      default:
        if (end == to_) return message("the knight is on {0} now", end);
        return joined(describe_square(position_, turn_.second_to),
                      message("a pawn goes to an empty square or joins one own pawn"));
    }
  }

  /// The knight's legal parts, in the notation of turns.
  Message knight_advice() const {
    std::vector<std::string> list;
    visit_turns_that([](const Turn&) { return true; },
                     [&](const Turn& turn) {
                       return from_ + signs[static_cast<std::size_t>(turn.kind)] +
                              square_name(turn.to);
                     },
                     list);
    if (list.empty()) return message("this knight has no turn");
    return message("this knight can play {0}", list_some(list, 12));
  }

  /// The second pawns that can move, or the targets of this one, after this knight's part and this
  /// fill.
  Message second_advice(Violation violation) const {
    if (violation <= Violation::no_other_pawn) return {};
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
    if (list.empty()) return {};
    return same_pawn ? message("this pawn can go to {0}", list_some(list, 12))
                     : message("a pawn can move from {0}", list_some(list, 12));
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

  Message fill_advice() const {
    if (own().reserve() > 0) return message("from the reserve (@)");
    if (own().pairs) return message("out of a pair, on {0}", all_squares_of(own().pairs));
    return message("by a pawn from the board, on {0}", all_squares_of(own().singles));
  }

  Message target() const { return describe_square(position_, turn_.to); }

  const Position& position_;
  const Turn& turn_;
  Message mover_, other_;
  std::string from_, to_;
};

void reject_impossible(const Position& position) {
  for (const Side side : {Side::white, Side::black}) {
    if (std::popcount(position.army(side).knights) > knights_per_side) {
      reject_position(message("{0} has more than two knights", side_message(side)));
    }
    if (position.army(side).reserve() < 0) {
      reject_position(
          message("{0} has more than eight pawns, a pair counted as two", side_message(side)));
    }
  }
  const Side mover = position.side_to_move(), other = opponent(mover);
  if (!position.army(other).knights) {
    reject_position(message("{0} has just moved, but has no knight: the game was over before",
                            side_message(other)));
  }
  if (position.protected_knight() & ~position.army(other).knights) {
    reject_position(
        message("the protected square, {0}, is not that of a knight of {1}'s, who moved last",
                all_squares_of(position.protected_knight()), side_message(other)));
  }
}

Bits read_protected(std::string_view text) {
  if (text == "-") return 0;
  const Place at = text.size() == 2 ? scan_square(text.data()) : no_square;
  if (at == no_square) {
    reject_position(message("the protected square is one of a1 to f6 or '-', not '{0}'", text));
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

Message Notation::explain_text(const Position&, std::string_view text) {
  // `b1-a3/d2-b1/f2-c4`: the second part ends where the first one begins.
  constexpr std::size_t fill_at = 5, fill_end = 11;
  if (text.size() < fill_end || text[fill_at] != '/') return {};
  const std::string_view from = text.substr(0, 2), fill = text.substr(fill_at + 1, 2);
  if (text[fill_at + 3] != '-' || text.substr(fill_at + 4, 2) != from) return {};
  return form_of_fill(fill, std::string(text.substr(0, fill_at)) + "/" + std::string(fill) +
                                std::string(text.substr(fill_end)));
}

Message Notation::explain(const Position& position, const Turn& turn, Violation violation) {
  return message("{0}: {1}", write_turn(turn), Explanation(position, turn).rule(violation));
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
        message("a position is '<rows> <side> <protected square or ->', three parts separated by "
                "single spaces; this one has {0}",
                parts.size()));
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

namespace {

std::size_t offset_of(Place at) { return offset_in(piece_rows, column_of(at), row_of(at)); }

}  // namespace

void Notation::spread(const Position& position, SpreadPosition& to) {
  static const std::string empty = empty_rows(piece_rows) + " * *";
  to.boards = empty;
  for (const Side side : {Side::white, Side::black}) {
    const SidePieces& army = position.army(side);
    const std::size_t first = side == Side::white ? 0 : 3;
    for (const Place at : places(army.all())) {
      const std::size_t kind = army.knights & bit(at) ? 0 : army.singles & bit(at) ? 1 : 2;
      to.boards[offset_of(at)] = piece_rows.letters[first + kind];
    }
  }
  const Bits knight = position.protected_knight();
  to.words.resize(2);
  to.words[0] = side_letter(position.side_to_move());
  to.words[1] = knight ? square_name(static_cast<Place>(std::countr_zero(knight))) : "-";
}

std::vector<LetterPlace> Notation::letter_places(const Position&) {
  std::vector<LetterPlace> all;
  add_letter_places(squares, {0, 1, 2, 3, 4, 5}, offset_of, all);
  return all;
}

std::string Notation::write_position(const Position& position) {
  SpreadPosition spread;
  Notation::spread(position, spread);
  return spread.text();
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

void Notation::write_side_planes(const Position& position, Side side, PlaneWriter& writer) {
  for (const Side owner : {side, opponent(side)}) {
    const SidePieces& army = position.army(owner);
    for (const Bits pieces : {army.knights, army.singles, army.pairs}) {
      mark_all(writer.next(), seen_by(side, pieces, 6));
    }
  }
  mark_all(writer.next(), seen_by(side, position.protected_knight(), 6));
  writer.next().fill(position.side_to_move() == Side::black ? 1 : 0);
}

namespace {

/// The image of the protected knight's square, whose characters may be `?`.
std::string image_of_square(const SquareMap& map, std::string_view square) {
  if (square.size() != 2) return std::string(square);
  const auto flipped = [](char c, char first, bool flips) {
    const int number = c - first;
    return flips && number >= 0 && number < 6 ? 5 - number : number;
  };
  int column = flipped(square[0], 'a', map.flips_columns);
  int row = flipped(square[1], '1', map.flips_rows);
  const bool any_column = square[0] == '?', any_row = square[1] == '?';
  if (map.transposes) std::swap(column, row);
  const auto written = [](int number, char first, bool any) {
    return any ? '?' : static_cast<char>(first + number);
  };
  return {written(column, 'a', map.transposes ? any_row : any_column),
          written(row, '1', map.transposes ? any_column : any_row)};
}

PositionSymmetry symmetry_of(const SquareMap& map, bool swaps) {
  PositionSymmetry symmetry;
  map.append_places(6, symmetry.places);
  if (swaps) symmetry.swapped = "NnPpDdRr";
  symmetry.word = [map, swaps](std::size_t number, std::string_view text) {
    if (number == 0) return swaps ? other_side(text) : std::string(text);
    return image_of_square(map, text);
  };
  return symmetry;
}

}  // namespace

std::vector<PositionSymmetry> Notation::symmetries(const Position&) {
  std::vector<PositionSymmetry> symmetries;
  for (const SquareMap& map : square_maps()) {
    symmetries.push_back(symmetry_of(map, false));
    symmetries.push_back(symmetry_of(map, true));
  }
  symmetries.erase(symmetries.begin());  // the identity
  return symmetries;
}

}  // namespace schiri::springerjagd
