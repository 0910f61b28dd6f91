#pragma once

#include <cstddef>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/games/creeper/position.h"

// A reference for Creeper, written from its rules alone: boards of characters, square by square,
// without bitboards or tables. It is slow and shares only the texts of positions.h with the code
// under test.

namespace creeper_test {

class Reference {
 public:
  explicit Reference(const schiri::creeper::Position& position) {
    using schiri::bit, schiri::place, schiri::Side;
    for (int row = 0; row < 7; ++row) {
      for (int column = 0; column < 7; ++column) {
        const auto here = bit(place(column, row));
        char& square = squares_[row][column];
        const bool corner = (row == 0 || row == 6) && (column == 0 || column == 6);
        square = corner                               ? '#'
                 : position.pawns(Side::white) & here ? 'W'
                 : position.pawns(Side::black) & here ? 'B'
                                                      : '.';
        if (row == 6 || column == 6) continue;
        octagons_[row][column] = position.discs(Side::white) & here   ? 'W'
                                 : position.discs(Side::black) & here ? 'B'
                                                                      : '.';
      }
    }
    mover_ = position.side_to_move() == Side::white ? 'W' : 'B';
  }

  /// Every turn and the position after it; empty if the game is over.
  std::map<std::string, Reference> turns() const {
    std::map<std::string, Reference> all;
    if (ending()) return all;
    for (const auto& [text, next] : moves()) all.emplace(text, next);
    return all;
  }

  /// `chain` or `blocked` if the last turn ended the game. The other side made that turn.
  std::optional<std::string> ending() const {
    if (has_chain(other(mover_))) return "chain";
    if (moves().empty()) return "blocked";
    return std::nullopt;
  }

  std::string text() const {
    return rows(squares_, 'W', 'B') + ' ' + rows(octagons_, 'w', 'b') +
           (mover_ == 'W' ? " w" : " b");
  }

 private:
  static char other(char side) { return side == 'W' ? 'B' : 'W'; }

  // Columns A-G and rows 1-7 are numbered from 0.
  char square(int column, int row) const {
    return column < 0 || column > 6 || row < 0 || row > 6 ? '#' : squares_[row][column];
  }

  /// The owner of the home base at a corner octagon.
  static char base(int column, int row) {
    if (column == 0 && row == 0) return 'W';  // AB12
    if (column == 5 && row == 5) return 'W';  // FG67
    if (column == 0 && row == 5) return 'B';  // AB67
    if (column == 5 && row == 0) return 'B';  // FG12
    return '.';
  }

  std::vector<std::pair<std::string, Reference>> moves() const {
    std::vector<std::pair<std::string, Reference>> all;
    for (int row = 0; row < 7; ++row) {
      for (int column = 0; column < 7; ++column) {
        if (square(column, row) == mover_) add_moves(column, row, all);
      }
    }
    return all;
  }

  void add_moves(int column, int row, std::vector<std::pair<std::string, Reference>>& all) const {
    for (int to_row = 0; to_row < 7; ++to_row) {
      for (int to_column = 0; to_column < 7; ++to_column) {
        if (square(to_column, to_row) != '.') continue;
        const int dx = to_column - column, dy = to_row - row;
        Reference next = *this;
        char sign = 0;
        if (std::abs(dx) == 1 && std::abs(dy) == 1) {
          sign = '+';
          next.claim(dx > 0 ? column : to_column, dy > 0 ? row : to_row);
        } else if (std::abs(dx) + std::abs(dy) == 1) {
          sign = '-';
        } else if (std::abs(dx) + std::abs(dy) == 2 &&
                   square(column + dx / 2, row + dy / 2) == other(mover_)) {
          sign = 'x';
          next.squares_[row + dy / 2][column + dx / 2] = '.';
        } else {
          continue;
        }
        next.squares_[row][column] = '.';
        next.squares_[to_row][to_column] = mover_;
        next.mover_ = other(mover_);
        all.emplace_back(name(column, row) + sign + name(to_column, to_row), next);
      }
    }
  }

  static std::string name(int column, int row) {
    return {static_cast<char>('A' + column), static_cast<char>('1' + row)};
  }

  void claim(int column, int row) {
    if (base(column, row) == '.') octagons_[row][column] = mover_;
  }

  bool has_chain(char side) const {
    bool reached[6][6] = {};
    return side == 'W' ? reaches(0, 0, 5, 5, side, reached) : reaches(0, 5, 5, 0, side, reached);
  }

  bool reaches(int column, int row, int goal_column, int goal_row, char side,
               bool (&reached)[6][6]) const {
    if (column < 0 || column > 5 || row < 0 || row > 5 || reached[row][column]) return false;
    if (octagons_[row][column] != side && base(column, row) != side) return false;
    if (column == goal_column && row == goal_row) return true;
    reached[row][column] = true;
    return reaches(column + 1, row, goal_column, goal_row, side, reached) ||
           reaches(column - 1, row, goal_column, goal_row, side, reached) ||
           reaches(column, row + 1, goal_column, goal_row, side, reached) ||
           reaches(column, row - 1, goal_column, goal_row, side, reached);
  }

  template <std::size_t size>
  static std::string rows(const char (&board)[size][size], char white, char black) {
    std::string text;
    for (std::size_t row = size; row-- > 0;) {
      if (!text.empty()) text += '/';
      for (const char c : board[row]) {
        if (c == 'W' || c == 'B') {
          text += c == 'W' ? white : black;
        } else if (!text.empty() && text.back() >= '1' && text.back() <= '9') {
          ++text.back();
        } else {
          text += '1';
        }
      }
    }
    return text;
  }

  char squares_[7][7];
  char octagons_[6][6];
  char mover_ = 'W';
};

}  // namespace creeper_test
