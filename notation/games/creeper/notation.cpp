#include "notation/games/creeper/notation.h"

#include <array>

#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/match/planes.h"
#include "notation/board/planes.h"
#include "notation/board/position_text.h"
#include "notation/board/symmetry.h"
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

constexpr RowsForm pawn_rows = {7, 7, "WB", message_pattern("pawn rows")};
constexpr RowsForm octagon_rows = {6, 6, "wb", message_pattern("octagon rows")};

/// The squares with White's and Black's letter.
std::array<Bits, 2> read_places(std::string_view text, const RowsForm& form) {
  std::array<Bits, 2> found{};
  read_rows(text, form, [&](std::size_t letter, int column, int row) {
    found[letter] |= bit(place(column, row));
  });
  return found;
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

Message forbidding_rule(const Position& position, const Turn& turn, Violation violation) {
  const std::string from = square_name(turn.from), to = square_name(turn.to);
  const Message mover = side_message(position.side_to_move());
  const Message other = side_message(opponent(position.side_to_move()));
  switch (violation) {
    case Violation::no_pawn_there:
      return message("there is no pawn on {0}", from);
    case Violation::opponents_pawn:
      return message("the pawn on {0} is {1}'s, and it is {2}'s turn", from, other, mover);
    case Violation::not_a_jump:
      return message("a jump (+) goes one step diagonally, and {0} is not diagonally next to {1}",
                     to, from);
    case Violation::not_a_shunt:
      return message(
          "a shunt (-) goes one square along a row or column, and {0} is not such a "
          "neighbour of {1}",
          to, from);
    case Violation::not_a_capture:
      return message(
          "a capture (x) goes two squares along a row or column, and {0} is not two "
          "squares from {1}",
          to, from);
    case Violation::target_occupied:
      return message("{0} is occupied", to);
    case Violation::nothing_captured:
      return message("there is no pawn between {0} and {1} to be captured", from, to);
    case Violation::own_pawn_captured:
      return message("the pawn between {0} and {1} is {2}'s own", from, to, mover);
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

std::vector<std::string> Notation::actions() {
  std::vector<std::string> turns;
  for (Place from = 0; from < 64; ++from) {
    for (Place to = 0; to < 64; ++to) {
      const Kind kind = step_between(from, to).kind;
      if (kind != Step::none) turns.push_back(write_turn({from, to, kind}));
    }
  }
  return turns;
}

Message Notation::explain_text(const Position&, std::string_view text) {
  int named = 0;
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    if (!is_letter(text[i]) || !is_digit(text[i + 1])) continue;
    const std::string name = {to_upper(text[i]), text[i + 1]};
    if (name == "A1" || name == "A7" || name == "G1" || name == "G7") {
      return message("{0} is a corner, not a square", name);
    }
    const bool is_on_board = name[0] <= 'G' && name[1] >= '1' && name[1] <= '7';
    if (!is_on_board) {
      return message("the board has no {0}, but columns A to G and rows 1 to 7", name);
    }
    ++named;
  }
  const bool captures = text.find_first_of("xX") != text.npos;
  if (named <= 2 || text.find_first_not_of("ABCDEFGabcdefg1234567xX+-") != text.npos) return {};
  return captures ? message("a turn captures once, and ends on the second square")
                  : message("a turn is one move, from one square to another");
}

Message Notation::explain(const Position& position, const Turn& turn, Violation violation) {
  const Message rule =
      message("{0}: {1}", write_turn(turn), forbidding_rule(position, turn, violation));
  if (violation == Violation::no_pawn_there || violation == Violation::opponents_pawn) {
    const auto ends_there = [&](const Turn& other) { return other.to == turn.to; };
    const std::string others = list_turns(position, ends_there);
    const std::string to = square_name(turn.to);
    return joined(rule, others.empty() ? message("no pawn can go to {0}", to)
                                       : message("to {0} can be played {1}", to, others));
  }
  const auto starts_there = [&](const Turn& other) { return other.from == turn.from; };
  const std::string targets = list_turns(position, starts_there);
  return joined(rule, targets.empty() ? message("this pawn has no move")
                                      : message("this pawn can play {0}", targets));
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
    reject_position(message(
        "a position is '<pawn rows> <octagon rows> <side>', three parts separated by single "
        "spaces; this one has {0}",
        parts.size()));
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
    if (pawns & ~squares) {
      reject_position(message("a pawn is on a corner, which is not a square"));
    }
    if (std::popcount(pawns) > pawns_per_side) {
      reject_position(message("{0} has more than eight pawns", side_message(side)));
    }
    if (position.discs(side) & all_bases) reject_position(message("a disc is on a home base"));
  }
  const Side mover = position.side_to_move();
  if (position.has_chain(mover)) {
    reject_position(message("{0} is to move, but has a finished chain: the game was over before",
                            side_message(mover)));
  }
}

namespace {

std::size_t offset_of_square(Place at) { return offset_in(pawn_rows, column_of(at), row_of(at)); }

std::size_t offset_of_octagon(Place at) {
  constexpr std::size_t first = offset_in(pawn_rows, pawn_rows.columns, 0) + 1;
  return first + offset_in(octagon_rows, column_of(at), row_of(at));
}

}  // namespace

void Notation::spread(const Position& position, SpreadPosition& to) {
  static const std::string empty = empty_rows(pawn_rows) + ' ' + empty_rows(octagon_rows) + " *";
  to.boards = empty;
  for (const Side side : {Side::white, Side::black}) {
    const auto letter = static_cast<std::size_t>(side);
    for (const Place at : places(position.pawns(side))) {
      to.boards[offset_of_square(at)] = pawn_rows.letters[letter];
    }
    for (const Place at : places(position.discs(side))) {
      to.boards[offset_of_octagon(at)] = octagon_rows.letters[letter];
    }
  }
  to.words.resize(1);
  to.words[0] = side_letter(position.side_to_move());
}

std::vector<LetterPlace> Notation::letter_places(const Position&) {
  std::vector<LetterPlace> all;
  add_letter_places(squares, {0, 1}, offset_of_square, all);
  add_letter_places(octagons, {2, 3}, offset_of_octagon, all);
  return all;
}

std::string Notation::write_position(const Position& position) {
  SpreadPosition spread;
  Notation::spread(position, spread);
  return spread.text();
}

std::string Notation::draw(const Position& position, const BoardStyle& style) {
  return Canvas(position, style).draw();
}

/// Turning the rows exchanges the bases.
void Notation::write_side_planes(const Position& position, Side side, PlaneWriter& writer) {
  for (const Side owner : {side, opponent(side)}) {
    mark_all(writer.next(), seen_by(side, position.pawns(owner), 7));
  }
  for (const Side owner : {side, opponent(side)}) {
    mark_all(writer.next(), seen_by(side, position.discs(owner), 6));
  }
  writer.next().fill(position.side_to_move() == Side::black ? 1 : 0);
}

std::vector<PositionSymmetry> Notation::symmetries(const Position&) {
  std::vector<PositionSymmetry> symmetries;
  for (const SquareMap& map : square_maps()) {
    PositionSymmetry symmetry;
    map.append_places(7, symmetry.places);
    map.append_places(6, symmetry.places);
    // The bases of each player are opposite corners of the octagons.
    const SquareMap::Square base = map.image_of({0, 0}, 6);
    if (base.column != base.row) {
      symmetry.swapped = "WBwb";
      symmetry.word = [](std::size_t, std::string_view side) { return other_side(side); };
    }
    symmetries.push_back(std::move(symmetry));
  }
  symmetries.erase(symmetries.begin());  // the identity
  return symmetries;
}

}  // namespace schiri::creeper
