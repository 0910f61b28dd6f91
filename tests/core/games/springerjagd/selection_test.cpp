
#include "core/games/springerjagd/hooks.h"
#include "tests/catch.h"

namespace springerjagd_selection_test {

using namespace schiri::springerjagd;

Position after(const Position& position, const Turn& turn) {
  Position next = position;
  next.play(turn);
  return next;
}

Bits draw(Bits from, Rng& rng) {
  for (auto left = rng.below(static_cast<unsigned>(std::popcount(from))); left > 0; --left) {
    from &= from - 1;
  }
  return from & -from;
}

/// A random position in which the side to move has only one knight.
Position position_with_last_knight(Rng& rng) {
  std::array<SidePieces, 2> armies{};
  const auto mover = static_cast<std::size_t>(rng.below(2)), other = 1 - mover;
  armies[mover].knights = draw(squares, rng);
  while (armies[other].all() == 0 || rng.below(2)) {
    armies[other].knights |= draw(squares & ~armies[mover].knights, rng);
    if (std::popcount(armies[other].knights) == knights_per_side) break;
  }
  for (std::size_t side : {mover, other}) {
    const Bits taken = armies[0].knights | armies[1].knights | armies[1 - side].pawns();
    for (auto pawns = rng.below(pawns_per_side + 1); pawns > 0; --pawns) {
      armies[side].put_pawn(draw(squares & ~taken & ~armies[side].pairs, rng));
    }
  }
  return Position(armies, mover == 0 ? Side::white : Side::black, 0);
}

constexpr int won = 10'000;

/// Whether a shallow test shows the winner.
bool is_decided(const Position& next) {
  return next.ending() || can_win_at_once(next) || has_no_defence(next);
}

/// The value for the side that has just moved.
int value_for_mover(const Position& next) {
  if (next.ending()) return won;
  if (can_win_at_once(next)) return -won;
  if (has_no_defence(next)) return won - 1;
  return evaluate(next, opponent(next.side_to_move()));
}

int classic(const Position& position) { return evaluate(position, position.side_to_move()); }

/// Positions of games in which each third turn is random and the others are the best ones found.
std::vector<Position> sensible_positions(std::uint64_t games) {
  std::vector<Position> positions;
  for (std::uint64_t seed = 1; seed <= games; ++seed) {
    Rng rng(seed);
    Position position;
    for (int turn = 0; turn < 60 && !position.ending(); ++turn) {
      if (turn % 3 == 0) {
        position.play(position.random_turn(rng));
        continue;
      }
      positions.push_back(position);
      position.play(selected_turns(position, 1, classic).front().turn);
    }
  }
  return positions;
}

/// The knight's part of a turn.
auto knight_of(const Turn& turn) { return std::tuple(turn.kind, turn.from, turn.to); }

using BestByKnight = std::map<decltype(knight_of(Turn())), int>;

/// The best value for each knight's part. Parts that lose at once are omitted unless all do.
BestByKnight best_of_all(const Position& position) {
  BestByKnight best;
  position.visit_candidates([&](const Turn& turn) {
    const int value = value_for_mover(after(position, turn));
    const auto [known, is_new] = best.emplace(knight_of(turn), value);
    known->second = std::max(known->second, value);
    return true;
  });
  const auto loses = [](const auto& move) { return move.second == -won; };
  if (!std::all_of(best.begin(), best.end(), loses)) std::erase_if(best, loses);
  return best;
}

TEST_CASE("springerjagd: a position has no defence if every turn lets the opponent win at once") {
  Rng rng(7);
  int lost = 0, held = 0, held_by_neighbour = 0;
  for (int i = 0; i < 100'000; ++i) {
    const Position position = position_with_last_knight(rng);
    if (position.ending() || can_win_at_once(position)) continue;
    bool steps_hold = false, neighbours_hold = false;
    position.visit_candidates([&](const Turn& turn) {
      const Position next = after(position, turn);
      if (!next.ending() && can_win_at_once(next)) return true;
      const bool is_step = turn.kind == Kind::swap || (knight_steps(bit(turn.from)) & bit(turn.to));
      (is_step ? steps_hold : neighbours_hold) = true;
      return !steps_hold;
    });
    CHECK(has_no_defence(position) == !(steps_hold || neighbours_hold));
    (steps_hold ? held : neighbours_hold ? held_by_neighbour : lost) += 1;
  }
  CHECK(lost > 100);
  CHECK(held > 100);
  CHECK(held_by_neighbour > 20);
}

TEST_CASE("springerjagd: selected turns are legal and different with correct values") {
  for (const Position& position : sensible_positions(20)) {
    const auto turns = selected_turns(position, 7, classic);
    REQUIRE(!turns.empty());
    CHECK(turns.size() <= 7);
    std::set<std::uint64_t> reached;
    for (const auto& [turn, value] : turns) {
      CHECK(position.is_legal(turn));
      const Position next = after(position, turn);
      CHECK(reached.insert(next.hash()).second);
      CHECK(value.has_value() != is_decided(next));
      if (value) CHECK(*value == value_for_mover(next));
    }
  }
}

TEST_CASE("springerjagd: the best turn of each knight's part comes first in order of value") {
  for (const Position& position : sensible_positions(20)) {
    const auto turns = selected_turns(position, 1000, classic);
    const std::size_t knights = best_of_all(position).size();
    REQUIRE(turns.size() >= knights);
    std::set<decltype(knight_of(Turn()))> seen;
    for (std::size_t i = 0; i < turns.size(); ++i) {
      const bool is_new = seen.insert(knight_of(turns[i].turn)).second;
      CHECK(is_new == (i < knights));
      if (i == 0 || i == knights) continue;
      CHECK(value_for_mover(after(position, turns[i - 1].turn)) >=
            value_for_mover(after(position, turns[i].turn)));
    }
    const auto few = selected_turns(position, 2, classic);
    for (std::size_t i = 0; i < few.size(); ++i) CHECK(few[i].turn == turns[i].turn);
  }
}

TEST_CASE("springerjagd: the best selected turn is nearly as good as the best of all turns") {
  double lost = 0, lost_by_knight = 0;
  int positions = 0, wins = 0, found_wins = 0, evaluations = 0;
  const auto count = [&](const Position& position) {
    ++evaluations;
    return classic(position);
  };
  for (const Position& position : sensible_positions(20)) {
    const BestByKnight best = best_of_all(position);
    const auto better = [](const auto& a, const auto& b) { return a.second < b.second; };
    const int most = std::max_element(best.begin(), best.end(), better)->second;
    const auto turns = selected_turns(position, 1000, count);
    const int first = value_for_mover(after(position, turns.front().turn));
    ++positions;
    if (most >= won - 1) {
      ++wins;
      found_wins += first == most;
      continue;
    }
    if (most == -won) continue;
    lost += most - first;
    for (std::size_t i = 0; i < best.size(); ++i) {
      const int value = value_for_mover(after(position, turns[i].turn));
      lost_by_knight += (best.at(knight_of(turns[i].turn)) - value) / double(best.size());
    }
  }
  // In hundredths of a knight. A free square of a knight is worth 5.
  CHECK(lost / positions < 2.5);
  CHECK(lost_by_knight / positions < 4.5);
  CHECK(evaluations / positions < 90);
  CHECK(wins > 5);
  CHECK(found_wins == wins);
}

TEST_CASE("springerjagd: selection ends when the evaluation budget is spent") {
  const Position position;
  for (int most : {0, 1, 5, 20, 40, 60, 80}) {
    int asked = 0, refused = 0;
    const auto turns = selected_turns(position, 8, [&](const Position& next) {
      refused += asked >= most;
      return asked++ < most ? std::optional(classic(next)) : std::nullopt;
    });
    CHECK(refused <= 1);
    if (most > 60) CHECK(!turns.empty());
    for (const auto& [turn, value] : turns) CHECK(position.is_legal(turn));
  }
}

}  // namespace springerjagd_selection_test
