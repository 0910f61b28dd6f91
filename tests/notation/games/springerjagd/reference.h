#pragma once

#include <cctype>
#include <map>
#include <string>
#include <utility>
#include <vector>

/// A reference for Springerjagd that follows the rules literally: a board of 36 letters, turns made
/// step by step on copies of it. It shares only texts with the program.
class ReferenceSpringerjagd {
 public:
  /// Takes a valid position string.
  explicit ReferenceSpringerjagd(const std::string& position) {
    std::size_t at = 0;
    for (int row = 5; row >= 0; --row) {
      int column = 0;
      for (; position[at] != '/' && position[at] != ' '; ++at) {
        if (std::isdigit(static_cast<unsigned char>(position[at]))) {
          column += position[at] - '0';
        } else {
          board_[square(column++, row)] = position[at];
        }
      }
      ++at;
    }
    white_ = position[at] == 'w';
    protected_ = position.substr(at + 2);
  }

  /// All turns and the position after each.
  std::map<std::string, std::string> turns() {
    found_.clear();
    for (int from = 0; from < 36; ++from) {
      if (board_[at(from)] != own('N')) continue;
      for (int to = 0; to < 36; ++to) move_knight(from, to);
    }
    return found_;
  }

 private:
  using Board = std::string;

  static std::size_t square(int column, int row) {
    return static_cast<std::size_t>(6 * row + column);
  }
  static std::size_t at(int number) { return static_cast<std::size_t>(number); }
  static std::string name(int number) {
    return {static_cast<char>('a' + number % 6), static_cast<char>('1' + number / 6)};
  }
  char own(char kind) const { return white_ ? kind : static_cast<char>(std::tolower(kind)); }
  char enemy(char kind) const { return white_ ? static_cast<char>(std::tolower(kind)) : kind; }

  static int count(const Board& board, char letter) {
    int found = 0;
    for (const char c : board) found += c == letter;
    return found;
  }

  static std::vector<int> holding(const Board& board, char letter) {
    std::vector<int> squares;
    for (int number = 0; number < 36; ++number) {
      if (board[at(number)] == letter) squares.push_back(number);
    }
    return squares;
  }

  void move_knight(int from, int to) {
    const int columns = std::abs(from % 6 - to % 6), rows = std::abs(from / 6 - to / 6);
    const bool knights_move = columns + rows == 3 && columns != 0 && rows != 0;
    const bool neighbour = columns + rows == 1;
    const char target = board_[at(to)];
    Board after = board_;
    after[at(from)] = '.';
    after[at(to)] = own('N');
    if (target == own('D')) {
      after[at(from)] = own('P');
      keep(name(from) + "~" + name(to), after, to);
    } else if (knights_move && target == '.') {
      fill(name(from) + "-" + name(to), after, from, to, true);
    } else if (knights_move && target == enemy('P')) {
      fill(name(from) + "x" + name(to), after, from, to, false);
    } else if (target == enemy('N') && (knights_move || (neighbour && name(to) != protected_))) {
      const std::string text = name(from) + "x" + name(to);
      if (count(after, enemy('N')) == 0) {
        keep(text, after, to);
      } else {
        fill(text, after, from, to, true);
      }
    }
  }

  void fill(const std::string& text, const Board& board, int from, int to, bool second) {
    const char one = own('P'), two = own('D');
    if (count(board, one) + 2 * count(board, two) < 8) {
      Board after = board;
      after[at(from)] = one;
      go_on(text + "/@", after, from, to, second);
      return;
    }
    const char source = count(board, two) > 0 ? two : one;
    for (const int origin : holding(board, source)) {
      Board after = board;
      after[at(origin)] = source == two ? one : '.';
      after[at(from)] = one;
      go_on(text + "/" + name(origin), after, from, to, second);
    }
  }

  void go_on(const std::string& text, const Board& board, int filled, int knight, bool second) {
    bool moved = false;
    for (int origin = 0; second && origin < 36; ++origin) {
      const char there = board[at(origin)];
      if (origin == filled || (there != own('P') && there != own('D'))) continue;
      for (int target = 0; target < 36; ++target) {
        if (target == origin) continue;
        if (board[at(target)] != '.' && board[at(target)] != own('P')) continue;
        Board after = board;
        after[at(origin)] = there == own('D') ? own('P') : '.';
        after[at(target)] = board[at(target)] == '.' ? own('P') : own('D');
        keep(text + "/" + name(origin) + "-" + name(target), after, knight);
        moved = true;
      }
    }
    if (!moved) keep(text, board, knight);
  }

  void keep(const std::string& turn, const Board& board, int knight) {
    std::string position;
    for (int row = 5; row >= 0; --row) {
      int empty = 0;
      for (int column = 0; column < 6; ++column) {
        const char c = board[square(column, row)];
        if (c != '.' && empty) position += std::to_string(std::exchange(empty, 0));
        if (c == '.') ++empty;
        if (c != '.') position += c;
      }
      if (empty) position += std::to_string(empty);
      position += row ? '/' : ' ';
    }
    found_[turn] = position + (white_ ? "b " : "w ") + name(knight);
  }

  Board board_ = Board(36, '.');
  bool white_;
  std::string protected_;
  std::map<std::string, std::string> found_;
};
