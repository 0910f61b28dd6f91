#include "notation/games/creeper/notation.h"

#include <array>

#include "core/base/characters.h"
#include "core/base/text.h"
#include "notation/board/position_text.h"
#include "notation/games/creeper/softserve.h"

namespace schiri::creeper {

namespace {

constexpr char signs[] = {'+', '-', 'x'};

void append_square(Place at, std::string& text) {
  text += static_cast<char>('A' + column_of(at));
  text += static_cast<char>('1' + row_of(at));
}

std::string square_name(Place at) {
  std::string text;
  append_square(at, text);
  return text;
}

constexpr RowsForm pawn_rows = {7, 7, "WB", "pawn rows"};
constexpr RowsForm octagon_rows = {6, 6, "wb", "octagon rows"};

/// The squares with White's and Black's letter.
std::array<Bits, 2> read_places(std::string_view text, const RowsForm& form) {
  std::array<Bits, 2> found{};
  read_rows(text, form, [&](std::size_t letter, int column, int row) {
    found[letter] |= bit(place(column, row));
  });
  return found;
}

std::string write_places(Bits white, Bits black, const RowsForm& form) {
  return write_rows(form, [&](int column, int row) {
    const Bits b = bit(place(column, row));
    return white & b ? form.letters[0] : black & b ? form.letters[1] : char{0};
  });
}

/// The legal turns that pass the test, jumps first.
template <class Test>
std::string list_turns(const Position& position, const Test& test) {
  std::vector<std::string> list;
  for (const Kind kind : {Kind::jump, Kind::shunt, Kind::capture}) {
    position.visit_turns([&](const Turn& turn) {
      if (turn.kind == kind && test(turn)) list.push_back(Notation::write_turn(turn));
      return true;
    });
  }
  return list_some(list, 12);
}

std::string forbidding_rule(const Position& position, const Turn& turn, Violation violation) {
  const std::string from = square_name(turn.from), to = square_name(turn.to);
  const std::string mover(side_name(position.side_to_move()));
  const std::string other(side_name(opponent(position.side_to_move())));
  switch (violation) {
    case Violation::no_pawn_there:
      return "there is no pawn on " + from;
    case Violation::opponents_pawn:
      return "the pawn on " + from + " is " + other + "'s, and it is " + mover + "'s turn";
    case Violation::not_a_jump:
      return "a jump (+) goes one step diagonally, and " + to + " is not diagonally next to " +
             from;
    case Violation::not_a_shunt:
      return "a shunt (-) goes one square along a row or column, and " + to +
             " is not such a neighbour of " + from;
    case Violation::not_a_capture:
      return "a capture (x) goes two squares along a row or column, and " + to +
             " is not two squares from " + from;
    case Violation::target_occupied:
      return to + " is occupied";
    case Violation::nothing_captured:
      return "there is no pawn between " + from + " and " + to + " to be captured";
    case Violation::own_pawn_captured:
      return "the pawn between " + from + " and " + to + " is " + mover + "'s own";
  }
  return {};
}

/// One line of the drawing, `cells` centred four columns apart.
class Canvas {
 public:
  Canvas(const Position& position, const BoardStyle& style) : position_(position), style_(style) {}

  std::string draw() {
    const std::string letters = "     A   B   C   D   E   F   G\n";
    out_ = letters;
    for (int row = 6; row >= 0; --row) {
      draw_squares(row);
      if (row > 0) draw_octagons(row - 1);
    }
    return out_ + letters;
  }

 private:
  void draw_squares(int row) {
    const std::string number = std::to_string(row + 1);
    out_ += " " + number + "  ";
    for (int column = 0; column < 7; ++column) {
      const Bits b = bit(place(column, row));
      out_ += ' ';
      if (position_.pawns(Side::white) & b) {
        out_ += paint(Side::white, "W", style_);
      } else if (position_.pawns(Side::black) & b) {
        out_ += paint(Side::black, "B", style_);
      } else {
        out_ += b & corners ? ' ' : '.';
      }
      out_ += "  ";
    }
    out_ += " " + number + "\n";
  }

  void draw_octagons(int row) {
    out_ += "      ";
    for (int column = 0; column < 6; ++column) {
      const Bits b = bit(place(column, row));
      for (const Side side : {Side::white, Side::black}) {
        const std::string name = side_letter(side), base = "<" + name + ">",
                          disc = "(" + name + ")";
        if (position_.bases(side) & b) out_ += paint(side, base, style_);
        if (position_.discs(side) & b) out_ += paint(side, disc, style_);
      }
      const Bits taken = all_bases | position_.discs(Side::white) | position_.discs(Side::black);
      if (!(taken & b)) out_ += "( )";
      if (column < 5) out_ += ' ';
    }
    out_ += '\n';
  }

  const Position& position_;
  BoardStyle style_;
  std::string out_;
};

}  // namespace

const ForeignNotation& Notation::foreign_notation() { return softserve::notation(); }

std::string Notation::write_turn(const Turn& turn) {
  // Most of all the texts that are made, so without strings in between.
  std::string text;
  append_square(turn.from, text);
  text += signs[static_cast<int>(turn.kind)];
  append_square(turn.to, text);
  return text;
}

std::string Notation::explain_text(const Position&, std::string_view text) {
  int squares = 0;
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    if (!is_letter(text[i]) || !is_digit(text[i + 1])) continue;
    const std::string name = {to_upper(text[i]), text[i + 1]};
    if (name == "A1" || name == "A7" || name == "G1" || name == "G7") {
      return name + " is a corner, not a square";
    }
    const bool is_on_board = name[0] <= 'G' && name[1] >= '1' && name[1] <= '7';
    if (!is_on_board) return "the board has no " + name + ", but columns A to G and rows 1 to 7";
    ++squares;
  }
  const bool captures = text.find_first_of("xX") != text.npos;
  if (squares <= 2 || text.find_first_not_of("ABCDEFGabcdefg1234567xX+-") != text.npos) return "";
  return captures ? "a turn captures once, and ends on the second square"
                  : "a turn is one move, from one square to another";
}

std::string Notation::explain(const Position& position, const Turn& turn, Violation violation) {
  const std::string text = write_turn(turn) + ": " + forbidding_rule(position, turn, violation);
  if (violation == Violation::no_pawn_there || violation == Violation::opponents_pawn) {
    const auto ends_there = [&](const Turn& other) { return other.to == turn.to; };
    const std::string others = list_turns(position, ends_there);
    const std::string to = square_name(turn.to);
    return text + (others.empty() ? "; no pawn can go to " + to
                                  : "; to " + to + " can be played " + others);
  }
  const auto starts_there = [&](const Turn& other) { return other.from == turn.from; };
  const std::string targets = list_turns(position, starts_there);
  return text + (targets.empty() ? "; this pawn has no move" : "; this pawn can play " + targets);
}

Variant Notation::variant_named(const VariantChoice& choice) {
  return {static_cast<Repetition>(choice.values[1]), static_cast<Bases>(choice.values[0])};
}

VariantChoice Notation::variant_of(const Position& position) {
  const Variant variant = position.variant();
  return {
      0, {static_cast<std::uint8_t>(variant.bases), static_cast<std::uint8_t>(variant.repetition)}};
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
        "a position is '<pawn rows> <octagon rows> <side>', three parts separated by single "
        "spaces; this one has " +
        std::to_string(parts.size()));
  }
  const auto pawns = read_places(parts[0], pawn_rows);
  const auto discs = read_places(parts[1], octagon_rows);
  const Position position(pawns, discs, read_side(parts[2]), variant);
  reject_impossible(position);
  return position;
}

void reject_impossible(const Position& position) {
  for (const Side side : {Side::white, Side::black}) {
    const Bits pawns = position.pawns(side);
    if (pawns & ~squares) reject_position("a pawn is on a corner, which is not a square");
    if (std::popcount(pawns) > pawns_per_side) {
      reject_position(std::string(side_name(side)) + " has more than eight pawns");
    }
    if (position.discs(side) & all_bases) reject_position("a disc is on a home base");
  }
  const Side mover = position.side_to_move();
  if (position.has_chain(mover)) {
    reject_position(std::string(side_name(mover)) +
                    " is to move, but has a finished chain: the game was over before");
  }
}

std::string Notation::write_position(const Position& position) {
  return write_places(position.pawns(Side::white), position.pawns(Side::black), pawn_rows) + ' ' +
         write_places(position.discs(Side::white), position.discs(Side::black), octagon_rows) +
         ' ' + side_letter(position.side_to_move());
}

std::string Notation::draw(const Position& position, const BoardStyle& style) {
  return Canvas(position, style).draw();
}

}  // namespace schiri::creeper
