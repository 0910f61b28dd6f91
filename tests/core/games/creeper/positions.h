#pragma once

#include <cctype>
#include <string>
#include <string_view>
#include <vector>

#include "core/games/creeper/position.h"

// Text forms of Creeper's positions and turns, for tests that do not use notation/. The texts are
// trusted and not checked.

namespace creeper_test {

using namespace schiri;
using namespace schiri::creeper;

/// Reads a board of `rows` rows, topmost first, into one set for each of the two letters.
inline std::array<Bits, 2> read_board(std::string_view text, int rows, std::string_view letters) {
  std::array<Bits, 2> sets{};
  int row = rows - 1, column = 0;
  for (const char c : text) {
    if (c == '/') {
      --row, column = 0;
    } else if (std::isdigit(static_cast<unsigned char>(c))) {
      column += c - '0';
    } else {
      sets[letters.find(c)] |= bit(place(column++, row));
    }
  }
  return sets;
}

/// Reads a position string: `<pawn rows> <octagon rows> <side>`.
inline Position position_of(std::string_view text) {
  const std::size_t first = text.find(' '), second = text.find(' ', first + 1);
  return Position(read_board(text.substr(0, first), 7, "WB"),
                  read_board(text.substr(first + 1, second - first - 1), 6, "wb"),
                  text.back() == 'w' ? Side::white : Side::black);
}

inline std::string board_text(const std::array<Bits, 2>& sets, int rows, std::string_view letters) {
  std::string text;
  for (int row = rows - 1; row >= 0; --row) {
    int empties = 0;
    const auto end_run = [&] {
      if (empties > 0) text += std::to_string(empties);
      empties = 0;
    };
    for (int column = 0; column < rows; ++column) {
      const Bits here = bit(place(column, row));
      if (!((sets[0] | sets[1]) & here)) {
        ++empties;
        continue;
      }
      end_run();
      text += letters[sets[0] & here ? 0 : 1];
    }
    end_run();
    if (row > 0) text += '/';
  }
  return text;
}

inline std::string text_of(const Position& position) {
  return board_text({position.pawns(Side::white), position.pawns(Side::black)}, 7, "WB") + ' ' +
         board_text({position.discs(Side::white), position.discs(Side::black)}, 6, "wb") +
         (position.side_to_move() == Side::white ? " w" : " b");
}

inline Place square_of(std::string_view text) { return place(text[0] - 'A', text[1] - '1'); }

inline std::string text_of(Place square) {
  return {static_cast<char>('A' + column_of(square)), static_cast<char>('1' + row_of(square))};
}

inline constexpr std::string_view signs = "+-x";

/// Reads `B3+C4`, `E2-F2`, `E5xE7`.
inline Turn turn_of(std::string_view text) {
  return {square_of(text), square_of(text.substr(3)), static_cast<Kind>(signs.find(text[2]))};
}

inline std::string text_of(const Turn& turn) {
  return text_of(turn.from) + signs[static_cast<std::size_t>(turn.kind)] + text_of(turn.to);
}

inline Position after(Position position, std::string_view turn) {
  position.play(turn_of(turn));
  return position;
}

inline std::vector<Turn> turns_of(const Position& position) {
  std::vector<Turn> turns;
  position.visit_turns([&](const Turn& turn) {
    turns.push_back(turn);
    return true;
  });
  return turns;
}

/// Removes this many places from a set and returns them. Each choice is equally likely.
inline Bits draw_places(Bits& from, int count, Rng& rng) {
  Bits drawn = 0;
  for (; count > 0; --count) {
    Bits left = from;
    const auto skip = rng.below(static_cast<std::uint64_t>(std::popcount(from)));
    for (std::uint64_t i = 0; i < skip; ++i) left &= left - 1;
    drawn |= left & -left;
    from &= ~(left & -left);
  }
  return drawn;
}

/// A random position with these numbers of pawns of each side and of discs. A chain may be
/// finished.
inline Position any_position(int white_pawns, int black_pawns, int discs, Rng& rng) {
  Bits free = squares, open = octagons & ~all_bases;
  const Bits white = draw_places(free, white_pawns, rng);
  const Bits black = draw_places(free, black_pawns, rng);
  Bits laid = draw_places(open, discs, rng);
  const Bits white_discs = draw_places(laid, discs / 2, rng);
  return Position({white, black}, {white_discs, laid},
                  rng.below(2) == 0 ? Side::white : Side::black);
}

/// Calls `visit` with each position of a random game from the start, including the last.
template <class Visit>
void walk_randomly(std::uint64_t seed, int most_turns, const Visit& visit) {
  Rng rng(seed);
  Position position;
  visit(position);
  for (int turn = 0; turn < most_turns && !position.ending(); ++turn) {
    position.play(position.random_turn(rng));
    visit(position);
  }
}

}  // namespace creeper_test
