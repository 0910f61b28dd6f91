#include "notation/creeper.h"

#include <array>
#include <vector>

#include "notation/creeper_rules.h"
#include "notation/softserve.h"

namespace schiri::creeper {

namespace {

constexpr char signs[] = {'+', '-', 'x'};

std::string square_name(Place at) {
  return {static_cast<char>('A' + column_of(at)), static_cast<char>('1' + row_of(at))};
}

[[noreturn]] void reject(const std::string& message) {
  throw StartError(StartError::Kind::bad_position, message);
}

/// Reads one block of rows (`1BB1WW1/B5W/...`) from the top row down.
class RowReader {
 public:
  RowReader(std::string_view text, int size, std::string_view what, std::string_view letters)
      : text_(text), size_(size), what_(what), letters_(letters) {}

  /// The places of White's and Black's letter.
  std::array<Bits, 2> read() {
    for (int row = size_ - 1; row >= 0; --row) {
      read_row(row);
      if (row > 0) expect_slash();
    }
    if (at_ != text_.size()) reject_here("more than " + std::to_string(size_) + " rows");
    return found_;
  }

 private:
  void read_row(int row) {
    int column = 0;
    bool after_run = false;
    for (; at_ < text_.size() && text_[at_] != '/'; ++at_) {
      const char c = text_[at_];
      const std::size_t letter = letters_.find(c);
      if (letter != std::string_view::npos) {
        if (column < size_) found_[letter] |= bit(place(column, row));
        ++column;
        after_run = false;
      } else if (c >= '1' && c <= '9') {
        if (after_run) reject_here("two runs of empties side by side");
        column += c - '0';
        after_run = true;
      } else {
        reject_here(std::string("'") + c + "' is neither of " + std::string(1, letters_[0]) + " " +
                    std::string(1, letters_[1]) + " nor a number of empties");
      }
      if (column > size_) reject_here("the row is longer than " + std::to_string(size_));
    }
    if (column != size_) {
      reject_here("the row has " + std::to_string(column) + " places instead of " +
                  std::to_string(size_));
    }
  }

  void expect_slash() {
    if (at_ == text_.size()) reject_here("fewer than " + std::to_string(size_) + " rows");
    ++at_;
  }

  [[noreturn]] void reject_here(const std::string& problem) const {
    reject("the " + std::string(what_) + " '" + std::string(text_) + "' do not read at character " +
           std::to_string(at_ + 1) + ": " + problem);
  }

  std::string_view text_;
  int size_;
  std::string_view what_;
  std::string_view letters_;
  std::size_t at_ = 0;
  std::array<Bits, 2> found_{};
};

/// Splits at single blanks; the three parts of a position string.
std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t blank = text.find(' ');
    parts.push_back(text.substr(0, blank));
    if (blank == std::string_view::npos) return parts;
    text.remove_prefix(blank + 1);
  }
}

void write_rows(std::string& out, Bits white, Bits black, int size, std::string_view letters) {
  for (int row = size - 1; row >= 0; --row) {
    int run = 0;
    const auto end_run = [&] {
      if (run) out += static_cast<char>('0' + run);
      run = 0;
    };
    for (int column = 0; column < size; ++column) {
      const Bits b = bit(place(column, row));
      if ((white | black) & b) {
        end_run();
        out += letters[white & b ? 0 : 1];
      } else {
        ++run;
      }
    }
    end_run();
    if (row > 0) out += '/';
  }
}

std::string list_targets(const Position& position, Place from) {
  std::string list;
  for (const Kind kind : {Kind::jump, Kind::shunt, Kind::capture}) {
    position.visit_turns([&](const Turn& turn) {
      if (turn.from == from && turn.kind == kind) {
        list += (list.empty() ? "" : ", ") + Notation::write_turn(turn);
      }
      return true;
    });
  }
  return list;
}

std::string forbidding_rule(const Position& position, const Turn& turn, Violation violation) {
  const std::string from = square_name(turn.from), to = square_name(turn.to);
  const std::string mover(side_name(position.side_to_move()));
  const std::string other(side_name(opponent(position.side_to_move())));
  switch (violation) {
    case Violation::no_pawn_there:
      return "no pawn stands on " + from;
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
      return "no pawn stands between " + from + " and " + to + " to be captured";
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
        paint(Side::white, "W");
      } else if (position_.pawns(Side::black) & b) {
        paint(Side::black, "B");
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
        const char* name = side == Side::white ? "w" : "b";
        if (bases[static_cast<unsigned>(side)] & b) paint(side, std::string("<") + name + ">");
        if (position_.discs(side) & b) paint(side, std::string("(") + name + ")");
      }
      const Bits taken = all_bases | position_.discs(Side::white) | position_.discs(Side::black);
      if (!(taken & b)) out_ += "( )";
      if (column < 5) out_ += ' ';
    }
    out_ += '\n';
  }

  void paint(Side side, const std::string& text) {
    if (!style_.colour) {
      out_ += text;
    } else {
      out_ += (side == Side::white ? "\033[1;33m" : "\033[1;36m") + text + "\033[0m";
    }
  }

  const Position& position_;
  BoardStyle style_;
  std::string out_;
};

}  // namespace

const std::string_view Notation::rules = rules_text;

const ForeignNotation* Notation::foreign_notation() { return &softserve::notation(); }

std::string Notation::write_turn(const Turn& turn) {
  return square_name(turn.from) + signs[static_cast<int>(turn.kind)] + square_name(turn.to);
}

std::string Notation::explain(const Position& position, const Turn& turn, Violation violation) {
  std::string text = write_turn(turn) + ": " + forbidding_rule(position, turn, violation);
  if (violation == Violation::no_pawn_there || violation == Violation::opponents_pawn) return text;
  const std::string targets = list_targets(position, turn.from);
  return text + (targets.empty() ? "; this pawn has no move" : "; this pawn can play " + targets);
}

Position Notation::set_up(const StartSpec& spec) {
  require_variant(spec.variant, variants, title);
  return spec.position.empty() ? Position() : read_position(spec.position);
}

StartSpec Notation::draw_start(std::string_view variant, Rng&) {
  return {std::string(variant), "", ""};
}

Position Notation::read_position(std::string_view text) {
  const auto parts = split(text);
  if (parts.size() != 3) {
    reject(
        "a position is '<pawn rows> <octagon rows> <side>', three parts with single blanks between"
        "; this one has " +
        std::to_string(parts.size()));
  }
  const auto pawns = RowReader(parts[0], 7, "pawn rows", "WB").read();
  const auto discs = RowReader(parts[1], 6, "octagon rows", "wb").read();
  if (parts[2] != "w" && parts[2] != "b") {
    reject("the side to move is 'w' or 'b', not '" + std::string(parts[2]) + "'");
  }
  const Position position(pawns, discs, parts[2] == "w" ? Side::white : Side::black);
  reject_impossible(position);
  return position;
}

void reject_impossible(const Position& position) {
  for (const Side side : {Side::white, Side::black}) {
    const Bits pawns = position.pawns(side);
    if (pawns & ~squares) reject("a pawn stands on a corner, which is no square");
    if (std::popcount(pawns) > pawns_per_side) {
      reject(std::string(side_name(side)) + " has more than eight pawns");
    }
    if (position.discs(side) & all_bases) reject("a disc lies on a home base");
  }
  const Side mover = position.side_to_move();
  if (position.has_chain(mover)) {
    reject(std::string(side_name(mover)) +
           " is to move, but has a finished chain: the game was over before");
  }
}

std::string Notation::write_position(const Position& position) {
  std::string text;
  write_rows(text, position.pawns(Side::white), position.pawns(Side::black), 7, "WB");
  text += ' ';
  write_rows(text, position.discs(Side::white), position.discs(Side::black), 6, "wb");
  text += position.side_to_move() == Side::white ? " w" : " b";
  return text;
}

std::string Notation::draw(const Position& position, const BoardStyle& style) {
  return Canvas(position, style).draw();
}

}  // namespace schiri::creeper
