#pragma once

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include "core/games/sperre/position.h"

/// A reference for Sperre, written from the rules alone: plain arrays, one step after another,
/// every state built explicitly. It is slow and shares only names with core.
namespace schiri::sperre::reference {

/// Opposite faces are adjacent.
inline const std::vector<std::vector<int>> die_faces = {
    {1, 9, 2, 7, 5, 6}, {1, 9, 3, 8, 4, 5}, {2, 7, 3, 8, 4, 6}};

struct State {
  char square[10][10];  // rows and columns from 1
  bool white_moves;
  int top[3];
  int last;  // 0, 1, 2; 3 for none
  bool tilt_first;
  bool lock_columns, lock_rows;

  char mover() const { return white_moves ? 'W' : 'B'; }
  char enemy() const { return white_moves ? 'B' : 'W'; }

  std::string text() const {
    std::string text;
    for (int row = 1; row <= 9; ++row) text.append(square[row] + 1, 9);
    text += mover();
    for (const int top_number : top) text += std::to_string(top_number);
    return text + std::to_string(last);
  }
};

inline State state_of(const Position& position) {
  State state;
  for (int row = 1; row <= 9; ++row) {
    for (int column = 1; column <= 9; ++column) {
      const Bits here = Bits{1} << (10 * row + column);
      state.square[row][column] = position.stones(Side::white) & here   ? 'W'
                                  : position.stones(Side::black) & here ? 'B'
                                                                        : '.';
    }
  }
  state.white_moves = position.side_to_move() == Side::white;
  for (std::size_t die = 0; die < 3; ++die) state.top[die] = position.tops()[die];
  state.last = static_cast<int>(position.last_tilted());
  state.tilt_first = position.variant().order == Order::tilt_first;
  state.lock_columns = position.variant().lock != Lock::rows;
  state.lock_rows = position.variant().lock != Lock::columns;
  return state;
}

inline bool is_over(const State& state) {
  return state.square[9][5] == 'W' || state.square[1][5] == 'B';
}

inline bool can_tilt(const State& state, int die, int face) {
  if (die == state.last) return false;
  const auto& faces = die_faces[std::size_t(die)];
  const auto has = std::find(faces.begin(), faces.end(), face);
  if (has == faces.end() || face == state.top[die]) return false;
  const auto at = has - faces.begin();
  const int opposite = faces[std::size_t(at % 2 == 0 ? at + 1 : at - 1)];
  return opposite != state.top[die];
}

inline State tilt(State state, int die, int face) {
  state.top[die] = face;
  state.last = die;
  return state;
}

inline bool is_locked(const State& state, int row, int column) {
  for (const int top : state.top) {
    if (state.lock_columns && top == column) return true;
    if (state.lock_rows && top == row) return true;
  }
  return false;
}

inline bool on_board(int row, int column) {
  return row >= 1 && row <= 9 && column >= 1 && column <= 9;
}

/// Walks one or two steps with the stone in hand.
inline void walk(const State& state, int row, int column, int steps, std::set<int>& reached) {
  for (int up = -1; up <= 1; ++up) {
    for (int right = -1; right <= 1; ++right) {
      const int r = row + up, c = column + right;
      if ((up == 0 && right == 0) || !on_board(r, c) || state.square[r][c] != '.') continue;
      reached.insert(10 * r + c);
      if (steps > 1) walk(state, r, c, steps - 1, reached);
    }
  }
}

inline std::set<int> targets_of(State state, int row, int column) {
  std::set<int> reached;
  state.square[row][column] = '.';
  walk(state, row, column, 2, reached);
  reached.erase(10 * row + column);
  return reached;
}

inline bool some_stone_can_move(const State& state) {
  for (int row = 1; row <= 9; ++row) {
    for (int column = 1; column <= 9; ++column) {
      if (state.square[row][column] == state.mover() && !is_locked(state, row, column) &&
          !targets_of(state, row, column).empty()) {
        return true;
      }
    }
  }
  return false;
}

inline bool may_move_at_all(const State& state) {
  if (!state.tilt_first) return some_stone_can_move(state);
  for (int die = 0; die < 3; ++die) {
    for (int face = 1; face <= 9; ++face) {
      if (can_tilt(state, die, face) && some_stone_can_move(tilt(state, die, face))) return true;
    }
  }
  return false;
}

inline bool is_beside(int a, int b) {
  return std::abs(a / 10 - b / 10) + std::abs(a % 10 - b % 10) == 1;
}

/// Collects the results of displacing stones in sequence; `left` are the stones not yet displaced.
inline void displace(const State& state, const std::vector<int>& left,
                     std::vector<State>& results) {
  results.push_back(state);
  for (const int from : left) {
    std::vector<int> rest;
    std::copy_if(left.begin(), left.end(), std::back_inserter(rest),
                 [&](int stone) { return stone != from; });
    for (int row = 1; row <= 9; ++row) {
      for (int column = 1; column <= 9; ++column) {
        if (state.square[row][column] != '.') continue;
        State next = state;
        std::swap(next.square[row][column], next.square[from / 10][from % 10]);
        displace(next, rest, results);
      }
    }
  }
}

/// Visits the states after a move and its displacements, and whether the move wins.
inline void move_all_ways(const State& state, const auto& use) {
  for (int row = 1; row <= 9; ++row) {
    for (int column = 1; column <= 9; ++column) {
      if (state.square[row][column] != state.mover() || is_locked(state, row, column)) continue;
      for (const int to : targets_of(state, row, column)) {
        State moved = state;
        std::swap(moved.square[row][column], moved.square[to / 10][to % 10]);
        if (is_over(moved)) {
          use(moved, true);
          continue;
        }
        std::vector<int> beside;
        for (int at = 11; at <= 99; ++at) {
          if (at % 10 && is_beside(at, to) && state.square[at / 10][at % 10] == state.enemy()) {
            beside.push_back(at);
          }
        }
        std::vector<State> results;
        displace(moved, beside, results);
        for (const State& result : results) use(result, false);
      }
    }
  }
}

/// The texts of all states that one turn can reach. The state identifies the turn: it shows the
/// moved stone, the die and the squares of enemy stones.
inline std::set<std::string> all_results(const State& state) {
  std::set<std::string> results;
  const auto finish = [&](State result) {
    result.white_moves = !result.white_moves;
    results.insert(result.text());
  };
  const auto each_tilt = [&](const State& before, const auto& use) {
    for (int die = 0; die < 3; ++die) {
      for (int face = 1; face <= 9; ++face) {
        if (can_tilt(before, die, face)) use(tilt(before, die, face));
      }
    }
  };
  if (is_over(state)) return results;
  if (!may_move_at_all(state)) {
    each_tilt(state, finish);
  } else if (state.tilt_first) {
    each_tilt(state, [&](const State& tilted) {
      move_all_ways(tilted, [&](const State& moved, bool) { finish(moved); });
    });
  } else {
    move_all_ways(state, [&](const State& moved, bool won) {
      if (won) {
        finish(moved);
      } else {
        each_tilt(moved, finish);
      }
    });
  }
  return results;
}

/// Plays a turn step by step; returns false if a step is illegal.
inline bool try_turn(State& state, const Turn& turn) {
  const auto tilt_now = [&] {
    const int die = static_cast<int>(turn.die);
    if (die == 3 || !can_tilt(state, die, turn.face)) return false;
    state = tilt(state, die, turn.face);
    return true;
  };
  if (turn.has_surplus || turn.motion == Motion::missing) return false;
  if (turn.has_tilt() && turn.tilts_last == state.tilt_first) return false;
  const bool may_move = may_move_at_all(state);
  if (turn.motion == Motion::pass) {
    if (may_move || turn.displaced || !tilt_now()) return false;
    state.white_moves = !state.white_moves;
    return true;
  }
  if (state.tilt_first && !tilt_now()) return false;
  char& from = state.square[turn.from / 10][turn.from % 10];
  if (from != state.mover() || is_locked(state, turn.from / 10, turn.from % 10)) return false;
  if (!targets_of(state, turn.from / 10, turn.from % 10).count(turn.to)) return false;
  std::swap(from, state.square[turn.to / 10][turn.to % 10]);
  const bool won = is_over(state);
  if (won && (turn.displaced || (turn.has_tilt() && !state.tilt_first))) return false;
  if (turn.displaced > 4) return false;
  std::set<int> done;
  for (std::size_t i = 0; i < turn.displaced; ++i) {
    const int source = turn.displacements[i].from, target = turn.displacements[i].to;
    char& stone = state.square[source / 10][source % 10];
    char& onto = state.square[target / 10][target % 10];
    if (stone != state.enemy() || !is_beside(source, turn.to) || onto != '.') return false;
    // A square identifies a stone: the stone that moved or stood here was already displaced.
    if (done.count(source)) return false;
    done.insert(source);
    done.insert(target);
    std::swap(stone, onto);
  }
  if (!state.tilt_first && !won && !tilt_now()) return false;
  state.white_moves = !state.white_moves;
  return true;
}

}  // namespace schiri::sperre::reference
