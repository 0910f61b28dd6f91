#pragma once

#include <bit>
#include <sstream>
#include <string>
#include <vector>

#include "core/games/more_or_less/position.h"

/// Text forms of positions, points and turns of More or Less, for tests that do not use notation/.
namespace more_or_less_tests {

using namespace schiri;
using namespace schiri::more_or_less;

// The geometry of the rules, by names.

using Line = std::vector<std::string>;
using Lines = std::vector<Line>;

inline std::string ring(char letter, int number) {
  return std::string(1, letter) + std::to_string((number % 10 + 10) % 10);
}

inline Lines straight_lines(bool small) {
  Lines lines;
  for (int k = 0; k < 10; ++k) {
    lines.push_back({ring('E', k), ring('D', k), ring('C', k + 1), ring('C', k + 2),
                     ring('D', k + 2), ring('E', k + 3)});
    if (small) continue;
    lines.push_back({ring('C', k), ring('B', k), ring('A', k + 1), ring('A', k + 2),
                     ring('B', k + 2), ring('C', k + 3)});
  }
  for (int k = 0; k < 5; ++k) {
    if (small) {
      lines.push_back({ring('E', k), ring('C', k), "O", ring('C', k + 5), ring('E', k + 5)});
    } else {
      lines.push_back({ring('E', k), ring('C', k), ring('A', k), "O", ring('A', k + 5),
                       ring('C', k + 5), ring('E', k + 5)});
    }
  }
  return lines;
}

inline Lines rim_edges() {
  Lines edges;
  for (int k = 0; k < 10; ++k) edges.push_back({ring('E', k), ring('E', k + 1)});
  return edges;
}

/// Names in board order.
inline std::vector<std::string> point_names(bool small) {
  std::vector<std::string> names = {"O"};
  for (const char letter : std::string(small ? "CDE" : "ABCDE")) {
    for (int i = 0; i < 10; ++i) names.push_back(ring(letter, i));
  }
  return names;
}

inline std::string name_of(Point at) {
  return at == 0 ? "O" : ring(static_cast<char>('A' + (at - 1) / 10), (at - 1) % 10);
}

inline Point point(const std::string& name) {
  for (Point at = 0; at < point_count; ++at) {
    if (name_of(at) == name) return at;
  }
  return no_point;
}

inline Bits points(const std::string& names) {
  std::istringstream in(names);
  Bits all = 0;
  for (std::string name; in >> name;) all |= bit(point(name));
  return all;
}

/// Reads `E0xC1xA2`, `E0-C0xA1`, `A0,E5`, `O` or `pass`.
inline Turn turn(const std::string& text) {
  if (text == "pass") return Turn::pass();
  std::vector<Point> path;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t end = text.find_first_of(",-x", i);
    path.push_back(point(text.substr(i, end - i)));
    i = end == std::string::npos ? text.size() : end + 1;
  }
  if (text.find('-') != std::string::npos) return Turn::glide(path[0], path[1], path[2]);
  if (text.find(',') != std::string::npos) return Turn::place(path[0], path[1]);
  if (path.size() == 1) return Turn::place(path[0]);
  Turn jump = Turn::jump(path[0]);
  for (std::size_t i = 1; i < path.size(); ++i) jump.hop(path[i]);
  return jump;
}

inline std::string text_of(const Turn& turn) {
  if (turn.kind == Turn::Kind::pass) return "pass";
  std::string text = name_of(turn.points[0]);
  for (std::size_t i = 1; i < turn.length; ++i) {
    const bool slides = turn.kind == Turn::Kind::glide && i == 1;
    text += turn.kind == Turn::Kind::place ? "," : slides ? "-" : "x";
    text += name_of(turn.points[i]);
  }
  return text;
}

/// Reads a position string: `1/X/X/X/X/X w 0 0`.
inline Position position(const std::string& text) {
  std::istringstream in(text);
  std::string groups;
  char side = 0;
  int white = 0, black = 0;
  in >> groups >> side >> white >> black;
  std::string places;
  for (const char c : groups) {
    if (c == 'w' || c == 'b') {
      places += c;
    } else if (c != '/') {
      places += std::string(c == 'X' ? 10 : static_cast<std::size_t>(c - '0'), '.');
    }
  }
  const bool small = places.size() == 31;
  const auto names = point_names(small);
  std::array<Bits, 2> stones{};
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (places[i] != '.') stones[places[i] == 'b'] |= bit(point(names[i]));
  }
  return Position(small ? BoardSize::points_31 : BoardSize::points_51, stones,
                  side == 'w' ? Side::white : Side::black, white + black);
}

/// A position of the movement phase with these stones and empty points. Further stones on the last
/// of the other points complete `white_count` and 25.
inline Position moving(const std::string& white, const std::string& black, const std::string& empty,
                       Side side = Side::white, int turns_made = 1, int white_count = 13) {
  std::array<Bits, 2> stones{points(white), points(black)};
  Bits free = board_of(BoardSize::points_51).points() & ~(stones[0] | stones[1] | points(empty));
  while (std::popcount(stones[0] | stones[1]) < stone_count) {
    const Bits last = std::bit_floor(free);
    free ^= last;
    stones[std::popcount(stones[0]) == white_count] |= last;
  }
  return Position(BoardSize::points_51, stones, side, turns_made);
}

/// The stones, the side to move, and the numbers of turns.
inline std::string shown(const Position& position) {
  std::string text;
  for (Point at = 0; at < point_count; ++at) {
    for (const Side side : {Side::white, Side::black}) {
      if (position.stones(side) & bit(at)) text += (side == Side::white ? "w" : "b") + name_of(at);
    }
  }
  return text + (position.side_to_move() == Side::white ? " w " : " b ") +
         std::to_string(position.turns_made(Side::white)) + " " +
         std::to_string(position.turns_made(Side::black));
}

}  // namespace more_or_less_tests
