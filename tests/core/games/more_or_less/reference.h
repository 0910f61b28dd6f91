#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

/// A reference for More or Less, written from its rules without regard to speed: points are names,
/// lines are lists of names, and every turn is tried stone by stone and hop by hop.
namespace reference {

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

/// The index of a name in a line; -1 if it is missing.
inline int index_in(const Line& line, const std::string& name) {
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == name) return static_cast<int>(i);
  }
  return -1;
}

struct Game {
  bool small = false;
  std::map<std::string, char> stones;  // w or b; empty points are missing
  char side = 'w';
  int white_turns = 0;
  int black_turns = 0;

  bool placing() const { return stones.size() < 25; }
  bool is_free(const std::string& name) const { return stones.count(name) == 0; }
  int count(char colour) const {
    int found = 0;
    for (const auto& stone : stones) found += stone.second == colour;
    return found;
  }
  char other() const { return side == 'w' ? 'b' : 'w'; }

  /// `w stones`, `b turns`; empty while the game goes on.
  std::string ending() const {
    if (placing() || white_turns + black_turns == 0) return "";
    const char mover = other();
    if (count(mover) >= 19 || count(mover) <= 6) return std::string(1, mover) + " stones";
    if (white_turns + black_turns < 24) return "";
    return count('w') < count('b') ? "w turns" : "b turns";
  }

  std::string text() const {
    std::string all;
    for (const std::string& name : point_names(small)) {
      all += is_free(name) ? '.' : stones.at(name);
    }
    return all + ' ' + side + ' ' + std::to_string(white_turns) + ' ' + std::to_string(black_turns);
  }

  Game after_turn(const std::map<std::string, char>& then) const {
    Game next = *this;
    next.stones = then;
    if (!placing()) ++(side == 'w' ? next.white_turns : next.black_turns);
    next.side = other();
    return next;
  }
};

/// All turns by canonical text and the positions after them. The list ends after `most` turns.
class Turns {
 public:
  Turns(const Game& game, std::size_t most) : game_(game), most_(most) {
    lines_ = straight_lines(game.small);
    if (!game.ending().empty()) return;
    if (game.placing()) {
      place();
    } else {
      move();
    }
  }

  const std::map<std::string, Game>& all() const { return turns_; }
  bool too_many() const { return turns_.size() > most_; }

 private:
  void place() {
    auto then = game_.stones;
    if (then.empty()) {
      then["O"] = 'w';
      turns_["O"] = game_.after_turn(then);
      return;
    }
    const auto names = point_names(game_.small);
    for (std::size_t i = 0; i < names.size(); ++i) {
      for (std::size_t j = i + 1; j < names.size(); ++j) {
        if (!game_.is_free(names[i]) || !game_.is_free(names[j])) continue;
        then = game_.stones;
        then[names[i]] = then[names[j]] = game_.side;
        turns_[names[i] + "," + names[j]] = game_.after_turn(then);
      }
    }
  }

  void move() {
    for (const auto& [name, colour] : game_.stones) {
      if (colour != game_.side) continue;
      hop_on(name, name, game_.stones, {{name, 1}}, true);
      glide(name);
    }
    if (turns_.empty()) turns_["pass"] = game_.after_turn(game_.stones);
  }

  /// Makes one hop from a point in every possible way, and further hops if `serial`.
  void hop_on(const std::string& text, const std::string& from,
              const std::map<std::string, char>& stones, const std::map<std::string, int>& visited,
              bool serial) {
    for (const Line& line : lines_) {
      const int at = index_in(line, from);
      if (at < 0) continue;
      for (const int way : {1, -1}) {
        const int far = at + 2 * way;
        if (far < 0 || far >= static_cast<int>(line.size())) continue;
        const std::string over = line[static_cast<std::size_t>(at + way)];
        const std::string to = line[static_cast<std::size_t>(far)];
        if (stones.count(over) == 0 || stones.count(to) != 0) continue;
        auto visits = visited;
        if (serial && ++visits[to] > 2) continue;
        auto then = stones;
        then[over] = then[over] == 'w' ? 'b' : 'w';
        then.erase(from);
        then[to] = game_.side;
        turns_[text + "x" + to] = game_.after_turn(then);
        if (too_many()) return;
        if (serial) hop_on(text + "x" + to, to, then, visits, true);
      }
    }
  }

  void glide(const std::string& from) {
    Lines ways = lines_;
    for (const Line& edge : rim_edges()) ways.push_back(edge);
    for (const Line& line : ways) {
      const int at = index_in(line, from);
      if (at < 0) continue;
      for (const int way : {1, -1}) {
        for (int i = at + way; i >= 0 && i < static_cast<int>(line.size()); i += way) {
          const std::string stop = line[static_cast<std::size_t>(i)];
          if (!game_.is_free(stop)) break;
          auto then = game_.stones;
          then.erase(from);
          then[stop] = game_.side;
          hop_on(from + "-" + stop, stop, then, {}, false);
        }
      }
    }
  }

  Game game_;
  std::size_t most_;
  Lines lines_;
  std::map<std::string, Game> turns_;
};

}  // namespace reference
