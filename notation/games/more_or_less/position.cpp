#include <algorithm>
#include <vector>

#include "core/base/text.h"
#include "notation/board/position_text.h"
#include "notation/games/more_or_less/notation.h"

namespace schiri::more_or_less {

namespace {

/// A group of a position string: the points of one ring, or the centre.
struct Group {
  char name;
  Point first;
  int points;
};

constexpr Group groups[] = {{'O', 0, 1},   {'A', 1, 10},  {'B', 11, 10},
                            {'C', 21, 10}, {'D', 31, 10}, {'E', 41, 10}};

bool is_on(const Board& board, const Group& group) { return board.has(group.first); }

/// Reads one group (`w3bb4`).
class GroupReader {
 public:
  GroupReader(std::string_view text, const Group& group) : text_(text), group_(group) {}

  void read(std::array<Bits, 2>& stones) {
    for (const char c : text_) {
      ++at_;
      if (c == 'w' || c == 'b') {
        add_stone(stones[c == 'b']);
      } else {
        add_empties(c);
      }
    }
    if (count_ != group_.points) {
      reject_here("it has " + counted(static_cast<std::uint64_t>(count_), "point") +
                  " instead of " + std::to_string(group_.points));
    }
  }

 private:
  void add_stone(Bits& stones) {
    if (count_ == group_.points) reject_here("more points than " + std::to_string(group_.points));
    stones |= bit(static_cast<Point>(group_.first + count_));
    ++count_;
    after_empties_ = false;
  }

  void add_empties(char c) {
    const int empties = c == 'X' ? 10 : c >= '1' && c <= '9' ? c - '0' : 0;
    if (empties == 0) {
      reject_here(std::string("'") + c + "' is neither w nor b nor a number of empty points");
    }
    if (after_empties_) reject_here("two adjacent numbers of empty points");
    if (count_ + empties > group_.points) {
      reject_here("more points than " + std::to_string(group_.points));
    }
    count_ += empties;
    after_empties_ = true;
  }

  [[noreturn]] void reject_here(const std::string& problem) const {
    reject_position(std::string("the group ") + group_.name + " '" + std::string(text_) +
                    "' is invalid at character " + std::to_string(std::max(at_, 1)) + ": " +
                    problem);
  }

  std::string_view text_;
  Group group_;
  int at_ = 0;
  int count_ = 0;
  bool after_empties_ = false;
};

std::array<Bits, 2> read_stones(const std::vector<std::string_view>& texts, const Board& board) {
  std::array<Bits, 2> stones{};
  std::size_t next = 0;
  for (const Group& group : groups) {
    if (is_on(board, group)) GroupReader(texts[next++], group).read(stones);
  }
  return stones;
}

int read_turns(std::string_view text, Side side, int most) {
  const auto turns = parse_number<int>(text);
  if (!turns || std::to_string(*turns) != text || *turns < 0) {
    reject_position("the turns made by " + std::string(side_name(side)) + " are a number, not '" +
                    std::string(text) + "'");
  }
  if (*turns > most) {
    reject_position("a player makes at most " + std::to_string(most) +
                    " turns once all stones are placed, and " + std::string(side_name(side)) +
                    " has made " + std::string(text));
  }
  return *turns;
}

std::string counts(const Position& position) {
  return std::to_string(position.count_stones(Side::white)) + " white and " +
         std::to_string(position.count_stones(Side::black)) + " black stones";
}

/// One stone by White, two by Black, two by White ...
bool is_placing_order(const Position& position) {
  const int white = position.count_stones(Side::white), black = position.count_stones(Side::black);
  if (white == 0 && black == 0) return position.side_to_move() == Side::white;
  const bool white_placed_last = position.side_to_move() == Side::black;
  return white % 2 == 1 && black == (white_placed_last ? white - 1 : white + 1);
}

void reject_impossible_placing(const Position& position) {
  if (!is_placing_order(position)) {
    reject_position(
        "with " + std::string(side_name(position.side_to_move())) + " to move, " +
        counts(position) +
        " cannot lie on the board: White places one, then Black two, White two and so on");
  }
  const bool centre_is_white = position.stones(Side::white) & bit(0);
  if (position.occupied() != 0 && !centre_is_white) {
    reject_position("White's first stone is placed on O, and is not there");
  }
}

void write_group(std::string& text, const Position& position, const Group& group) {
  int empties = 0;
  const auto write_empties = [&] {
    if (empties == 10) {
      text += 'X';
    } else if (empties > 0) {
      text += static_cast<char>('0' + empties);
    }
    empties = 0;
  };
  for (int i = 0; i < group.points; ++i) {
    const Bits b = bit(static_cast<Point>(group.first + i));
    if (!(position.occupied() & b)) {
      ++empties;
      continue;
    }
    write_empties();
    text += position.stones(Side::white) & b ? 'w' : 'b';
  }
  write_empties();
}

}  // namespace

Position Notation::read_position(std::string_view text, int turns_per_side) {
  const auto parts = split(text, ' ');
  if (parts.size() != 4) {
    reject_position(
        "a position is '<points> <side> <White's turns> <Black's turns>', four parts separated by "
        "single spaces; this one has " +
        std::to_string(parts.size()));
  }
  const auto texts = split(parts[0], '/');
  if (texts.size() != 6 && texts.size() != 4) {
    reject_position(
        "the points are six groups O/A/B/C/D/E, or O/C/D/E on the board of 31 points, not " +
        std::to_string(texts.size()));
  }
  const BoardSize size = texts.size() == 6 ? BoardSize::points_51 : BoardSize::points_31;
  const auto stones = read_stones(texts, board_of(size));
  const Side side = read_side(parts[1]);
  const int white = read_turns(parts[2], Side::white, turns_per_side);
  const int black = read_turns(parts[3], Side::black, turns_per_side);
  // While stones are placed, no turns are counted, and the number of stones determines the side to
  // move.
  if (white + black > 0 && black - white != (side == Side::white)) {
    reject_position("with " + std::string(side_name(side)) + " to move, White cannot have made " +
                    std::to_string(white) + " turns and Black " + std::to_string(black) +
                    ": once all stones are placed, Black moves first and they alternate");
  }
  const Variant variant(size, turns_per_side);
  const Position position(variant, stones, side, white + black);
  reject_impossible(position);
  return position;
}

void reject_impossible(const Position& position) {
  const int stones = std::popcount(position.occupied());
  if (stones > stone_count)
    reject_position("there are " + std::to_string(stones) + " stones, not 25");
  const int turns = position.turns_made(Side::white) + position.turns_made(Side::black);
  if (turns == 0) {
    reject_impossible_placing(position);
  } else if (stones < stone_count) {
    reject_position("turns are counted once all 25 stones are placed, and " +
                    std::to_string(stones) + " are");
  }
}

std::string Notation::write_position(const Position& position) {
  std::string text;
  for (const Group& group : groups) {
    if (!is_on(position.board(), group)) continue;
    if (!text.empty()) text += '/';
    write_group(text, position, group);
  }
  return text + (position.side_to_move() == Side::white ? " w " : " b ") +
         std::to_string(position.turns_made(Side::white)) + ' ' +
         std::to_string(position.turns_made(Side::black));
}

}  // namespace schiri::more_or_less
