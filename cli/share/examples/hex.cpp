// Hex on seven rows of seven as a game for schiri: a position that knows its turns, and how both
// are written. To be copied for a game of your own; `schiri help library` tells how it is built.
#include <bit>

#include "core/base/bitboard.h"
#include "core/base/text.h"
#include "notation/board/diagram.h"
#include "notation/board/planes.h"
#include "notation/board/position_text.h"
#include "notation/plugin/plugin.h"

namespace hex {

using namespace schiri;

constexpr int size = 7;
// Columns A-G and rows 1-7 in a set of eight by eight: the free column keeps steps from wrapping.
constexpr Bits squares = 0x007f7f7f7f7f7f7f, bottom = 0x7f, left = 0x0001010101010101;
constexpr std::string_view chain_reason = "chain";

constexpr Bits neighbours(Bits b) {
  return (b << 1 | b >> 1 | b << 8 | b >> 8 | b << 7 | b >> 7) & squares;
}

struct Turn {
  Place to = 0;

  friend bool operator==(const Turn&, const Turn&) = default;
};

enum class Violation : std::uint8_t { off_board, taken };

/// Meets GamePosition. White joins bottom and top, Black left and right.
class Position {
 public:
  using Turn = hex::Turn;
  using Violation = hex::Violation;

  Position() = default;
  Position(std::array<Bits, 2> stones, Side side) : stones_(stones), side_(side) {}

  Side side_to_move() const { return side_; }
  Bits stones(Side side) const { return stones_[static_cast<unsigned>(side)]; }
  Bits empty() const { return squares & ~(stones_[0] | stones_[1]); }

  /// How many more stones join the side's edges, 0 for a finished chain; 99 where none can.
  int missing(Side side) const {
    const Bits begin = side == Side::white ? bottom : left;
    const Bits end = side == Side::white ? bottom << 48 : left << 6;
    Bits joined = with_chains(begin & stones(side), side);
    for (int more = 0; more < 99; ++more) {
      if (joined & end) return more;
      const Bits next = with_chains(joined | ((begin | neighbours(joined)) & empty()), side);
      if (next == joined) break;
      joined = next;
    }
    return 99;
  }

  std::optional<Ending> ending() const {
    for (const Side side : {opponent(side_), side_}) {
      if (missing(side) == 0) return Ending{win_for(side), chain_reason};
    }
    return std::nullopt;
  }
  std::optional<Ending> ending_after(const Turn&) const { return ending(); }

  std::optional<Violation> violation(const Turn& turn) const {
    if (turn.to >= 64 || !(squares & bit(turn.to))) return Violation::off_board;
    return empty() & bit(turn.to) ? std::nullopt : std::optional(Violation::taken);
  }
  bool is_legal(const Turn& turn) const { return !violation(turn); }
  bool is_irreversible(const Turn&) const { return true; }

  void play(const Turn& turn) {
    stones_[static_cast<unsigned>(side_)] |= bit(turn.to);
    side_ = opponent(side_);
  }

  std::uint64_t count_turns() const {
    return ending() ? 0 : static_cast<std::uint64_t>(std::popcount(empty()));
  }

  Turn random_turn(Rng& rng) const {
    Bits left_over = empty();
    for (std::uint64_t n = rng.below(count_turns()); n > 0; --n) left_over &= left_over - 1;
    return {static_cast<Place>(std::countr_zero(left_over))};
  }

  template <class Visitor>
  bool visit_turns(Visitor&& visitor) const {
    if (ending()) return true;
    for (const Place at : places(empty())) {
      if (!visitor(Turn{at})) return false;
    }
    return true;
  }

  std::uint64_t hash() const {
    return mix64(stones_[0] ^ mix64(stones_[1] ^ mix64(side_ == Side::black)));
  }

  friend bool operator==(const Position&, const Position&) = default;

 private:
  /// These places, with all stones of the side that are connected to them.
  Bits with_chains(Bits places, Side side) const {
    while (const Bits more = neighbours(places) & stones(side) & ~places) places |= more;
    return places;
  }

  std::array<Bits, 2> stones_{};
  Side side_ = Side::white;
};

/// For the built-in bots, in hundredths of a stone.
int evaluate(const Position& position, Side side) {
  return 100 * (position.missing(opponent(side)) - position.missing(side));
}

/// Meets GameNotation.
struct Notation {
  using Position = hex::Position;
  using Hooks = NotationHooks<NotationHook::write_planes>;

  static constexpr std::string_view variants[] = {"standard"};
  static constexpr std::string_view endings[] = {chain_reason};
  static constexpr std::string_view rules =
      "Hex (Piet Hein, John Nash), on seven rows of seven cells.\n\n"
      "White begins. Each player lays a stone on an empty cell. White wins with a chain of stones\n"
      "from row 1 to row 7, Black with one from column A to column G. A cell touches those before\n"
      "and behind it in its row and column, and two more: D4 touches C5 and E3.\n";
  static constexpr GameFacts facts = {.name = "hex",
                                      .title = "Hex",
                                      .summary = "a chain of stones between two edges wins",
                                      .rules = rules,
                                      .variants = variants,
                                      .endings = endings};
  static constexpr std::string_view turn_form = "a turn is a cell, as in D4";
  static constexpr TypedForm typed_form = TypedForm().add_letters("ABCDEFG", true).add_digits();
  static constexpr RowsForm rows = {size, size, "WB", Pattern::of_constant("rows of stones")};

  static std::size_t scan_turn(const char* text, Turn& turn) {
    if (text[0] < 'A' || text[0] > 'G' || text[1] < '1' || text[1] > '7') return 0;
    turn.to = place(text[0] - 'A', text[1] - '1');
    return 2;
  }
  static std::string write_turn(const Turn& turn) {
    return {static_cast<char>('A' + column_of(turn.to)), static_cast<char>('1' + row_of(turn.to))};
  }
  static std::string explain(const Position&, const Turn& turn, Violation) {
    return write_turn(turn) + ": a stone lies there already";
  }

  static Position read_position(std::string_view text) {
    const auto parts = split(text, ' ');
    if (parts.size() != 2) reject_position("a position is '<rows> <side>', with one blank between");
    std::array<Bits, 2> stones{};
    read_rows(parts[0], rows, [&](std::size_t letter, int column, int row) {
      stones[letter] |= bit(place(column, row));
    });
    const Side side = read_side(parts[1]);
    if (std::popcount(stones[0]) - std::popcount(stones[1]) != (side == Side::black)) {
      reject_position("the numbers of stones do not fit whose turn it is");
    }
    return {stones, side};
  }
  static char letter_at(const Position& position, int column, int row) {
    const Bits at = bit(place(column, row));
    return position.stones(Side::white) & at ? 'W' : position.stones(Side::black) & at ? 'B' : '\0';
  }
  static std::string write_position(const Position& position) {
    SpreadPosition spread;
    spread.boards = empty_rows(rows) + " *";
    for (int i = 0; i < size * size; ++i) {
      const int column = i % size, row = i / size;
      if (const char letter = letter_at(position, column, row)) {
        spread.boards[offset_in(rows, column, row)] = letter;
      }
    }
    spread.words = {side_letter(position.side_to_move())};
    return spread.text();
  }

  static std::string draw(const Position& position, const BoardStyle& style) {
    std::string text;
    for (int row = size - 1; row >= 0; --row) {
      text += std::string(static_cast<std::size_t>(row), ' ') + static_cast<char>('1' + row) + ' ';
      for (int column = 0; column < size; ++column) {
        const char stone = letter_at(position, column, row);
        text +=
            ' ' + (stone ? paint(stone == 'W' ? Side::white : Side::black, {stone}, style) : ".");
      }
      text += '\n';
    }
    return text + "   A B C D E F G\n";
  }

  static double x_of(int column, int row) { return 40 + 44 * (column + row / 2.0); }
  static double y_of(int row) { return 40 + 38 * (size - 1 - row); }
  static DiagramBoard diagram_board(std::string_view) {
    DiagramBoard board{x_of(size - 1, size - 1) + 40, y_of(0) + 40, 20, "", "", ""};
    for (const std::string side : {"white", "black"}) {
      board.symbols += svg::symbol("hex-" + side, svg::circle(side, 0, 0, 18));
    }
    board.symbols += svg::symbol("hex-last", svg::circle("last", 0, 0, 22));
    for (const Place at : places(squares)) {
      const double x = x_of(column_of(at), row_of(at)), y = y_of(row_of(at));
      board.fields += svg::circle("field", x, y, 20);
      board.places.push_back({write_turn({at}), x, y});
    }
    for (int i = 0; i < size; ++i) {
      const char column = static_cast<char>('A' + i), row = static_cast<char>('1' + i);
      board.coordinates += svg::text("name", {&column, 1}, x_of(i, 0) - 16, y_of(0) + 28, 12) +
                           svg::text("name", {&row, 1}, x_of(0, i) - 32, y_of(i), 12);
    }
    return board;
  }
  static Figures diagram(const Position& position, const std::optional<Turn>& last) {
    Figures figures;
    const auto add = [&](std::string_view symbol, Place at) {
      figures.push_back({symbol, x_of(column_of(at), row_of(at)), y_of(row_of(at))});
    };
    if (last) add("hex-last", last->to);
    for (const Side side : {Side::white, Side::black}) {
      for (const Place at : places(position.stones(side))) {
        add(side == Side::white ? "hex-white" : "hex-black", at);
      }
    }
    return figures;
  }

  static constexpr std::string_view plane_names[] = {"white", "black", "black to move"};
  static constexpr PlaneForm plane_form = {plane_names, size, size};
  static void write_planes(const Position& position, PlaneWriter& writer) {
    for (const Side side : {Side::white, Side::black})
      mark_all(writer.next(), position.stones(side));
    writer.next().fill(position.side_to_move() == Side::black ? 1 : 0);
  }
};

}  // namespace hex

SCHIRI_GAME(hex::Notation)
