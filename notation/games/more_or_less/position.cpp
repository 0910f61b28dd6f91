#include <algorithm>
#include <vector>

#include "core/base/text.h"
#include "core/games/more_or_less/hooks.h"
#include "notation/board/position_text.h"
#include "notation/board/symmetry.h"
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
      reject_here(message("it has {0} {0:point|points} instead of {1}", count_, group_.points));
    }
  }

 private:
  void add_stone(Bits& stones) {
    if (count_ == group_.points) reject_here(message("more points than {0}", group_.points));
    stones |= bit(static_cast<Point>(group_.first + count_));
    ++count_;
    after_empties_ = false;
  }

  void add_empties(char c) {
    const int empties = c == 'X' ? 10 : c >= '1' && c <= '9' ? c - '0' : 0;
    if (empties == 0) {
      reject_here(message("'{0}' is neither w nor b nor a number of empty points", c));
    }
    if (after_empties_) reject_here(message("two adjacent numbers of empty points"));
    if (count_ + empties > group_.points) {
      reject_here(message("more points than {0}", group_.points));
    }
    count_ += empties;
    after_empties_ = true;
  }

  [[noreturn]] void reject_here(const Message& problem) const {
    reject_position(message("the group {0} '{1}' is invalid at character {2}: {3}", group_.name,
                            text_, std::max(at_, 1), problem));
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
    reject_position(
        message("the turns made by {0} are a number, not '{1}'", side_message(side), text));
  }
  if (*turns > most) {
    reject_position(
        message("a player makes at most {0} turns once all stones are placed, and {1} has made {2}",
                most, side_message(side), text));
  }
  return *turns;
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
        message("with {0} to move, {1} white and {2} black stones cannot lie on the board: White "
                "places one, then Black two, White two and so on",
                side_message(position.side_to_move()), position.count_stones(Side::white),
                position.count_stones(Side::black)));
  }
  const bool centre_is_white = position.stones(Side::white) & bit(0);
  if (position.occupied() != 0 && !centre_is_white) {
    reject_position(message("White's first stone is placed on O, and is not there"));
  }
}

}  // namespace

Position Notation::read_position(std::string_view text, int turns_per_side) {
  const auto parts = split(text, ' ');
  if (parts.size() != 4) {
    reject_position(
        message("a position is '<points> <side> <White's turns> <Black's turns>', four parts "
                "separated by single spaces; this one has {0}",
                parts.size()));
  }
  const auto texts = split(parts[0], '/');
  if (texts.size() != 6 && texts.size() != 4) {
    reject_position(
        message("the points are six groups O/A/B/C/D/E, or O/C/D/E on the board of 31 points, not "
                "{0}",
                texts.size()));
  }
  const BoardSize size = texts.size() == 6 ? BoardSize::points_51 : BoardSize::points_31;
  const auto stones = read_stones(texts, board_of(size));
  const Side side = read_side(parts[1]);
  const int white = read_turns(parts[2], Side::white, turns_per_side);
  const int black = read_turns(parts[3], Side::black, turns_per_side);
  // While stones are placed, no turns are counted, and the number of stones determines the side to
  // move.
  if (white + black > 0 && black - white != (side == Side::white)) {
    reject_position(
        message("with {0} to move, White cannot have made {1} turns and Black {2}: once all stones "
                "are placed, Black moves first and they alternate",
                side_message(side), white, black));
  }
  const Variant variant(size, turns_per_side);
  const Position position(variant, stones, side, white + black);
  reject_impossible(position);
  return position;
}

void reject_impossible(const Position& position) {
  const int stones = std::popcount(position.occupied());
  if (stones > stone_count) reject_position(message("there are {0} stones, not 25", stones));
  const int turns = position.turns_made(Side::white) + position.turns_made(Side::black);
  if (turns == 0) {
    reject_impossible_placing(position);
  } else if (stones < stone_count) {
    reject_position(
        message("turns are counted once all 25 stones are placed, and {0} are", stones));
  }
}

void Notation::spread(const Position& position, SpreadPosition& to) {
  to.boards.clear();
  for (const Group& group : groups) {
    if (!is_on(position.board(), group)) continue;
    if (!to.boards.empty()) to.boards += '/';
    for (int i = 0; i < group.points; ++i) {
      const Bits b = bit(static_cast<Point>(group.first + i));
      to.boards += position.stones(Side::white) & b ? 'w' : position.occupied() & b ? 'b' : '.';
    }
  }
  to.boards += " * * *";
  to.words.resize(3);
  to.words[0] = side_letter(position.side_to_move());
  to.words[1] = std::to_string(position.turns_made(Side::white));
  to.words[2] = std::to_string(position.turns_made(Side::black));
}

std::vector<LetterPlace> Notation::letter_places(const Position& position) {
  std::vector<LetterPlace> all;
  std::size_t first = 0;
  for (const Group& group : groups) {
    if (!is_on(position.board(), group)) continue;
    for (Point i = 0; i < group.points; ++i, ++first) {
      for (const std::size_t letter : {std::size_t{0}, std::size_t{1}}) {
        all.push_back({letter, static_cast<Point>(group.first + i), first});
      }
    }
    ++first;
  }
  return all;
}

std::string Notation::write_position(const Position& position) {
  SpreadPosition spread;
  Notation::spread(position, spread);
  return spread.text();
}

/// The points have no rows, so a plane is one row in the order of their numbers; both sides see the
/// board alike.
void Notation::write_side_planes(const Position& position, Side side, PlaneWriter& writer) {
  for (const Side owner : {side, opponent(side)}) {
    PlaneWriter& plane = writer.next();
    for (const Point at : places(position.stones(owner))) {
      plane.mark(0, at);
    }
  }
  for (const Side owner : {side, opponent(side)}) {
    const int left = position.variant().turns_per_side - position.turns_made(owner);
    writer.next().fill(static_cast<float>(left) / standard_turns);
  }
  writer.next().fill(position.side_to_move() == Side::black ? 1 : 0);
}

std::vector<PositionSymmetry> Notation::symmetries(const Position& position) {
  // Points are numbered as they are written; a board may lack some of them.
  std::vector<Point> points;
  for (Point at = 0; at < point_count; ++at) {
    if (position.board().has(at)) points.push_back(at);
  }
  std::vector<PositionSymmetry> symmetries;
  for (const PointMap& map : symmetries_of(position.board_size()).subspan(1)) {
    PositionSymmetry symmetry;
    for (const Point at : points) {
      const auto image = std::lower_bound(points.begin(), points.end(), map[at]);
      symmetry.places.push_back(static_cast<std::uint16_t>(image - points.begin()));
    }
    symmetries.push_back(std::move(symmetry));
  }
  return symmetries;
}

}  // namespace schiri::more_or_less
