#include "core/games/sperre/hooks.h"
#include "notation/games/sperre/notation.h"
#include "notation/typed/game.h"
#include "tests/catch.h"

namespace sperre_selection_test {

using namespace schiri::sperre;

/// The selected turns without their values.
std::vector<Turn> chosen(const Position& position, std::size_t most) {
  std::vector<Turn> turns;
  for (const auto& selected : selected_turns(position, most, nullptr)) {
    turns.push_back(selected.turn);
  }
  return turns;
}

/// Undecided positions of all orders and locks. Up to four stones of each side are near their
/// goals, the others anywhere.
std::vector<Position> tense_positions(int each, std::uint64_t seed,
                                      OwnGoal own_goal = OwnGoal::wins) {
  Rng rng(seed);
  std::vector<Position> positions;
  const auto draw = [&](Bits squares) {
    for (auto skip = rng.below(static_cast<std::uint64_t>(count(squares))); skip > 0; --skip) {
      squares &= squares - 1;
    }
    return bit(lowest(squares));
  };
  for (const Order order : {Order::tilt_first, Order::move_first}) {
    for (const Lock lock : {Lock::columns, Lock::rows, Lock::both}) {
      for (int i = 0; i < each;) {
        std::array<Bits, 2> stones{};
        for (const Side side : {Side::white, Side::black}) {
          Bits& own = stones[index(side)];
          const auto near = static_cast<int>(rng.below(5));
          while (count(own) < stones_per_side) {
            const Bits squares = count(own) < near ? goal_zones[index(side)] : board;
            own |= draw(squares & ~(stones[0] | stones[1]));
          }
        }
        Tops tops;
        for (std::size_t die = 0; die < 3; ++die) tops[die] = faces[die][rng.below(6)];
        const Side mover = rng.below(2) ? Side::white : Side::black;
        const Position position(stones, mover, tops, dice[rng.below(3)],
                                {order, lock, Repetition::draw, own_goal});
        if (position.ending()) continue;
        positions.push_back(position);
        ++i;
      }
    }
  }
  return positions;
}

Position after(Position position, const Turn& turn) {
  position.play(turn);
  return position;
}

/// Whether the opponent can win directly after this turn.
bool loses(const Position& position, const Turn& turn) {
  const Position next = after(position, turn);
  return !next.ending() && can_win_at_once(next);
}

bool all_turns_lose(const Position& position) {
  return position.visit_candidates([&](const Turn& turn) { return loses(position, turn); });
}

TEST_CASE("sperre: a stone is held if no tilt frees it") {
  for (const Position& position : tense_positions(40, 1)) {
    const Bits squares = held(position);
    for (Bits own = position.stones(position.side_to_move()); own; own &= own - 1) {
      CHECK(bool(squares & bit(lowest(own))) != position.is_free_to_move(lowest(own)));
    }
  }
  const Position start;
  CHECK(held(start) == squares_of_column(1));
}

TEST_CASE("sperre: a position has no defence if every turn loses") {
  int hopeless = 0, open = 0;
  for (const Position& position : tense_positions(150, 2)) {
    if (can_win_at_once(position) || !position.can_move()) continue;
    const bool expected = all_turns_lose(position);
    CHECK(has_no_defence(position) == expected);
    (expected ? hopeless : open) += 1;
    const int defences = count_defences(position, 5);
    CHECK(count_defences(position, 1) == std::min(defences, 1));
  }
  CHECK(hopeless > 10);
  CHECK(open > 20);
}

TEST_CASE("sperre: selected turns are legal and different and lose only if all turns lose") {
  const OwnGoal own_goal = GENERATE(OwnGoal::wins, OwnGoal::nothing);
  for (const Position& position : tense_positions(30, 3, own_goal)) {
    const auto turns = chosen(position, 7);
    REQUIRE(!turns.empty());
    CHECK(turns == chosen(position, 7));
    CHECK(turns.size() <= 14);
    std::vector<std::uint64_t> hashes;
    for (const Turn& turn : turns) {
      CHECK(position.is_legal(turn));
      CHECK(turn == canonical(turn));
      hashes.push_back(after(position, turn).hash());
      if (loses(position, turn)) CHECK(all_turns_lose(position));
    }
    std::sort(hashes.begin(), hashes.end());
    CHECK(std::unique(hashes.begin(), hashes.end()) == hashes.end());
    CHECK(after(position, turns.front()).ending().has_value() == can_win_at_once(position));
  }
}

TEST_CASE("sperre: a turn that leaves no defence is selected first") {
  int found = 0, missed = 0;  // missed if there are too many threats to examine each closely
  for (const Position& position : tense_positions(60, 4)) {
    if (can_win_at_once(position)) continue;
    const auto is_killing = [&](const Turn& turn) { return has_no_defence(after(position, turn)); };
    const auto turns = chosen(position, 1000);
    const bool any = std::any_of(turns.begin(), turns.end(), is_killing);
    found += any;
    missed += any && !is_killing(chosen(position, 1).front());
  }
  CHECK(found > 10);
  CHECK(missed < 4);
}

TEST_CASE("sperre: a displaced stone goes to a square from which it cannot defend") {
  // From a game: the last row is farthest from the stone's goal, but from there it could return to
  // 93.
  const Position position =
      starting_position<Notation>({"", "B6BB/B2B3BB/2W5B/9/B8/9/7W1/9/WWWW1WWW1 w 184 5", ""});
  const Turn turn = chosen(position, 6).front();
  CHECK(turn.to == place(4, 9));
  CHECK(has_no_defence(after(position, turn)));
}

}  // namespace sperre_selection_test
