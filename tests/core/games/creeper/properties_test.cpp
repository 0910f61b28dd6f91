#include "tests/catch.h"
#include "tests/core/games/creeper/positions.h"

namespace properties_test {

// Properties of every position of Creeper, checked on random positions.

using namespace creeper_test;

/// Visits positions of random games and positions that are rare in games: few pawns, crowded
/// boards, boards full of discs with finished chains.
template <class Visit>
void visit_varied_positions(std::uint64_t seed, const Visit& visit) {
  for (std::uint64_t game = 0; game < 5; ++game) {
    walk_randomly(derive_seed(seed, game), 200, visit);
  }
  Rng rng(seed);
  for (int i = 0; i < 300; ++i) {
    const auto pawns = [&] { return static_cast<int>(rng.below(9)); };
    const int white = pawns(), black = pawns();
    visit(any_position(white, black, static_cast<int>(rng.below(33)), rng));
  }
}

template <class Visit>
void for_each_writable_turn(const Visit& visit) {
  for (Bits from = squares; from; from &= from - 1) {
    for (Bits to = squares; to; to &= to - 1) {
      for (const Kind kind : {Kind::jump, Kind::shunt, Kind::capture}) {
        visit(Turn{static_cast<Place>(std::countr_zero(from)),
                   static_cast<Place>(std::countr_zero(to)), kind});
      }
    }
  }
}

TEST_CASE("creeper: visited turns are distinct and agree with the count and end with the game") {
  visit_varied_positions(2, [](const Position& position) {
    INFO(text_of(position));
    std::set<std::string> seen;
    const auto turns = turns_of(position);
    for (const Turn& turn : turns) seen.insert(text_of(turn));
    CHECK(seen.size() == turns.size());
    CHECK(position.count_turns() == turns.size());
    CHECK(turns.empty() == position.ending().has_value());
  });
}

TEST_CASE("creeper: a visitor can stop the visit") {
  for (int enough = 1; enough <= 24; ++enough) {
    int seen = 0;
    const bool all = Position().visit_turns([&](const Turn&) { return ++seen < enough; });
    CHECK(seen == enough);
    CHECK_FALSE(all);
  }
  CHECK(Position().visit_turns(AcceptAnyTurn{}));
}

TEST_CASE("creeper: a turn is visited if and only if no rule forbids it") {
  for (const std::uint64_t seed : {1u, 2u}) {
    walk_randomly(seed, 120, [](const Position& position) {
      if (position.ending()) return;
      INFO(text_of(position));
      std::set<std::string> visited;
      for (const Turn& turn : turns_of(position)) visited.insert(text_of(turn));
      std::vector<std::string> wrong;
      for_each_writable_turn([&](const Turn& turn) {
        const bool legal = visited.contains(text_of(turn));
        if (position.is_legal(turn) != legal || position.violation(turn).has_value() == legal) {
          wrong.push_back(text_of(turn));
        }
      });
      CHECK(wrong.empty());
    });
  }
}

TEST_CASE("creeper: ending_after a turn equals ending") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    walk_randomly(seed, 200, [](const Position& position) {
      for (const Turn& turn : turns_of(position)) {
        const Position next = after(position, text_of(turn));
        if (next.ending_after(turn) != next.ending()) {
          FAIL_CHECK(text_of(position) << ": " << text_of(turn));
        }
      }
    });
  }
}

TEST_CASE("creeper: no turn finishes a chain of the opponent") {
  visit_varied_positions(3, [](const Position& position) {
    if (position.has_chain(position.side_to_move())) return;
    for (const Turn& turn : turns_of(position)) {
      const Position next = after(position, text_of(turn));
      if (next.has_chain(next.side_to_move())) FAIL_CHECK(text_of(next));
    }
  });
}

TEST_CASE("creeper: a turn is irreversible if it removes a pawn or fills an empty octagon") {
  const auto left = [](const Position& p) {
    return std::popcount(p.pawns(Side::white) | p.pawns(Side::black)) -
           std::popcount(p.discs(Side::white) | p.discs(Side::black));
  };
  visit_varied_positions(4, [&](const Position& position) {
    INFO(text_of(position));
    for (const Turn& turn : turns_of(position)) {
      INFO(text_of(turn));
      const int change = left(after(position, text_of(turn))) - left(position);
      CHECK(change <= 0);
      CHECK(position.is_irreversible(turn) == (change < 0));
    }
  });
}

TEST_CASE("creeper: no position before an irreversible turn recurs") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Rng rng(seed);
    Position position;
    std::map<std::string, int> first_seen;
    int since = 0;
    for (int turn_number = 0; turn_number < 400 && !position.ending(); ++turn_number) {
      const auto first = first_seen.emplace(text_of(position), turn_number).first->second;
      CHECK(first >= since);
      const Turn turn = position.random_turn(rng);
      if (position.is_irreversible(turn)) since = turn_number + 1;
      position.play(turn);
    }
  }
}

TEST_CASE(
    "creeper: equal positions have equal hashes and different positions have different hashes") {
  std::unordered_map<std::uint64_t, std::string> texts;
  visit_varied_positions(5, [&](const Position& position) {
    const Position again = position_of(text_of(position));
    CHECK(again == position);
    CHECK(again.hash() == position.hash());
    CHECK(texts.emplace(position.hash(), text_of(position)).first->second == text_of(position));
  });
  CHECK(texts.size() > 1000);
}

TEST_CASE("creeper: hashes are well mixed") {
  // Each of 64 bits is set in half of some 1000 hashes, within 6 standard deviations.
  std::vector<std::uint64_t> hashes;
  visit_varied_positions(6, [&](const Position& position) { hashes.push_back(position.hash()); });
  std::sort(hashes.begin(), hashes.end());
  hashes.erase(std::unique(hashes.begin(), hashes.end()), hashes.end());
  const auto size = static_cast<double>(hashes.size());
  for (int i = 0; i < 64; ++i) {
    const auto set = std::count_if(hashes.begin(), hashes.end(),
                                   [i](std::uint64_t hash) { return hash >> i & 1; });
    CHECK(static_cast<double>(set) == Approx(size / 2).margin(3 * std::sqrt(size)));
  }
}

TEST_CASE("creeper: random turns are uniform") {
  for (const char* text :
       {"1BB1WW1/B5W/B5W/7/W5B/W5B/1WW1BB1 6/6/6/6/6/6 w",
        // Captures in all four directions and pawns with few moves.
        "7/7/2B4/1BWB3/2B4/W6/1WWW3 6/6/6/6/6/6 w", "7/7/2B4/1BWB3/2B4/W6/1WWW3 6/6/6/6/6/6 b",
        "7/7/7/7/7/7/1W2B2 6/6/6/6/6/6 w",
        // A single turn, a capture.
        "7/7/7/B6/BB5/WB5/1B5 6/6/6/6/6/6 w"}) {
    INFO(text);
    const Position position = position_of(text);
    const auto turns = turns_of(position);
    constexpr int draws_per_turn = 1000;
    std::map<std::string, int> drawn;
    for (const Turn& turn : turns) drawn[text_of(turn)] = 0;
    Rng rng(1);
    for (std::size_t i = 0; i < draws_per_turn * turns.size(); ++i) {
      ++drawn[text_of(position.random_turn(rng))];
    }
    CHECK(drawn.size() == turns.size());
    double chi_square = 0;
    for (const auto& [turn, times] : drawn) {
      chi_square += (times - draws_per_turn) * (times - draws_per_turn) / double{draws_per_turn};
    }
    // The statistic has mean n = turns - 1 and standard deviation sqrt(2n).
    const auto n = static_cast<double>(turns.size() - 1);
    CHECK(chi_square <= n + 4 * std::sqrt(2 * n));
  }
}

TEST_CASE("creeper: random turns are exactly the legal turns") {
  visit_varied_positions(7, [](const Position& position) {
    if (position.ending()) return;
    INFO(text_of(position));
    std::set<std::string> turns, drawn;
    for (const Turn& turn : turns_of(position)) turns.insert(text_of(turn));
    Rng rng(position.hash());
    for (std::size_t i = 0; i < 15 * turns.size(); ++i) {
      drawn.insert(text_of(position.random_turn(rng)));
    }
    CHECK(drawn == turns);
  });
}

}  // namespace properties_test
