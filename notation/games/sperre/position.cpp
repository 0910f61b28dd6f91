#include <algorithm>
#include <array>
#include <vector>

#include "core/base/text.h"
#include "notation/board/position_text.h"
#include "notation/board/symmetry.h"
#include "notation/games/sperre/notation.h"

namespace schiri::sperre {

namespace {

/// Reads the rows of a position string from row 9 down to row 1.
class RowReader {
 public:
  explicit RowReader(std::string_view text) : text_(text) {}

  /// White's stones and Black's.
  std::array<Bits, 2> read() {
    for (int row = size; row >= 1; --row) {
      read_row(row);
      if (row == 1) break;
      if (at_ == text_.size()) reject_here(message("fewer than nine rows"));
      ++at_;
    }
    if (at_ != text_.size()) reject_here(message("more than nine rows"));
    return found_;
  }

 private:
  void read_row(int row) {
    int length = 0;
    bool after_run = false;
    for (; at_ < text_.size() && text_[at_] != '/'; ++at_) {
      const char c = text_[at_];
      if (is_number(c)) {
        if (after_run) reject_here(message("two adjacent numbers of empty squares"));
        length += c - '0';
      } else if (c == 'W' || c == 'B') {
        ++length;
        if (length <= size) found_[c == 'W' ? 0 : 1] |= bit(place(length, row));
      } else {
        reject_here(message("'{0}' is neither W nor B nor a number of empty squares", c));
      }
      if (length > size) reject_here(message("row {0} is longer than nine squares", row));
      after_run = is_number(c);
    }
    if (length < size) {
      reject_here(message("row {0} has {1} squares instead of nine", row, length));
    }
  }

  [[noreturn]] void reject_here(const Message& problem) const {
    reject_position(
        message("the rows '{0}' are invalid at character {1}: {2}", text_, at_ + 1, problem));
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::array<Bits, 2> found_{};
};

Die read_last_tilted(std::string_view text) {
  if (text == "-") return Die::none;
  if (text == "3") return Die::three;
  if (text == "4") return Die::four;
  if (text == "5") return Die::five;
  reject_position(
      message("the die tilted last is '3', '4', '5' or, at the start, '-', not '{0}'", text));
}

/// Throws StartError if no game can have this position.
void reject_impossible(const Position& position) {
  for (const Side side : {Side::white, Side::black}) {
    if (const int stones = count(position.stones(side)); stones != stones_per_side) {
      reject_position(message("{0} has {1} stones instead of nine", side_message(side), stones));
    }
  }
  if (position.last_tilted() == Die::none &&
      position != Position(position.tops(), position.variant())) {
    reject_position(message(
        "no die has been tilted ('-'), which is so only at the start, before White's first turn"));
  }
  if (position.last_tilted() == Die::none && position.variant().roll == Roll::distinct &&
      !are_distinct(position.tops())) {
    reject_position(
        message("two dice show the same number at the start; by the setting roll=distinct they are "
                "rolled again"));
  }
  if (position.variant().own_goal == OwnGoal::wins &&
      (position.stones(Side::white) & bit(goal_of(Side::white))) &&
      (position.stones(Side::black) & bit(goal_of(Side::black)))) {
    reject_position(message("both players have a stone on their goal; the game was over before"));
  }
}

}  // namespace

Tops read_tops(std::string_view text, const Message& subject) {
  if (text.size() != dice.size() || !std::all_of(text.begin(), text.end(), is_number)) {
    reject_position(message(
        "{0} must be three numbers from 1 to 9, the tops of III, IV and V, like 147", subject));
  }
  Tops tops;
  for (const Die die : dice) {
    const auto top = static_cast<std::uint8_t>(text[index(die)] - '0');
    if (!has_face(die, top)) {
      Digits own = 0;
      for (const std::uint8_t face : faces[index(die)])
        own = static_cast<Digits>(own | digit(face));
      reject_position(message("{0} is impossible: the die {1} has no {2}, but {3}", subject,
                              name_of(die), top, all_of(numbers_of(own))));
    }
    tops[index(die)] = top;
  }
  return tops;
}

Position Notation::read_position(std::string_view text, Variant variant) {
  const auto parts = split(text, ' ');
  if (parts.size() != 4) {
    reject_position(
        message("a position is '<rows> <side> <tops of III, IV, V> <die tilted last>', four parts "
                "separated by single spaces; this one has {0}",
                parts.size()));
  }
  const auto stones = RowReader(parts[0]).read();
  const Side side = read_side(parts[1]);
  const Tops tops = read_tops(parts[2], message("the tops '{0}'", parts[2]));
  const Position position(stones, side, tops, read_last_tilted(parts[3]), variant);
  reject_impossible(position);
  return position;
}

namespace {

constexpr RowsForm stone_rows = {size, size, "WB", message_pattern("rows")};

std::size_t offset_of(Place at) { return offset_in(stone_rows, column_of(at) - 1, row_of(at) - 1); }

}  // namespace

void Notation::spread(const Position& position, SpreadPosition& to) {
  static const std::string empty = empty_rows(stone_rows) + " * * *";
  to.boards = empty;
  for (const Side side : {Side::white, Side::black}) {
    for (const Place at : places(position.stones(side))) {
      to.boards[offset_of(at)] = stone_rows.letters[static_cast<std::size_t>(side)];
    }
  }
  to.words.resize(3);
  to.words[0] = side_letter(position.side_to_move());
  to.words[1] = text_of(position.tops());
  to.words[2] = "345-"[index(position.last_tilted())];
}

std::vector<LetterPlace> Notation::letter_places(const Position&) {
  std::vector<LetterPlace> all;
  add_letter_places(board, {0, 1}, offset_of, all);
  return all;
}

std::string Notation::write_position(const Position& position) {
  SpreadPosition spread;
  Notation::spread(position, spread);
  return spread.text();
}

namespace {

void mark_all(PlaneWriter& plane, Bits marked, bool from_behind) {
  for (const Place at : places(marked)) {
    const int row = from_behind ? 10 - row_of(at) : row_of(at);
    plane.mark(static_cast<std::size_t>(row - 1), static_cast<std::size_t>(column_of(at) - 1));
  }
}

}  // namespace

/// A die's number is marked as a column because most variants lock columns. Where numbers lock
/// rows, the other side sees them from behind, and with them III as IV.
void Notation::write_side_planes(const Position& position, Side side, PlaneWriter& writer) {
  const bool from_behind = side == Side::black;
  const bool swaps = from_behind && position.variant().lock == Lock::rows;
  const std::array<Die, 3> seen =
      swaps ? std::array{dice[1], dice[0], dice[2]} : std::array{dice[0], dice[1], dice[2]};
  for (const Side owner : {side, opponent(side)}) {
    mark_all(writer.next(), position.stones(owner), from_behind);
  }
  for (const Die die : seen) {
    const int top = position.tops()[sperre::index(die)];
    mark_all(writer.next(), squares_of_column(swaps ? 10 - top : top), false);
  }
  mark_all(writer.next(), position.locked(position.tops()) & board, from_behind);
  for (const Die die : seen) writer.next().fill(position.last_tilted() == die ? 1 : 0);
  writer.next().fill(position.side_to_move() == Side::black ? 1 : 0);
}

namespace {

/// 10 minus the numbers of III are those of IV, opposite faces remain opposite, and V keeps its
/// own.
std::string mirrored_tops(std::string_view tops) {
  std::string image(tops);
  for (char& top : image) {
    if (top >= '1' && top <= '9') top = static_cast<char>('1' + '9' - top);
  }
  if (image.size() == 3) std::swap(image[0], image[1]);
  return image;
}

std::string mirrored_die(std::string_view last) {
  return last == "3" ? "4" : last == "4" ? "3" : std::string(last);
}

PositionSymmetry symmetry_of(const SquareMap& map, bool mirrors_dice) {
  PositionSymmetry symmetry;
  map.append_places(9, symmetry.places);
  const bool swaps = map.flips_rows;
  if (swaps) symmetry.swapped = "WB";
  symmetry.word = [swaps, mirrors_dice](std::size_t number, std::string_view text) {
    if (number == 0) return swaps ? other_side(text) : std::string(text);
    if (!mirrors_dice) return std::string(text);
    return number == 1 ? mirrored_tops(text) : mirrored_die(text);
  };
  return symmetry;
}

}  // namespace

std::vector<PositionSymmetry> Notation::symmetries(const Position& position) {
  const Lock lock = position.variant().lock;
  std::vector<PositionSymmetry> symmetries;
  for (const SquareMap& map : square_maps()) {
    const bool is_identity = !map.flips_rows && !map.flips_columns;
    if (map.transposes || is_identity) continue;
    // Numbers that lock rows and columns cannot change for one of them alone.
    if (lock == Lock::both && map.flips_rows != map.flips_columns) continue;
    symmetries.push_back(symmetry_of(map, lock == Lock::rows ? map.flips_rows : map.flips_columns));
  }
  return symmetries;
}

}  // namespace schiri::sperre
