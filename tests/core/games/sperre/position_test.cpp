#include <bit>
#include <map>
#include <set>
#include <string>

#include "core/bots/candidates.h"
#include "core/games/sperre/hooks.h"
#include "core/history.h"
#include "core/perft.h"
#include "tests/catch.h"

namespace sperre_position_test {

using namespace schiri::sperre;

constexpr Variant variants[] = {
    {Order::tilt_first, Lock::columns}, {Order::move_first, Lock::columns},
    {Order::tilt_first, Lock::rows},    {Order::tilt_first, Lock::both},
    {Order::move_first, Lock::rows},    {Order::move_first, Lock::both}};

Bits squares(std::initializer_list<int> places) {
  Bits all = 0;
  for (const int at : places) all |= bit(static_cast<Place>(at));
  return all;
}

/// A position after this many random turns of a game with a random roll.
Position random_position(Variant variant, int turns, Rng& rng) {
  Tops roll;
  for (std::size_t die = 0; die < 3; ++die) roll[die] = faces[die][rng.below(6)];
  Position position(roll, variant);
  for (int turn = 0; turn < turns && !position.ending(); ++turn) {
    position.play(position.random_turn(rng));
  }
  return position;
}

/// A random position with eighteen stones on any squares of the first `rows` rows. It is seldom
/// over.
Position scattered_position(Variant variant, Rng& rng, int rows = 9) {
  std::array<Bits, 2> stones{};
  for (int i = 0; i < 18;) {
    const Bits at = bit(place(1 + static_cast<int>(rng.below(9)),
                              1 + static_cast<int>(rng.below(std::uint64_t(rows)))));
    if ((stones[0] | stones[1]) & at) continue;
    stones[std::size_t(i % 2)] |= at;
    ++i;
  }
  Tops tops;
  for (std::size_t die = 0; die < 3; ++die) tops[die] = faces[die][rng.below(6)];
  return Position(stones, rng.below(2) ? Side::white : Side::black, tops, dice[rng.below(3)],
                  variant);
}

std::string key_of(const Turn& turn) {
  std::ostringstream key;
  key << int(turn.die) << ' ' << int(turn.face) << ' ' << turn.tilts_last << turn.has_surplus << ' '
      << int(turn.motion) << ' ' << int(turn.from) << ' ' << int(turn.to);
  for (std::size_t i = 0; i < turn.displaced; ++i) {
    key << ' ' << int(turn.displacements[i].from) << '>' << int(turn.displacements[i].to);
  }
  return key.str();
}

/// Counts the results of displacing n stones in sequence in every way. Stones occupy squares 0 to
/// n-1; 63 other squares are free. A state holds the squares of displaced stones and, from bit 100
/// on, the stones not yet displaced.
std::size_t count_ways_to_displace(int n) {
  std::vector<Bits> states = {((Bits{1} << n) - 1) << 100}, outcomes;
  const auto keep_each_once = [](std::vector<Bits>& sets) {
    std::sort(sets.begin(), sets.end());
    sets.erase(std::unique(sets.begin(), sets.end()), sets.end());
  };
  while (!states.empty()) {
    std::vector<Bits> next;
    for (const Bits state : states) {
      const Bits taken = (state | state >> 100) & ((Bits{1} << 100) - 1);
      outcomes.push_back(taken);
      for (int stone = 0; stone < n; ++stone) {
        const Bits here = Bits{1} << (100 + stone);
        for (int to = 0; (state & here) && to < 63 + n; ++to) {
          if (!(taken >> to & 1)) next.push_back((state ^ here) | Bits{1} << to);
        }
      }
    }
    keep_each_once(next);
    states = std::move(next);
  }
  keep_each_once(outcomes);
  return outcomes.size();
}

/// Changes one part of a turn. The result is usually illegal.
Turn mutated(Turn turn, Rng& rng) {
  const auto any_square = [&] {
    return place(1 + static_cast<int>(rng.below(9)), 1 + static_cast<int>(rng.below(9)));
  };
  switch (rng.below(11)) {
    case 0:
      turn.die = static_cast<Die>(rng.below(4));
      if (!turn.has_tilt()) turn.face = turn.tilts_last = 0;
      break;
    case 1:
      if (turn.has_tilt()) turn.face = static_cast<std::uint8_t>(1 + rng.below(9));
      break;
    case 2:
      if (turn.motion == Motion::move) turn.from = any_square();
      break;
    case 3:
      if (turn.motion == Motion::move) turn.to = any_square();
      break;
    case 4:
      turn.tilts_last = turn.has_tilt() && !turn.tilts_last;
      break;
    case 5:
      if (!turn.displaced) turn.motion = static_cast<Motion>(rng.below(3));
      if (turn.motion != Motion::move) turn.from = turn.to = 0;
      break;
    case 6:
      if (turn.displaced < 4) turn.displacements[turn.displaced++] = {any_square(), any_square()};
      break;
    case 7:
      turn.displacements[0] = {any_square(), any_square()};
      turn.displaced = std::max<std::uint8_t>(turn.displaced, 1);
      break;
    case 8:
      if (turn.displaced > 1) std::swap(turn.displacements[0].to, turn.displacements[1].to);
      break;
    case 9:
      // To a square that an earlier stone has left.
      if (turn.displaced > 1) turn.displacements[1].to = turn.displacements[0].from;
      break;
    default:
      if (turn.displaced > 1) std::swap(turn.displacements[0], turn.displacements[1]);
      break;
  }
  if (turn.motion == Motion::pass && turn.displaced) turn.motion = Motion::missing;
  return turn;
}

TEST_CASE("sperre: each die has six numbers and a tilt leads to four of them") {
  for (const Die die : dice) {
    for (unsigned top = 0; top < 10; ++top) {
      const auto& own = faces[index(die)];
      const bool has = std::find(own.begin(), own.end(), top) != own.end();
      CHECK(has_face(die, top) == has);
      CHECK(count(next_faces[index(die)][top]) == (has ? 4u : 0u));
    }
  }
  CHECK(next_faces[0][1] == (digit(2) | digit(7) | digit(5) | digit(6)));
  CHECK(next_faces[1][4] == (digit(1) | digit(9) | digit(3) | digit(8)));
  CHECK(next_faces[2][6] == (digit(2) | digit(7) | digit(3) | digit(8)));
}

TEST_CASE("sperre: the number of displacements agrees with an enumeration") {
  for (int n = 0; n <= 3; ++n) {
    CHECK(ways_to_displace[static_cast<std::size_t>(n)] == count_ways_to_displace(n));
  }
}

TEST_CASE("sperre: the number of displacements of four stones agrees with an enumeration",
          "[.long]") {
  CHECK(ways_to_displace[4] == count_ways_to_displace(4));
}

TEST_CASE("sperre: on a crowded board a player passes if and only if no stone can move") {
  Rng rng(22);
  int passes = 0;
  for (int round = 0; round < 4000; ++round) {
    const Position position = scattered_position(variants[rng.below(6)], rng, 2);
    if (position.ending() || position.count_turns() > 10000) continue;
    bool moves = false, passing = false;
    position.visit_turns([&](const Turn& turn) {
      (turn.motion == Motion::pass ? passing : moves) = true;
      return true;
    });
    CHECK(position.can_move() == moves);
    CHECK(passing == !moves);
    if (passing) CHECK(position.count_turns() == 8);
    passes += passing;
  }
  CHECK(passes > 20);
}

TEST_CASE("sperre: the count of turns agrees with visits") {
  Rng rng(23);
  for (int round = 0; round < 300; ++round) {
    const Position position = random_position(variants[round % 6], int(rng.below(60)), rng);
    const std::uint64_t turns = position.count_turns();
    if (turns > 200000) continue;
    std::uint64_t visited = 0;
    CHECK(position.visit_turns([&](const Turn&) { return ++visited > 0; }));
    CHECK(visited == turns);
    CHECK((turns == 0) == bool(position.ending()));
  }
}

TEST_CASE("sperre: arbitrary turns are legal exactly if they are visited") {
  Rng rng(24);
  int legal = 0, illegal = 0;
  for (const Variant variant : variants) {
    for (int compared = 0; compared < 12;) {
      const Position position = rng.below(2) ? scattered_position(variant, rng)
                                             : random_position(variant, int(rng.below(30)), rng);
      const std::uint64_t turns = position.count_turns();
      if (turns == 0 || turns > 12000) continue;
      ++compared;
      // Visited turns are different, and lead to different positions.
      std::set<std::string> visited;
      std::unordered_set<std::uint64_t> after;
      position.visit_turns([&](const Turn& turn) {
        Position next = position;
        next.play(turn);
        return visited.insert(key_of(turn)).second && after.insert(next.hash()).second;
      });
      CHECK(visited.size() == turns);
      CHECK(after.size() == turns);
      for (int i = 0; i < 800; ++i) {
        Turn turn = position.random_turn(rng);
        for (std::uint64_t changes = rng.below(3); changes > 0; --changes) {
          turn = mutated(turn, rng);
        }
        const bool is_legal = position.is_legal(turn);
        (is_legal ? legal : illegal)++;
        REQUIRE(position.violation(turn).has_value() == !is_legal);
        REQUIRE(visited.contains(key_of(is_legal ? canonical(turn) : turn)) == is_legal);
        if (!is_legal) continue;
        // The canonical form leads to the same position.
        const Turn same = canonical(turn);
        CHECK(canonical(same) == same);
        Position next = position, again = position;
        next.play(turn);
        again.play(same);
        REQUIRE(again == next);
      }
    }
  }
  CHECK(legal > 10000);
  CHECK(illegal > 10000);
}

/// A generator whose first two numbers are these.
Rng rng_of(std::uint64_t first, std::uint64_t second) {
  // Undoes the output of xoshiro256**: the products are 1 modulo 2^64.
  const auto word_of = [](std::uint64_t number) {
    return std::rotr(number * 0x8e38e38e38e38e39u, 7) * 0xcccccccccccccccdu;
  };
  Rng rng(Rng::State{word_of(second) ^ word_of(first) ^ 3, word_of(first), 3, 4});
  Rng copy = rng;
  REQUIRE((copy() == first && copy() == second));
  return rng;
}

/// A number from which below(n) makes k.
std::uint64_t number_for(std::uint64_t k, std::uint64_t n) {
  const std::uint64_t each = UINT64_MAX / n;
  return k * each + k + each / 2;
}

TEST_CASE("sperre: each turn is drawn by as many numbers as each other") {
  // Without luck: all numbers that can choose the move and tilt are tried, and of the moves with a
  // stone to displace, all that choose its square.
  Rng rng(29);
  for (const Variant variant : variants) {
    for (int compared = 0; compared < 8;) {
      const Position position = rng.below(2) ? scattered_position(variant, rng)
                                             : random_position(variant, int(rng.below(60)), rng);
      const std::uint64_t turns = position.count_turns();
      if (turns == 0 || turns > 8000) continue;
      ++compared;
      const auto without_displacements = [](Turn turn) {
        set_displacements(turn, 0, 0);
        return key_of(turn);
      };
      std::map<std::string, std::uint64_t> listed, drawn;
      position.visit_turns([&](const Turn& turn) { return ++listed[without_displacements(turn)]; });
      std::set<std::string> seen;
      for (std::uint64_t k = 0; k < turns; ++k) {
        Rng chosen = rng_of(number_for(k, turns), k);
        const std::string move = without_displacements(position.random_turn(chosen));
        ++drawn[move];
        if (listed[move] != ways_to_displace[1] || !seen.insert(move).second) continue;
        std::set<std::string> outcomes;
        for (std::uint64_t square = 0; square < size * size; ++square) {
          Rng again = rng_of(number_for(k, turns), number_for(square, size * size));
          outcomes.insert(key_of(position.random_turn(again)));
        }
        CHECK(outcomes.size() == ways_to_displace[1]);
      }
      CHECK(drawn == listed);
    }
  }
}

TEST_CASE("sperre: random turns are uniform") {
  const Bits home = squares({11, 12, 13, 14, 15, 16, 17, 18, 19});
  const struct {
    const char* what;
    Bits white, black;
    bool columns_only;
  } rows[] = {{"two stones to displace at once", squares({16, 17, 18, 25, 34, 44, 54, 64, 74}),
               squares({23, 43, 91, 92, 93, 94, 96, 97, 98}), false},
              {"a goal within reach", home ^ squares({19, 83}),
               squares({36, 91, 92, 93, 94, 96, 97, 98, 99}), false},
              {"nothing but passes", squares({14, 24, 34, 44, 54, 64, 74, 84, 94}),
               home ^ squares({14, 15, 92, 93}), true}};
  Rng rng(25);
  for (const auto& row : rows) {
    for (const Variant variant : variants) {
      if (row.columns_only && variant.lock != Lock::columns) continue;
      const Position position({row.white, row.black}, Side::white, {2, 4, 7}, Die::four, variant);
      const auto result = [&](const Turn& turn) {
        Position next = position;
        next.play(turn);
        return next.hash();
      };
      std::unordered_map<std::uint64_t, int> drawn;
      position.visit_turns([&](const Turn& turn) { return drawn[result(turn)] = 0, true; });
      const std::size_t turns = drawn.size();
      INFO(row.what << ": " << turns << " turns");
      REQUIRE(turns == position.count_turns());
      const double each = 8;
      for (double i = 0; i < each * double(turns); ++i) ++drawn[result(position.random_turn(rng))];
      REQUIRE(drawn.size() == turns);
      double chi_square = 0;
      for (const auto& [_, times] : drawn) chi_square += (times - each) * (times - each) / each;
      const double freedom = static_cast<double>(turns) - 1;
      INFO("chi square " << chi_square);
      CHECK(std::abs(chi_square - freedom) < 4 * std::sqrt(2 * freedom));
    }
  }
}

TEST_CASE(
    "sperre: equal positions have equal hashes and different positions have different hashes") {
  Rng rng(26);
  std::unordered_set<std::uint64_t> hashes;
  std::size_t different = 0;
  for (int round = 0; round < 60; ++round) {
    Position position = random_position(variants[round % 6], 0, rng);
    for (int turn = 0; turn < 40 && !position.ending(); ++turn) {
      const Position copy = position;
      CHECK(copy == position);
      CHECK(copy.hash() == position.hash());
      different += hashes.insert(position.hash()).second;
      position.play(position.random_turn(rng));
      CHECK_FALSE(copy == position);
    }
  }
  CHECK(different == hashes.size());
  CHECK(different > 1000);

  // Every part of a position counts.
  const Bits white = squares_of_row(1), black = squares_of_row(9);
  const Position base({white, black}, Side::white, {1, 4, 7}, Die::three, {});
  const Position others[] = {
      Position({white ^ squares({11, 21}), black}, Side::white, {1, 4, 7}, Die::three, {}),
      Position({white, black ^ squares({99, 89})}, Side::white, {1, 4, 7}, Die::three, {}),
      Position({black, white}, Side::white, {1, 4, 7}, Die::three, {}),
      Position({white, black}, Side::black, {1, 4, 7}, Die::three, {}),
      Position({white, black}, Side::white, {2, 4, 7}, Die::three, {}),
      Position({white, black}, Side::white, {1, 5, 7}, Die::three, {}),
      Position({white, black}, Side::white, {1, 4, 8}, Die::three, {}),
      Position({white, black}, Side::white, {1, 4, 7}, Die::four, {}),
      Position({white, black}, Side::white, {1, 4, 7}, Die::none, {}),
      Position({white, black}, Side::white, {1, 4, 7}, Die::three, {Order::move_first, {}}),
      Position({white, black}, Side::white, {1, 4, 7}, Die::three, {{}, Lock::rows})};
  for (const Position& other : others) {
    CHECK_FALSE(other == base);
    CHECK(other.hash() != base.hash());
  }
}

TEST_CASE("sperre: only the first turn is irreversible") {
  Rng rng(27);
  for (const Variant variant : variants) {
    Position position = random_position(variant, 0, rng);
    CHECK(position.is_irreversible(position.random_turn(rng)));
    for (int turn = 0; turn < 30; ++turn) {
      position.play(position.random_turn(rng));
      if (position.ending()) break;
      CHECK_FALSE(position.is_irreversible(position.random_turn(rng)));
    }
  }
}

TEST_CASE("sperre: candidates are legal and few and lead to different positions") {
  Rng rng(28);
  std::uint64_t most = 0;
  for (int round = 0; round < 400; ++round) {
    const Position position = round % 3 ? random_position(variants[round % 6], round / 6, rng)
                                        : scattered_position(variants[round % 6], rng);
    std::unordered_set<std::uint64_t> seen;
    std::uint64_t visited = 0, wrong = 0, noncanonical = 0;
    CHECK(visit_candidates(position, [&](const Turn& turn) {
      wrong += !position.is_legal(turn);
      noncanonical += canonical(turn) != turn;
      Position next = position;
      next.play(turn);
      seen.insert(next.hash());
      return ++visited > 0;
    }));
    CHECK(wrong == 0);
    CHECK(noncanonical == 0);
    CHECK(seen.size() == visited);
    CHECK((visited == 0) == bool(position.ending()));
    CHECK(visited <= position.count_turns());
    most = std::max(most, visited);
  }
  INFO(most);
  CHECK(most < 6000);
}

TEST_CASE("sperre: candidates include a win if there is one") {
  Rng rng(29);
  int wins = 0;
  for (int round = 0; round < 3000; ++round) {
    const Position position = scattered_position(variants[round % 6], rng);
    if (position.ending()) continue;
    bool won = false;
    position.visit_candidates([&](const Turn& turn) {
      won = turn.to == goal_of(position.side_to_move());
      return !won;
    });
    CHECK(can_win_at_once(position) == won);
    wins += won;
  }
  CHECK(wins > 100);
}

TEST_CASE("sperre evaluation: the values of both sides add up to zero") {
  Rng rng(30);
  for (int round = 0; round < 300; ++round) {
    const Position position = scattered_position(variants[round % 6], rng);
    CHECK(evaluate(position, Side::white) == -evaluate(position, Side::black));
  }
  CHECK(std::abs(evaluate(Position(), Side::white)) < 5);  // except for the locks
  Position ahead({squares_of_row(1) ^ squares({11, 31}), squares_of_row(9)}, Side::black, {1, 4, 7},
                 Die::four, {});
  CHECK(evaluate(ahead, Side::white) > 0);
}

}  // namespace sperre_position_test
